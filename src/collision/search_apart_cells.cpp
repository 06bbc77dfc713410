// Breadth first, so that where the budget ends all of the box is looked at to the same depth: what is still waiting stays open.
//
// A cell is apart where the distance at its centre, less the travel to any of its points, is greater than the clearance, and neither object
// is inside the other at the centre. As their surfaces meet nowhere in the cell, which is connected, none is then inside anywhere in it.
// One cell says nothing of the next: between them may be cells where they do meet.
//
// Refined are cells until they are kLeastTravelOfCell small. Where a pair overlaps there is nothing to find, however small the cells: a cell
// that is smaller than kShallow is given up if its centre and that of the cell it was cut from have both been found to be near.
#include "collision/search_apart_cells.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <vector>

#include "collision/limit_box.h"

namespace gapless {

namespace {

/// Tests of node pairs, at the most: for one pair of objects (some 0.2 s), and for all of a scene. Two thirds of it would leave one more
/// motion in a hundred of a Panda to be searched, a third a few per cent more of most pairs' motions, and all of those that keep within a
/// centimetre or two of each other on much of the box.
constexpr std::uint64_t kTableBudget = 2000000;
constexpr std::uint64_t kTablesBudget = 8000000;
/// What each cell counts as besides: bounds of travel, poses, asking for insides.
constexpr std::uint64_t kCellCost = 40;
/// Cells of less travel than this, metres, are not cut.
constexpr double kLeastTravelOfCell = 4e-3;
/// Cells of less travel than this, metres, are not cut where a pair overlaps.
constexpr double kShallow = 1.5e-2;
/// How much farther apart than its travel demands a pair has to be at the centre of a cell: the rest is what the cell's gap is at least.
constexpr double kSpare = 1.1;

class CellSearch
{
public:
    CellSearch(const RelativeChain& chain, double clearance, const ApartWithinLimits& proof, std::uint64_t& spent)
        : chain_(chain), box_(chain, spent), clearance_(clearance), proof_(proof), spent_(spent)
    {}

    std::shared_ptr<const ApartCells> run()
    {
        const std::uint64_t most = std::min(spent_ + kTableBudget, kTablesBudget);
        nodes_.push_back({});
        std::deque<Waiting> waiting{{{chain_.low, chain_.high}, 0, 0, false}};
        while (!waiting.empty() && spent_ < most)
        {
            const Waiting at = std::move(waiting.front());
            waiting.pop_front();
            spent_ += kCellCost;
            const Look look = lookAt(at);
            if (look.gap > clearance_)
                nodes_[at.node].value = look.gap;
            if (!look.cut || at.depth == ApartCells::kDeepest)
                continue;
            const Configuration middle = at.cell.centre();
            const Eigen::Index v = *look.cut;
            nodes_[at.node] = {middle[v], static_cast<std::int32_t>(nodes_.size()), static_cast<std::int32_t>(v)};
            Waiting below{at.cell, nodes_.size(), at.depth + 1, look.near}, above = below;
            ++above.node;
            below.cell.high[v] = above.cell.low[v] = middle[v];
            nodes_.resize(nodes_.size() + 2);
            waiting.push_back(below);
            waiting.push_back(above);
        }
        return table();
    }

private:
    struct Waiting
    {
        LimitCell cell;
        std::size_t node;
        int depth;
        bool near;  // the centre of what it was cut from
    };
    struct Look
    {
        double gap = ApartCells::kOpen;
        std::optional<Eigen::Index> cut;
        bool near = false;
    };

    Look lookAt(const Waiting& at)
    {
        Look look;
        const Configuration middle = at.cell.centre();
        const double lambda = box_.travelFromCentre(at.cell);
        double smallest = std::numeric_limits<double>::infinity();
        bool apart = true;
        for (const NodePair& nodes : proof_.open)
        {
            const GreedyDistance d = box_.distanceAt(nodes, middle, clearance_ + kSpare * lambda);
            apart = d.outcome == GreedyDistance::Outcome::Apart;
            look.near = !apart && d.upper <= clearance_ + kLeastTravelOfCell;
            if (!apart)
                break;
            smallest = std::min(smallest, d.lower);
        }
        if (apart)
        {
            // What is inside at the centre is so all over the cell: there is nothing to be found by cutting it. Where it cannot be told the cell
            // stays open, too.
            const double gap = std::min(smallest - lambda, proof_.gap);
            if (box_.insideAt(middle, gap) == Containment::Answer::Outside)
                look.gap = gap;
            return look;
        }
        if (lambda >= kLeastTravelOfCell && !(look.near && at.near && lambda < kShallow))
            look.cut = box_.variableToCut(at.cell);
        return look;
    }

    /// Two cells of a node that are both apart, or both open, are one. Then what is left, with near nodes near each other in memory.
    std::shared_ptr<const ApartCells> table()
    {
        // Children come after their parents.
        for (std::size_t i = nodes_.size(); i-- > 0;)
        {
            ApartCells::Node& node = nodes_[i];
            if (node.child == ApartCells::kCell)
                continue;
            const ApartCells::Node &below = nodes_[static_cast<std::size_t>(node.child)],
                                   &above = nodes_[static_cast<std::size_t>(node.child) + 1];
            if (below.child == ApartCells::kCell && above.child == ApartCells::kCell
                && (below.value > ApartCells::kOpen) == (above.value > ApartCells::kOpen))
                node = {std::min(below.value, above.value), ApartCells::kCell, 0};
        }
        if (nodes_[0].child == ApartCells::kCell && !(nodes_[0].value > ApartCells::kOpen))
            return nullptr;
        std::vector<ApartCells::Node> kept{nodes_[0]};
        for (std::size_t i = 0; i < kept.size(); ++i)
            if (kept[i].child != ApartCells::kCell)
            {
                const auto child = static_cast<std::size_t>(kept[i].child);
                kept[i].child = static_cast<std::int32_t>(kept.size());
                kept.push_back(nodes_[child]);
                kept.push_back(nodes_[child + 1]);
            }
        std::vector<ApartCells::Axis> axes;
        for (Eigen::Index v = 0; v < chain_.low.size(); ++v)
            axes.push_back({chain_.low[v], chain_.high[v], chain_.upper[static_cast<std::size_t>(v)]});
        return std::make_shared<ApartCells>(axes, std::move(kept));
    }

    const RelativeChain& chain_;
    LimitBox box_;
    double clearance_;
    const ApartWithinLimits& proof_;
    std::uint64_t& spent_;
    std::vector<ApartCells::Node> nodes_;
};

}  // namespace

std::shared_ptr<const ApartCells> searchApartCells(const RelativeChain& chain, double clearance, const ApartWithinLimits& proof,
                                                   std::uint64_t& spent)
{
    return CellSearch(chain, clearance, proof, spent).run();
}

}  // namespace gapless
