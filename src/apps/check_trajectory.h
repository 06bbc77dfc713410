// `gapless check --trajectory`, and what it shares with `gapless retime`.
#pragma once

#include <functional>
#include <string>

#include <gapless/kinematics/curve_motion.h>

#include "check_answer.h"
#include "common_options.h"

namespace gapless::apps {

struct TrajectoryOptions
{
    std::string file;
    std::string interpolation = "splines";
    std::string tracking_error;  ///< a number or a file; empty: none
    std::string profile;         ///< file to write; empty: none

    /// Adds --trajectory, --interpolation and --tracking-error. @return the first
    CLI::Option* addTo(CLI::App& command, const std::string& what, CLI::Option* excluded);
    /// @throws InputError for one that is out of range, or where the profile cannot be written.
    void validate() const;
    /// The curve of the file, with what moves by timetables. @throws InputError as readCurve().
    CurveMotion read(const Problem& problem) const;
};

/// Of --tracking-error, by variable; zero without it.
/// @throws InputError as readJointOption().
Configuration trackingError(const Problem& problem, const std::string& option);

/// Certifies a trajectory file, and writes the profile of proven clearance.
/// @throws InputError if a file cannot be read or written, or the validator proves nothing.
CheckAnswer checkTrajectory(const Problem& problem, const TrajectoryOptions& options, const CommonOptions& common,
                            const std::function<bool()>& stop, std::size_t& segments);

}  // namespace gapless::apps
