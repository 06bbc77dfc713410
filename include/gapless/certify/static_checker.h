// Is one configuration free? The proof for a state that the certifiers give for a motion.
#pragma once

#include <memory>
#include <vector>

#include <gapless/collision/close_pair.h>
#include <gapless/core/verdict.h>

namespace gapless {

/// Safe to use from many threads at once.
class StaticChecker
{
public:
    /// `tolerance` (in kToleranceRange): see Verdict and guarantee in README. A state is free when every active pair is proven
    /// farther apart than its clearance + tolerance. What a check should not wait for is made here: covers and hulls of the objects
    /// (CollisionGeometry::cover(), hulls()), once per geometry.
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
