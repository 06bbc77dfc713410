#include "common/context_validation.h"

#include <algorithm>
#include <map>
#include <typeinfo>

#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/goals/GoalLazySamples.h>

#include <gapless/ompl/body_position_projection.h>
#include <gapless/ompl/swappable_motion_validator.h>

namespace ob = ompl::base;

namespace gapless_moveit {

namespace {

/// Grants a look at a protected member; its address is public by inheritance.
struct InterpolationLook : ompl_interface::ModelBasedStateSpace
{
    static bool isReplaced(const ompl_interface::ModelBasedStateSpace& space)
    {
        return static_cast<bool>(space.*(&InterpolationLook::interpolation_function_));
    }
};

/// Holds the sampling of goals still.
class GoalSamplingPause
{
public:
    explicit GoalSamplingPause(const ob::GoalPtr& goal)
        : lazy_(std::dynamic_pointer_cast<ob::GoalLazySamples>(goal)),
          several_(std::dynamic_pointer_cast<ompl_interface::GoalSampleableRegionMux>(goal))
    {
        if (lazy_)
            lazy_->stopSampling();
        if (several_)
            several_->stopSampling();
    }
    ~GoalSamplingPause()
    {
        if (lazy_)
            lazy_->startSampling();
        if (several_)
            several_->startSampling();
    }
    GoalSamplingPause(const GoalSamplingPause&) = delete;
    GoalSamplingPause& operator=(const GoalSamplingPause&) = delete;

private:
    std::shared_ptr<ob::GoalLazySamples> lazy_;
    std::shared_ptr<ompl_interface::GoalSampleableRegionMux> several_;
};

/// SBL and ASBL keep a grid; where the configuration has no projection_evaluator, of the position of the last body that plans.
void registerProjection(const ob::StateSpacePtr& space, const ConvertedScene& converted)
{
    if (space->hasDefaultProjection())
        return;
    // The projection lives in the space: its mapping must not keep the space alive in turn.
    const ob::StateSpacePtr not_owned(std::shared_ptr<void>(), space.get());
    auto mapping = std::make_shared<const gapless::StateMapping>(not_owned, converted.scene, converted.planning_bodies,
                                                                 converted.rest, converted.layout);
    const gapless::BodyIndex tip = *std::max_element(converted.planning_bodies.begin(), converted.planning_bodies.end());
    space->registerDefaultProjection(std::make_shared<gapless::BodyPositionProjection>(space.get(), std::move(mapping), tip));
}

}  // namespace

CertifiedStateValidityChecker::CertifiedStateValidityChecker(const ompl_interface::ModelBasedPlanningContext* context,
                                                             std::shared_ptr<const RequestValidation> validation,
                                                             Interruption interrupted)
    : ompl_interface::StateValidityChecker(context),
      validation_(std::move(validation)),
      interrupted_(std::move(interrupted)),
      variable_count_(context->getJointModelGroup()->getVariableCount())
{}

bool CertifiedStateValidityChecker::isCertain(const ob::State* state) const
{
    const double* const values = state->as<ompl_interface::ModelBasedStateSpace::StateType>()->values;
    return validation_->isValid({values, values + variable_count_});
}

bool CertifiedStateValidityChecker::isValid(const ob::State* state) const
{
    return !isInterrupted() && ompl_interface::StateValidityChecker::isValid(state) && isCertain(state);
}

bool CertifiedStateValidityChecker::isValid(const ob::State* state, double& dist) const
{
    return !isInterrupted() && ompl_interface::StateValidityChecker::isValid(state, dist) && isCertain(state);
}

bool CertifiedStateValidityChecker::isValid(const ob::State* state, double& dist, ob::State* valid_state,
                                            bool& valid_state_available) const
{
    return !isInterrupted() && ompl_interface::StateValidityChecker::isValid(state, dist, valid_state, valid_state_available)
           && isCertain(state);
}

std::string beyondJointSpace(const ompl_interface::ModelBasedPlanningContext& context)
{
    const ompl_interface::ModelBasedStateSpace& space = *context.getOMPLStateSpace();
    const ob::StateSpacePtr& planned_in = context.getOMPLSimpleSetup()->getStateSpace();
    if (typeid(space) != typeid(ompl_interface::JointModelStateSpace) || planned_in.get() != &space)
        return "its state space '" + planned_in->getName()
               + "' is none of joints (enforce_joint_model_state_space: true asks for one)";
    if (context.getPathConstraints() && !context.getPathConstraints()->empty())
        return "it has path constraints";
    if (InterpolationLook::isReplaced(space))
        return "its states are interpolated by a function of its own";
    return {};
}

std::optional<std::vector<double>> goalState(const ompl_interface::ModelBasedPlanningContext& context)
{
    const auto& goals = context.getMotionPlanRequest().goal_constraints;
    if (goals.size() != 1)
        return std::nullopt;
    const moveit::core::JointModelGroup& group = *context.getJointModelGroup();
    std::map<std::string, double> given;
    for (const auto& constraint : goals.front().joint_constraints)
        given[constraint.joint_name] = constraint.position;
    std::vector<double> values;
    for (const std::string& name : group.getVariableNames())
    {
        const auto value = given.find(name);
        if (value == given.end())
            return std::nullopt;
        values.push_back(value->second);
    }
    return group.satisfiesPositionBounds(values.data()) ? std::make_optional(values) : std::nullopt;
}

void install(ompl_interface::ModelBasedPlanningContext& context, const std::shared_ptr<const RequestValidation>& validation,
             const Interruption& interrupted)
{
    const ob::SpaceInformationPtr& si = context.getOMPLSimpleSetup()->getSpaceInformation();
    auto swappable = std::dynamic_pointer_cast<gapless::SwappableMotionValidator>(si->getMotionValidator());
    if (!validation && !swappable)
        return;
    const GoalSamplingPause pause(context.getOMPLSimpleSetup()->getGoal());
    // Where planners are kept for many queries, MoveIt has not forgotten the last solution yet, and ends the sampling of goals for it.
    context.getOMPLSimpleSetup()->getProblemDefinition()->clearSolutionPaths();
    const ob::MotionValidatorPtr validator =
        validation ? validation->makeMotionValidator(si, interrupted) : std::make_shared<ob::DiscreteMotionValidator>(si);
    if (swappable)
        swappable->swap(validator);
    else
        si->setMotionValidator(std::make_shared<gapless::SwappableMotionValidator>(si, validator));
    if (validation)
    {
        registerProjection(si->getStateSpace(), validation->converted());
        si->setStateValidityChecker(std::make_shared<CertifiedStateValidityChecker>(&context, validation, interrupted));
    }
    si->setup();
}

}  // namespace gapless_moveit
