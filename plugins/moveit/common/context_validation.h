// Puts the exact validators into a planning context of MoveIt.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <moveit_compat.h>

#include "conversion/request_validation.h"

namespace gapless_moveit {

/// MoveIt's state validity checker, which knows bounds and everything else that MoveIt asks of a state, and the proof that the gaps are kept
/// besides, so that states are judged by the same geometry as motions. Derived from MoveIt's, since MoveIt casts to that.
/// Once interrupted, it calls no state valid. Safe to use from many threads at once, as MoveIt's is.
class CertifiedStateValidityChecker : public ompl_interface::StateValidityChecker
{
public:
    CertifiedStateValidityChecker(const ompl_interface::ModelBasedPlanningContext* context,
                                  std::shared_ptr<const RequestValidation> validation, Interruption interrupted);

    using ompl_interface::StateValidityChecker::isValid;
    bool isValid(const ompl::base::State* state) const override;
    bool isValid(const ompl::base::State* state, double& dist) const override;
    bool isValid(const ompl::base::State* state, double& dist, ompl::base::State* valid_state,
                 bool& valid_state_available) const override;

private:
    bool isInterrupted() const { return interrupted_ && interrupted_(); }
    bool isCertain(const ompl::base::State* state) const;

    std::shared_ptr<const RequestValidation> validation_;
    Interruption interrupted_;
    std::size_t variable_count_;
};

/// Why the motions of a context are not those that can be certified; empty where they are: a space of joints, without path constraints
/// or an interpolation of its own.
std::string beyondJointSpace(const ompl_interface::ModelBasedPlanningContext& context);

/// The group's values at the goal of the request, where that is one state: a value within its bounds for each variable (its tolerances apart).
std::optional<std::vector<double>> goalState(const ompl_interface::ModelBasedPlanningContext& context);

/// Makes `validation` judge the states and motions of the context from now on; null: MoveIt's own checks. One motion validator per space
/// information is put in for good, and what it asks is swapped. The sampling of goals, which runs since MoveIt has set up the context and
/// uses what is exchanged here, is paused meanwhile. Once `interrupted` says so, nothing is valid any more: simplification, which MoveIt
/// has look at time and terminate() only after its first round, is over soon then.
void install(ompl_interface::ModelBasedPlanningContext& context, const std::shared_ptr<const RequestValidation>& validation,
             const Interruption& interrupted);

}  // namespace gapless_moveit
