// ProofHistory: what of earlier proofs holds after edits of a scene, and what LazyPRM makes of it.
#include "planners/proof_history.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include <ompl/base/PlannerData.h>
#include <ompl/datastructures/NearestNeighborsLinear.h>

#include <gapless/certify/motion_certifier.h>
#include <gapless/core/error.h>
#include <gapless/ompl/adaptive_bisection_motion_validator.h>
#include <gapless/planners/edge_prover.h>

#include "lazy_prm_support.h"
#include "planners/edge_colours.h"
#include "planners/lazy_roadmap.h"
#include "support/random_input.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

/// A post each; the arm of armAndPost() among them.
struct Post
{
    std::string name;
    double x = 0.0, y = 0.0, radius = 0.05;
};

Problem armAmong(const std::vector<Post>& posts, double clearance = 0.0, double reach_of_elbow = 3.0)
{
    KinematicModel model;
    const BodyIndex upper =
        model.addBody("upper", kWorld, Pose(), joint("shoulder", JointType::Revolute, Vec3::UnitZ(), {-3}, {3}), 0);
    const BodyIndex lower = model.addBody(
        "lower", upper, at(1, 0, 0), joint("elbow", JointType::Revolute, Vec3::UnitZ(), {-reach_of_elbow}, {reach_of_elbow}), 0);
    std::vector<CollisionObject> objects{{"upper", upper, ObjectKind::Link, rod(1.0, 0.02), {}},
                                         {"lower", lower, ObjectKind::Link, rod(1.0, 0.02), {}, "upper"}};
    for (const Post& p : posts)
        objects.push_back({p.name, kWorld, ObjectKind::Obstacle, post(Vec3(p.x, p.y, 0), p.radius), {}});
    Problem problem = problemOf(std::move(model), objects);
    if (clearance > 0.0)
    {
        Clearances clearances;
        clearances.all = clearance;
        problem.scene = std::make_shared<const Scene>(problem.scene->model(), problem.scene->objects().list(),
                                                      AllowedCollisionMatrix(), clearances);
    }
    return problem;
}

std::shared_ptr<const StateMapping> mappingOf(const ob::StateSpacePtr& space, const Problem& problem)
{
    return std::make_shared<const StateMapping>(space, problem);
}

std::vector<Post> somePosts()
{
    return {{"a", 1.5, 0.5}, {"b", -1.2, 0.9}, {"c", 0.3, 1.6}, {"d", 9, 9}};
}

}  // namespace

TEST_CASE("After an edit, only pairs that are new or differ have to be proven", "[proof_history]")
{
    const ArmSetup arm(armAmong(somePosts()));
    const ob::StateSpacePtr space = arm.si->getStateSpace();
    ProofHistory history(arm.mapping, 1e-3);
    const std::size_t all = arm.mapping->scene()->pairs().size();
    REQUIRE(all == 8);
    CHECK(history.now() == ProofHistory::kFirst);
    CHECK(history.changedSince(0) == 1.0);
    CHECK(history.changedSince(1) == 0.0);
    CHECK(history.sceneSince(0) == arm.mapping->scene());

    // One moves, one goes, one comes.
    std::vector<Post> posts = somePosts();
    posts[1].x = -1.25;
    posts.erase(posts.begin());
    posts.push_back({"e", -1, -1});
    const auto second = mappingOf(space, armAmong(posts));
    const auto kept = history.adopt(second, 1e-3);
    REQUIRE(kept);
    CHECK(history.now() == 2);
    CHECK(history.changedSince(1) == Approx(4.0 / 8.0));
    CHECK(history.changedSince(2) == 0.0);
    const Scene& open = *history.sceneSince(1);
    CHECK(open.pairs().size() == 4);
    for (const PairIndex pair : open.pairs().indices())
    {
        const std::string name = open.object(open.pair(pair).b).name;
        CHECK((name == "b" || name == "e"));
        const ObjectPair& there = second->scene()->pair(history.present(1, pair));
        CHECK(second->scene()->object(there.b).name == name);
        CHECK(there.a == open.pair(pair).a);
    }
    for (const PairIndex pair : arm.mapping->scene()->pairs().indices())
    {
        const std::string name = arm.mapping->scene()->object(arm.mapping->scene()->pair(pair).b).name;
        const auto& now = (*kept)[pair];
        CHECK(now.has_value() == (name == "c" || name == "d"));
        if (now)
            CHECK(second->scene()->object(second->scene()->pair(*now).b).name == name);
    }

    // What was proven in the first scene has both edits open, but for what is back where it was.
    posts[0].x = -1.2;
    posts[1].radius = 0.06;
    REQUIRE(history.adopt(mappingOf(space, armAmong(posts)), 1e-3));
    CHECK(history.changedSince(1) == Approx(4.0 / 8.0));
    CHECK(history.changedSince(2) == Approx(4.0 / 8.0));
    CHECK(history.sceneSince(1)->pairs().size() == 4);
    CHECK(history.sceneSince(2)->pairs().size() == 4);
}

