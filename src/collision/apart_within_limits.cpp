// Three searches, one in the other (and a fourth for what they leave open, search_apart_cells.h):
// - Over pairs of objects (proveApartWithinLimits): links of one robot with one joint that moves between them first, then those with two, then
//   links and what is turned, with one joint more, all together and then each alone; of others with three, cells alone (limited_pairs.h).
//   A pair like one before (several robots of a kind), or like one of an earlier scene, takes its proof over. The others' are kept on disk
//   for the next program.
// - Over node pairs (Proof::run): from the roots down. What cannot be covered is opened; two leaves that cannot stay open.
// - Over cells of the joints' limits (Proof::coverBox): where the distance at the centre is more than clearance + 1.5 lambda, the cell is
//   done; else it is halved across the variable that moves the pair most.
//
// Much of what is tried cannot be proven: about a joint there are parts that do touch somewhere in its range. So a node pair is given up
// as soon as two of its leaves are known to be near each other at a cell's centre, which is kept in `near_`. Others are tried at these
// configurations first, since what brought its parent near brings one of its children near, too. A smaller kLeastTravel would prove parts
// that come within millimetres of each other, for many times the cells.
//
// The budgets count tests, not seconds. kRootBudget lets the two roots have nearly all of a pair's: where a whole pair is proven, no
// motion ever looks at it again, which any number of proven parts does not achieve.
#include <gapless/collision/apart_within_limits.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/core/interval.h>

#include "collision/kept_limit_proofs.h"
#include "collision/limit_box.h"
#include "collision/limited_pairs.h"
#include "collision/relative_chain.h"
#include "collision/search_apart_cells.h"

namespace gapless {

namespace {

/// Tests of node pairs, at the most: for one pair of nodes, one pair of objects, and all of a scene (some 1 s).
constexpr std::uint64_t kRootBudget = 6000000;
constexpr std::uint64_t kNodeBudget = 150000;
constexpr std::uint64_t kPairBudget = 7000000;
constexpr std::uint64_t kSceneBudget = 20000000;
/// More open node pairs than this cost more at each motion than starting from the roots.
constexpr std::size_t kMostOpen = 96;
/// A cell whose travel is below this, metres, and still not covered means that the pair comes about this close: not worth more.
constexpr double kLeastTravel = 2e-3;

class Proof
{
public:
    Proof(const RelativeChain& pair, double clearance, std::uint64_t& spent)
        : pair_(pair), box_(pair, spent), clearance_(clearance), spent_(spent)
    {}

    ApartWithinLimits run()
    {
        ApartWithinLimits proof;
        proof.open.clear();
        const std::uint64_t most = std::min(spent_ + kPairBudget, kSceneBudget);
        const CollisionGeometry &A = *pair_.a.geometry, &B = *pair_.b.geometry;
        std::vector<NodePair> stack{{}};
        while (!stack.empty())
        {
            const NodePair nodes = stack.back();
            stack.pop_back();
            if (spent_ >= most || proof.open.size() + stack.size() >= kMostOpen)
            {
                proof.open.push_back(nodes);
                continue;
            }
            if (coverBox(nodes, proof.gap))
                continue;
            const NodeRef a{&A, nodes.a}, b{&B, nodes.b};
            if (a.node().isLeaf() && b.node().isLeaf())
            {
                proof.open.push_back(nodes);
                continue;
            }
            const bool open_a = openFirst(a, b);
            for (const NodeIndex child : (open_a ? a : b).node().children())
                stack.push_back(open_a ? NodePair{child, nodes.b} : NodePair{nodes.a, child});
        }
        if (proof.open.size() >= kMostOpen || (proof.open.empty() && !isOutsideAtCentre(proof.gap)))
            return {};
        return proof;
    }

private:
    /// Lowers `gap` to what the node pair keeps all over the box; false: not proven.
    bool coverBox(const NodePair& nodes, double& gap)
    {
        // Where a larger node pair failed, its children are likely to fail too: that is cheap to see.
        for (const Configuration& near : near_)
            if (!isApartAt(nodes, near, kLeastTravel))
                return false;
        const bool whole = nodes.a == RssTree::kRoot && nodes.b == RssTree::kRoot;
        const std::uint64_t most = spent_ + (whole ? kRootBudget : kNodeBudget);
        double smallest = gap;
        std::vector<LimitCell> stack{{pair_.low, pair_.high}};
        while (!stack.empty())
        {
            const LimitCell cell = stack.back();
            stack.pop_back();
            if (spent_ >= most)
                return false;
            const Configuration middle = cell.centre();
            const double lambda = box_.travelFromCentre(cell, nodes);
            // Asking for more than lambda leaves a gap of about a third of the smallest distance, not one of nearly zero.
            const GreedyDistance d = box_.distanceNearLast(nodes, middle, clearance_ + 1.5 * lambda);
            if (d.outcome == GreedyDistance::Outcome::Apart)
            {
                smallest = std::min(smallest, d.lower - lambda);
                continue;
            }
            if (lambda < kLeastTravel || d.upper <= clearance_ + kLeastTravel)
            {
                near_.push_back(middle);
                return false;
            }
            const std::optional<Eigen::Index> cut = box_.variableToCut(cell, nodes);
            // Limits so far from zero that doubles cannot divide the cell: not proven.
            if (!cut)
                return false;
            LimitCell lower = cell, upper = cell;
            lower.high[*cut] = upper.low[*cut] = middle[*cut];
            stack.push_back(lower);
            stack.push_back(upper);
        }
        gap = smallest;
        return true;
    }

