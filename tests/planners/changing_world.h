// A world whose scene is swapped under the planner: what is free in the one scene collides in the other.
#pragma once

#include <array>
#include <memory>

#include <gapless/ompl/swappable_motion_validator.h>

#include "planners/planner_worlds.h"

namespace gapless::test {

/// How a scene takes the place of another.
enum class SwapBy
{
    Swapping,    ///< behind a SwappableMotionValidator, and a state checker of that kind; from any thread
    Setting,     ///< a new validator and a new checker in the space information
    MotionsOnly  ///< as Swapping, but the checker takes all states within the bounds
};

/// A ball in the plane and two walls, which it passes above in the first scene, below in the second: who passes one so and the other so
/// is right in neither.
class ChangingWorld
{
public:
    ChangingWorld(const PlannerTraits& traits, SwapBy by);

    void swapTo(std::size_t scene);
    /// The present scene.
    const World& world() const { return worlds_[present_]; }
    const World& world(std::size_t scene) const { return worlds_[scene]; }

private:
    class SwappableChecker;
    ompl::base::MotionValidatorPtr motionsOf(std::size_t scene) const;
    ompl::base::StateValidityCheckerPtr statesOf(std::size_t scene) const;

    SwapBy by_;
    ValidatorKind validator_;
    std::array<World, 2> worlds_;  // one space information
    std::shared_ptr<SwappableMotionValidator> motions_;
    std::shared_ptr<SwappableChecker> states_;
    std::array<ompl::base::MotionValidatorPtr, 2> swapped_;
    std::size_t present_ = 0;
};

}  // namespace gapless::test
