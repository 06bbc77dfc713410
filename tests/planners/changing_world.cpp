#include "planners/changing_world.h"

#include <gapless/ompl/adaptive_bisection_motion_validator.h>
#include <gapless/ompl/discrete_motion_validator.h>
#include <gapless/ompl/scene_state_validity_checker.h>

namespace ob = ompl::base;

namespace gapless::test {

namespace {

constexpr double kTolerance = 1e-3, kResolution = 0.01;

}  // namespace

class ChangingWorld::SwappableChecker : public ob::StateValidityChecker
{
public:
    using StateValidityChecker::StateValidityChecker;
    void swap(ob::StateValidityCheckerPtr next) { std::atomic_store(&present_, std::move(next)); }
    bool isValid(const ob::State* state) const override
    {
        const ob::StateValidityCheckerPtr present = std::atomic_load(&present_);
        return si_->satisfiesBounds(state) && (!present || present->isValid(state));
    }

private:
    ob::StateValidityCheckerPtr present_;
};

ChangingWorld::ChangingWorld(const PlannerTraits& traits, SwapBy by)
    : by_(by), validator_(traits.validator), worlds_{planeWithWalls(traits, 1.2), planeWithWalls(traits, -1.2)}
{
    const KinematicModel& model = worlds_[1].mapping->scene()->model();
    worlds_[1].mapping =
        std::make_shared<const StateMapping>(worlds_[0].si()->getStateSpace(), worlds_[1].mapping->scene(),
                                             std::vector{BodyIndex(1), BodyIndex(2)}, model.defaultConfiguration());
    worlds_[1].setup = worlds_[0].setup;
    const ob::SpaceInformationPtr& si = worlds_[0].si();
    if (by != SwapBy::Setting)
    {
        motions_ = std::make_shared<SwappableMotionValidator>(si, motionsOf(0));
        states_ = std::make_shared<SwappableChecker>(si);
        si->setMotionValidator(motions_);
        si->setStateValidityChecker(states_);
    }
    swapTo(0);
    si->setup();
}

ob::MotionValidatorPtr ChangingWorld::motionsOf(std::size_t scene) const
{
    const World& world = worlds_[scene];
    if (validator_ == ValidatorKind::Discrete)
        return std::make_shared<DiscreteMotionValidator>(world.si(), world.mapping, kResolution);
    MotionValidatorOptions options;
    options.tolerance = kTolerance;
    return std::make_shared<AdaptiveBisectionMotionValidator>(world.si(), world.mapping, options);
}

ob::StateValidityCheckerPtr ChangingWorld::statesOf(std::size_t scene) const
{
    return std::make_shared<SceneStateValidityChecker>(worlds_[scene].si(), worlds_[scene].mapping, kTolerance);
}

void ChangingWorld::swapTo(std::size_t scene)
{
    present_ = scene;
    if (by_ == SwapBy::Setting)
    {
        worlds_[0].si()->setMotionValidator(motionsOf(scene));
        worlds_[0].si()->setStateValidityChecker(statesOf(scene));
        return;
    }
    if (by_ == SwapBy::Swapping)
        states_->swap(statesOf(scene));
    if (!swapped_[scene])
        swapped_[scene] = motionsOf(scene);
    motions_->swap(swapped_[scene]);
}

}  // namespace gapless::test
