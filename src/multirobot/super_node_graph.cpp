#include "multirobot/super_node_graph.h"

#include <algorithm>

namespace gapless {

namespace {

/// Tuples that are looked at between two looks at the condition.
constexpr std::size_t kTuplesPerLook = 64;
/// And pairs of subgraphs, and proofs that these took.
constexpr std::size_t kPairsPerLook = 64, kProofsPerLook = 32;
constexpr std::size_t kBitsPerWord = 64;

bool hasBit(const std::vector<std::uint64_t>& bits, std::size_t i)
{
    return i / kBitsPerWord < bits.size() && (bits[i / kBitsPerWord] >> (i % kBitsPerWord) & 1U) != 0;
}

void setBit(std::vector<std::uint64_t>& bits, std::size_t i)
{
    bits[i / kBitsPerWord] |= std::uint64_t{1} << (i % kBitsPerWord);
}

/// The first bit at or after a place; the number of bits without one.
std::size_t nextBit(const std::vector<std::uint64_t>& bits, std::size_t from)
{
    for (std::size_t word = from / kBitsPerWord; word < bits.size(); ++word)
    {
        std::uint64_t left = bits[word];
        if (word == from / kBitsPerWord)
            left &= ~std::uint64_t{0} << (from % kBitsPerWord);
        for (std::size_t i = 0; left != 0; ++i, left >>= 1)
            if ((left & 1U) != 0)
                return word * kBitsPerWord + i;
    }
    return bits.size() * kBitsPerWord;
}

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
            here.added.assign(tables_.size(kind, level) / kBitsPerWord + 1, 0);
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

/// Whether the slot before it has the same subgraph, for a robot that is alike.
bool SuperNodeGraph::isRepeated(const Subgraph* subgraphs, std::size_t slot) const
{
    return slot > 0 && kind_of_slot_[slot] == kind_of_slot_[slot - 1] && subgraphs[slot] == subgraphs[slot - 1];
}

/// How many slots have what that one has, of its kind.
std::size_t SuperNodeGraph::alike(const Subgraph* subgraphs, std::size_t slot) const
{
    std::size_t count = 0;
    for (std::size_t other = 0; other < slots(); ++other)
        count += kind_of_slot_[other] == kind_of_slot_[slot] && subgraphs[other] == subgraphs[slot] ? 1 : 0;
    return count;
}

double SuperNodeGraph::orderedCount(const Subgraph* subgraphs) const
{
    // Each run of k slots that are alike gives 1/1 * 1/2 * ... * 1/k.
    double count = arrangementsOf(tables_.kinds());
    double run = 1.0;
    for (std::size_t slot = 1; slot < slots(); ++slot)
    {
        run = isRepeated(subgraphs, slot) ? run + 1.0 : 1.0;
        count /= run;
    }
    return count;
}

void SuperNodeGraph::addEdge(const Edge& edge, double ordered)
{
    const auto number = static_cast<EdgeNumber>(edges_.size());
    edges_.push_back(edge);
    next_edge_.push_back({first_edge_[edge.from], kNoEdge});
    first_edge_[edge.from] = number;
    if (edge.to != edge.from)
    {
        next_edge_.back()[1] = first_edge_[edge.to];
        first_edge_[edge.to] = number;
    }
    edge_count_ += ordered;
    components_.join(edge.from, edge.to, Permutation::moving(edge.slot_from, edge.slot_to));
}

/// The node that has another subgraph in the place of a slot's, and the slot that this one is in. @param tuple begins with the level
std::optional<std::pair<SuperNodeGraph::Number, SuperNodeGraph::Slot>> SuperNodeGraph::withOther(
    const std::vector<std::uint32_t>& tuple, std::size_t slot, Subgraph other)
{
    const KindIndex kind = kind_of_slot_[slot];
    const std::size_t begin = first_slot_[kind] + 1, end = begin + tables_.kind(kind).robots.size();
    other_ = tuple;
    std::size_t at = slot + 1;
    for (; at > begin && other_[at - 1] > other; --at)
        other_[at] = other_[at - 1];
    for (; at + 1 < end && other_[at + 1] < other; ++at)
        other_[at] = other_[at + 1];
    other_[at] = other;
    const std::optional<Number> found = tuples_.find(other_.data());
    return found ? std::optional(std::pair(*found, static_cast<Slot>(at - 1))) : std::nullopt;
}

/// Whether a subgraph does not interfere with those of all other slots: without that there is no node with it.
bool SuperNodeGraph::isApartFrom(const std::vector<std::uint32_t>& tuple, std::size_t slot, Subgraph other) const
{
    const std::vector<Bits>& apart = of(tuple[0], kind_of_slot_[slot]).apart[other];
    for (std::size_t i = 0; i < slots(); ++i)
        if (i != slot && !hasBit(apart[kind_of_slot_[i]], tuple[i + 1]))
            return false;
    return true;
}

/// Edges by which the robot of that slot leaves for what is not the upper tuple's subgraph of it, all others staying within theirs.
/// @param upper_tuple level and subgraphs of the node itself, or what holds these on a level above
void SuperNodeGraph::crossFrom(Number node, const std::vector<std::uint32_t>& upper_tuple, std::size_t slot)
{
    const std::size_t level = this->level(node), upper = upper_tuple[0];
    const KindIndex kind = kind_of_slot_[slot];
    const double ordered = orderedCount(subgraphs(node)) * static_cast<double>(alike(subgraphs(node), slot));
    std::optional<Subgraph> joined;  // the last one: links of one are side by side
    for (const SubgraphTables::Crossing& crossing : tables_.crossings(kind, level, upper, subgraphs(node)[slot]))
    {
        if (joined == crossing.to || !hasBit(of(upper, kind).added, crossing.to) || !isApartFrom(upper_tuple, slot, crossing.to))
            continue;
        const auto found = withOther(upper_tuple, slot, crossing.to);
        if (!found)
            continue;
        std::uint64_t links = ~std::uint64_t{0};
        for (std::size_t other = 0; other < slots() && links != 0; ++other)
            if (other != slot)
                links &= tables_.passable(kind, level, upper, crossing, kind_of_slot_[other], subgraphs(node)[other]);
        // Those beyond the crossing's are not set.
        if (links == 0 || nextBit({links}, 0) >= crossing.count)
            continue;
        joined = crossing.to;
        addEdge({node, found->first, tables_.link(kind, level, upper, crossing, nextBit({links}, 0)), static_cast<Slot>(slot),
                 found->second, EdgeKind::Crossing},
                ordered);
    }
}

void SuperNodeGraph::joinSameLevel(Number node)
{
    for (std::size_t slot = 0; slot < slots(); ++slot)
        if (!isRepeated(subgraphs(node), slot))
            crossFrom(node, tuple_, slot);
}

void SuperNodeGraph::joinAbove(Number node, std::size_t upper)
{
    const std::size_t level = this->level(node);
    above_.assign(1, static_cast<std::uint32_t>(upper));
    for (std::size_t slot = 0; slot < slots(); ++slot)
        above_.push_back(tables_.above(kind_of_slot_[slot], level, subgraphs(node)[slot], upper));
    if (const std::optional<Number> whole = tuples_.find(above_.data()))
        addEdge({node, *whole, 0, 0, 0, EdgeKind::Within}, orderedCount(subgraphs(node)));

    // Where two robots are in subgraphs that interfere there is a node only without one of the two.
    std::size_t conflicts = 0;
    std::vector<std::size_t> conflicts_of(slots(), 0);
    for (std::size_t a = 0; a < slots(); ++a)
        for (std::size_t b = a + 1; b < slots(); ++b)
            if (!areApart(upper, kind_of_slot_[a], above_[a + 1], kind_of_slot_[b], above_[b + 1]))
            {
                ++conflicts;
                ++conflicts_of[a];
                ++conflicts_of[b];
            }
    for (std::size_t slot = 0; slot < slots(); ++slot)
        if (!isRepeated(subgraphs(node), slot) && conflicts_of[slot] == conflicts)
            crossFrom(node, above_, slot);
}

double SuperNodeGraph::largestCoverage() const
{
    if (tuples_.size() == 0)
        return 0.0;
    const Number root = components_.root(components_.largest());
    const std::size_t kinds = tables_.kinds().size();
    std::vector<std::vector<char>> used(levels_.size());  // by level and kind
    for (std::size_t i = 0; i < used.size(); ++i)
        used[i].resize(levels_[i].apart.size(), 0);
    for (Number node = 0; node < tuples_.size(); ++node)
        if (components_.root(node) == root)
            for (std::size_t slot = 0; slot < slots(); ++slot)
                used[level(node) * kinds + kind_of_slot_[slot]][subgraphs(node)[slot]] = 1;
    double least = 1.0;
    for (KindIndex kind = 0; kind < kinds; ++kind)
    {
        std::vector<char> covered(tables_.kind(kind).roadmap.size(), 0);
        for (std::size_t level = 0; level < tables_.levelCount(); ++level)
            for (Subgraph subgraph = 0; subgraph < used[level * kinds + kind].size(); ++subgraph)
                if (used[level * kinds + kind][subgraph])
                    for (const RobotRoadmap::Node at : tables_.nodes(kind, level, subgraph))
                        covered[at] = 1;
        least = std::min(least, static_cast<double>(std::count(covered.begin(), covered.end(), 1))
                                    / static_cast<double>(std::max<std::size_t>(covered.size(), 1)));
    }
    return least;
}

std::size_t SuperNodeGraph::conflicts(const RobotRoadmap::Node* nodes) const
{
    std::size_t least = slots() * slots();
    for (std::size_t level = 0; level < tuples_of_level_.size() && least > 0; ++level)
    {
        if (tuples_of_level_[level] == 0)
            continue;
        std::size_t count = 0;
        for (RobotIndex a(0); a.value() < slots() && count < least; a = a.next())
            for (RobotIndex b = a.next(); b.value() < slots(); b = b.next())
            {
                const KindIndex kind_a = tables_.kindOf(a), kind_b = tables_.kindOf(b);
                const Subgraph in_a = tables_.at(kind_a, level, nodes[a.value()]),
                               in_b = tables_.at(kind_b, level, nodes[b.value()]);
                const bool are_apart = hasBit(of(level, kind_a).added, in_a) && areApart(level, kind_a, in_a, kind_b, in_b);
                count += are_apart ? 0 : 1;
            }
        if (count == 0)
        {
            const std::optional<Assigned> node = heldOn(level, nodes);
            count = node && components_.root(node->node) == components_.root(components_.largest()) ? 0 : 1;
        }
        least = std::min(least, count);
    }
    return least;
}

/// The node of that level that holds a placement.
std::optional<SuperNodeGraph::Assigned> SuperNodeGraph::heldOn(std::size_t level, const RobotRoadmap::Node* nodes) const
{
    std::vector<std::uint32_t> tuple{static_cast<std::uint32_t>(level)};
    std::vector<std::pair<Subgraph, RobotIndex>> here;
    Assigned result;
    for (KindIndex kind = 0; kind < tables_.kinds().size(); ++kind)
    {
        here.clear();
        for (const RobotIndex robot : tables_.kind(kind).robots)
            here.emplace_back(tables_.at(kind, level, nodes[robot.value()]), robot);
        std::sort(here.begin(), here.end());
        for (const auto& [subgraph, robot] : here)
        {
            result.robots[tuple.size() - 1] = static_cast<std::uint8_t>(robot.value());
            tuple.push_back(subgraph);
        }
    }
    const std::optional<Number> found = tuples_.find(tuple.data());
    if (!found)
        return std::nullopt;
    result.node = *found;
    return result;
}

std::optional<SuperNodeGraph::Assigned> SuperNodeGraph::holding(const RobotRoadmap::Node* nodes) const
{
    for (std::size_t level = 0; level < tuples_of_level_.size(); ++level)
        if (tuples_of_level_[level] > 0)
            if (const std::optional<Assigned> held = heldOn(level, nodes))
                return held;
    return std::nullopt;
}

}  // namespace gapless
