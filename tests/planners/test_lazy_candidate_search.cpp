// LazyCandidateSearch against Dijkstra's algorithm begun anew, on roadmaps that change between searches.
#include <algorithm>
#include <cmath>
#include <random>

#include <catch2/catch.hpp>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/datastructures/NearestNeighborsLinear.h>

#include "planners/lazy_candidate_search.h"
#include "planners/lazy_roadmap_search.h"

namespace ob = ompl::base;
using namespace gapless;

namespace {

using VertexId = LazyRoadmap::VertexId;
using EdgeId = LazyRoadmap::EdgeId;
using Outcome = LazyCandidateSearch::Outcome;

/// A roadmap in the unit square. On a lattice many paths cost exactly the same, and some milestones lie on each other.
struct Square
{
    explicit Square(std::uint32_t seed, bool lattice) : random(seed), on_lattice(lattice)
    {
        const auto space = std::make_shared<ob::RealVectorStateSpace>(2);
        space->setBounds(0.0, 1.0);
        si = std::make_shared<ob::SpaceInformation>(space);
        si->setStateValidityChecker([](const ob::State*) { return true; });
        si->setup();
        roadmap = std::make_unique<LazyRoadmap>(si, std::make_shared<ompl::NearestNeighborsLinear<VertexId>>());
    }

    int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); }
    double unit() { return std::uniform_real_distribution<double>(0.0, 1.0)(random); }

    VertexId addMilestone()
    {
        ob::ScopedState<ob::RealVectorStateSpace> state(si);
        for (int i = 0; i < 2; ++i)
            state->values[i] = on_lattice ? pick(6) / 8.0 : unit();
        // Not addMilestone(): that would take the milestone that lies there already.
        const VertexId v = roadmap->addVertex(state.get(), LazyRoadmap::Validity::Unknown);
        roadmap->joinNearest(v, 5);
        return v;
    }

    /// How many edges milestones from that one on have to others.
    std::size_t edgesOf(std::size_t first) const
    {
        const auto isOf = [&](const LazyRoadmap::Edge& edge) { return std::max(edge.a, edge.b) >= first; };
        return static_cast<std::size_t>(std::count_if(roadmap->edges().begin(), roadmap->edges().end(), isOf));
    }

    std::mt19937 random;
    bool on_lattice;
    ob::SpaceInformationPtr si;
    std::unique_ptr<LazyRoadmap> roadmap;
};

double costOf(const LazyRoadmap& roadmap, const RoadmapPath& path, double penalty)
{
    double cost = 0.0;
    for (const EdgeId e : path.edges)
        cost += roadmap.edge(e).length * (1.0 + penalty * roadmap.edge(e).unproven);
    return cost;
}

/// As much as the least cost of edges without length can add.
constexpr double kRounding = 1e-6;

}  // namespace