TEST_CASE("Another clearance opens its pairs, another tolerance or other joints everything", "[proof_history]")
{
    const ArmSetup arm(armAmong(somePosts()));
    const ob::StateSpacePtr space = arm.si->getStateSpace();
    ProofHistory history(arm.mapping, 1e-3);
    CHECK_FALSE(history.adopt(arm.mapping, 1e-4));
    CHECK_FALSE(history.adopt(mappingOf(space, armAmong(somePosts(), 0.0, 2.9)), 1e-3));
    CHECK(history.now() == 1);
    REQUIRE(history.adopt(mappingOf(space, armAmong(somePosts(), 0.01)), 1e-3));
    CHECK(history.changedSince(1) == 1.0);
    // The same again.
    REQUIRE(history.adopt(mappingOf(space, armAmong(somePosts(), 0.01)), 1e-3));
    CHECK(history.changedSince(2) == 0.0);
    CHECK(history.now() == 3);
}

// After each of many edits, every edge that is called free or colliding is judged anew, by a certifier that knows nothing of earlier scenes.
TEST_CASE("After any edits, what LazyPRM calls proven or colliding is so in the present scene", "[proof_history]")
{
    Random random(67);
    std::vector<Post> posts;
    for (int i = 0; i < 8; ++i)
        posts.push_back({"post " + std::to_string(i), random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(0.02, 0.15)});
    ArmSetup arm(armAmong(posts));
    LazyPRM planner(arm.si);
    std::size_t judged_free = 0;
    std::vector<Post> before = posts;
    for (int edit = 0; edit < 60; ++edit)
    {
        const std::vector<Post> now = posts;
        switch (random.index(6))
        {
            case 0:
                posts.push_back({"post " + std::to_string(100 + edit), random.uniform(-2, 2), random.uniform(-2, 2), 0.05});
                break;
            case 1:
                if (posts.size() > 3)
                    posts.erase(posts.begin() + random.index(static_cast<int>(posts.size())));
                break;
            case 2: posts = before; break;  // back
            case 3: std::reverse(posts.begin(), posts.end()); break;
            default:
            {
                Post& p = posts[static_cast<std::size_t>(random.index(static_cast<int>(posts.size())))];
                p.x += random.uniform(-0.3, 0.3);
                p.y += random.uniform(-0.3, 0.3);
            }
        }
        before = now;
        arm.setScene(armAmong(posts, edit % 20 == 19 ? 0.01 : 0.0));
        const ob::ProblemDefinitionPtr query =
            arm.query({random.uniform(-3, 3), random.uniform(-3, 3)}, {random.uniform(-3, 3), random.uniform(-3, 3)});
        planner.setProblemDefinition(query);
        static_cast<void>(planner.solve(0.05));
        ob::PlannerData data(arm.si);
        planner.getPlannerData(data);
        const auto& validator = *arm.si->getMotionValidator();
        // Where the gap is within the tolerance either answer is right: a sharper one decides.
        MotionValidatorOptions sharp;
        sharp.tolerance = 1e-7;
        const AdaptiveBisectionMotionValidator judge(arm.si, arm.mapping, sharp);
        for (unsigned int i = 0; i < data.numVertices(); ++i)
        {
            std::vector<unsigned int> targets;
            data.getEdges(i, targets);
            for (const unsigned int k : targets)
                if (i < k)
                {
                    ++judged_free;
                    const ob::State *from = data.getVertex(i).getState(), *to = data.getVertex(k).getState();
                    if (!validator.checkMotion(from, to) && !judge.checkMotion(from, to))
                        FAIL("edit " << edit << ": an edge that is called free is not");
                }
        }
    }
    CHECK(judged_free > 1000);
}

