// Conservative volumes that links sweep during motions, in the world.
//
// Redon, Kim, Lin, Manocha: "Fast continuous collision detection for articulated models", 2004, section 4.2.1, sweep the
// bounding capsule of each link and approximate the result by triangles. Here it is enclosed instead:
//
// The interval [t0,t1] is cut into n equal pieces of width h. Let q be a point of the object in its body, held by the capsule (a, b,
// r): there is c = (1-m) a + m b with |q - c| <= r. Let x(t) be q in the world, A the bound of |x''| (motion_bound.h). On a piece [t,
// t+h], with s in [0,1]:
//   |x(t + s h) - ((1-s) x(t) + s x(t+h))| <= A h^2 / 8                                (motion_bound.h, Chord)
//   |((1-s) x(t) + s x(t+h)) - ((1-s) c(t) + s c(t+h))| <= (1-s) r + s r = r           (the motion is rigid at t and at t+h)
//   (1-s) c(t) + s c(t+h) lies in the hull of a(t), b(t), a(t+h), b(t+h).
// So x lies within r + A h^2 / 8 of that hull of four points, the piece's core. The ends of the axis need not be points of the object:
// A is only ever used for q. What is stored are the four points as computed, each within
//   e = positionError + rotationError max(|a|, |b|) + 16 u (|p| + |a| + |b|)
// of the exact ones, and hulls of points that are that close are that close. Where OMPL's curve is not the motion's (motion.h,
// rotation slack), both are within E = positionError + rotationError reach of the computed one, so 2 E of each other:
//   radius = r + A h^2 / 8 + e + 2 E.
#pragma once

#include <memory>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/culling/line_swept_sphere.h>
#include <gapless/kinematics/motion_bound.h>

namespace gapless {

/// What one link (or attached part) sweeps during a part of one motion: `pieces` pieces, each all points within `radius` of the hull of
/// four points: the axis of the link's capsule at the piece's two ends. Neighbouring pieces share an axis, so the whole is connected.
struct SweptVolume
{
    int motion = 0;  ///< which motion of the batch, in the order of adding
    ObjectIndex object;
    int first = 0;           ///< axes first ... first + pieces of the batch are those of the volume
    int pieces = 0;          ///< n
    double radius = 0.0;     ///< metres, from above; see the file comment
    double chord = 0.0;      ///< A h^2 / 8, the part of the radius that is due to the motion's curvature
    double clearance = 0.0;  ///< required gap to obstacles, metres
};

/// Swept volumes of many motions in one scene, in flat arrays.
struct SweptVolumeBatch
{
    struct Axis
    {
        Vec3 a, b;
    };
    std::vector<SweptVolume> volumes;
    std::vector<Axis> axes;
    int motions = 0;
    /// Scene::id() of the scene that the volumes were swept in; 0 while empty.
    std::uint64_t scene_id = 0;

    void clear()
    {
        volumes.clear();
        axes.clear();
        motions = 0;
        scene_id = 0;
    }
};

struct SweepOptions
{
    /// n is the smallest power of two with A h^2 / 8 <= chord_share * (radius of the capsule) ...
    double chord_share = 0.25;
    /// ... but not more than this, a power of two.
    int max_pieces = 32;
};

/// Sweeps the links of a scene. Keeps the capsules, the memory and the last motion's poses: make one per thread and keep it.
class MotionSweeper
{
public:
    /// The links are the objects on moving bodies with an active pair with an object on a static body. Others have no volumes.
    /// @throws InputError if options are out of range.
    explicit MotionSweeper(std::shared_ptr<const Scene> scene, const SweepOptions& options = {});

    const Scene& scene() const { return *scene_; }
    /// The links that are swept, in the order in which add() appends their volumes.
    const std::vector<ObjectIndex>& links() const { return links_; }
    const LineSweptSphere& capsule(std::size_t link) const { return capsules_[link]; }

    /// Appends one volume for each link for [t0,t1] of the motion. The clearance of a volume is the largest one that the scene asks
    /// for between this link and a static object. @pre 0 <= t0 < t1 <= 1, the motion is one of the scene's model.
    void add(const Motion& motion, SweptVolumeBatch& batch, double t0 = 0.0, double t1 = 1.0);

private:
    std::shared_ptr<const Scene> scene_;
    SweepOptions options_;
    std::vector<ObjectIndex> links_;
    std::vector<LineSweptSphere> capsules_;
    std::vector<double> clearances_;
    std::vector<MotionBound> bounds_;
    std::vector<int> pieces_;
    PoseCache poses_;
};

}  // namespace gapless
