#include "certify/articulated_slow.h"

#include <gapless/certify/rounding_floor.h>
#include <gapless/certify/segment_certifier.h>

namespace gapless::test {
namespace {

/// What of the object is at x (in the world): the lowest feature of the first triangle that is; x is put on it.
void findFeature(const CollisionObject& object, const PoseT<long double>& X_WB, Vec3& x, Feature& feature,
                 std::optional<int>& triangle)
{
    constexpr double kNear = 1e-7;
    const V3<long double> local = X_WB.R.transpose() * (x.cast<long double>() - X_WB.p);
    const Vec3 y = local.cast<double>();
    Vec3 on = y;
    for (std::size_t i = 0; i < object.geometry->leaves().size(); ++i)
    {
        const Convex& leaf = object.geometry->leaves()[i];
        if (leaf.type != Convex::Type::Triangle)
            continue;
        Piece<double> face;
        face.count = 3;
        face.p = {leaf.a, leaf.b, leaf.c};
        if (!(distanceFromPiece<double>(face, y) <= kNear))
            continue;
        triangle = static_cast<int>(i);
        feature = Feature::Face;
        for (std::size_t k = 0; k < 3; ++k)
            if (const Vec3 nearest = nearestOnSegment<double>(y, face.p[k], face.p[(k + 1) % 3]); (y - nearest).norm() <= kNear)
            {
                feature = Feature::Edge;
                on = nearest;
            }
        for (const Vec3& v : face.p)
            if ((y - v).norm() <= kNear)
            {
                feature = Feature::Vertex;
                on = v;
            }
        if (feature != Feature::Face)
            x = (X_WB * V3<long double>(on.cast<long double>())).cast<double>();
        return;
    }
}

/// The direction in which the distance grows fastest, where the two are still apart.
Vec3 normalBefore(const MotionOracle& oracle, PairIndex index, double t)
{
    const ObjectPair& pair = oracle.reference().scene().pair(index);
    const auto poses = oracle.poses(t);
    PoseT<double> X_AB = oracle.reference().relativePose(poses, pair);
    const auto distance = [&](const Vec3& shift) {
        PoseT<double> X = X_AB;
        X.p += shift;
        return objectDistance(oracle.reference().object(pair.a), oracle.reference().object(pair.b), X, 1e300);
    };
    // From the beginning in contact: pulled apart a little.
    if (!(distance(Vec3::Zero()) > 1e-9))
        X_AB.p +=
            1e-4 * (X_AB * oracle.reference().object(pair.b).centre - oracle.reference().object(pair.a).centre).normalized();
    const double apart = distance(Vec3::Zero()), step = 1e-3 * apart;
    if (!(apart > 1e-9))
        return Vec3::Zero();
    Vec3 gradient;
    for (int i = 0; i < 3; ++i)
        gradient[i] = (distance(step * Vec3::Unit(i)) - distance(-step * Vec3::Unit(i))) / (2 * step);
    return poses[oracle.reference().scene().object(pair.a).body].R.cast<double>() * gradient.normalized();
}

}  // namespace

ArticulatedResult slowArticulated(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                  const ArticulatedOptions& options, const Budget& budget)
{
    const ArticulatedMotion motion{"", scene, q0, q1};
    const MotionOracle oracle(motion);
    CertifyOptions certify;
    certify.tolerance = std::max(2 * oracle.doubt(), 1e-16);
    certify.last_valid_resolution = 0.25 * options.time_tolerance;
    SegmentCertifier certifier(scene, q0, q1, certify);
    certifier.run(budget);
    CertifyResult found = certifier.result();
    const StaticChecker checker(scene, 1e-9);
    ClosePair at_start;
    if (oracle.excess(0.0) <= 0.0 && checker.check(q0, &at_start) == Verdict::Collision)
    {
        found.verdict = Verdict::Collision;
        found.witness = at_start;
        found.t = found.last_valid = 0.0;
    }
    ArticulatedResult result;
    result.verdict = found.verdict;
    result.last_valid = found.last_valid;
    result.certified_clearance = found.certified_clearance;
    result.configuration = interpolate(scene->model(), q0, q1, found.t);
    if (found.verdict == Verdict::Collision && !certifier.isDone() && found.t > 0.0)
        result.verdict = Verdict::Undecided;
    if (result.verdict != Verdict::Collision)
        return result;

    Interval& time = result.time_of_contact;
    time = {found.last_valid, found.t};
    for (double fraction : {0.0, 0.3, 0.5, 0.75, 0.99})
    {
        const double t = std::min(1.0, time.lower + fraction * options.time_tolerance);
        if (t < found.t || !(oracle.excess(t) <= 0.0))
            continue;
        result.contact_proved = true;
        time.upper = t;
    }
    result.configuration = interpolate(scene->model(), q0, q1, time.upper);
    const auto at_contact = oracle.poses(found.t);
    const auto near = checker.distances(interpolate(scene->model(), q0, q1, found.t));
    for (const PairIndex i : scene->pairs().indices())
    {
        const ObjectPair& pair = scene->pair(i);
        const double excess = oracle.excessOf(i, time.upper);
        if (i != found.witness->pair && !(excess <= oracle.doubt()))
            continue;
        ClosePair close = i == found.witness->pair ? *found.witness : near[i.value()];
        const auto body = [&](ObjectIndex object) { return scene->object(object).body; };
        Contact contact;
        contact.pair = i;
        findFeature(scene->object(pair.a), at_contact[body(pair.a)], close.point_a, contact.feature_a, contact.triangle_a);
        findFeature(scene->object(pair.b), at_contact[body(pair.b)], close.point_b, contact.feature_b, contact.triangle_b);
        contact.t = found.t;
        contact.point_a = close.point_a;
        contact.point_b = close.point_b;
        contact.normal = normalBefore(oracle, i, std::max(0.0, time.lower - 1e-4));
        contact.time = time;
        contact.proved = result.contact_proved && excess <= 0.0;
        result.contacts.insert(i == found.witness->pair ? result.contacts.begin() : result.contacts.end(), contact);
    }
    return result;
}

}  // namespace gapless::test
