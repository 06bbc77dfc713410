// Start, goal and way-points as configurations of the model.
#pragma once

#include <string>
#include <vector>

#include "gapless/io/problem_description.h"

namespace gapless {

/// Reads states against the model. `planning` says per body whether its joint plans; `defaults` is the configuration of all
/// that a state leaves out.
class StateReader
{
public:
    StateReader(const KinematicModel& model, const std::vector<PlanningJoint>& joints, Configuration defaults, std::string file);

    /// `what` is "start", "goal" or "waypoint". Joints that do not plan are those of `fixed_values`; `is_start`: they may be
    /// given other values.
    /// @throws InputError with file and line for an unknown joint, one that cannot be set, a wrong number of values, a
    ///         quaternion that is not of unit length, a value outside its limits, or a joint that does not plan given
    ///         another value than in `fixed_values`.
    Configuration read(const ProblemDescription::State& state, const std::string& what, const Configuration& fixed_values,
                       bool is_start) const;

private:
    void readByName(const ProblemDescription::State& state, const std::string& what, bool is_start, Configuration& q) const;
    void readFlat(const ProblemDescription::State& state, const std::string& what, Configuration& q) const;
    void setJoint(BodyIndex body, const double* values, const std::string& what, int line, Configuration& q) const;
    BodyIndex settableBody(const ProblemDescription::Name& name) const;

    const KinematicModel& model_;
    const std::vector<PlanningJoint>& joints_;
    IndexedVector<BodyIndex, bool> plans_;
    Configuration defaults_;
    std::string file_;
};

}  // namespace gapless
