#include "measure/random_placements.h"

#include <string>

#include <ompl/base/ScopedState.h>

#include <gapless/core/error.h>
#include <gapless/ompl/state_space_factory.h>

#include "measure/interrupt.h"

namespace gapless {

RandomPlacements::RandomPlacements(const RobotGroup& group, double tolerance) : group_(group)
{
    for (const RobotIndex robot : group.robots())
    {
        Robot one;
        const Problem& alone = group.alone(robot).problem;
        one.space = makeStateSpace(alone);
        one.space->setup();
        one.mapping = std::make_shared<const StateMapping>(one.space, alone);
        one.sampler = one.space->allocStateSampler();
        one.alone = std::make_shared<const StaticChecker>(alone.scene, tolerance);
        for (RobotIndex before(0); before < robot; before = before.next())
        {
            one.pairs.push_back(group.pair(before, robot));
            one.beside.push_back(std::make_shared<const StaticChecker>(one.pairs.back().problem.scene, tolerance));
        }
        robots_.push_back(std::move(one));
    }
}

/// @param q of all robots; those after this one may be anywhere
bool RandomPlacements::isFree(RobotIndex robot, const Configuration& q) const
{
    const Robot& one = robots_[robot];
    if (one.alone->check(group_.alone(robot).of(q)) != Verdict::Free)
        return false;
    for (std::size_t i = 0; i < one.pairs.size(); ++i)
        if (one.beside[i]->check(one.pairs[i].of(q)) != Verdict::Free)
            return false;
    return true;
}

Configuration RandomPlacements::next()
{
    Configuration q = group_.problem().start;
    int tries = 0;
    for (const RobotIndex robot : group_.robots())
    {
        ompl::base::ScopedState<> state(robots_[robot].space);
        do
        {
            if (interrupted() || ++tries > kMostTries)
                throw InputError(group_.problem().file + ": no place for all robots at once was found in " + std::to_string(tries)
                                 + " tries");
            robots_[robot].sampler->sampleUniform(state.get());
            group_.alone(robot).put(robots_[robot].mapping->toConfiguration(state.get()), q);
        }
        while (!isFree(robot, q));
    }
    return q;
}

}  // namespace gapless
