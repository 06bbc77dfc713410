// Breadth first, so that where the budget ends all of the box is looked at to the same depth: what is still waiting stays open.
//
// A cell is apart where the distance at its centre, less the travel to any of its points, is greater than the clearance, and neither object
// is inside the other at the centre. As their surfaces meet nowhere in the cell, which is connected, none is then inside anywhere in it.
// One cell says nothing of the next: between them may be cells where they do meet.
//
// That is asked of node pairs, each with the travel of what it holds: what is about a joint travels little, however long the link. Those that are apart are so in all of the cell, and are
// not asked about again when it is cut; of those that are not, nodes much larger than their travel are opened. Together with what was apart in a larger cell, and with what the
// limits keep apart, the pairs that a cell is left with are always all of the two objects.
//
// What was apart in one cell is asked along the same directions in the next, which is mostly near; and leaves that were close first. So a cell takes
// some hundreds of tests, and tables may be fine.
//
// States ask for a tolerance beyond the clearance. So cells that are apart by the usual one are kept from those that are by less, and a cell is apart by less only where it is small: else
// it is cut, which mostly leaves cells that are apart by more. Motions are none the worse for it.
//
// Refined are cells until they are kLeastTravelOfCell small. Where a pair overlaps there is nothing to find, however small the cells: a cell
// that is smaller than kShallow is given up if its centre and that of the cell it was cut from have both been found to be near.
//
// The leaves that were near at the centre of a cell that stays open are kept as its contact: most motions that end in the cell collide there.
// Small cells share one, of the node that they make together, or of one of them.
#include "collision/search_apart_cells.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <vector>

#include "collision/limit_box.h"

namespace gapless {

namespace {

/// What each cell counts as besides: bounds of travel, poses, asking for insides.
constexpr std::uint64_t kCellCost = 40;
/// Cells of less travel than this, metres, are not cut.
constexpr double kLeastTravelOfCell = 5e-4;
/// Cells of less travel than this, metres, are not cut where a pair overlaps.
constexpr double kShallow = 3e-2;
/// Cells of less travel than this, metres, share one contact: it serves them as well, and tables are smaller.
constexpr double kLeastTravelOfContact = 3e-3;
/// Node pairs that a cell opens, and how many may be left of one that was opened.
constexpr int kMostOpened = 4;
constexpr std::size_t kMostLeft = 4;
/// Nodes that travel more than this, in their size, are not opened: few cells as large are ever found apart.
constexpr double kTravelToOpen = 0.2;
/// What each of them counts as besides.
constexpr std::uint64_t kPairCost = 6;
/// How much farther apart than its travel demands a pair has to be at the centre of a cell: the rest is what the cell's gap is at least.
constexpr double kSpare = 1.1;
/// Beyond the clearance, metres; and how much more than that is asked for.
constexpr double kUsualTolerance = 1e-3, kSpareOfTolerance = 1.05;
/// Cells of less travel than this, metres, may be apart by less.
constexpr double kTravelForLess = 4e-3;

class CellSearch
{
public:
    CellSearch(const RelativeChain& chain, double clearance, const ApartWithinLimits& proof, std::uint64_t& spent,
               const TableBudget& budget, bool with_contacts)
        : chain_(chain),
          box_(chain, spent),
          clearance_(clearance),
          proof_(proof),
          spent_(spent),
          budget_(budget),
          with_contacts_(with_contacts)
    {}

