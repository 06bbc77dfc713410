// Where, within the limits of the joints between them, two objects are apart: a table of one pair, asked by motions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <gapless/geometry/rss_tree.h>

namespace gapless {

/// A box of the values of one, two or three joints, divided into closed cells by halving it again and again. Each cell is either apart, with a
/// proven lower bound of the distance of two objects at every point of the cell, or open: nothing is proven there. Of open cells it may be known
/// where the two touch at the centre: a collision on a line through such a cell is mostly found there at once.
///
/// What is proven where. That a cell is apart: by whoever made it (search_apart_cells.cpp). That no cell is forgotten on a line: onLine().
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
        /// Which joint's values are cut. Open cell: which of the contacts; kNone: none is known.
        std::int32_t variable = kNone;
    };
    static constexpr double kOpen = 0.0;
    static constexpr std::int32_t kCell = -1, kNone = -1;

    /// Leaves of the two objects' trees that touch, or nearly do, at the centre of an open cell, or of a part of a small one.
    struct Contact
    {
        NodeIndex a, b;
    };
    /// Deeper trees than this are not looked through.
    static constexpr int kDeepest = 40;

    /// @pre `axes`: one to three, low <= high <= upper, finite. `nodes`: not empty; children come after their parent, at most kDeepest cuts
    ///      are above a cell, and each is within what its node is of the box. `contacts`: if there are any, open cells name one of these, or none.
    ApartCells(const std::vector<Axis>& axes, std::vector<Node> nodes, std::vector<Contact> contacts = {});

    /// A table of both: what is apart by each is so by it, with the smaller gap. (Each of its cells is within one of either, for both halve the
    /// same box.) It has no contacts, nor should they: it is cut where they are.
    /// @return nothing if that takes more than `most` nodes: where one is cut across the other's cuts it may be as many as the product of both
    /// @pre of the same axes
    static std::optional<ApartCells> both(const ApartCells& a, const ApartCells& b, std::size_t most);

    /// The same without contacts, nor what is cut for them alone.
    [[nodiscard]] ApartCells withoutContacts() const;

    /// Takes off what is below no other any more, and numbers anew what is left, with near nodes near each other in memory.
    /// @param nodes as above, but for those @return where each that is left was
    static std::vector<std::size_t> compact(std::vector<Node>& nodes);

    /// Where to look for a collision: nothing is proven by it.
    struct Meeting
    {
        Contact contact;
        double t;  ///< on the line: the middle of what of it is in that cell
    };
    struct OnLine
    {
        /// A lower bound, greater than kOpen, of the distance at every point of the straight line from `from` to `to`, and at every point that
        /// computing a point of it in doubles gives (OMPL's from + (to - from) * t; a + b of such products does, too), as far as it is within
        /// [low, upper]. Nothing: some of the line is in open cells, or outside of [low, upper], or in more cells than it is worth.
        std::optional<double> gap;
        /// Where there is no gap: of the first cell with a contact from the line's end, which is where motions mostly meet something. (As far as
        /// rounding tells, and of at most one joint of several turns.)
        std::optional<Meeting> meeting;
    };
    [[nodiscard]] OnLine onLine(const Values& from, const Values& to) const;
    [[nodiscard]] std::optional<double> gapOn(const Values& from, const Values& to) const { return onLine(from, to).gap; }

    /// Whether the box is one cell, which is apart.
    [[nodiscard]] bool isApartEverywhere() const { return nodes_[0].child == kCell && nodes_[0].value > kOpen; }

    const std::vector<Axis>& axes() const { return axes_; }
    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<Contact>& contacts() const { return contacts_; }
    std::size_t memoryBytes() const { return nodes_.size() * sizeof(Node) + contacts_.size() * sizeof(Contact); }

private:
    struct Line;
    struct Walk;
    /// Looks at the cells on a line, from its end. @return false: there is no need to go on
    bool walk(const std::array<Line, kMostVariables>& line, Walk& seen) const;

    std::vector<Axis> axes_;
    std::vector<Node> nodes_;
    std::vector<Contact> contacts_;
    /// By variable: see onLine().
    std::array<double, kMostVariables> margin_{};
    bool turns_ = false;
};

}  // namespace gapless
