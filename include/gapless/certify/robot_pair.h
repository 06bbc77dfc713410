// Two robots of a scene, and what of the one may meet what of the other.
//
// A robot is what Body::robot says: the bodies of one robot of a problem file, and what is attached to them.
#pragma once

#include <memory>
#include <vector>

#include <gapless/collision/scene.h>

namespace gapless {

/// The objects on a robot's bodies, its base's too, in the order of the scene's.
std::vector<ObjectIndex> robotObjects(const Scene& scene, int robot);

/// Immutable: made once for two robots and all their motions.
class RobotPair
{
public:
    /// Objects of the one and of the other that are to be kept apart.
    struct Objects
    {
        PairIndex pair;
        ObjectIndex a, b;        ///< of the first robot, and of the second: not in the order of ObjectPair
        std::size_t at_a, at_b;  ///< their places in robotObjects()
        double clearance = 0.0;  ///< metres
    };

    /// @throws InputError if there is no scene, the two are the same, one has no body in it, or a body that moves carries parts of both.
    RobotPair(std::shared_ptr<const Scene> scene, int robot_a, int robot_b);

    const std::shared_ptr<const Scene>& scene() const { return scene_; }
    int robotA() const { return robot_a_; }
    int robotB() const { return robot_b_; }
    /// The active pairs between the two, in the order of the scene's.
    const std::vector<Objects>& objects() const { return objects_; }
    /// The largest clearance of any, metres.
    double clearance() const { return clearance_; }

private:
    std::shared_ptr<const Scene> scene_;
    int robot_a_, robot_b_;
    std::vector<Objects> objects_;
    double clearance_ = 0.0;
};

}  // namespace gapless
