// The last word on a planned path: certify it as a whole.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include <ompl/geometric/PathGeometric.h>

#include <gapless/certify/path_certifier.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

struct PathCertificationOptions
{
    /// Delta of the first attempt, metres.
    double tolerance = 1e-3;
    /// Where the witness is only close (farther than the clearance asked for), try again with a smaller delta, down to this.
    double smallest_tolerance = 1e-12;
    double last_valid_resolution = 0.0;
    /// For all attempts together.
    double seconds = std::numeric_limits<double>::infinity();
    /// Asked now and then; true stops, with the verdict undecided. May be empty.
    std::function<bool()> interrupted;
};

struct PathCertification
{
    PathResult result;
    /// Delta of the attempt that gave the result, metres.
    double tolerance = 0.0;
};

/// Free proves every state of the path, joined by straight motions (motion.h), to keep its clearances. Collision: the first
/// segment that is not free, with its witness at distance <= clearance + tolerance, and no smaller tolerance gave a proof.
/// A path of one state is a motion that stands still; the empty path is an error.
/// @throws InputError if a state does not fit the scene or an option is out of range.
PathCertification certifyPath(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
                              const PathCertificationOptions& options = {});

/// The same for a path of OMPL states.
/// @throws InputError if the path's space is not the mapping's, the same object.
PathCertification certifyPath(const StateMapping& mapping, const ompl::geometric::PathGeometric& path,
                              const PathCertificationOptions& options = {});

/// The configurations of a path, in order.
/// @throws InputError as certifyPath().
std::vector<Configuration> toConfigurations(const StateMapping& mapping, const ompl::geometric::PathGeometric& path);

}  // namespace gapless
