// Is one configuration free? The proof for a state that the certifiers give for a motion.
#pragma once

#include <memory>
#include <optional>

#include <gapless/collision/scene.h>
#include <gapless/core/number_range.h>
#include <gapless/core/verdict.h>

namespace gapless {

/// Nearest points of one pair at one configuration, in the world frame.
struct ClosePair
{
    PairIndex pair;
    /// Nearest points on the pair's objects a and b. Equal up to rounding where they overlap.
    Vec3 point_a = Vec3::Zero();
    Vec3 point_b = Vec3::Zero();
    /// Upper bound of the distance of the two objects, metres: 0 where one is inside the other.
    double distance = 0.0;
};

/// What counts as a collision though it is farther away than the clearance; see Verdict.
inline constexpr NumberRange kToleranceRange = NumberRange::positive("metres");

/// Safe to use from many threads at once.
class StaticChecker
{
public:
    /// `tolerance` (in kToleranceRange): see Verdict and guarantee in README. A state is free when every active pair is proven
    /// farther apart than its clearance + tolerance. Covers of the objects that move (CollisionGeometry::cover()) are made here.
    /// @throws InputError if there is no scene, or the tolerance is out of range.
    StaticChecker(std::shared_ptr<const Scene> scene, double tolerance);

    /// Free: proven as above. Collision: `close` (if not null) is a pair at distance <= clearance + tolerance.
    /// Undecided: rounding does not allow either; `close` names the pair.
    /// @throws InputError if q is no configuration of the scene's model.
    [[nodiscard]] Verdict check(const Configuration& q, ClosePair* close = nullptr) const;

    /// Distance of each active pair, within 1 % + rounding, in the order of Scene::pairs(). For reports, not for speed.
    [[nodiscard]] std::vector<ClosePair> distances(const Configuration& q) const;

    const Scene& scene() const { return *scene_; }
    double tolerance() const { return tolerance_; }

private:
    std::shared_ptr<const Scene> scene_;
    double tolerance_;
};

}  // namespace gapless
