#include "certify/leaf_contact.h"

#include <algorithm>
#include <limits>

namespace gapless {

Contact contactOf(const Scene& scene, const PairMotion& pair, const NodePair& leaves, PoseCache& poses, int instant)
{
    const PairInstants at = pairInstants(scene, pair, poses, instant, instant, instant);
    const NodeRef a{pair.a->geometry.get(), leaves.a}, b{pair.b->geometry.get(), leaves.b};
    ConvexDistance d = nodeDistance(a, b, at.X[0], leaves.n, pair.clearance);
    // Just before a contact they are farther than the clearance, which is soon known; how far takes better points.
    if (d.lower > pair.clearance)
        d = nodeDistance(a, b, at.X[0], d.direction, d.lower);
    Contact contact;
    contact.pair = pair.pair;
    contact.feature_a = featureAt(a.leaf()->placed(at.X[0].R_A, Vec3::Zero()), d.point_a);
    contact.feature_b = featureAt(b.leaf()->placed(at.X[0].R_B, at.X[0].p_AB), d.point_b);
    if (a.leaf()->type == Convex::Type::Triangle)
        contact.triangle_a = static_cast<int>(a.node().leaf());
    if (b.leaf()->type == Convex::Type::Triangle)
        contact.triangle_b = static_cast<int>(b.node().leaf());
    contact.point_a = at.p_WA_middle + at.R_WF_middle * d.point_a;
    contact.point_b = at.p_WA_middle + at.R_WF_middle * d.point_b;
    if (d.lower > -kCloseErrors * pair.error)
        contact.normal = at.R_WF_middle * d.direction;
    contact.t = poses.time(instant);
    return contact;
}

Closeness closenessAt(const PairMotion& pair, const NodePair& leaves, PoseCache& poses, int instant, const Contact& contact,
                      int of_contact)
{
    const NodeRef a{pair.a->geometry.get(), leaves.a}, b{pair.b->geometry.get(), leaves.b};
    // The nearest points move with their bodies.
    const auto moved = [&](const Vec3& point, BodyIndex body) -> Vec3 {
        const Vec3 p_B = poses.pose(of_contact, body).inverse() * point;
        return poses.pose(instant, body) * p_B - poses.pose(instant, pair.a->body).p;
    };
    const PairPose X = pairPose(poses.pose(instant, pair.a->body), poses.pose(instant, pair.b->body));
    // Seen from the world, where turning into the frame of the ancestor costs no error; carrying a point along adds that of one pose.
    const double error = 2.0 * pair.error;
    return closeness(a.leaf()->placed(X.R_A, Vec3::Zero()), b.leaf()->placed(X.R_B, X.p_AB), pair.clearance, error,
                     moved(contact.point_a, pair.a->body), moved(contact.point_b, pair.b->body));
}

bool isDeepInside(const CollisionGeometry& geometry, const Pose& X_WB, const Vec3& p, double error)
{
    const CollisionGeometry ball({PlacedShape{Sphere{error}, Pose()}}, "ball");
    const PairPose X = pairPose(X_WB, Pose{Mat3::Identity(), p});
    return greedyDistance(geometry, ball, X, 0.0, error).outcome == GreedyDistance::Outcome::Apart;
}

void featureInside(const CollisionGeometry& geometry, const Vec3& p, Feature& feature, std::optional<int>& triangle)
{
    const auto isPrimitive = [](const Convex& leaf) { return leaf.type != Convex::Type::Triangle; };
    feature = Feature::Solid;
    triangle.reset();
    if (geometry.containment().hasSolids() || std::any_of(geometry.leaves().begin(), geometry.leaves().end(), isPrimitive))
        return;
    feature = Feature::Vertex;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < geometry.leaves().size(); ++i)
        for (const Vec3& vertex : {geometry.leaves()[i].a, geometry.leaves()[i].b, geometry.leaves()[i].c})
            if ((vertex - p).norm() < nearest)
            {
                nearest = (vertex - p).norm();
                triangle = static_cast<int>(i);
            }
}

}  // namespace gapless
