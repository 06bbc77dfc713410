// The goal region "links below the plate".
//
// Schwarzer, Saha, Latombe 2002, section 4.3, give their random walks such a region and no goal state.
#pragma once

#include <iosfwd>
#include <memory>
#include <vector>

#include <ompl/base/goals/GoalRegion.h>

#include <gapless/ompl/object_pool.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// Satisfied where every object that the planning joints move, attached ones included, lies entirely below the plane at height z.
/// That is proven: rounding is part of the answer, so a state that touches the plane, or nearly so, does not satisfy it.
///
/// GoalRegion's threshold is not used. Safe to use from many threads at once.
class LinksBelowGoal : public ompl::base::GoalRegion
{
public:
    /// `bodies`: those whose joints plan, as for the mapping. `z`: world, metres.
    /// @throws InputError if the mapping is not one of si's space, z is not finite, or no collision object moves with the joints.
    LinksBelowGoal(const ompl::base::SpaceInformationPtr& si, std::shared_ptr<const StateMapping> mapping,
                   const std::vector<BodyIndex>& bodies, double z);
    ~LinksBelowGoal() override;

    using ompl::base::GoalRegion::isSatisfied;
    /// `distance` (if not null) becomes distanceGoal().
    bool isSatisfied(const ompl::base::State* state, double* distance) const override;
    /// Height of the highest point of those objects above the plane, metres, from above by some roundings; 0 where the goal
    /// is satisfied, infinity for what is no state of the space.
    double distanceGoal(const ompl::base::State* state) const override;
    void print(std::ostream& out) const override;

    double z() const { return z_; }
    std::vector<ObjectIndex> objects() const;

private:
    struct MovingObject
    {
        ObjectIndex index;
        /// No point of the object, or of a node of its tree, is farther from the origin of the body, metres.
        double lever = 0.0;
    };
    struct Worker;

    double error(const MovingObject& object, const Worker& worker, double origin_height) const;

    std::shared_ptr<const StateMapping> mapping_;
    double z_;
    std::vector<MovingObject> objects_;
    mutable ObjectPool<Worker> workers_;
};

}  // namespace gapless
