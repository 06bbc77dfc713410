// Projection of states to the workspace position of one body, for planners that keep a grid.
#pragma once

#include <memory>

#include <ompl/base/ProjectionEvaluator.h>

#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// Three-dimensional: the centre of the body's geometry in the world frame, metres. OMPL infers cell sizes by sampling.
/// Safe to use from many threads.
class BodyPositionProjection : public ompl::base::ProjectionEvaluator
{
public:
    /// `space` owns this projection and so is not kept alive by it; the mapping must not own `space` either, see
    /// makeStateSpace().
    BodyPositionProjection(const ompl::base::StateSpace* space, std::shared_ptr<const StateMapping> mapping, BodyIndex body);

    unsigned int getDimension() const override { return 3; }
    void project(const ompl::base::State* state, Eigen::Ref<Eigen::VectorXd> projection) const override;

private:
    std::shared_ptr<const StateMapping> mapping_;
    BodyIndex body_;
    Vec3 p_B_;
};

}  // namespace gapless
