// The audit of a planned path: is it free, does it collide, does it merely come close?
#pragma once

#include <memory>
#include <vector>

#include <gapless/collision/scene.h>

namespace gapless::apps {

struct AuditOptions
{
    /// Metres. A path on which two are met nearer than clearance + tolerance is a near miss, if it is no collision.
    double tolerance = 1e-3;
    double seconds = 60.0;  ///< for the whole path; what is left then is undecided
};

/// One of certified, missed_collision and undecided holds.
struct PathAudit
{
    /// Proven: at every instant each active pair is farther apart than its clearance.
    bool certified = false;
    /// Proven, too: there is an instant at which a pair is no farther apart than its clearance.
    bool missed_collision = false;
    /// Neither was found, for want of time or of digits.
    bool undecided = false;
    /// A witness farther than its clearance but within the tolerance of it, and no collision on the path. It may be certified all the same,
    /// by a proof with a smaller tolerance. A path that is proven free without such a witness is none, however near it comes.
    bool near_miss = false;
    double seconds = 0.0;
};

/// Looks at every segment, whatever an earlier one brought, until one collides. A segment whose witness is only close is judged again
/// by continuous collision detection, which tells a contact from a close pass without a tolerance, and if that cannot decide, by bisection
/// with tolerances down to 1e-12 m.
/// @throws InputError if a state does not fit the scene or the tolerance is out of range.
PathAudit auditPath(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
                    const AuditOptions& options);

}  // namespace gapless::apps
