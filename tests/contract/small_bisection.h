// A plain bisection of one pair at a time, with a switch for each mistake: the body of the broken validators.
#pragma once

#include <algorithm>

#include "contract/motion_validator_contract.h"

#include <gapless/collision/pair_error.h>
#include <gapless/geometry/pair_distance.h>
#include <gapless/geometry/shells.h>
#include <gapless/kinematics/motion_bound.h>

namespace gapless::test {

struct Mistakes
{
    bool forget_second_body = false;  ///< relative travel without that of body b
    bool ignore_rounding = false;
    bool drop_last_pair = false;
    bool exempt_bodies = false;          ///< no links of two bodies that one joint connects
    bool join_through_cavities = false;  ///< one representative of shells of which one winds round another
};

/// One vertex of each shell of an object's meshes that no other shell winds round, and the primitives' centres.
inline std::vector<Vec3> verticesOfOuterShells(const CollisionGeometry& geometry)
{
    std::vector<Vec3> vertices;
    std::vector<std::shared_ptr<const CollisionGeometry>> shells;
    for (const PlacedShape& placed : geometry.shapes())
    {
        const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&placed.shape);
        if (!mesh)
        {
            vertices.push_back(placed.X_BS.p);
            continue;
        }
        std::vector<int> part;
        std::vector<std::vector<TriangleMesh::Triangle>> triangles(
            static_cast<std::size_t>(connectedParts((*mesh)->vertices().size(), (*mesh)->triangles(), part)));
        for (std::size_t i = 0; i < part.size(); ++i)
            triangles[static_cast<std::size_t>(part[i])].push_back((*mesh)->triangles()[i]);
        for (const auto& t : triangles)
            shells.push_back(geometryOf(meshOf((*mesh)->vertices(), t), placed.X_BS));
    }
    for (const auto& shell : shells)
    {
        const Vec3 v = shell->leaves()[0].a;
        const bool is_outer = std::none_of(shells.begin(), shells.end(), [&](const auto& other) {
            return other != shell && other->containment().contains(v) == Containment::Answer::Inside;
        });
        if (is_outer)
            vertices.push_back(v);
    }
    return vertices;
}

inline CertifyResult smallBisection(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                    const CertifyOptions& options, const Mistakes& mistakes)
{
    CertifyResult result;
    const Motion motion(scene->model(), q0, q1);
    PoseCache poses;
    poses.reset(motion);
    double certified = std::numeric_limits<double>::infinity();
    const std::size_t pairs = scene->pairs().size() - (mistakes.drop_last_pair && scene->pairs().size() > 1 ? 1 : 0);
    for (const PairIndex p : IndexRange<PairIndex>(pairs))
    {
        const ObjectPair& pair = scene->pair(p);
        const CollisionObject &a = scene->object(pair.a), &b = scene->object(pair.b);
        if (mistakes.exempt_bodies && a.kind == ObjectKind::Link && b.kind == ObjectKind::Link
            && (scene->model().body(a.body).parent == b.body || scene->model().body(b.body).parent == a.body))
            continue;
        const BodyIndex ancestor = scene->model().commonAncestor(a.body, b.body);
        MotionBound bound;
        bound.reset(motion, a.body, *a.geometry);
        double travel = bound.travel(ancestor);
        bound.reset(motion, b.body, *b.geometry);
        if (!mistakes.forget_second_body)
            travel += bound.travel(ancestor);
        const bool joins = mistakes.join_through_cavities;
        const std::vector<Vec3> outer_a = joins ? verticesOfOuterShells(*a.geometry) : std::vector<Vec3>();
        const std::vector<Vec3> outer_b = joins ? verticesOfOuterShells(*b.geometry) : std::vector<Vec3>();
        const auto lower = [&](double t, ClosePair& close) {
            const Pose X_WA = motion.worldPose(a.body, t), X_WB = motion.worldPose(b.body, t);
            const double D = (X_WB.p - X_WA.p).norm() + a.geometry->reach() + b.geometry->reach();
            const double error = mistakes.ignore_rounding ? 0.0 : pairError(motion, a, b, ancestor, D);
            const PairPose X = pairPose(X_WA, X_WB);
            Vec3 common = Vec3::Zero();
            if (mistakes.join_through_cavities)
            {
                const auto holds = [](const CollisionGeometry& solid, const std::vector<Vec3>& points, const Pose& X_solid,
                                      const Pose& X_points) {
                    return std::any_of(points.begin(), points.end(), [&](const Vec3& point) {
                        return solid.containment().contains(X_solid.inverse() * (X_points * point))
                               == Containment::Answer::Inside;
                    });
                };
                if (holds(*b.geometry, outer_a, X_WB, X_WA) || holds(*a.geometry, outer_b, X_WA, X_WB))
                    return 0.0;
            }
            else if (insideOneAnother(*a.geometry, *b.geometry, X, &common) == Containment::Answer::Inside)
            {
                close.point_a = close.point_b = X_WA.p + common;
                return 0.0;
            }
            // The largest threshold that is still proven, within a few percent.
            double proven = 0.0;
            for (double threshold = options.tolerance + pair.clearance; threshold < 1e9; threshold *= 1.1)
            {
                const GreedyDistance d = greedyDistance(*a.geometry, *b.geometry, X, threshold, error);
                if (d.outcome != GreedyDistance::Outcome::Apart)
                {
                    close = {p, X_WA.p + d.point_a, X_WA.p + d.point_b, d.upper};
                    break;
                }
                proven = std::max(threshold, d.lower);
                threshold = proven;
            }
            return proven;
        };
        struct Interval
        {
            double t0, t1, d0, d1;
        };
        ClosePair close;
        close.pair = p;
        const auto collide = [&](double t) {
            result.verdict = Verdict::Collision;
            close.pair = p;
            result.witness = close;
            result.interval = result.t = t;
            return result;
        };
        const double first = lower(0, close);
        if (first <= pair.clearance)
            return collide(0);
        const double last = lower(1, close);
        if (last <= pair.clearance)
            return collide(1);
        std::vector<Interval> queue = {{0, 1, first, last}};
        while (!queue.empty())
        {
            const Interval i = queue.back();
            queue.pop_back();
            const double gap = i.d0 + i.d1 - travel * (i.t1 - i.t0);
            if (gap > 2 * pair.clearance)
            {
                certified = std::min(certified, gap / 2);
                continue;
            }
            const double t = 0.5 * (i.t0 + i.t1), d = lower(t, close);
            if (d <= pair.clearance)
                return collide(t);
            queue.push_back({i.t0, t, i.d0, d});
            queue.push_back({t, i.t1, d, i.d1});
        }
    }
    result.verdict = Verdict::Free;
    result.last_valid = 1.0;
    result.certified_clearance = certified;
    return result;
}

}  // namespace gapless::test
