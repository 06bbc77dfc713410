// CoordinationSquare on random robots, with meshes, nested bodies and joints of every type: what it calls free is so by distances that are found without
// any of it, and it agrees with the certifier of single motions on two that happen at the same time.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>

#include "coordination_support.h"

#include <gapless/certify/segment_certifier.h>

#include "support/random_tube.h"
#include "support/reference_scene.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using State = CoordinationMap::State;

/// GAPLESS_COORDINATION_SAMPLES: how many samples in all (1000000: a minute or two).
int wantedSamples()
{
    const char* const asked = std::getenv("GAPLESS_COORDINATION_SAMPLES");
    return asked ? std::max(1, std::atoi(asked)) : kSanitized ? 2000 : 20000;
}

/// The same scene, where the bodies from `second` on are of robot 1.
std::shared_ptr<const Scene> withTwoRobots(const SceneBuilder& builder, BodyIndex second)
{
    KinematicModel model;
    for (const BodyIndex i : builder.model.bodies().indices())
    {
        const Body& body = builder.model.body(i);
        if (i != kWorld)
            model.addBody(body.name, body.parent, body.X_PJ, body.joint, i < second ? 0 : 1);
    }
    return std::make_shared<Scene>(model, builder.objects, builder.allowed, builder.clearances);
}

/// Two robots that are mostly within reach of each other, some with a body around the other.
std::shared_ptr<const Scene> randomPair(Random& random)
{
    SceneBuilder builder;
    RandomRobotOptions options;
    options.max_bodies = 4;
    addRandomRobot(builder, random, options);
    const BodyIndex second(builder.model.bodies().size());
    options.base_offset = random.uniform(0.0, 0.8);
    addRandomRobot(builder, random, options);
    if (random.chance(0.3))
    {
        // Around whatever is there, or of a size with it: a solid with a cavity, or without.
        const Vec3 half = Vec3::Constant(random.uniform(0.5, 3.0));
        const BodyIndex body(second.value() - 1);
        builder.objects.push_back({"around",
                                   body,
                                   ObjectKind::Link,
                                   geometryOf(random.chance(0.5) ? boxMesh(half) : hollowBoxMesh(half, 0.9 * half)),
                                   {},
                                   {}});
    }
    if (random.chance(0.5))
        builder.clearances.all = random.uniform(0.0, 0.05);
    return withTwoRobots(builder, second);
}

/// Whether two objects are as far apart as they have to be, robot 0 at s and robot 1 at t.
class Judge
{
public:
    explicit Judge(const Scene& scene) : scene_(scene), reference_(scene) {}

    /// The first pair between the robots that is not. @param a, b poses at s and at t
    std::optional<PairIndex> tooClose(const ReferenceScene::Poses& a, const ReferenceScene::Poses& b) const
    {
        const ReferenceScene::Poses poses = together(a, b);
        for (const PairIndex i : scene_.pairs().indices())
        {
            if (scene_.model().body(scene_.object(scene_.pair(i).a).body).robot
                == scene_.model().body(scene_.object(scene_.pair(i).b).body).robot)
                continue;
            const double clearance = scene_.pair(i).clearance;
            const double distance = reference_.pairDistance(poses, i, clearance + 1e-3);
            if (distance <= 0.0 || distance <= clearance - kReferenceRounding * reference_.scaleOf(i, distance))
                return i;
        }
        return std::nullopt;
    }
    /// Robot 0 as in a, robot 1 as in b.
    ReferenceScene::Poses together(ReferenceScene::Poses a, const ReferenceScene::Poses& b) const
    {
        for (const BodyIndex i : scene_.model().bodies().indices())
            if (scene_.model().body(i).robot == 1)
                a[i] = b[i];
        return a;
    }
    const ReferenceScene& reference() const { return reference_; }

private:
    const Scene& scene_;
    ReferenceScene reference_;
};

/// What is wrong with the witness of a collision, or nothing. @param poses of all bodies at the witness' s and t
std::string faultOf(const Judge& judge, const ReferenceScene::Poses& poses, const CoordinationResult& result, double tolerance)
{
    const ReferenceScene& reference = judge.reference();
    const ClosePair& w = *result.witness;
    const ObjectPair& pair = reference.scene().pair(w.pair);
    const double slack = kReferenceRounding * (reference.scaleOf(w.pair, w.distance) + w.point_a.norm() + w.point_b.norm());
    if (!(w.distance <= pair.clearance + tolerance + slack))
        return "farther apart than the clearance and the tolerance: " + digits(w.distance);
    if (!((w.point_a - w.point_b).norm() <= w.distance + slack))
        return "points farther apart than said, " + digits(w.distance);
    const double off_a = reference.pointDistance(poses, pair.a, w.point_a),
                 off_b = reference.pointDistance(poses, pair.b, w.point_b);
    // The brute force is in double: beside slivers it is off by so much, where 50 digits have 1e-17.
    constexpr double kSlivers = 1e-9;
    if (!(off_a <= slack + kSlivers) || !(off_b <= slack + kSlivers))
        return "points off their objects by " + digits(off_a) + " and " + digits(off_b);
    return "";
}