    std::shared_ptr<const ApartCells> run()
    {
        std::uint64_t most = spent_ + budget_.step;
        double apart = 0.0;  // share of the box, since then
        addNodes(1);
        std::deque<Waiting> waiting(1);
        waiting[0].cell = {chain_.low, chain_.high};
        waiting[0].gap = proof_.gap;
        for (const NodePair& nodes : proof_.open)
            waiting[0].left.push_back({nodes, {}});
        while (!waiting.empty() && spent_ < std::min(most, budget_.all))
        {
            Waiting at = std::move(waiting.front());
            waiting.pop_front();
            spent_ += kCellCost;
            const std::optional<Eigen::Index> cut = lookAt(at);
            contacts_[at.node] = at.contact;
            is_small_[at.node] = at.travel < kLeastTravelOfContact;
            if (at.left.empty() && at.gap > clearance_)
            {
                nodes_[at.node].value = at.gap;
                apart += std::ldexp(1.0, -at.depth);
            }
            if (spent_ >= most && apart >= budget_.worth)
            {
                most = spent_ + budget_.step;
                apart = 0.0;
            }
            if (!cut || at.depth == ApartCells::kDeepest)
                continue;
            const Configuration middle = at.cell.centre();
            nodes_[at.node] = {middle[*cut], static_cast<std::int32_t>(nodes_.size()), static_cast<std::int32_t>(*cut)};
            at.node = nodes_.size();
            ++at.depth;
            Waiting above = at;
            ++above.node;
            at.cell.high[*cut] = above.cell.low[*cut] = middle[*cut];
            addNodes(2);
            waiting.push_back(std::move(at));
            waiting.push_back(std::move(above));
        }
        return table();
    }

private:
    /// What is not apart, and leaves of it that were not at the centre of the last cell.
    struct Left
    {
        NodePair nodes;
        std::optional<NodePair> close;
    };
    struct Waiting
    {
        LimitCell cell;
        std::size_t node = 0;
        int depth = 0;
        bool near = false;  // the centre of what it was cut from; once it is looked at, its own
        std::vector<Left> left;
        double gap = 0.0;  // of all that is not left
        // Once it is looked at: leaves that are near at its centre, and how far what is left travels, at the most.
        std::optional<ApartCells::Contact> contact;
        double travel = 0.0;
    };

    void addNodes(std::size_t count)
    {
        nodes_.resize(nodes_.size() + count);
        contacts_.resize(nodes_.size());
        is_small_.resize(nodes_.size());
    }

    /// Takes off what is apart in all of the cell. @return what to cut it across
    std::optional<Eigen::Index> lookAt(Waiting& at)
    {
        const Configuration middle = at.cell.centre();
        const bool was_near = at.near;
        at.near = false;
        at.contact.reset();
        at.travel = 0.0;
        std::vector<Left> asked;
        asked.swap(at.left);
        int opened = kMostOpened;
        for (const Left& left : asked)
            settle(at, middle, left, opened);
        if (at.left.empty())
        {
            // What is inside at the centre is so all over the cell: there is nothing to be found by cutting it. Where it cannot be told the cell
            // stays open, too.
            if (box_.insideAt(middle, at.gap) != Containment::Answer::Outside)
                at.gap = ApartCells::kOpen;
            return std::nullopt;
        }
        NodePair travels;
        for (const Left& left : at.left)
        {
            const double travel = box_.travelFromCentre(at.cell, left.nodes);
            if (travel > at.travel)
            {
                at.travel = travel;
                travels = left.nodes;
            }
        }
        if (at.travel < kLeastTravelOfCell || (at.near && was_near && at.travel < kShallow))
            return std::nullopt;
        return box_.variableToCut(at.cell, travels);
    }

    /// Adds to at.left what is not apart, in as few pairs as can be.
    void settle(Waiting& at, const Configuration& middle, Left asked, int& may_open)
    {
        spent_ += kPairCost;
        const NodePair& nodes = asked.nodes;
        const NodeRef a{chain_.a.geometry.get(), nodes.a}, b{chain_.b.geometry.get(), nodes.b};
        const bool open_a = openFirst(a, b);
        const RssNode& larger = (open_a ? a : b).node();
        const double lambda = at.near ? 0.0 : box_.travelFromCentre(at.cell, nodes);
        if (!at.near)
        {
            const bool may_be_less = lambda < kTravelForLess;
            const double least = clearance_ + kSpare * lambda, usual = clearance_ + kSpareOfTolerance * kUsualTolerance;
            GreedyDistance d = distance(asked, middle, std::max(least, usual + lambda));
            if (may_be_less && d.outcome != GreedyDistance::Outcome::Apart && least < d.upper)
                d = distance(asked, middle, least);
            std::optional<double> gap;
            if (d.outcome == GreedyDistance::Outcome::Apart)
                gap = d.lower - lambda;
            else
            {
                at.near = d.upper <= clearance_ + kLeastTravelOfCell;
                asked.close = d.leaves;
                if (at.near && with_contacts_)
                    at.contact = ApartCells::Contact{d.leaves.a, d.leaves.b};
                if (!at.near && lambda <= kTravelToOpen * larger.size())
                {
                    gap = box_.gapAlongPlane(at.cell, nodes, d, usual);
                    if (!gap && may_be_less)
                        gap = box_.gapAlongPlane(at.cell, nodes, d, clearance_);
                }
            }
            if (gap)
            {
                at.gap = std::min(at.gap, *gap);
                return;
            }
        }
        const std::size_t before = at.left.size();
        at.left.push_back(asked);
        // Once two leaves are near, the cell stays open whatever the others are.
        if (at.near || may_open == 0 || larger.isLeaf() || lambda > kTravelToOpen * larger.size())
            return;
        --may_open;
        at.left.pop_back();
        const double gap_before = at.gap;
        for (const NodeIndex child : larger.children())
            settle(at, middle, {open_a ? NodePair{child, nodes.b} : NodePair{nodes.a, child}, {}}, may_open);
        if (at.near || at.left.size() > before + kMostLeft)
        {
            at.left.resize(before);
            at.left.push_back(asked);
            at.gap = gap_before;
        }
    }