TEST_CASE("An edge whose witness still stands stays colliding, others are looked at again", "[proof_history]")
{
    // Two posts, each in the way of one of two edges.
    std::vector<Post> posts{{"left", 1.2, 1.2}, {"right", 1.2, -1.2}};
    const ArmSetup arm(armAmong(posts));
    const ob::StateSpacePtr space = arm.si->getStateSpace();
    LazyRoadmap roadmap(arm.si, std::make_shared<ompl::NearestNeighborsLinear<LazyRoadmap::VertexId>>());
    const auto vertex = [&](double shoulder, double elbow) {
        return roadmap.addVertex(arm.state({shoulder, elbow}).get(), LazyRoadmap::Validity::Valid);
    };
    const auto middle = vertex(0, 0), left = vertex(1.5, 0), right = vertex(-1.5, 0), near = vertex(0.1, 0);
    const auto to_left = roadmap.addEdge(middle, left), to_right = roadmap.addEdge(middle, right),
               free = roadmap.addEdge(middle, near);
    const auto history = std::make_shared<ProofHistory>(arm.mapping, 1e-3);
    EdgeProver prover(arm.mapping, 1e-3);
    prover.follow(history);
    const auto prove = [&](EdgeProver& by, LazyRoadmap::EdgeId e) {
        const auto& edge = roadmap.edge(e);
        const EdgeProver::PathEdge one{&roadmap.proof(e), roadmap.vertex(edge.a).state, roadmap.vertex(edge.b).state};
        const EdgeProof::State state = by.prove({one}, ob::plannerNonTerminatingCondition()).state;
        roadmap.noteProgress(e);
        return state;
    };
    CHECK(prove(prover, to_left) == EdgeProof::State::Colliding);
    CHECK(prove(prover, to_right) == EdgeProof::State::Colliding);
    CHECK(prove(prover, free) == EdgeProof::State::Free);
    REQUIRE(roadmap.proof(to_left).witness);
    REQUIRE(roadmap.proof(to_right).witness);
    CHECK(roadmap.collidingCount() == 2);

    // One that was begun and not finished: its queue is of the scene that goes.
    const auto begun = roadmap.addEdge(near, left);
    roadmap.proof(begun).queues.push_back(makeMotionCertifier(ValidatorKind::Adaptive, arm.mapping->scene(), {}));
    roadmap.proof(begun).samples = 3;

    // The left one goes away, and one comes.
    const auto second = mappingOf(space, armAmong({{"left", 9, 9}, {"right", 1.2, -1.2}, {"new", 5, 5}}));
    const auto kept = history->adopt(second, 1e-3);
    REQUIRE(kept);
    roadmap.keepProofs(*history, *kept);
    CHECK(roadmap.edge(to_left).state == EdgeProof::State::Open);
    CHECK(roadmap.edge(to_left).unproven == 1.0);
    CHECK(roadmap.edge(to_right).state == EdgeProof::State::Colliding);
    CHECK(roadmap.edge(free).state == EdgeProof::State::Open);
    CHECK(roadmap.edge(free).unproven == Approx(4.0 / 6.0));
    CHECK(roadmap.proof(begun).queues.empty());
    CHECK(roadmap.proof(begun).samples == 0);
    CHECK(roadmap.collidingCount() == 1);
    CHECK(roadmap.freeCount() == 0);
    EdgeProver next(second, 1e-3);
    next.follow(history);
    CHECK(prove(next, to_left) == EdgeProof::State::Free);
    CHECK(prove(next, free) == EdgeProof::State::Free);
    CHECK(roadmap.freeCount() == 2);

    // Nothing but one that goes: all that is proven stays so.
    const auto third = mappingOf(space, armAmong({{"left", 9, 9}, {"right", 1.2, -1.2}}));
    const auto kept_again = history->adopt(third, 1e-3);
    REQUIRE(kept_again);
    roadmap.keepProofs(*history, *kept_again);
    CHECK(roadmap.freeCount() == 2);
    CHECK(roadmap.collidingCount() == 1);
    // One comes and goes: what was proven before is so again.
    for (const bool comes : {true, false})
    {
        std::vector<Post> some{{"left", 9, 9}, {"right", 1.2, -1.2}};
        if (comes)
            some.push_back({"guest", 6, 6});
        const auto kept_by = history->adopt(mappingOf(space, armAmong(some)), 1e-3);
        REQUIRE(kept_by);
        roadmap.keepProofs(*history, *kept_by);
        CHECK(roadmap.freeCount() == (comes ? 0 : 2));
        CHECK(roadmap.edge(free).unproven == (comes ? Approx(2.0 / 6.0) : Approx(0.0)));
    }
    // And back onto the left way, though what was proven of it lies in between.
    const auto fourth = mappingOf(space, armAmong(posts));
    const auto kept_last = history->adopt(fourth, 1e-3);
    REQUIRE(kept_last);
    roadmap.keepProofs(*history, *kept_last);
    EdgeProver last(fourth, 1e-3);
    last.follow(history);
    CHECK(prove(last, to_left) == EdgeProof::State::Colliding);
    CHECK(prove(last, free) == EdgeProof::State::Free);
}

