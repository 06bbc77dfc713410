// Random tubes about motions, and what is in them.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <gapless/kinematics/motion.h>

#include "random_scene.h"

namespace gapless::test {

/// Deviations as Motion::resetTube() takes them, each 0 with that chance, else between the other two.
inline Configuration randomDeviation(const KinematicModel& model, Random& random, double none, double least, double most)
{
    Configuration deviation(model.configurationSize());
    for (double& d : deviation)
        d = random.chance(none) ? 0.0 : random.logUniform(least, most);
    for (const Body& body : model.bodies())
        if (body.joint.type == JointType::Floating)
            deviation.segment<3>(*body.variable + 4).setZero();
    return deviation;
}

/// Each planar joint turns about some centre, with that chance: nearby, or far away.
inline std::vector<PlanarTurn> randomTurns(const KinematicModel& model, Random& random, double chance)
{
    std::vector<PlanarTurn> turns;
    for (const Body& body : model.bodies())
        if (body.joint.type == JointType::Planar && random.chance(chance))
        {
            PlanarTurn turn;
            turn.variable = *body.variable;
            const double radius = random.logUniform(1e-2, 1e2), phase = random.uniform(-M_PI, M_PI);
            turn.arm = radius * Eigen::Vector2d(std::cos(phase), std::sin(phase));
            turn.centre = {random.uniform(-1, 1), random.uniform(-1, 1)};
            turns.push_back(turn);
        }
    return turns;
}

/// The literal motion at t, with its turns. Rotations of floating joints stand still.
inline Configuration literalConfiguration(const Configuration& q0, const Configuration& q1, const std::vector<PlanarTurn>& turns,
                                          double t)
{
    Configuration q = q0 + t * (q1 - q0);
    for (const PlanarTurn& turn : turns)
        q.segment<2>(turn.variable) = turn.centre + Eigen::Rotation2Dd(q[turn.variable + 2]) * turn.arm;
    return q;
}

/// Of the tube about q: mostly a corner of it.
inline Configuration randomInTube(const KinematicModel& model, Random& random, const Configuration& q,
                                  const Configuration& deviation)
{
    Configuration out = q;
    for (const Body& body : model.bodies())
    {
        if (!body.variable)
            continue;
        const int v = *body.variable, count = variableCount(body.joint.type);
        for (int k = 0; k < std::min(count, 3); ++k)
            out[v + k] += deviation[v + k] * (random.chance(0.8) ? (random.chance(0.5) ? 1.0 : -1.0) : random.uniform(-1, 1));
        if (body.joint.type == JointType::Floating)
        {
            const Eigen::Quaterniond turn(Eigen::AngleAxisd(deviation[v + 3], random.direction()));
            out.segment<4>(v + 3) = (Eigen::Quaterniond(Eigen::Vector4d(q.segment<4>(v + 3))) * turn).normalized().coeffs();
        }
    }
    return out;
}

/// The same configuration but for what floating joints turn, which is as in `q`: those of straight motions with tubes mostly stand still.
inline Configuration withTurnsOf(const KinematicModel& model, const Configuration& q, Configuration other)
{
    for (const Body& body : model.bodies())
        if (body.joint.type == JointType::Floating)
            other.segment<4>(*body.variable + 3) = q.segment<4>(*body.variable + 3);
    return other;
}

}  // namespace gapless::test
