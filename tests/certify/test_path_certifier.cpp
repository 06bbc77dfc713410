// PathCertifier: two levels of queues over segments that keep their work.
#include <algorithm>

#include <catch2/catch.hpp>

#include "support/scene_builder.h"

#include <gapless/certify/path_certifier.h>
#include <gapless/certify/segment_certifier.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// A drum that slides in x and y among posts at (3, 0) and (6, 0) of a plane that is askew in the world, so that boxes round the
/// motions prove little; nor do the balls that cover a drum where it passes closely.
std::shared_ptr<const Scene> field()
{
    const Mat3 R = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    SceneBuilder b;
    const BodyIndex x = b.joint(kWorld, {R, Vec3::Zero()}, JointType::Prismatic, Vec3::UnitX());
    b.link("drum", b.joint(x, {}, JointType::Prismatic, Vec3::UnitY()), Cylinder{0.25, 0.25});
    b.obstacle("first", Cylinder{0.25, 1}, {R, Vec3(R * Vec3(3, 0, 0))})
        .obstacle("second", Cylinder{0.25, 1}, {R, Vec3(R * Vec3(6, 0, 0))});
    return b.build();
}

std::vector<std::unique_ptr<MotionCertifier>> segmentsOf(const std::shared_ptr<const Scene>& scene,
                                                         const std::vector<Configuration>& path)
{
    std::vector<std::unique_ptr<MotionCertifier>> out;
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        out.push_back(std::make_unique<SegmentCertifier>(scene, path[i], path[i + 1]));
    return out;
}

/// Passes each post on both sides at some millimetres: nearer than prisms about them tell, so that steps are needed.
const std::vector<Configuration> kFree = {configuration({0, 0.503}),  configuration({4.5, 0.503}),  configuration({9, 0.502}),
                                          configuration({9, -0.503}), configuration({4.5, -0.502}), configuration({0, -0.503})};
/// Segment 1 passes the first post closely, 2 and 4 go through a post.
const std::vector<Configuration> kBlocked = {configuration({0, 1}),   configuration({1, 0.502}), configuration({4.5, 0.502}),
                                             configuration({1.5, 0}), configuration({1.5, 3}),   configuration({6, -1})};

}  // namespace

TEST_CASE("A free path is free, with the smallest clearance of its segments")
{
    const auto scene = field();
    PathCertifier path(segmentsOf(scene, kFree));
    const PathResult result = path.run();
    CHECK(result.verdict == Verdict::Free);
    CHECK_FALSE(result.segment.has_value());
    CHECK(result.certified_clearance > 0.0);
    double smallest = 1e9;
    for (auto& segment : segmentsOf(scene, kFree))
    {
        REQUIRE(segment->run() == Verdict::Free);
        smallest = std::min(smallest, segment->result().certified_clearance);
    }
    CHECK(result.certified_clearance == smallest);
    CHECK(result.statistics.configurations > 0);
}

TEST_CASE("run finds some colliding segment, runToFirst the first")
{
    const auto scene = field();
    PathCertifier any(segmentsOf(scene, kBlocked)), first(segmentsOf(scene, kBlocked));
    const PathResult some = any.run(), one = first.runToFirst();
    CHECK(some.verdict == Verdict::Collision);
    CHECK((some.segment == 2u || some.segment == 4u));
    CHECK(some.verdict == Verdict::Collision);
    CHECK(some.witness.has_value());
    CHECK(one.verdict == Verdict::Collision);
    CHECK(one.segment == 2u);
    CHECK(one.verdict == Verdict::Collision);
    const auto segments = first.release();
    REQUIRE(segments.size() == 5);
    CHECK(segments[0]->result().verdict == Verdict::Free);
    CHECK(segments[1]->result().verdict == Verdict::Free);
}