TEST_CASE("After every change the candidate is as cheap as one found from the start")
{
    const auto seed = static_cast<std::uint32_t>(GENERATE(range(0, 40)));
    const bool lattice = seed % 2 == 0;
    const double penalty = seed % 3 == 0 ? 0.0 : 1.5;
    CAPTURE(seed, lattice, penalty);
    Square square(seed, lattice);
    LazyRoadmap& roadmap = *square.roadmap;
    for (int i = 0; i < 60; ++i)
        square.addMilestone();
    std::vector<VertexId> starts{0}, goals{1};
    LazyCandidateSearch search(roadmap), weighted(roadmap);
    const double weight = seed % 5 == 0 ? 4.0 : 1.5;
    const ob::PlannerTerminationCondition never = ob::plannerNonTerminatingCondition();
    int found = 0, exhausted = 0, dearer = 0;
    for (int step = 0; step < 300; ++step)
    {
        CAPTURE(step);
        LazyRoadmapSearch reference(roadmap);
        LazyRoadmapSearch::Terms terms;
        terms.penalty = penalty;
        const bool exists = reference.run(starts, goals, terms, never) == LazyRoadmapSearch::Outcome::Found;
        const Outcome outcome = search.run(starts, goals, {penalty}, never);
        REQUIRE(outcome == (exists ? Outcome::Found : Outcome::Exhausted));
        REQUIRE(weighted.run(starts, goals, {penalty, weight}, never) == outcome);
        if (exists)
        {
            ++found;
            const auto requireWhole = [&](const RoadmapPath& path) {
                REQUIRE(path.vertices.size() == path.edges.size() + 1);
                REQUIRE(std::count(starts.begin(), starts.end(), path.vertices.front()) == 1);
                REQUIRE(std::count(goals.begin(), goals.end(), path.vertices.back()) == 1);
                for (std::size_t i = 0; i < path.edges.size(); ++i)
                {
                    const LazyRoadmap::Edge& edge = roadmap.edge(path.edges[i]);
                    REQUIRE(edge.state != EdgeProof::State::Colliding);
                    REQUIRE(edge.other(path.vertices[i]) == path.vertices[i + 1]);
                }
            };
            const RoadmapPath path = search.path();
            requireWhole(path);
            requireWhole(weighted.path());
            const double least = costOf(roadmap, reference.pathTo(reference.goal()), penalty);
            REQUIRE(std::abs(costOf(roadmap, path, penalty) - least) <= kRounding);
            const double cost = costOf(roadmap, weighted.path(), penalty);
            REQUIRE(cost >= least - kRounding);
            REQUIRE(cost <= weight * least + kRounding);
            dearer += cost > least + kRounding ? 1 : 0;
            // A limit below it leaves nothing, one above it the same.
            REQUIRE(search.run(starts, goals, {penalty, 1.0, least - kRounding}, never) == Outcome::Exhausted);
            REQUIRE(search.run(starts, goals, {penalty, 1.0, least + kRounding}, never) == Outcome::Found);
            // Some edge of it turns out to collide, some to be free.
            if (!path.edges.empty())
            {
                const EdgeId collides = path.edges[static_cast<std::size_t>(square.pick(static_cast<int>(path.edges.size())))];
                for (const EdgeId e : path.edges)
                    if (e == collides || square.pick(3) == 0)
                    {
                        // Edges that were free collide at times, so that costs rise and fall.
                        if (e == collides || roadmap.edge(e).state == EdgeProof::State::Open)
                            roadmap.settle(e, e == collides ? EdgeProof::State::Colliding : EdgeProof::State::Free);
                        search.noteEdge(e);
                        weighted.noteEdge(e);
                    }
            }
        }
        else
            ++exhausted;
        // What was noted may be of milestones that have got edges since.
        if (!exists || square.pick(60) == 0)
            for (int i = 0; i < 3; ++i)
                square.addMilestone();
        if (square.pick(40) == 0)
            starts.push_back(square.addMilestone());
        if (square.pick(60) == 0)
            goals.push_back(square.addMilestone());
    }
    CHECK(found > 20);
    CHECK(exhausted > 0);
    CHECK((weight < 4.0 || dearer > 0));
}

TEST_CASE("What is noted after the roadmap has grown is of the grown roadmap")
{
    Square square(11, false);
    LazyRoadmap& roadmap = *square.roadmap;
    for (int i = 0; i < 40; ++i)
        square.addMilestone();
    const std::vector<VertexId> starts{0}, goals{1};
    LazyCandidateSearch search(roadmap);
    const ob::PlannerTerminationCondition never = ob::plannerNonTerminatingCondition();
    for (int step = 0; step < 100; ++step)
    {
        const Outcome outcome = search.run(starts, goals, {1.0}, never);
        LazyRoadmapSearch reference(roadmap);
        LazyRoadmapSearch::Terms terms;
        terms.penalty = 1.0;
        REQUIRE((outcome == Outcome::Found) == (reference.run(starts, goals, terms, never) == LazyRoadmapSearch::Outcome::Found));
        for (int i = 0; i < 5; ++i)
            square.addMilestone();
        if (outcome != Outcome::Found)
            continue;
        REQUIRE(std::abs(costOf(roadmap, search.path(), 1.0) - costOf(roadmap, reference.pathTo(reference.goal()), 1.0))
                <= kRounding);
        const EdgeId e = search.path().edges.front();
        roadmap.settle(e, EdgeProof::State::Colliding);
        search.noteEdge(e);
    }
}

TEST_CASE("A search that is interrupted goes on, and comes to the same answer")
{
    Square square(7, false);
    for (int i = 0; i < 3000; ++i)
        square.addMilestone();
    const std::vector<VertexId> starts{0}, goals{1};
    LazyCandidateSearch whole(*square.roadmap), parts(*square.roadmap);
    const ob::PlannerTerminationCondition never = ob::plannerNonTerminatingCondition();
    // The shortest way collides again and again.
    for (int step = 0; step < 50; ++step)
    {
        REQUIRE(whole.run(starts, goals, {1.0}, never) == Outcome::Found);
        Outcome outcome = Outcome::Interrupted;
        for (int slice = 0; slice < 100 && outcome == Outcome::Interrupted; ++slice)
            outcome = parts.run(starts, goals, {1.0}, ob::plannerAlwaysTerminatingCondition());
        REQUIRE(outcome == Outcome::Found);
        REQUIRE(whole.path().edges == parts.path().edges);
        const EdgeId e = whole.path().edges[whole.path().edges.size() / 2];
        square.roadmap->settle(e, EdgeProof::State::Colliding);
        whole.noteEdge(e);
        parts.noteEdge(e);
    }
}

