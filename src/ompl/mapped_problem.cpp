#include "ompl/mapped_problem.h"

#include <ompl/base/spaces/DubinsStateSpace.h>

#include <gapless/core/error.h>

#include "ompl/car_curve.h"

namespace gapless {

namespace {

Steering steeringIn(const ompl::base::SE2StateSpace& space, const std::string& file)
{
    const bool is_dubins = dynamic_cast<const ompl::base::DubinsStateSpace*>(&space) != nullptr;
    if (is_dubins && space.hasSymmetricInterpolate())
        throw InputError(file + ": the Dubins space '" + space.getName() + "' is symmetric; cars here drive forwards");
    return {is_dubins ? Steering::Type::Dubins : Steering::Type::ReedsShepp, turningRadius(space)};
}

}  // namespace

Problem problemOf(const StateMapping& mapping, const std::string& file)
{
    Problem problem;
    problem.file = file;
    problem.scene = mapping.scene();
    problem.start = mapping.rest();
    for (const BodyIndex index : mapping.bodies())
    {
        const Body& body = problem.scene->model().body(index);
        problem.joints.push_back({body.joint.name, index, *body.variable, variableCount(body.joint.type)});
        if (const auto* car = mapping.carSpace(*body.variable))
            problem.joints.back().steering = steeringIn(*car, file);
    }
    return problem;
}

}  // namespace gapless
