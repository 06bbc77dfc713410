// Random chains along random polynomials and splines, with a small ball exactly where a link's point is at some time.
#include "contract/bezier_reference.h"
#include "contract/sampled_curve.h"
#include "contract/surface_point.h"
#include "support/random_scene.h"
#include "support/sanitized.h"

namespace gapless::test {
namespace {

constexpr double kBall = 1e-4;

enum class Kind
{
    Cubic,
    Quintic,
    BSpline,
    AnyDegree,
};
constexpr Kind kKinds[] = {Kind::Cubic, Kind::Quintic, Kind::BSpline, Kind::AnyDegree};

std::string toString(Kind kind)
{
    return kind == Kind::Cubic     ? "cubics"
           : kind == Kind::Quintic ? "quintics"
           : kind == Kind::BSpline ? "B-spline"
                                   : "any degree";
}

struct RandomCurve
{
    BezierCurve bezier;
    /// Of a trajectory, which the library makes a curve of.
    std::vector<TrajectoryPoint> points;

    RandomCurve(Kind kind, const Configuration& q, Random& random)
    {
        const int count = 2 + random.index(3);
        const double step = random.logUniform(0.05, 1.0);
        if (kind == Kind::BSpline)
            bezier = randomBSpline(q, random, count, step);
        else if (kind == Kind::AnyDegree)
            bezier = randomBezier(q, random, step);
        else
        {
            points = randomTrajectory(q, random, count, step, kind == Kind::Cubic ? 1 : 2);
            bezier = splineThrough(points);
        }
    }
    double begin() const { return bezier.front().begin; }
    double end() const { return bezier.back().end; }
    CurveMotion motion(const KinematicModel& model) const
    {
        return points.empty() ? motionOf(model, bezier) : curveOf(model, points);
    }
};

CurveCase randomCase(Kind kind, Random& random, int number)
{
    for (;;)
    {
        SceneBuilder builder;
        RandomRobotOptions robot;
        robot.min_bodies = 2;
        robot.max_bodies = 5;
        robot.floating_and_planar = false;
        addRandomRobot(builder, random, robot);
        if (builder.objects.empty() || builder.model.configurationSize() == 0)
            continue;
        const KinematicModel model = builder.model;
        const RandomCurve curve(kind, randomConfiguration(model, random, 0.5), random);
        const CollisionObject link =
            builder.objects[static_cast<std::size_t>(random.index(static_cast<int>(builder.objects.size())))];
        const bool is_hit = !random.chance(0.25);
        double t = curve.begin() + (curve.end() - curve.begin()) * random.unit();
        // Often in the last piece.
        if (random.chance(0.3))
            t = curve.bezier.back().begin + (curve.end() - curve.bezier.back().begin) * random.unit();
        const auto& shapes = link.geometry->shapes();
        const Vec3 point = surfacePoint(shapes[static_cast<std::size_t>(random.index(static_cast<int>(shapes.size())))], random);
        const Configuration q = valueAt(curve.bezier, t);
        const auto bare = builder.build();
        const Vec3 place = worldPoint(*bare, q, link.body, point);
        builder.obstacle("ball", Sphere{kBall}, {Mat3::Identity(), is_hit ? place : Vec3(place + 0.5 * random.direction())});
        if (!is_hit)
            addRandomObstacles(builder, random, 1, 1.2, 0.2, Vec3::Zero());
        if (random.chance(0.2))
            builder.clearances.all = random.uniform(0, 0.03);
        if (hasSlivers(builder.objects))
            continue;
        const auto all = builder.build();
        // Most times without what the links do to each other, which starts in contact as often as not.
        std::vector<ObjectPair> pairs;
        for (const ObjectPair& pair : all->pairs())
            if (all->object(pair.b).kind == ObjectKind::Obstacle)
                pairs.push_back(pair);
        if (pairs.empty())
            continue;
        const auto scene = random.chance(0.2) ? all : std::make_shared<const Scene>(builder.model, builder.objects, pairs);
        CurveCase out{"random chain on " + toString(kind) + ", " + std::to_string(number), scene, curve.motion(model), {}};
        out.at = [bezier = curve.bezier](double s) { return valueAt(bezier, s); };
        out.tolerance = random.chance(0.5) ? 1e-3 : random.logUniform(1e-6, 1e-4);
        if (is_hit && !bare->model().body(link.body).is_static)
            out.contact = t;
        sampleCurve(out, 150);
        // What collides from the beginning tells least.
        if (out.contact && *out.contact == out.curve.begin() && !random.chance(0.1))
            continue;
        return out;
    }
}

std::vector<CurveCase> makeJointCases()
{
    Random random(131);
    std::vector<CurveCase> out;
    for (int i = 0; i < std::max(12, 112 / kShare); ++i)
        out.push_back(randomCase(kKinds[i % 4], random, i));
    return out;
}

}  // namespace

const std::vector<CurveCase>& jointCurveCases()
{
    static const std::vector<CurveCase> cases = makeJointCases();
    return cases;
}

}  // namespace gapless::test
