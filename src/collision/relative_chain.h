// Two links of a serial robot by themselves: the joints between them, and when two such pairs are the same.
#pragma once

#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/kinematics/kinematic_model.h>

namespace gapless {

/// The joints between two objects and their nearest common ancestor, as a model of its own with the ancestor as the world.
class RelativeChain
{
public:
    static constexpr int kMostVariables = ApartCells::kMostVariables;

    RelativeChain(const KinematicModel& model, const CollisionObject& object_a, const CollisionObject& object_b);

    /// Do one, two or three variables with finite ranges move the objects relative to each other?
    bool isEligible() const { return eligible_ && chain.configurationSize() > 0 && chain.configurationSize() <= kMostVariables; }

    KinematicModel chain;
    CollisionObject a, b;
    /// The limits; of revolute joints not more than one turn, which is all there is.
    Configuration low, high;
    /// By variable of the chain: the joint's own upper limit, and its variable in the model.
    std::vector<double> upper;
    std::vector<int> variable;

private:
    BodyIndex append(const KinematicModel& model, BodyIndex body, BodyIndex ancestor);

    std::vector<double> low_, high_;
    bool eligible_ = true;
};

/// How many joints between two bodies are not fixed; kMostVariables + 1 stands for more: seen after few steps, where copying the chain of every
/// pair would be cubic in its length.
[[nodiscard]] int jointsBetween(const KinematicModel& model, BodyIndex a, BodyIndex b);

/// Two robots of one kind: what is proven for a pair of the one holds for that of the other.
[[nodiscard]] bool isSameChain(const RelativeChain& x, const RelativeChain& y);

}  // namespace gapless