TEST_CASE("Released segments keep their work: the second path spends nothing on what is done")
{
    const auto scene = field();
    PathCertifier path(segmentsOf(scene, kFree));
    const PathResult before = path.run();
    auto segments = path.release();
    REQUIRE(segments.size() == kFree.size() - 1);
    for (const auto& segment : segments)
        CHECK(segment->isDone());
    PathCertifier again(std::move(segments));
    Budget nothing;
    nothing.steps = 0;
    const PathResult after = again.run(nothing);
    CHECK(after.verdict == Verdict::Free);
    CHECK(after.certified_clearance == before.certified_clearance);
    // A path that was left half-way goes on from there.
    Budget few;
    few.steps = 3;
    PathCertifier part(segmentsOf(scene, kFree));
    const PathResult open = part.run(few);
    CHECK(open.verdict != Verdict::Free);
    auto kept = part.release();
    PathCertifier rest(std::move(kept));
    CHECK(rest.run().verdict == Verdict::Free);
    std::uint64_t total = 0;
    for (const auto& segment : rest.release())
        total += segment->result().statistics.configurations;
    CHECK(total == before.statistics.configurations);
}

TEST_CASE("A spent budget leaves a path undecided, step by step it comes to the answer of one run")
{
    const auto scene = field();
    for (const auto& waypoints : {kFree, kBlocked})
    {
        PathCertifier whole(segmentsOf(scene, waypoints)), stepped(segmentsOf(scene, waypoints));
        const PathResult result = whole.run();
        Budget one;
        one.steps = 1;
        PathResult partial;
        int rounds = 0;
        do
        {
            partial = stepped.run(one);
            if (partial.verdict == Verdict::Undecided)
                CHECK(partial.segment.has_value());
        }
        while (partial.verdict == Verdict::Undecided && ++rounds < 100000);
        CHECK(partial.verdict == result.verdict);
        CHECK((result.verdict == Verdict::Collision || rounds > 1));
    }
}

TEST_CASE("A path that is interrupted is undecided, and goes on to the answer of one run")
{
    const auto scene = field();
    for (const auto& waypoints : {kFree, kBlocked})
    {
        PathCertifier whole(segmentsOf(scene, waypoints)), stopped(segmentsOf(scene, waypoints));
        Budget budget;
        budget.interrupted = [] { return true; };
        const PathResult partial = stopped.runToFirst(budget);
        CHECK(partial.verdict == Verdict::Undecided);
        REQUIRE(partial.segment.has_value());
        CHECK_FALSE(stopped.isDone(*partial.segment));
        CHECK(stopped.runToFirst().verdict == whole.runToFirst().verdict);
    }
}

TEST_CASE(
    "Segments that are begun when it is their turn come to the same answers, and those whose turn never comes are not begun")
{
    const auto scene = field();
    // As the space measures them, and misleadingly: lengths decide what is begun first, never the answer.
    for (const bool misleading : {false, true})
        for (const auto& waypoints : {kFree, kBlocked})
        {
            CAPTURE(misleading);
            const std::size_t count = waypoints.size() - 1;
            std::vector<double> lengths;
            for (std::size_t i = 0; i < count; ++i)
                lengths.push_back(misleading ? 1.0 / (waypoints[i + 1] - waypoints[i]).norm()
                                             : (waypoints[i + 1] - waypoints[i]).norm());
            std::vector<int> begun(count, 0);
            const auto begin = [&](std::size_t i) {
                ++begun[i];
                return std::make_unique<SegmentCertifier>(scene, waypoints[i], waypoints[i + 1]);
            };
            const auto nothing = [count] { return std::vector<std::unique_ptr<MotionCertifier>>(count); };
            const PathResult eager = PathCertifier(segmentsOf(scene, waypoints)).run();
            PathCertifier lazy(nothing(), lengths, begin);
            const PathResult result = lazy.run();
            CHECK(result.verdict == eager.verdict);
            CHECK(lazy.isDone(result.segment.value_or(0)));
            if (eager.verdict == Verdict::Free)
            {
                CHECK(begun == std::vector<int>(count, 1));
                CHECK(result.certified_clearance == eager.certified_clearance);
            }
            else
                for (const int times : begun)
                    CHECK(times <= 1);
            const auto released = lazy.release();
            for (std::size_t i = 0; i < count; ++i)
                CHECK((released[i] != nullptr) == (begun[i] == 1));

            PathCertifier first(nothing(), lengths, begin);
            CHECK(first.runToFirst().segment == PathCertifier(segmentsOf(scene, waypoints)).runToFirst().segment);

            // Step by step, and without any.
            PathCertifier stepped(nothing(), lengths, begin);
            Budget one;
            one.steps = 0;
            CHECK(stepped.run(one).verdict == Verdict::Undecided);
            one.steps = 1;
            PathResult partial;
            int rounds = 0;
            do
                partial = stepped.run(one);
            while (partial.verdict == Verdict::Undecided && ++rounds < 100000);
            CHECK(partial.verdict == eager.verdict);
        }
}

