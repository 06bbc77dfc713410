// Which nodes there are, and in which order.
#include "multirobot/super_node_graph.h"

#include <algorithm>

namespace gapless {

namespace {

/// Tuples that are looked at between two looks at the condition.
constexpr std::size_t kTuplesPerLook = 64;
/// And pairs of subgraphs, and proofs that these took.
constexpr std::size_t kPairsPerLook = 64, kProofsPerLook = 32;

double factorial(std::size_t n)
{
    double product = 1.0;
    for (std::size_t i = 2; i <= n; ++i)
        product *= static_cast<double>(i);
    return product;
}

double arrangementsOf(const std::vector<RobotKind>& kinds)
{
    double product = 1.0;
    for (const RobotKind& kind : kinds)
        product *= factorial(kind.robots.size());
    return product;
}

}  // namespace

SuperNodeGraph::SuperNodeGraph(const RobotRoadmaps& roadmaps, InterferenceTable& table)
    : tables_(roadmaps, table),
      tuples_of_level_(tables_.levelCount(), 0),
      tuples_(roadmaps.size() + 1),
      components_(arrangementsOf(tables_.kinds()))
{
    const std::size_t kinds = tables_.kinds().size();
    for (KindIndex kind = 0; kind < kinds; ++kind)
    {
        first_slot_.push_back(kind_of_slot_.size());
        kind_of_slot_.insert(kind_of_slot_.end(), tables_.kind(kind).robots.size(), kind);
    }
    levels_.resize(tables_.levelCount() * kinds);
    for (std::size_t level = 0; level < tables_.levelCount(); ++level)
    {
        const std::size_t first = order_.size();
        for (KindIndex kind = 0; kind < kinds; ++kind)
        {
            LevelOfKind& here = of(level, kind);
            here.added = noBits(tables_.size(kind, level));
            here.apart.resize(tables_.size(kind, level));
            for (Subgraph subgraph = 0; subgraph < tables_.size(kind, level); ++subgraph)
                order_.push_back({level, kind, subgraph});
        }
        std::stable_sort(order_.begin() + static_cast<std::ptrdiff_t>(first), order_.end(), [this](const Next& a, const Next& b) {
            return tables_.nodes(a.kind, a.level, a.subgraph).size() > tables_.nodes(b.kind, b.level, b.subgraph).size();
        });
    }
}

bool SuperNodeGraph::areApart(std::size_t level, KindIndex a, Subgraph in_a, KindIndex b, Subgraph in_b) const
{
    return hasBit(of(level, a).apart[in_a][b], in_b);
}

/// Those that are there and do not interfere with the next one, and the other way round. Two robots of one kind may be in one subgraph, if it does not interfere with itself.
/// @return false: the condition held; what was found is kept by the tables
bool SuperNodeGraph::findApart(const Next& next, const ompl::base::PlannerTerminationCondition& ptc)
{
    LevelOfKind& own = of(next.level, next.kind);
    if (hasBit(own.added, next.subgraph))
        return true;
    std::vector<Bits>& apart = own.apart[next.subgraph];
    apart.clear();
    for (KindIndex kind = 0; kind < tables_.kinds().size(); ++kind)
        apart.emplace_back(of(next.level, kind).added.size(), 0);
    std::size_t looked = 0, proofs = tables_.proofCount();
    for (KindIndex kind = 0; kind < tables_.kinds().size(); ++kind)
    {
        if (kind == next.kind && tables_.kind(kind).robots.size() == 1)
            continue;
        Bits others = of(next.level, kind).added;
        if (kind == next.kind)
            setBit(others, next.subgraph);
        for (std::size_t i = nextBit(others, 0); i < others.size() * kBitsPerWord; i = nextBit(others, i + 1))
        {
            if (++looked % kPairsPerLook == 0 || tables_.proofCount() > proofs + kProofsPerLook)
            {
                proofs = tables_.proofCount();
                if (ptc)
                    return false;
            }
            const auto other = static_cast<Subgraph>(i);
            if (tables_.interfere(next.level, next.kind, next.subgraph, kind, other))
                continue;
            setBit(apart[kind], other);
            setBit(of(next.level, kind).apart[other][next.kind], next.subgraph);
        }
    }
    setBit(own.added, next.subgraph);
    return true;
}

SuperNodeGraph::Outcome SuperNodeGraph::addNext(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc)
{
    if (isComplete())
        return Outcome::Done;
    if (ptc)
        return Outcome::Interrupted;
    const Next next = order_[next_];
    if (!findApart(next, ptc))
        return Outcome::Interrupted;
    partners_.clear();
    for (KindIndex kind = 0; kind < tables_.kinds().size(); ++kind)
        partners_.insert(partners_.end(), tables_.kind(kind).robots.size() - (kind == next.kind ? 1 : 0), kind);
    chosen_.resize(partners_.size());
    open_.resize(partners_.size() + 1);
    open_[0] = of(next.level, next.kind).apart[next.subgraph];
    is_resumed_ = is_broken_off_;
    const Outcome outcome = addTuples(next, 0, most, ptc);
    is_broken_off_ = outcome != Outcome::Done;
    if (outcome == Outcome::Done)
        ++next_;
    return outcome;
}

/// All choices for the partners from that depth on, those of one kind ascending; after a call that was broken off from the ones with which it was.
SuperNodeGraph::Outcome SuperNodeGraph::addTuples(const Next& next, std::size_t depth, std::size_t most,
                                                  const ompl::base::PlannerTerminationCondition& ptc)
{
    if (depth == partners_.size())
    {
        is_resumed_ = false;
        if (++looked_ % kTuplesPerLook == 0 && ptc)
            return Outcome::Interrupted;
        if (tuples_.size() >= most)
            return Outcome::Full;
        addTuple(next);
        return Outcome::Done;
    }
    const KindIndex kind = partners_[depth];
    const Bits& choices = open_[depth][kind];
    const std::size_t least = depth > 0 && partners_[depth - 1] == kind ? chosen_[depth - 1] : 0;
    const std::size_t first = is_resumed_ ? chosen_[depth] : least;
    for (std::size_t i = nextBit(choices, first); i < choices.size() * kBitsPerWord; i = nextBit(choices, i + 1))
    {
        chosen_[depth] = static_cast<Subgraph>(i);
        const std::vector<Bits>& apart = of(next.level, kind).apart[i];
        std::vector<Bits>& open = open_[depth + 1];
        open = open_[depth];
        for (std::size_t k = 0; k < open.size(); ++k)
            for (std::size_t word = 0; word < open[k].size(); ++word)
                open[k][word] &= apart[k][word];
        const Outcome outcome = addTuples(next, depth + 1, most, ptc);
        if (outcome != Outcome::Done)
            return outcome;
    }
    return Outcome::Done;
}

/// Whether the level above has a tuple of the same nodes.
bool SuperNodeGraph::isThereAbove(std::size_t level, const Subgraph* subgraphs) const
{
    for (std::size_t slot = 0; slot < slots(); ++slot)
    {
        const KindIndex kind = kind_of_slot_[slot];
        if (level == 0
            || tables_.nodes(kind, level, subgraphs[slot]).size()
                   != tables_.nodes(kind, level - 1, tables_.above(kind, level, subgraphs[slot], level - 1)).size())
            return false;
    }
    return true;
}

/// With all its edges to what is there, unless it is there on a level above: what it would be joined to on this level is joined to that one.
void SuperNodeGraph::addTuple(const Next& next)
{
    tuple_.assign(1, static_cast<std::uint32_t>(next.level));
    std::size_t partner = 0;
    for (KindIndex kind = 0; kind < tables_.kinds().size(); ++kind)
    {
        const auto begin = static_cast<std::ptrdiff_t>(tuple_.size());
        for (; partner < partners_.size() && partners_[partner] == kind; ++partner)
            tuple_.push_back(chosen_[partner]);
        if (kind == next.kind)
            tuple_.insert(std::upper_bound(tuple_.begin() + begin, tuple_.end(), next.subgraph), next.subgraph);
    }
    if (isThereAbove(next.level, tuple_.data() + 1))
        return;
    const Number node = tuples_.add(tuple_.data());
    first_edge_.push_back(kNoEdge);
    ++tuples_of_level_[next.level];
    components_.add(orderedCount(subgraphs(node)));
    for (std::size_t slot = 0; slot + 1 < slots(); ++slot)
        if (isRepeated(subgraphs(node), slot + 1))
            addEdge({node, node, 0, static_cast<Slot>(slot), static_cast<Slot>(slot + 1), EdgeKind::Swap}, 0.0);
    joinSameLevel(node);
    for (std::size_t upper = 0; upper < next.level; ++upper)
        if (tuples_of_level_[upper] > 0)
            joinAbove(node, upper);
}

}  // namespace gapless
