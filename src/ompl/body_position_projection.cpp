#include <gapless/ompl/body_position_projection.h>

#include <gapless/kinematics/motion.h>

namespace ob = ompl::base;

namespace gapless {

BodyPositionProjection::BodyPositionProjection(const ob::StateSpace* space, std::shared_ptr<const StateMapping> mapping,
                                               BodyIndex body)
    : ob::ProjectionEvaluator(space), mapping_(std::move(mapping)), body_(body), p_B_(Vec3::Zero())
{
    for (const CollisionObject& object : mapping_->scene()->objects())
        if (object.body == body_)
        {
            p_B_ = object.geometry->centre();
            break;
        }
}

void BodyPositionProjection::project(const ob::State* state, Eigen::Ref<Eigen::VectorXd> projection) const
{
    thread_local Configuration q;
    thread_local Motion still;
    mapping_->toConfiguration(state, q);
    still.reset(mapping_->scene()->model(), q, q);
    projection = still.worldPose(body_, 0.0) * p_B_;
}

}  // namespace gapless