TEST_CASE("A path that collides where it is longest begins no other segment")
{
    const auto scene = field();
    const std::vector<Configuration> waypoints = {configuration({-1, 0.6}), configuration({-1, 0.5}), configuration({9, -0.2}),
                                                  configuration({9, -0.3})};
    std::vector<double> lengths;
    for (std::size_t i = 0; i + 1 < waypoints.size(); ++i)
        lengths.push_back((waypoints[i + 1] - waypoints[i]).norm());
    std::vector<std::size_t> begun;
    PathCertifier path(std::vector<std::unique_ptr<MotionCertifier>>(3), lengths, [&](std::size_t i) {
        begun.push_back(i);
        return std::make_unique<SegmentCertifier>(scene, waypoints[i], waypoints[i + 1]);
    });
    const PathResult result = path.run();
    CHECK(result.verdict == Verdict::Collision);
    CHECK(result.segment == 1u);
    CHECK(begun == std::vector<std::size_t>{1});
    CHECK_FALSE(path.isDone(0));
}

TEST_CASE("A path without segments is free")
{
    PathCertifier path({});
    const PathResult result = path.run();
    CHECK(result.verdict == Verdict::Free);
    CHECK_FALSE(result.segment.has_value());
}

namespace {

/// Is done after so many steps, counts them.
class CountedSteps : public MotionCertifier
{
public:
    CountedSteps(int steps, Verdict verdict, double length, int& total)
        : left_(steps), verdict_(verdict), length_(length), total_(total)
    {}
    void reset(const Configuration&, const Configuration&) override {}
    void resetTube(const Configuration&, const Configuration&, const MotionTube&) override {}
    Verdict run(const Budget& budget) override
    {
        for (std::uint64_t i = 0; i < budget.steps && left_ > 0; ++i, --left_)
            ++total_;
        return result().verdict;
    }
    bool isDone() const override { return left_ == 0; }
    double uncoveredLength() const override { return isDone() ? 0.0 : length_; }
    CertifyResult result() const override
    {
        CertifyResult result;
        result.verdict = isDone() ? verdict_ : Verdict::Undecided;
        return result;
    }
    std::vector<UncoveredInterval> uncoveredIntervals() const override { return {}; }

private:
    int left_;
    Verdict verdict_;
    double length_;
    int& total_;
};

}  // namespace

TEST_CASE("The search for the first segment that is not free keeps to one budget, and to any kind of certifier")
{
    for (const auto& [steps, segment, verdict] :
         {std::tuple{20, 1u, Verdict::Undecided}, {31, 3u, Verdict::Collision}, {1000, 3u, Verdict::Collision}})
    {
        int total = 0;
        std::vector<std::unique_ptr<MotionCertifier>> segments;
        for (int i = 0; i < 3; ++i)
            segments.push_back(std::make_unique<CountedSteps>(10, Verdict::Free, 1.0, total));
        segments.push_back(std::make_unique<CountedSteps>(1, Verdict::Collision, 2.0, total));
        const PathResult result = PathCertifier(std::move(segments)).runToFirst({static_cast<std::uint64_t>(steps)});
        CHECK(result.segment == segment);
        CHECK(result.verdict == verdict);
        CHECK(total == std::min(steps, 31));
    }
}