/// Of an interval: mostly inside, else an end.
double randomIn(Random& random, const Interval& x)
{
    const double kind = random.unit();
    return kind < 0.1 ? x.lower : kind < 0.2 ? x.upper : random.uniform(x.lower, x.upper);
}

struct Tally
{
    int samples = 0, squares_free = 0, squares_partly = 0, squares_blocked = 0, diagonals_free = 0, diagonals_blocked = 0;
};

/// The same scene with the pairs between the two robots alone.
std::shared_ptr<const Scene> pairsBetween(const RobotPair& robots)
{
    const Scene& scene = *robots.scene();
    std::vector<ObjectPair> pairs;
    for (const RobotPair::Objects& o : robots.objects())
        pairs.push_back(scene.pair(o.pair));
    return std::make_shared<const Scene>(scene.model(), scene.objects().list(), pairs);
}

/// Whether the cells of a free map that the diagonal passes are free.
bool isDiagonalFree(const CoordinationMap& map)
{
    constexpr int kSteps = 64;
    for (int k = 0; k < kSteps; ++k)
    {
        const Interval step(static_cast<double>(k) / kSteps, static_cast<double>(k + 1) / kSteps);
        if (!map.isFree(step, step))
            return false;
    }
    return true;
}

/// Samples in free cells. @param poses_a, poses_b of all bodies at a parameter of the one curve and of the other
template <class Poses>
void isFreeWhereSaid(const Judge& judge, CoordinationSquare& square, Random& random, const Poses& poses_a, const Poses& poses_b,
                     Tally& tally)
{
    const CoordinationMap& map = square.map(1.0 / 32.0);
    const auto free = leavesOf(map, State::Free);
    const double share = map.area(State::Free) / (map.whole().s.width() * map.whole().t.width());
    ++(share == 1.0 ? tally.squares_free : share == 0.0 ? tally.squares_blocked : tally.squares_partly);
    for (int k = free.empty() ? 0 : std::max(100, wantedSamples() / 200); k > 0; --k, ++tally.samples)
    {
        const CoordinationMap::Cell& cell = free[static_cast<std::size_t>(random.index(static_cast<int>(free.size())))];
        const double s = randomIn(random, cell.s), t = randomIn(random, cell.t);
        INFO("s = " << digits(s) << ", t = " << digits(t));
        const auto pair = judge.tooClose(poses_a(s), poses_b(t));
        if (pair)
            FAIL_CHECK("not free: pair " << pair->value());
        if (!map.isFree({s, s}, {t, t}))
            FAIL_CHECK("a point of a free cell is not free");
    }
}

}  // namespace

TEST_CASE("No sample in a free cell of straight motions of random robots touches")
{
    Tally tally;
    for (int i = 0; tally.samples < wantedSamples(); ++i)
    {
        Random random(static_cast<std::uint64_t>(1000 + i));
        INFO("scene " << i);
        const auto scene = randomPair(random);
        const Configuration q0 = randomConfiguration(scene->model(), random, 0.7);
        const Configuration q1 = nearbyConfiguration(scene->model(), random, q0, random.uniform(0.1, 2.0));
        StraightSquare s(scene, q0, q1, 1e-6);
        const Judge judge(*scene);
        const auto poses = [&](double at) { return judge.reference().poses(q0, q1, at); };
        isFreeWhereSaid(judge, s.square, random, poses, poses, tally);

        // What is found in the way is there.
        const Verdict verdict = s.square.run({20000});
        const CoordinationResult result = s.square.result();
        if (verdict == Verdict::Collision)
            CHECK(faultOf(judge, judge.together(poses(result.s), poses(result.t)), result, 1e-6).empty());
        // Both at the same time: free where the diagonal is, and no witness on it is in a free cell.
        const CoordinationMap& map = s.square.map(1.0 / 32.0);
        SegmentCertifier together(pairsBetween(*s.robots), q0, q1, {1e-6});
        const Verdict at_once = together.run({20000});
        if (isDiagonalFree(map))
        {
            ++tally.diagonals_free;
            CHECK(at_once == Verdict::Free);
        }
        if (at_once == Verdict::Collision && together.result().witness->distance <= scene->pair(PairIndex(0)).clearance)
        {
            ++tally.diagonals_blocked;
            CHECK_FALSE(map.isFree(together.result().t, together.result().t));
        }
        CHECK((verdict == Verdict::Free) == (s.square.map(1.0 / 32.0).area(State::Free) == 1.0));
    }
    WARN(tally.squares_free << " squares free, " << tally.squares_partly << " in part, " << tally.squares_blocked << " blocked");
    CHECK(tally.squares_free > 0);
    CHECK(tally.squares_partly > std::min(20, tally.samples / 1000));
    CHECK(tally.squares_blocked > 0);
    CHECK(tally.diagonals_free > 0);
    CHECK(tally.diagonals_blocked > 0);
}

