// Random trees of joints without geometry, for the tests of motions.
#pragma once

#include "support/random_scene.h"
#include "support/reference_motion.h"

namespace gapless::test {

/// A tree with every joint type, mimic joints included. Two arms on a common trunk are frequent.
inline SceneBuilder randomTree(Random& random, double base_offset)
{
    SceneBuilder builder;
    RandomRobotOptions options;
    options.min_bodies = 2;
    options.max_bodies = 9;
    options.base_offset = base_offset;
    addRandomRobot(builder, random, options);
    return builder;
}

/// Now and then a second configuration that is special: equal, all but equal or half a turn away in rotations.
inline Configuration specialConfiguration(const KinematicModel& model, Random& random, const Configuration& q)
{
    Configuration out = random.chance(0.5) ? randomConfiguration(model, random, 2.0)
                                           : nearbyConfiguration(model, random, q, random.logUniform(1e-12, 1));
    for (const Body& body : model.bodies())
    {
        if (!body.variable)
            continue;
        const int v = *body.variable;
        if (body.joint.type == JointType::Floating)
        {
            const Eigen::Quaterniond from(Eigen::Vector4d(q.segment<4>(v + 3)));
            const double kind = random.unit();
            double angle = 0;
            if (kind < 0.2)
                angle = random.logUniform(1e-12, 1e-4);
            else if (kind < 0.4)
                angle = M_PI - random.logUniform(1e-9, 1e-3);
            else if (kind < 0.5)
                angle = 0.0;
            else
                continue;
            Eigen::Vector4d to = (from * Eigen::Quaterniond(Eigen::AngleAxisd(angle, random.direction()))).normalized().coeffs();
            if (random.chance(0.5))
                to = -to;
            out.segment<4>(v + 3) = to;
        }
        else if (body.joint.type == JointType::Continuous && random.chance(0.3))
            out[v] = std::remainder(q[v] + (random.chance(0.5) ? 1 : -1) * (M_PI - random.logUniform(1e-9, 1e-3)), 2 * M_PI);
        else if (random.chance(0.1))
            out.segment(v, variableCount(body.joint.type)) = q.segment(v, variableCount(body.joint.type));
    }
    return out;
}

}  // namespace gapless::test
