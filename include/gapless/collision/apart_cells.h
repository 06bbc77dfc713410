// Where, within the limits of the joints between them, two objects are apart: a table of one pair, asked by motions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gapless {

/// A box of the values of one, two or three joints, divided into closed cells by halving it again and again. Each cell is either apart, with a
/// proven lower bound of the distance of two objects at every point of the cell, or open: nothing is known there.
///
/// What is proven where. That a cell is apart: by whoever made it (search_apart_cells.cpp). That no cell is forgotten on a line: gapOn().
///
/// Immutable, safe to read from many threads.
class ApartCells
{
public:
    static constexpr int kMostVariables = 3;
    /// Of the joints, in radians or metres; with fewer joints, the last ones are 0.
    using Values = std::array<double, kMostVariables>;

    /// The values of one joint.
    struct Axis
    {
        double low = 0.0, high = 0.0;  ///< the cells' box
        /// The joint's upper limit. Where it is more than `high`, the joint is revolute, `high` at least low + 2 pi, and what is more is a
        /// whole number of turns away from something in the box.
        double upper = 0.0;
    };

    /// Of a binary tree; the first is the root, the box.
    struct Node
    {
        /// Cell: the distance is greater, metres; kOpen where nothing is known. Else: where the node is cut in two.
        double value = kOpen;
        /// The child below the cut; the one above follows it. kCell: this is a cell.
        std::int32_t child = kCell;
        /// Which joint's values are cut.
        std::int32_t variable = 0;
    };
    static constexpr double kOpen = 0.0;
    static constexpr std::int32_t kCell = -1;
    /// Deeper trees than this are not looked through.
    static constexpr int kDeepest = 40;

    /// @pre `axes`: one to three, low <= high <= upper, finite. `nodes`: not empty; children come after their parent, at most kDeepest cuts
    ///      are above a cell, and each is within what its node is of the box.
    ApartCells(const std::vector<Axis>& axes, std::vector<Node> nodes);

    /// A table of both: what is apart by each is so by it, with the smaller gap. (Each of its cells is within one of either, for both halve the same box.)
    /// @return nothing if that takes more than `most` nodes: where one is cut across the other's cuts it may be as many as the product of both
    /// @pre of the same axes
    static std::optional<ApartCells> both(const ApartCells& a, const ApartCells& b, std::size_t most);

    /// A lower bound, greater than kOpen, of the distance at every point of the straight line from `from` to `to`, and at every point that
    /// computing a point of it in doubles gives (OMPL's from + (to - from) * t; a + b of such products does, too), as far as it is within
    /// [low, upper]. Nothing: some of the line is in open cells, or outside of [low, upper], or in more cells than it is worth.
    [[nodiscard]] std::optional<double> gapOn(const Values& from, const Values& to) const;

    /// Whether the box is one cell, which is apart.
    [[nodiscard]] bool isApartEverywhere() const { return nodes_[0].child == kCell && nodes_[0].value > kOpen; }

    const std::vector<Axis>& axes() const { return axes_; }
    const std::vector<Node>& nodes() const { return nodes_; }
    std::size_t memoryBytes() const { return nodes_.size() * sizeof(Node); }

private:
    struct Line;
    /// Lowers `gap` to that of the cells on a line. @return false: one is open, or more than `visits` nodes would have to be looked at.
    bool lowerOnLine(const std::array<Line, kMostVariables>& line, double& gap, int& visits) const;

    std::vector<Axis> axes_;
    std::vector<Node> nodes_;
    /// By variable: see gapOn().
    std::array<double, kMostVariables> margin_{};
    bool turns_ = false;
};

}  // namespace gapless
