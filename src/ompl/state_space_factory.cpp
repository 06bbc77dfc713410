#include <gapless/ompl/state_space_factory.h>

#include <algorithm>
#include <cmath>

#include <ompl/base/spaces/RealVectorStateProjections.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>

#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>
#include <gapless/ompl/body_position_projection.h>
#include <gapless/ompl/compound_state_space.h>
#include <gapless/ompl/dubins_state_space.h>
#include <gapless/ompl/state_mapping.h>

namespace ob = ompl::base;

namespace gapless {
namespace {

/// Half the side of a cube about the frame of a joint without limits. A ball about that frame holds all objects, each taken
/// where it is at the start; the cube has twice its radius, so that what the joint moves can pass on either side.
double halfSideOfTheWorld(const Problem& problem, BodyIndex moved_body)
{
    const KinematicModel& model = problem.scene->model();
    const Motion still(model, problem.start, problem.start);
    const Body& moved = model.body(moved_body);
    const Vec3 centre = still.worldPose(moved.parent, 0.0) * moved.X_PJ.p;
    double reach = 0.0;
    for (const CollisionObject& object : problem.scene->objects())
    {
        const Vec3 middle = still.worldPose(object.body, 0.0) * object.geometry->centre();
        reach = std::max(reach, (middle - centre).norm() + object.geometry->radius());
    }
    // Below the plane of a goal region there has to be as much room.
    if (problem.goal_region)
        reach += std::abs(centre.z() - problem.goal_region->z);
    return std::max(2.0 * reach, 1.0);
}

ob::RealVectorBounds translationBounds(const Problem& problem, const PlanningJoint& joint, unsigned int dimensions)
{
    const Joint& limits = problem.scene->model().body(joint.body).joint;
    const double half_side = halfSideOfTheWorld(problem, joint.body);
    ob::RealVectorBounds bounds(dimensions);
    for (unsigned int i = 0; i < dimensions; ++i)
    {
        const int v = joint.variable + static_cast<int>(i);
        if (i < limits.lower.size() && i < limits.upper.size() && std::isfinite(limits.lower[i])
            && std::isfinite(limits.upper[i]))
        {
            bounds.setLow(i, limits.lower[i]);
            bounds.setHigh(i, limits.upper[i]);
            continue;
        }
        double low = -half_side, high = half_side;
        for (const Configuration* q : {&problem.start, problem.goal ? &*problem.goal : &problem.start})
            if (q->size() > v)
            {
                low = std::min(low, (*q)[v]);
                high = std::max(high, (*q)[v]);
            }
        bounds.setLow(i, low);
        bounds.setHigh(i, high);
    }
    return bounds;
}

bool isReal(JointType type)
{
    return type == JointType::Revolute || type == JointType::Prismatic;
}

/// The default projection of R^1 and R^2 in OMPL 1.5.2, RealVectorIdentityProjectionEvaluator, reads eight times as many values
/// as there are and aborts. The identity as a linear projection does the same thing right. It stays since its cell sizes are given.
void avoidIdentityProjection(ob::RealVectorStateSpace& space)
{
    constexpr double kCellsPerDimension = 20.0;  // as OMPL's own
    const unsigned int dimension = space.getDimension();
    if (dimension > 2)
        return;
    std::vector<double> cell_sizes;
    for (unsigned int i = 0; i < dimension; ++i)
    {
        const double range = space.getBounds().high[i] - space.getBounds().low[i];
        cell_sizes.push_back(range > 0.0 ? range / kCellsPerDimension : 1.0);
    }
    const ob::ProjectionMatrix::Matrix identity = ob::ProjectionMatrix::Matrix::Identity(dimension, dimension);
    space.registerDefaultProjection(std::make_shared<ob::RealVectorLinearProjectionEvaluator>(&space, cell_sizes, identity));
}

ob::StateSpacePtr makeRealPart(const KinematicModel& model, const std::vector<PlanningJoint>& joints, std::size_t first,
                               std::size_t end)
{
    const auto part = std::make_shared<ob::RealVectorStateSpace>(static_cast<unsigned int>(end - first));
    ob::RealVectorBounds bounds(static_cast<unsigned int>(end - first));
    for (std::size_t i = first; i < end; ++i)
    {
        const Joint& joint = model.body(joints[i].body).joint;
        const auto dimension = static_cast<unsigned int>(i - first);
        if (joint.lower.empty() || joint.upper.empty() || !std::isfinite(joint.lower[0]) || !std::isfinite(joint.upper[0]))
            throw InputError("joint '" + joints[i].name + "' has no limits: a revolute or prismatic joint that plans needs them");
        bounds.setLow(dimension, joint.lower[0]);
        bounds.setHigh(dimension, joint.upper[0]);
        part->setDimensionName(dimension, joints[i].name);
    }
    part->setBounds(bounds);
    avoidIdentityProjection(*part);
    part->setName(end - first == 1 ? joints[first].name : joints[first].name + ".." + joints[end - 1].name);
    return part;
}

ob::StateSpacePtr makeOtherPart(const Problem& problem, const PlanningJoint& joint)
{
    ob::StateSpacePtr part;
    switch (problem.scene->model().body(joint.body).joint.type)
    {
        case JointType::Continuous: part = std::make_shared<ob::SO2StateSpace>(); break;
        case JointType::Planar:
        {
            std::shared_ptr<ob::SE2StateSpace> plane;
            if (!joint.steering)
                plane = std::make_shared<ob::SE2StateSpace>();
            else if (joint.steering->type == Steering::Type::Dubins)
                plane = std::make_shared<DubinsStateSpace>(joint.steering->radius);
            else
                plane = std::make_shared<ob::ReedsSheppStateSpace>(joint.steering->radius);
            plane->setBounds(translationBounds(problem, joint, 2));
            part = plane;
            break;
        }
        case JointType::Floating:
        {
            const auto free = std::make_shared<ob::SE3StateSpace>();
            free->setBounds(translationBounds(problem, joint, 3));
            part = free;
            break;
        }
        default: throw InputError("joint '" + joint.name + "' cannot plan: it has no variables");
    }
    part->setName(joint.name);
    return part;
}

}  // namespace

ob::StateSpacePtr makeStateSpace(const Problem& problem)
{
    const KinematicModel& model = problem.scene->model();
    const std::vector<PlanningJoint>& joints = problem.joints;
    if (joints.empty())
        throw InputError("no joint of the problem plans, so there is no state space");

    std::vector<ob::StateSpacePtr> parts;
    for (std::size_t i = 0; i < joints.size();)
    {
        std::size_t end = i;
        while (end < joints.size() && isReal(model.body(joints[end].body).joint.type))
            ++end;
        if (end > i)
        {
            parts.push_back(makeRealPart(model, joints, i, end));
            i = end;
        }
        else
            parts.push_back(makeOtherPart(problem, joints[i++]));
    }
    if (parts.size() == 1)
        return parts.front();

    ob::StateSpacePtr space = std::make_shared<CompoundStateSpace>(parts, std::vector<double>(parts.size(), 1.0));
    // The projection lives in the space: its mapping must not keep the space alive in turn.
    const ob::StateSpacePtr not_owned(std::shared_ptr<void>(), space.get());
    const BodyIndex tip = std::max_element(joints.begin(), joints.end(), [](const PlanningJoint& a, const PlanningJoint& b) {
                              return a.body < b.body;
                          })->body;
    space->registerDefaultProjection(
        std::make_shared<BodyPositionProjection>(space.get(), std::make_shared<const StateMapping>(not_owned, problem), tip));
    return space;
}

}  // namespace gapless