TEST_CASE("A search of so many milestones goes on, and one for another query begins as if it were new")
{
    Square square(19, false);
    for (int i = 0; i < 500; ++i)
        square.addMilestone();
    LazyCandidateSearch again(*square.roadmap);
    const ob::PlannerTerminationCondition never = ob::plannerNonTerminatingCondition();
    std::size_t interruptions = 0;
    for (int query = 0; query < 40; ++query)
    {
        const std::vector<VertexId> starts{static_cast<VertexId>(square.pick(400))},
            goals{static_cast<VertexId>(square.pick(400))};
        const double weight = query % 2 == 0 ? 1.0 : 1.5;
        LazyCandidateSearch fresh(*square.roadmap);
        const Outcome outcome = fresh.run(starts, goals, {1.0, weight}, never);
        // What it was told of the query before is of no use to the next.
        again.noteEdge(static_cast<EdgeId>(query));
        again.noteMilestone(starts.front());
        again.reset();
        CHECK(again.entryCount() == 0);
        LazyCandidateSearch::Terms few{1.0, weight};
        few.most_settled = 7;
        Outcome found = Outcome::Interrupted;
        for (; found == Outcome::Interrupted; ++interruptions)
        {
            found = again.run(starts, goals, few, never);
            REQUIRE(again.settledCount() <= few.most_settled);
        }
        REQUIRE(found == outcome);
        if (found == Outcome::Found)
        {
            REQUIRE(again.path().edges == fresh.path().edges);
            const EdgeId e = again.path().edges.empty() ? 0 : again.path().edges.front();
            square.roadmap->settle(e, EdgeProof::State::Colliding);
        }
        // Milestones that go again: nothing of them is left.
        const std::size_t milestones = square.roadmap->vertices().size(), edges = square.roadmap->edges().size();
        if (query % 8 == 0)
            for (int i = 0; i < 20; ++i)
                square.addMilestone();
        if (query % 8 == 4)
            square.roadmap->truncate(milestones - 20, edges - square.edgesOf(milestones - 20));
    }
    CHECK(interruptions > 100);
}

TEST_CASE("A start or goal that is also the other end is a path without edges, without starts there is none")
{
    Square square(3, false);
    for (int i = 0; i < 10; ++i)
        square.addMilestone();
    LazyCandidateSearch search(*square.roadmap);
    const ob::PlannerTerminationCondition never = ob::plannerNonTerminatingCondition();
    CHECK(search.run({}, {4}, {1.0}, never) == Outcome::Exhausted);
    REQUIRE(search.run({4}, {4}, {1.0}, never) == Outcome::Found);
    CHECK(search.path().vertices == std::vector<VertexId>{4});
    CHECK(search.path().edges.empty());
    CHECK(search.run({4}, {}, {1.0}, never) == Outcome::Exhausted);
}

TEST_CASE("What the search remembers does not grow with the number of changes")
{
    Square square(3, false);
    LazyRoadmap& roadmap = *square.roadmap;
    for (int i = 0; i < 300; ++i)
        square.addMilestone();
    const std::size_t most = 4 * (roadmap.vertices().size() + roadmap.edges().size()) + 4096;
    const ob::PlannerTerminationCondition never = ob::plannerNonTerminatingCondition();
    // The goal is the nearest neighbour of the start, so that what the start's other edges lead to is reached, and never looked at.
    const std::vector<LazyRoadmap::Arc>& arcs = roadmap.vertex(0).arcs;
    REQUIRE(arcs.size() > 3);
    const auto shorter = [&](const auto& x, const auto& y) { return roadmap.edge(x.edge).length < roadmap.edge(y.edge).length; };
    const LazyRoadmap::Arc nearest = *std::min_element(arcs.begin(), arcs.end(), shorter);
    const LazyRoadmap::Arc farthest = *std::max_element(arcs.begin(), arcs.end(), shorter);
    LazyCandidateSearch search(roadmap);
    const auto run = [&] { REQUIRE(search.run({0}, {nearest.to}, {1.0}, never) == Outcome::Found); };
    std::size_t largest = 0;
    const auto toggle = [&](int step) {
        roadmap.settle(farthest.edge, step % 2 == 0 ? EdgeProof::State::Colliding : EdgeProof::State::Free);
    };
    for (int step = 0; step < 20000; ++step)
    {
        toggle(step);
        search.noteEdge(farthest.edge);
        run();
        largest = std::max(largest, search.entryCount());
    }
    // And where nobody looks.
    for (int step = 0; step < 20000; ++step)
    {
        toggle(step);
        search.noteEdge(farthest.edge);
        largest = std::max(largest, search.entryCount());
    }
    run();
    for (int step = 0; step < 20000; ++step)
    {
        search.noteMilestone(farthest.to);
        largest = std::max(largest, search.entryCount());
    }
    run();
    CHECK(largest < most);
}