    /// Leaves that were close in a larger cell mostly still are, which one test tells.
    GreedyDistance distance(const Left& asked, const Configuration& middle, double threshold)
    {
        if (asked.close)
            if (GreedyDistance d = box_.distanceAt(*asked.close, middle, threshold); d.outcome != GreedyDistance::Outcome::Apart)
                return d;
        return box_.distanceNearLast(asked.nodes, middle, threshold);
    }

    /// Two cells of a node that are both apart by as much as is usual, or both by less, or both open without a contact or small, are one. Ends the search.
    std::shared_ptr<const ApartCells> table()
    {
        // Children come after their parents.
        for (std::size_t i = nodes_.size(); i-- > 0;)
        {
            ApartCells::Node& node = nodes_[i];
            if (node.child == ApartCells::kCell)
                continue;
            const auto child = static_cast<std::size_t>(node.child);
            const ApartCells::Node &below = nodes_[child], &above = nodes_[child + 1];
            const auto isOpen = [](const ApartCells::Node& cell) { return !(cell.value > ApartCells::kOpen); };
            const auto isUsual = [&](const ApartCells::Node& cell) { return cell.value > clearance_ + kUsualTolerance; };
            const bool is_open = isOpen(below);
            if (below.child != ApartCells::kCell || above.child != ApartCells::kCell || is_open != isOpen(above)
                || isUsual(below) != isUsual(above))
                continue;
            const std::optional<ApartCells::Contact>& contact = contacts_[contacts_[child] ? child : child + 1];
            if (is_open && contact && !is_small_[i])
                continue;
            if (!contacts_[i])
                contacts_[i] = contact;
            node = {std::min(below.value, above.value)};
        }
        const auto isApart = [](const ApartCells::Node& node) {
            return node.child == ApartCells::kCell && node.value > ApartCells::kOpen;
        };
        if (std::none_of(nodes_.begin(), nodes_.end(), isApart))
            return nullptr;
        const std::vector<std::size_t> places = ApartCells::compact(nodes_);
        std::vector<ApartCells::Contact> contacts;
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (const std::optional<ApartCells::Contact>& contact = contacts_[places[i]];
                contact && nodes_[i].child == ApartCells::kCell && !(nodes_[i].value > ApartCells::kOpen))
            {
                nodes_[i].variable = static_cast<std::int32_t>(contacts.size());
                contacts.push_back(*contact);
            }
        std::vector<ApartCells::Axis> axes;
        for (Eigen::Index v = 0; v < chain_.low.size(); ++v)
            axes.push_back({chain_.low[v], chain_.high[v], chain_.upper[static_cast<std::size_t>(v)]});
        return std::make_shared<ApartCells>(axes, std::move(nodes_), std::move(contacts));
    }

    const RelativeChain& chain_;
    LimitBox box_;
    double clearance_;
    const ApartWithinLimits& proof_;
    std::uint64_t& spent_;
    TableBudget budget_;
    bool with_contacts_;
    std::vector<ApartCells::Node> nodes_;
    // By node.
    std::vector<std::optional<ApartCells::Contact>> contacts_;
    std::vector<char> is_small_;
};

}  // namespace

std::shared_ptr<const ApartCells> searchApartCells(const RelativeChain& chain, double clearance, const ApartWithinLimits& proof,
                                                   std::uint64_t& spent, const TableBudget& budget, bool with_contacts)
{
    return CellSearch(chain, clearance, proof, spent, budget, with_contacts).run();
}

}  // namespace gapless