namespace {

/// Says of the first edges that one is white, and of the others nothing.
class OneWhite final : public EdgeColours
{
public:
    OneWhite(std::size_t count, EdgeId white) : count_(count), white_(white) {}
    void adopt(const ProofHistory&) override {}
    std::size_t count() const override { return count_; }
    const std::vector<double>& raises() const override { return raises_; }
    ProofHistory::Edit provenIn(EdgeId) const override { return ProofHistory::kFirst; }
    bool isWhite(EdgeId e) const override { return e == white_; }
    const std::vector<EdgeId>& turned() const override { return turned_; }
    ProofHistory::Edit uncoveredSince() const override { return 0; }
    double doubt(EdgeId) const override { return 0.25; }
    bool isFirst() const override { return false; }

private:
    std::size_t count_;
    EdgeId white_;
    std::vector<EdgeId> turned_;
    std::vector<double> raises_;
};

}  // namespace

TEST_CASE("Of more proofs than are kept the first ones are forgotten, and not taken for free ever after", "[proof_history]")
{
    const ArmSetup arm(armAmong(somePosts()));
    const ob::StateSpacePtr space = arm.si->getStateSpace();
    LazyRoadmap roadmap(arm.si, std::make_shared<ompl::NearestNeighborsLinear<LazyRoadmap::VertexId>>());
    const auto a = roadmap.addVertex(arm.state({0, 0}).get(), LazyRoadmap::Validity::Valid);
    const auto b = roadmap.addVertex(arm.state({0.1, 0}).get(), LazyRoadmap::Validity::Valid);
    constexpr std::size_t kMost = LazyRoadmap::kMostOwn, kOfFile = 100, kMore = 50;
    for (std::size_t e = 0; e < kMost + kMore; ++e)
    {
        roadmap.addEdge(a, b);
        if (e != 7)
            roadmap.settle(static_cast<LazyRoadmap::EdgeId>(e), EdgeProof::State::Free);
    }
    // The white one is open, for a pair that colours do not cover.
    constexpr LazyRoadmap::EdgeId kWhite = 7;
    roadmap.proof(kWhite).samples = 1;
    roadmap.noteProgress(kWhite);
    const auto history = std::make_shared<ProofHistory>(arm.mapping, 1e-3);
    OneWhite colours(kOfFile, kWhite);
    const auto edit = [&](const std::vector<Post>& posts) {
        const auto kept = history->adopt(mappingOf(space, armAmong(posts)), 1e-3);
        REQUIRE(kept);
        return roadmap.keepProofs(*history, *kept, &colours);
    };
    const auto last = static_cast<LazyRoadmap::EdgeId>(kMost + kMore - 1);

    // A post goes: nothing of what was proven holds no longer.
    std::vector<Post> posts = somePosts();
    posts.pop_back();
    const LazyRoadmap::Edit told = edit(posts);
    // Half of what is kept at most.
    CHECK(roadmap.freeCount() == kMost / 2);
    CHECK(roadmap.edge(last).state == EdgeProof::State::Free);
    CHECK(roadmap.edge(kOfFile).state == EdgeProof::State::Open);
    CHECK(roadmap.edge(kOfFile).unproven == 1.0);
    CHECK(roadmap.edge(0).unproven == 0.25);
    // Whoever searches is told of all of them.
    CHECK(std::count(told.edges.begin(), told.edges.end(), 0) == 1);
    CHECK(std::count(told.edges.begin(), told.edges.end(), kOfFile) == 1);

    // One moves: nothing that was proven is free.
    posts[0].x += 0.1;
    edit(posts);
    for (const LazyRoadmap::Edge& edge : roadmap.edges())
        REQUIRE(edge.state == EdgeProof::State::Open);
    CHECK(roadmap.freeCount() == 0);

    // And back to none at all, in which those of the file were free at first; the others have to be proven again, of which there is nothing to do where the proof was not
    // forgotten. The white one was not. Whoever is open is not looked at by edits any more.
    roadmap.proof(kWhite).proven_in = history->now();
    const LazyRoadmap::Edit back = edit({});
    CHECK(history->changedSince(roadmap.proof(last).proven_in) == 0.0);
    CHECK(roadmap.proof(kOfFile).proven_in == 0);
    CHECK(roadmap.edge(kOfFile).state == EdgeProof::State::Open);
    CHECK(roadmap.edge(kWhite).state == EdgeProof::State::Free);
    CHECK(back.edges.size() == 1);
}
