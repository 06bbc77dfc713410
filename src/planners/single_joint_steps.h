// Steps that change one joint of a state of any space made of real vectors, SO(2) and SO(3).
#pragma once

#include <vector>

#include <ompl/base/StateSpace.h>
#include <ompl/util/RandomNumbers.h>

namespace gapless {

class SingleJointSteps
{
public:
    /// @throws InputError that names `planner` and the part if the space has any other part, or a real vector without bounds.
    SingleJointSteps(const ompl::base::StateSpacePtr& space, const std::string& planner);

    /// Numbers that a step changes at most: those of a quaternion.
    static constexpr int kLargestJoint = 4;
    /// What one joint was set to.
    struct Step
    {
        int joint = 0;
        double values[kLargestJoint] = {};
    };
    /// Moves a random joint of `state` by at most the fraction `reach` of its extent (for an SO(3) of half a turn): lengths are
    /// log-uniform over a factor of 50, so that both narrow and wide places are left. Stays within the bounds.
    Step random(const ompl::base::State* state, double reach, ompl::RNG& rng) const;
    /// Sets what the step sets, and leaves everything else.
    void apply(const Step& step, ompl::base::State* state) const;

private:
    enum class Kind
    {
        Real,
        SO2,
        SO3,
    };
    struct JointOfSpace
    {
        Kind kind = Kind::Real;
        std::vector<unsigned int> chain;  ///< indices of components from the whole state down
        unsigned int dimension = 0;       ///< of a real vector
        double low = 0.0, high = 0.0;     ///< of a real vector
    };
    void collect(const ompl::base::StateSpace& space, std::vector<unsigned int>& chain, const std::string& planner);

    std::vector<JointOfSpace> joints_;
};

}  // namespace gapless
