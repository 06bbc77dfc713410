// What is known of a coordination square: cells, free or not, and a way through them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include <gapless/core/interval.h>

namespace gapless {

/// A tree of cells [s] x [t]: the first is the whole square, children part their cell in two or four without overlap, and leaves (cells
/// without children) make up the square.
class CoordinationMap
{
public:
    enum class State : std::uint8_t
    {
        Open,  ///< not proven: something may be in the way, or is
        Free,  ///< proven, the edges included: the robots keep their clearances wherever in the cell the two are
    };
    struct Cell
    {
        Interval s, t;  ///< of RobotCurve's parameter
        State state = State::Open;
        std::int32_t first_child = -1, children = 0;  ///< they stand one behind the other
    };

    CoordinationMap() : cells_(1) {}
    /// @pre the cells are such a tree
    explicit CoordinationMap(std::vector<Cell> cells) : cells_(std::move(cells)) {}

    const std::vector<Cell>& cells() const { return cells_; }
    const Cell& whole() const { return cells_.front(); }

    /// Whether [s] x [t] is within the free cells: then the robots may be anywhere in it, in any order, at any pace. False says nothing.
    [[nodiscard]] bool isFree(const Interval& s, const Interval& t) const;
    /// The area of the leaves in that state, of the parameters.
    double area(State state) const;
    /// The corners of a way through free cells from where both robots begin to where both end, on which neither goes back: a schedule of the two. Two
    /// corners that follow each other are in one cell, so all between them is free. Cells are passed by the edges that they share. None: there is no such way
    /// in the free cells.
    std::optional<std::vector<Eigen::Vector2d>> monotonePath() const;

private:
    friend class CoordinationSquare;
    bool isFree(std::int32_t cell, const Interval& s, const Interval& t) const;

    std::vector<Cell> cells_;
};

}  // namespace gapless