// run() takes the cells that lack most first, and looks at their corners as well as at their middles; map() does not, and a witness that it found stays.
TEST_CASE("What run finds in the way of random robots is there")
{
    int collisions = 0, swapped = 0, later = 0, elsewhere = 0;
    for (int i = 0; i < (kSanitized ? 60 : 600); ++i)
    {
        Random random(static_cast<std::uint64_t>(9000 + i));
        INFO("scene " << i);
        const auto scene = randomPair(random);
        const Configuration q0 = randomConfiguration(scene->model(), random, 0.7);
        const Configuration q1 = nearbyConfiguration(scene->model(), random, q0, random.uniform(0.1, 2.0));
        StraightSquare s(scene, q0, q1, 1e-6);
        if (s.square.run({20000}) != Verdict::Collision)
            continue;
        ++collisions;
        const Judge judge(*scene);
        const auto fault = [&](const CoordinationResult& result) {
            const auto at = [&](double where) { return judge.reference().poses(q0, q1, where); };
            return faultOf(judge, judge.together(at(result.s), at(result.t)), result, 1e-6);
        };
        const CoordinationResult result = s.square.result();
        CHECK(fault(result) == "");
        // Broken on purpose: each robot where the other one is, at another corner, points relative to another pose.
        CoordinationResult broken = result;
        std::swap(broken.s, broken.t);
        swapped += !fault(broken).empty();
        broken = result;
        broken.t += broken.t < 0.5 ? 1.0 / 64.0 : -1.0 / 64.0;
        later += !fault(broken).empty();
        broken = result;
        broken.witness->point_a += Vec3(0.01, 0.01, 0.01);
        broken.witness->point_b += Vec3(0.01, 0.01, 0.01);
        elsewhere += !fault(broken).empty();
    }
    WARN(collisions << " collisions; broken ones found: " << swapped << ", " << later << ", " << elsewhere);
    CHECK(collisions > (kSanitized ? 6 : 60));
    CHECK(swapped > collisions / 8);
    CHECK(later > collisions / 4);
    CHECK(elsewhere > collisions / 4);
}

TEST_CASE("No sample in a free cell of curves of random robots touches")
{
    Tally tally;
    for (int i = 0; tally.samples < wantedSamples() / 2; ++i)
    {
        Random random(static_cast<std::uint64_t>(5000 + i));
        INFO("scene " << i);
        const auto scene = randomPair(random);
        const KinematicModel& model = scene->model();
        const Configuration start = randomConfiguration(model, random, 0.7);
        const double step = random.logUniform(0.05, 2.0);
        const auto randomCurve = [&] {
            std::vector<CurvePiece> pieces;
            Configuration from = start;
            for (int k = 1 + random.index(4); k > 0; --k)
            {
                const Configuration to = withTurnsOf(model, start, nearbyConfiguration(model, random, from, step));
                CurvePiece piece;
                piece.begin = pieces.empty() ? 0.0 : pieces.back().end;
                // Some take no time.
                piece.end = piece.begin + (random.chance(0.1) ? 0.0 : random.uniform(0.1, 2.0));
                for (Eigen::Index v = 0; v < start.size(); ++v)
                    if (from[v] == to[v])
                        piece.variables.emplace_back(from[v]);
                    else if (random.chance(0.5))
                        piece.variables.emplace_back(Bernstein::line(from[v], to[v]));
                    else
                        piece.variables.emplace_back(
                            Bernstein::cubic(from[v], random.uniform(-step, step), to[v], random.uniform(-step, step)));
                pieces.push_back(piece);
                from = to;
            }
            return CurveMotion(model, pieces);
        };
        const CurveMotion curve_a = randomCurve(), curve_b = randomCurve();
        CoordinationSquare square(std::make_shared<RobotPair>(scene, 0, 1), std::make_shared<RobotCurve>(scene, 0, curve_a),
                                  std::make_shared<RobotCurve>(scene, 1, curve_b), 1e-3);
        const Judge judge(*scene);
        // By coefficients, and not by time.
        const auto posesOf = [&](const CurveMotion& curve) {
            return [&](double at) {
                const std::size_t k = std::min(static_cast<std::size_t>(at), curve.pieces().size() - 1);
                Configuration q(start.size());
                for (Eigen::Index v = 0; v < q.size(); ++v)
                    q[v] = curve.pieces()[k].variables[static_cast<std::size_t>(v)](at - static_cast<double>(k)).middle();
                return judge.reference().poses(q, q, 0.0);
            };
        };
        isFreeWhereSaid(judge, square, random, posesOf(curve_a), posesOf(curve_b), tally);
    }
    WARN(tally.squares_free << " squares free, " << tally.squares_partly << " in part, " << tally.squares_blocked << " blocked");
    CHECK(tally.squares_free > 0);
    CHECK(tally.squares_partly > std::min(20, tally.samples / 1000));
}
