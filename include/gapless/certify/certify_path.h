// The last word on a path: certify it as a whole.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include <gapless/certify/path_certifier.h>

namespace gapless {

struct PathCertificationOptions
{
    /// Who judges. @pre exact
    ValidatorKind validator = ValidatorKind::Adaptive;
    /// Delta of the first attempt, in kToleranceRange.
    double tolerance = 1e-3;
    /// Where the witness is only close (farther than the clearance asked for), its segment is tried again with a smaller delta, down to
    /// this; in kToleranceRange.
    double smallest_tolerance = 1e-12;
    double last_valid_resolution = 0.0;
    /// Articulated only; see CertifyOptions.
    double time_tolerance = 1e-6;
    /// For all attempts together.
    double seconds = std::numeric_limits<double>::infinity();
    /// Asked now and then; true stops, with the verdict undecided. May be empty.
    std::function<bool()> interrupted;
};

/// Free proves every state of the path, joined by straight motions (motion.h), to keep its clearances. Collision: the first
/// segment that is not free, with its witness at distance <= clearance + tolerance, and no smaller tolerance gave a proof.
/// A path of one state is a motion that stands still; the empty path is an error.
/// @throws InputError if a state does not fit the scene or an option is out of range.
PathResult certifyPath(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
                       const PathCertificationOptions& options = {});

}  // namespace gapless
