// Bodies that float along splines and turn meanwhile, at constant rate between rotations, with a small ball where a point of them is at some
// time. Rotations by the reference's slerp.
#include "contract/bezier_reference.h"
#include "contract/sampled_curve.h"
#include "contract/surface_point.h"
#include "support/random_scene.h"
#include "support/reference_motion.h"
#include "support/sanitized.h"

namespace gapless::test {
namespace {

/// Its first joint floats; an arm hangs on it.
CurveCase randomCase(Random& random, int number)
{
    SceneBuilder builder;
    const BodyIndex body = builder.joint(kWorld, random.pose(0.3), JointType::Floating),
                    arm = builder.joint(body, random.pose(0.3), number % 2 ? JointType::Revolute : JointType::Continuous);
    builder.link("body", body, Box{Vec3(0.5, 0.1, 0.2)}, random.pose(0.2));
    builder.link("arm", arm, Capsule{0.05, 0.4}, random.pose(0.2));
    // Translation and arm go along, with what holds the place of the rotation; which turns from piece to piece.
    Configuration q = Configuration::Zero(8);
    q.head<3>() = random.inCube(0.5);
    BezierCurve bezier = randomBSpline(q, random, 2, random.logUniform(0.05, 1.0));
    std::vector<Eigen::Vector4d> rotations{Eigen::Vector4d(random.quaternion().coeffs())};
    for (BezierPiece& piece : bezier)
    {
        for (std::size_t v = 3; v < 7; ++v)
            piece.points[v] = {v < 6 ? 0.0L : 1.0L};
        // No half turns.
        Eigen::Vector4d next = random.quaternion().coeffs();
        while (std::abs(next.dot(rotations.back())) < 0.1)
            next = random.quaternion().coeffs();
        rotations.push_back(next);
    }
    std::vector<CurvePiece> pieces;
    for (std::size_t i = 0; i < bezier.size(); ++i)
    {
        pieces.push_back(motionOf(builder.model, {bezier[i]}).pieces().front());
        pieces.back().turns.push_back({0, rotations[i], rotations[i + 1]});
    }
    const auto at = [bezier, rotations](double t) {
        Configuration out = valueAt(bezier, t);
        const std::size_t i = t > bezier.front().end ? 1 : 0;
        const long double s =
            (static_cast<long double>(t) - bezier[i].begin) / (static_cast<long double>(bezier[i].end) - bezier[i].begin);
        out.segment<4>(3) = slerp<long double>(rotations[i], rotations[i + 1], s).cast<double>().normalized();
        return out;
    };
    const double t = random.unit();
    const bool is_hit = number % 4 != 3;
    const CollisionObject link = builder.objects[random.chance(0.5) ? 0 : 1];
    const Vec3 place = worldPoint(*builder.build(), at(t), link.body, surfacePoint(link.geometry->shapes().front(), random));
    builder.obstacle("ball", Sphere{1e-4}, {Mat3::Identity(), is_hit ? place : Vec3(place + 0.5 * random.direction())});
    const auto scene = builder.build();
    CurveCase out{"floating body, " + std::to_string(number), scene, CurveMotion(scene->model(), pieces), at};
    out.tolerance = random.logUniform(1e-6, 1e-3);
    if (is_hit)
        out.contact = t;
    sampleCurve(out, 150);
    return out;
}

std::vector<CurveCase> makeTurnCases()
{
    Random random(151);
    std::vector<CurveCase> out;
    for (int i = 0; i < std::max(8, 60 / kShare); ++i)
        out.push_back(randomCase(random, i));
    return out;
}

}  // namespace

const std::vector<CurveCase>& turningCurveCases()
{
    static const std::vector<CurveCase> cases = makeTurnCases();
    return cases;
}

}  // namespace gapless::test
