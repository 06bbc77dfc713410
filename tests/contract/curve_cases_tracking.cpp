// Tracking errors: a ball where a link is at some time when the joints are off by a corner of +-e_d.
#include <cmath>

#include "contract/bezier_reference.h"
#include "contract/car_body.h"
#include "contract/driven_way.h"
#include "contract/sampled_curve.h"
#include "contract/surface_point.h"
#include "support/random_tube.h"
#include "support/sanitized.h"
#include "support/scene_builder.h"

namespace gapless::test {
namespace {

Configuration corner(const Configuration& q, const Configuration& error, Random& random)
{
    Configuration out = q;
    for (Eigen::Index v = 0; v < q.size(); ++v)
        out[v] += random.chance(0.5) ? error[v] : -error[v];
    return out;
}

void addChains(std::vector<CurveCase>& out)
{
    Random random(141);
    const int count = std::max(10, 64 / kShare);
    while (static_cast<int>(out.size()) < count)
    {
        SceneBuilder builder;
        RandomRobotOptions robot;
        robot.min_bodies = 2;
        robot.max_bodies = 5;
        robot.floating_and_planar = false;
        addRandomRobot(builder, random, robot);
        if (builder.objects.empty() || hasSlivers(builder.objects) || builder.model.configurationSize() == 0)
            continue;
        const CollisionObject link = builder.objects.back();
        const KinematicModel model = builder.model;
        if (model.body(link.body).is_static)
            continue;
        const BezierCurve bezier =
            randomBSpline(randomConfiguration(model, random, 0.5), random, 2, random.logUniform(0.02, 0.5));
        const Configuration error = randomDeviation(model, random, 0.3, 1e-3, 0.1);
        const double t = random.unit();
        const Configuration q = valueAt(bezier, t);
        const Vec3 point = surfacePoint(link.geometry->shapes().front(), random);
        const bool is_hit = !random.chance(0.25);
        builder.obstacle("ball", Sphere{1e-4},
                         {Mat3::Identity(), is_hit ? worldPoint(*builder.build(), corner(q, error, random), link.body, point)
                                                   : Vec3(worldPoint(*builder.build(), q, link.body, point)
                                                          + random.uniform(0.1, 1.0) * random.direction())});
        const auto all = builder.build();
        std::vector<ObjectPair> pairs;
        for (const ObjectPair& pair : all->pairs())
            if (all->object(pair.b).kind == ObjectKind::Obstacle)
                pairs.push_back(pair);
        const auto scene = std::make_shared<const Scene>(builder.model, builder.objects, pairs);
        CurveCase curve{"chain off its curve, " + std::to_string(out.size()), scene, motionOf(model, bezier), {}};
        curve.at = [bezier](double s) { return valueAt(bezier, s); };
        curve.tolerance = random.logUniform(1e-6, 1e-3);
        curve.tracking_error = error;
        if (is_hit)
            curve.contact = t;
        sampleCurve(curve, 100);
        // Where the curve itself starts in contact, its tracking error says nothing.
        if (!curve.contact || *curve.contact > 0.0)
            out.push_back(std::move(curve));
    }
}

/// A telescope that extends, an elbow that unfolds: what its first joint is off by counts for most at the end.
void addTelescopes(std::vector<CurveCase>& out)
{
    for (const bool unfolds : {false, true})
        for (const double error : {0.05, 0.1, 0.2})
            for (const double side : {1.0, -1.0})
                for (const double reached : {0.9, 1.0, 1.1})
                {
                    SceneBuilder builder;
                    const BodyIndex turn = builder.joint(kWorld, {}, JointType::Revolute);
                    const BodyIndex tip = unfolds ? builder.joint(turn, at(1, 0, 0), JointType::Revolute)
                                                  : builder.joint(turn, {}, JointType::Prismatic, Vec3::UnitX());
                    builder.link("tip", tip, Sphere{0x1p-6}, at(unfolds ? 1 : 0, 0, 0));
                    // Both reach 2 m at last, and start near their first axis.
                    const double off = side * error * reached;
                    builder.obstacle("bead", Sphere{0x1p-10}, at(2 * std::cos(off), 2 * std::sin(off), 0));
                    const BezierCurve bezier{{0.0,
                                              1.0,
                                              {{0, 0},
                                               unfolds ? std::vector<long double>{-3.0L * side, -3.0L * side, 0}
                                                       : std::vector<long double>{0.25L, 0.25L, 2}}}};
                    const auto scene = builder.build();
                    CurveCase curve{std::string(unfolds ? "elbow unfolds" : "telescope extends") + " beside a bead, off by "
                                        + digits(off) + " of " + digits(error),
                                    scene,
                                    motionOf(scene->model(), bezier),
                                    {}};
                    curve.at = [bezier](double s) { return valueAt(bezier, s); };
                    curve.tolerance = 1e-6;
                    curve.tracking_error = configuration({error, 0.0});
                    if (reached <= 1.0)
                        curve.contact = 1.0;
                    sampleCurve(curve, 100);
                    out.push_back(std::move(curve));
                }
}

/// A car beside its arc, a wire where its corner then is.
void addCars(std::vector<CurveCase>& out)
{
    Random random(143);
    for (int i = 0; i < std::max(4, 30 / kShare); ++i)
    {
        const double radius = random.logUniform(2.0, 20.0), turn = random.uniform(0.5, 5.0), sign = i % 2 ? 1.0 : -1.0;
        const DrivenPose begin{random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-3, 3)};
        const CarWay way{{sign / radius, radius * turn}};
        const Configuration error =
            Vec3(random.logUniform(1e-3, 0.1), random.logUniform(1e-3, 0.1), random.logUniform(1e-3, 0.05));
        const double t = random.unit();
        const Configuration q = corner(driven(begin, way, t).configuration(), error, random);
        const Vec3 wire = DrivenPose{q[0], q[1], q[2]} * Vec3(random.chance(0.5) ? 3.0 : -1.0, -sign, 0);
        SceneBuilder builder;
        builder.link("car", builder.joint(kWorld, {}, JointType::Planar), Box{Vec3(2, 1, 0.5)}, at(1, 0, 0));
        shareCarBody(builder);
        builder.obstacle("wire", Capsule{1e-4, 2.0}, at(wire.x(), wire.y(), 0));
        const auto scene = builder.build();
        // About (x, y) - radius (sin h, -cos h) to the left.
        const double h = static_cast<double>(begin.heading), r = sign * radius;
        const Interval x(static_cast<double>(begin.x)), y(static_cast<double>(begin.y));
        const CircularArc along_x{x - Interval(r) * Interval(std::sin(h)), r, h, sign * turn},
            along_y{y + Interval(r) * Interval(std::cos(h)), -r, Interval(h) + kQuarterTurn, sign * turn};
        CurveCase curve{"car off its arc, " + std::to_string(i),
                        scene,
                        CurveMotion(scene->model(), {{0.0, 1.0, {along_x, along_y, Bernstein::line(h, h + sign * turn)}}}),
                        {}};
        curve.at = [begin, way](double s) { return driven(begin, way, s).configuration(); };
        curve.tolerance = 1e-5;
        curve.tracking_error = error;
        curve.contact = t;
        sampleCurve(curve, 150);
        out.push_back(std::move(curve));
    }
}

std::vector<CurveCase> makeTrackingCases()
{
    std::vector<CurveCase> out;
    addChains(out);
    addTelescopes(out);
    addCars(out);
    return out;
}

}  // namespace

const std::vector<CurveCase>& trackingCurveCases()
{
    static const std::vector<CurveCase> cases = makeTrackingCases();
    return cases;
}

}  // namespace gapless::test
