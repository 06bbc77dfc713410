#include "contract/sampled_curve.h"

#include "contract/joint_levers.h"
#include "support/random_tube.h"
#include "support/reference_scene.h"

namespace gapless::test {
namespace {

/// Theirs is no matter of joint_levers.h.
bool floats(const KinematicModel& model)
{
    for (const Body& body : model.bodies())
        if (body.joint.type == JointType::Floating)
            return true;
    return false;
}

/// Of any pair, metres: between two samples half a step from each, and from the curve to what the tracking error allows.
double travelBeside(const CurveCase& curve, double step)
{
    const JointLevers levers(*curve.scene, curve.curve);
    double most = 0.0;
    for (const ObjectPair& pair : curve.scene->pairs())
    {
        double fastest = 0.0;
        for (const CurvePiece& piece : curve.curve.pieces())
            if (piece.end > piece.begin)
                fastest = std::max(fastest, levers.travel(pair, rateBounds(piece.variables)) / (piece.end - piece.begin));
        const double tracked = curve.tracking_error.size() > 0 ? levers.travel(pair, curve.tracking_error) : 0.0;
        most = std::max(most, fastest * 0.5 * step + tracked);
    }
    return most * 1.001;
}

}  // namespace

void sampleCurve(CurveCase& curve, int samples)
{
    const ReferenceScene reference(*curve.scene);
    const auto& pairs = curve.scene->pairs();
    const double begin = curve.curve.begin(), end = curve.curve.end();
    Random random(static_cast<unsigned int>(samples));
    // Farther away than that no sample tells anything.
    constexpr double kFar = 3.0;
    double on_curve = kFar, smallest = kFar;
    const auto look = [&](double t, const Configuration& q, bool is_on_curve) {
        const auto poses = reference.poses(q, q, 0.0);
        double distance = kFar, excess = kFar;
        for (const PairIndex p : pairs.indices())
        {
            const double clearance = pairs[p].clearance;
            const double d = reference.pairDistance(poses, p, std::max(distance, excess + clearance));
            distance = std::min(distance, d);
            excess = std::min(excess, d - clearance);
        }
        if (distance < kFar)
            curve.samples.push_back({t, distance});
        smallest = std::min(smallest, distance);
        if (is_on_curve)
            on_curve = std::min(on_curve, excess);
        if (excess <= 0.0)
            curve.contact = std::min(t, curve.contact.value_or(t));
    };
    for (int k = 0; k <= samples + 1; ++k)
    {
        // A car may hop at its end: the last but one is before that.
        const double t = k > samples ? end : k == samples ? std::nextafter(end, begin) : begin + (end - begin) * k / samples;
        const Configuration q = curve.at(t);
        look(t, q, true);
        if (curve.tracking_error.size() > 0)
            for (int corner = 0; corner < 2; ++corner)
                look(t, randomInTube(curve.scene->model(), random, q, curve.tracking_error), false);
    }
    if (pairs.empty())
        return;
    if (smallest < kFar)
        curve.smallest_distance_at_most = std::min(smallest, curve.smallest_distance_at_most.value_or(smallest));
    if (!curve.contact && !hasRoundSolid(*curve.scene) && !floats(curve.scene->model()))
    {
        const double least = on_curve - travelBeside(curve, (end - begin) / samples) - 1e-9;
        curve.excess_at_least = std::max(least, curve.excess_at_least.value_or(least));
    }
}

bool hasSlivers(const std::vector<CollisionObject>& objects)
{
    for (const CollisionObject& object : objects)
        for (const PlacedShape& shape : object.geometry->shapes())
            if (const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&shape.shape))
                for (const auto& triangle : (*mesh)->triangles())
                {
                    const auto corner = [&](int k) { return (*mesh)->vertices()[static_cast<std::size_t>(triangle[k])]; };
                    const Vec3 a = corner(1) - corner(0), b = corner(2) - corner(0);
                    const double longest = std::max({a.norm(), b.norm(), (a - b).norm()});
                    if (a.cross(b).norm() < 1e-2 * longest * longest)
                        return true;
                }
    return false;
}

Vec3 worldPoint(const Scene& scene, const Configuration& q, BodyIndex body, const Vec3& point)
{
    return toDouble<long double>(
        V3<long double>(referencePoses<long double>(scene.model(), q, q, 0.0L)[body] * lift<long double>(point)));
}

}  // namespace gapless::test