    bool isApartAt(const NodePair& nodes, const Configuration& q, double threshold)
    {
        return box_.distanceAt(nodes, q, clearance_ + threshold).outcome == GreedyDistance::Outcome::Apart;
    }

    bool isOutsideAtCentre(double gap)
    {
        return box_.insideAt(LimitCell{pair_.low, pair_.high}.centre(), gap) == Containment::Answer::Outside;
    }

    const RelativeChain& pair_;
    LimitBox box_;
    double clearance_;
    std::uint64_t& spent_;
    std::vector<Configuration> near_;
};

/// Of two objects like those of the question, in an earlier scene.
struct EarlierProof
{
    const ApartWithinLimits* proof;
    double clearance;
};

/// One that is for a gap that is enough. One for the same clearance is best: its cells are of use too.
std::optional<EarlierProof> findProof(const Scene& earlier, const LimitedPair& asked)
{
    std::optional<EarlierProof> found;
    for (const PairIndex i : earlier.pairs().indices())
    {
        const ObjectPair& pair = earlier.pair(i);
        const ApartWithinLimits* proof = &earlier.apartWithinLimits(i);
        if (asked.is_alone)
            proof = proof->alone.get();
        if (!proof || (found && pair.clearance != asked.clearance) || !(proof->gap > asked.clearance)
            || proof->turned != asked.turned)
            continue;
        const CollisionObject &a = earlier.object(pair.a), &b = earlier.object(pair.b);
        // Of what is turned, the rings are the same already. A look at pointers saves most chains.
        const auto isOneOfThem = [&](const CollisionObject& x) { return x.geometry == a.geometry || x.geometry == b.geometry; };
        if (!isOneOfThem(asked.chain.a) || !(asked.turned || isOneOfThem(asked.chain.b)))
            continue;
        if (isSameChain(chainOf(earlier.model(), a, b, asked.turned.get()), asked.chain))
        {
            found = {proof, pair.clearance};
            if (pair.clearance == asked.clearance)
                break;
        }
    }
    return found;
}

std::shared_ptr<const ApartCells> searchCells(const LimitQuestion& question, const ApartWithinLimits& proof, LimitAnswers& spent)
{
    if (proof.open.empty())
        return nullptr;
    if (question.isOfThreeJoints())
        return searchApartCells(*question.chain, question.clearance, proof, spent.spent_on_three_joints, kBudgetOfThreeJoints);
    if (question.turned == LimitQuestion::Turned::None)
        return searchApartCells(*question.chain, question.clearance, proof, spent.spent_on_cells);
    // What touches the rings of all says nothing of one.
    const bool of_one = question.turned == LimitQuestion::Turned::One;
    return searchApartCells(*question.chain, question.clearance, proof, spent.spent_on_rings,
                            of_one ? kBudgetOfRingsOfOne : kBudgetOfRings, of_one);
}

/// Of tables that are asked by the same values as one the least share of their box that has to be apart: else it is asked in vain too often.
constexpr double kWorthJoining = 0.75;
/// Some 2 MB. A UR5 with a gripper takes a sixteenth of it.
constexpr std::size_t kMostNodesJoined = 131072;

double apartShare(const ApartCells& cells)
{
    // Children come after their parents.
    std::vector<double> shares(cells.nodes().size());
    for (std::size_t i = shares.size(); i-- > 0;)
    {
        const ApartCells::Node& node = cells.nodes()[i];
        const auto child = static_cast<std::size_t>(node.child);
        if (node.child == ApartCells::kCell)
            shares[i] = node.value > ApartCells::kOpen ? 1.0 : 0.0;
        else
            shares[i] = 0.5 * (shares[child] + shares[child + 1]);
    }
    return shares[0];
}

bool haveSameAxes(const ApartCells& a, const ApartCells& b)
{
    return std::equal(a.axes().begin(), a.axes().end(), b.axes().begin(), b.axes().end(),
                      [](const ApartCells::Axis& x, const ApartCells::Axis& y) {
                          return x.low == y.low && x.high == y.high && x.upper == y.upper;
                      });
}

using SeveralCells = std::shared_ptr<const ApartWithinLimits::OfSeveral>;

/// Of that scene, or new.
SeveralCells joined(const std::vector<std::shared_ptr<const ApartCells>>& tables, const Scene* earlier)
{
    if (earlier)
        for (const PairIndex i : earlier->pairs().indices())
            if (const SeveralCells& known = earlier->apartWithinLimits(i).of_several; known && known->joined == tables)
                return known;
    std::optional<ApartCells> cells = tables[0]->withoutContacts();
    for (std::size_t k = 1; k < tables.size() && cells; ++k)
        cells = ApartCells::both(*cells, tables[k]->withoutContacts(), kMostNodesJoined);
    if (cells && apartShare(*cells) < kWorthJoining)
        cells.reset();
    return std::make_shared<const ApartWithinLimits::OfSeveral>(ApartWithinLimits::OfSeveral{tables, std::move(cells)});
}

/// Tables that motions ask by the same values.
void joinTables(const IndexedVector<PairIndex, ObjectPair>& pairs, const Scene* earlier,
                IndexedVector<PairIndex, ApartWithinLimits>& proofs)
{
    IndexedVector<PairIndex, char> is_looked_at(pairs.size());
    for (const PairIndex i : pairs.indices())
    {
        if (is_looked_at[i] || !proofs[i].cells)
            continue;
        std::vector<PairIndex> alike;
        std::vector<std::shared_ptr<const ApartCells>> tables;
        for (const PairIndex k : pairs.indices())
        {
            const ApartWithinLimits& proof = proofs[k];
            if (k < i || !proof.cells || proof.variables != proofs[i].variables || pairs[k].clearance != pairs[i].clearance
                || !haveSameAxes(*proof.cells, *proofs[i].cells))
                continue;
            is_looked_at[k] = 1;
            alike.push_back(k);
            if (std::find(tables.begin(), tables.end(), proof.cells) == tables.end())
                tables.push_back(proof.cells);
        }
        if (tables.size() < 2)
            continue;
        const SeveralCells several = joined(tables, earlier);
        for (const PairIndex k : alike)
            proofs[k].of_several = several;
    }
}

/// Fewer tests than this, in all, are done sooner than a file is written and read.
constexpr std::uint64_t kTestsWorthKeeping = 20000;

LimitQuestion questionOf(const LimitedPair& pair)
{
    using Turned = LimitQuestion::Turned;
    return {&pair.chain, pair.clearance, !pair.turned ? Turned::None : pair.is_alone ? Turned::One : Turned::All};
}

LimitAnswers answer(const std::vector<LimitQuestion>& questions)
{
    if (questions.empty())
        return {};
    const KeptLimitProofs kept(questions);
    if (std::optional<LimitAnswers> found = kept.find())
        return *std::move(found);
    LimitAnswers answers;
    std::uint64_t spent = 0;
    for (const LimitQuestion& question : questions)
    {
        // Of rings there is nothing to tell but cells: their nodes are not those of any object.
        ApartWithinLimits& proof = answers.proofs.emplace_back();
        if (question.turned == LimitQuestion::Turned::None && !question.isOfThreeJoints())
            proof = Proof(*question.chain, question.clearance, spent).run();
        proof.cells = searchCells(question, proof, answers);
        if (question.isOfThreeJoints() && proof.cells && proof.cells->isApartEverywhere())
        {
            proof.gap = proof.cells->nodes()[0].value;
            proof.open.clear();
            proof.cells = nullptr;
        }
    }
    if (spent + answers.spent_on_cells + answers.spent_on_rings + answers.spent_on_three_joints >= kTestsWorthKeeping)
        kept.keep(answers);
    return answers;
}

}  // namespace

ApartWithinLimits::OnMotion ApartWithinLimits::onMotion(const Configuration& q0, const Configuration& q1) const
{
    const OnMotion by_cells = cells ? ofPair(onLineBy(*cells, q0, q1)) : OnMotion{};
    return by_cells.gap || !alone ? by_cells : alone->onMotion(q0, q1);
}

ApartWithinLimits::OnMotion ApartWithinLimits::ofPair(const ApartCells::OnLine& line) const
{
    OnMotion result{line.gap, std::nullopt};
    if (!line.meeting)
        return result;
    const auto [a, b] = line.meeting->contact;
    // The leaves of rings are not the object's.
    const NodePair within = !turned ? NodePair{a, b} : is_a_turned ? NodePair{RssTree::kRoot, a} : NodePair{a, RssTree::kRoot};
    result.meeting = {within, line.meeting->t};
    return result;
}

ApartCells::OnLine ApartWithinLimits::onLineBy(const ApartCells& some, const Configuration& q0, const Configuration& q1) const
{
    ApartCells::Values from{}, to{};
    for (std::size_t v = 0; v < some.axes().size(); ++v)
    {
        from[v] = q0[variables[v]];
        to[v] = q1[variables[v]];
    }
    return some.onLine(from, to);
}

IndexedVector<PairIndex, ApartWithinLimits> proveApartWithinLimits(const KinematicModel& model,
                                                                   const IndexedVector<ObjectIndex, CollisionObject>& objects,
                                                                   const IndexedVector<PairIndex, ObjectPair>& pairs,
                                                                   const Scene* earlier)
{
    const std::vector<LimitedPair> limited = limitedPairs(model, objects, pairs, earlier);
    std::vector<std::size_t> kind(limited.size());          // the first pair that is like it
    std::vector<ApartWithinLimits> proven(limited.size());  // by kind
    std::vector<std::size_t> asked, without_cells;
    std::vector<LimitQuestion> questions;
    for (std::size_t k = 0; k < limited.size(); ++k)
    {
        const LimitedPair& pair = limited[k];
        for (kind[k] = 0; kind[k] < k; ++kind[k])
            if (const LimitedPair& other = limited[kind[k]]; other.clearance == pair.clearance && !other.turned == !pair.turned
                                                             && other.is_alone == pair.is_alone
                                                             && isSameChain(other.chain, pair.chain))
                break;
        if (kind[k] < k)
            continue;
        if (const std::optional<EarlierProof> known = earlier ? findProof(*earlier, pair) : std::nullopt)
        {
            proven[k] = *known->proof;
            if (known->clearance != pair.clearance)
                without_cells.push_back(k);
            continue;
        }
        asked.push_back(k);
        questions.push_back(questionOf(pair));
    }
    LimitAnswers answers = answer(questions);
    for (std::size_t j = 0; j < asked.size(); ++j)
        proven[asked[j]] = std::move(answers.proofs[j]);
    for (const std::size_t k : without_cells)
        proven[k].cells = searchCells(questionOf(limited[k]), proven[k], answers);

    IndexedVector<PairIndex, ApartWithinLimits> proofs(pairs.size());
    for (std::size_t k = 0; k < limited.size(); ++k)
        for (const PairIndex i : limited[k].pairs)
        {
            ApartWithinLimits proof = proven[kind[k]];
            proof.turned = limited[k].turned;
            proof.is_a_turned = proof.turned && isOuter(objects[pairs[i].a], objects[pairs[i].b]);
            proof.alone = nullptr;
            proof.of_several = nullptr;
            std::copy(limited[k].chain.variable.begin(), limited[k].chain.variable.end(), proof.variables.begin());
            // These come after what is of them all.
            if (!limited[k].is_alone)
                proofs[i] = std::move(proof);
            else if (proof.cells)
                proofs[i].alone = std::make_shared<const ApartWithinLimits>(std::move(proof));
        }
    joinTables(pairs, earlier, proofs);
    return proofs;
}

bool isWithinLimits(const KinematicModel& model, const Configuration& q)
{
    return (q.array() >= model.lowerLimits().array() && q.array() <= model.upperLimits().array()).all();
}

bool isWithinLimits(const KinematicModel& model, const Configuration& q, const Configuration& deviation)
{
    return isWithinLimits(model, (q - deviation).unaryExpr(&roundedDown))
           && isWithinLimits(model, (q + deviation).unaryExpr(&roundedUp));
}

}  // namespace gapless
