#include <gapless/ompl/state_mapping.h>

#include <algorithm>
#include <cmath>
#include <typeinfo>
#include <utility>

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>
#include <boost/core/demangle.hpp>

#include <gapless/core/error.h>
#include <gapless/kinematics/angle.h>
#include <gapless/ompl/compound_state_space.h>

#include "car_curve.h"
#include "core/format_number.h"
#include "ompl/exact_space.h"

namespace ob = ompl::base;

namespace gapless {
namespace {

/// OMPL's own interpolation may leave [-pi, pi] by a few roundings.
constexpr double kAngleSlack = 1e-12;
/// Of the positions of cars, metres.
constexpr double kBoundsSlack = 1e-9;
/// Turns as near to half a turn go either way.
constexpr double kHalfTurn = 1e-9;
/// That of SO3StateSpace.
constexpr double kUnitQuaternionTolerance = 1e-9;

std::vector<BodyIndex> bodiesOf(const Problem& problem)
{
    std::vector<BodyIndex> bodies;
    for (const PlanningJoint& joint : problem.joints)
        bodies.push_back(joint.body);
    return bodies;
}

bool isKnownCompound(const ob::StateSpace& space)
{
    return isExactly<ob::CompoundStateSpace>(space) || isExactly<CompoundStateSpace>(space) || isExactly<ob::SE2StateSpace>(space)
           || isExactly<ob::SE3StateSpace>(space);
}

template <class StatePointer>
StatePointer followed(StatePointer state, const std::vector<unsigned int>& chain)
{
    for (unsigned int index : chain)
        state = state->template as<ob::CompoundState>()->components[index];
    return state;
}

const ob::State* descend(const ob::State* state, const std::vector<unsigned int>& chain)
{
    return followed<const ob::State*>(state, chain);
}

ob::State* descend(ob::State* state, const std::vector<unsigned int>& chain)
{
    return followed<ob::State*>(state, chain);
}

/// A joint that took its values from two places of a state would have them of the second alone.
void requireDistinct(std::vector<BodyIndex> bodies, const KinematicModel& model)
{
    std::sort(bodies.begin(), bodies.end());
    const auto twice = std::adjacent_find(bodies.begin(), bodies.end());
    if (twice != bodies.end() && model.bodies().has(*twice))
        throw InputError("state mapping: joint '" + model.body(*twice).joint.name
                         + "' is there twice; each planning joint has one place");
}

}  // namespace

StateMapping::StateMapping(ob::StateSpacePtr space, std::shared_ptr<const Scene> scene, const std::vector<BodyIndex>& bodies,
                           const Configuration& rest)
    : space_(std::move(space)), scene_(std::move(scene)), bodies_(bodies), rest_(rest)
{
    if (!space_ || !scene_)
        throw InputError("state mapping: no state space or no scene");
    scene_->model().validate(rest_);
    requireDistinct(bodies, scene_->model());
    std::vector<unsigned int> chain;
    collectLeaves(*space_, chain);
    assignVariables(bodies);
    assignCars();
}

StateMapping::StateMapping(ob::StateSpacePtr space, std::shared_ptr<const Scene> scene, const std::vector<BodyIndex>& bodies,
                           const Configuration& rest, const FlatStates& layout)
    : space_(std::move(space)), scene_(std::move(scene)), bodies_(bodies), rest_(rest)
{
    if (!space_ || !scene_)
        throw InputError("state mapping: no state space or no scene");
    const KinematicModel& model = scene_->model();
    model.validate(rest_);
    requireDistinct(bodies, model);
    if (bodies.size() != layout.first.size())
        throw InputError("state mapping: " + std::to_string(layout.first.size()) + " places in a state for "
                         + std::to_string(bodies.size()) + " planning joints");
    for (std::size_t i = 0; i < bodies.size(); ++i)
    {
        if (!model.bodies().has(bodies[i]) || !model.body(bodies[i]).variable)
            throw InputError("state mapping: body " + std::to_string(bodies[i].value()) + " has no variables, so it cannot plan");
        const int v = *model.body(bodies[i]).variable;
        const unsigned int at = layout.first[i];
        switch (model.body(bodies[i]).joint.type)
        {
            case JointType::Fixed: break;
            case JointType::Revolute:
            case JointType::Prismatic: runs_.push_back({Kind::Real, at, v, 1}); break;
            case JointType::Continuous: runs_.push_back({Kind::SO2, at, v, 1}); break;
            case JointType::Planar:
                runs_.push_back({Kind::Real, at, v, 2});
                runs_.push_back({Kind::SO2, at + 2, v + 2, 1});
                break;
            case JointType::Floating:
                runs_.push_back({Kind::Real, at, v, 3});
                runs_.push_back({Kind::SO3, at + 3, v + 3, 4});
                break;
        }
    }
}

StateMapping::StateMapping(ob::StateSpacePtr space, const Problem& problem)
    : StateMapping(std::move(space), problem.scene, bodiesOf(problem), problem.start)
{}

void StateMapping::collectLeaves(const ob::StateSpace& space, std::vector<unsigned int>& chain)
{
    const bool is_car = isCarSpace(space);
    if (is_car)
        cars_.push_back({space.as<ob::SE2StateSpace>(), chain, leaves_.size(), 0});
    if (is_car || isKnownCompound(space))
    {
        const auto& parts = space.as<ob::CompoundStateSpace>()->getSubspaces();
        for (std::size_t i = 0; i < parts.size(); ++i)
        {
            chain.push_back(static_cast<unsigned int>(i));
            collectLeaves(*parts[i], chain);
            chain.pop_back();
        }
        return;
    }
    Leaf leaf;
    leaf.chain = chain;
    if (isExactly<ob::RealVectorStateSpace>(space))
    {
        leaf.kind = Kind::Real;
        leaf.dimension = space.getDimension();
    }
    else if (isExactly<ob::SO2StateSpace>(space))
        leaf.kind = Kind::SO2;
    else if (isExactly<ob::SO3StateSpace>(space))
        leaf.kind = Kind::SO3;
    else
        throw InputError(
            "state space '" + space.getName() + "' (" + boost::core::demangle(typeid(space).name())
            + "): its motions cannot be bounded; R^n, SO(2), SO(3), SE(2), SE(3), Dubins, Reeds-Shepp and compounds of these "
              "can");
    leaves_.push_back(std::move(leaf));
}

// One walk along the space's parts and the joints side by side. A joint takes the next dimensions, of the kind that interpolates as it
// does; an R^n may serve several joints, and a joint several parts. What does not fit, and what is left over of the space, is an error
// that names the joint or the space: a shift by one would map every later joint to its neighbour's values.
void StateMapping::assignVariables(const std::vector<BodyIndex>& bodies)
{
    const KinematicModel& model = scene_->model();
    std::size_t leaf = 0;
    unsigned int dimension = 0;
    const auto skipFull = [&] {
        while (leaf < leaves_.size() && dimension == leaves_[leaf].dimension)
        {
            ++leaf;
            dimension = 0;
        }
        // An R^0 has nothing to give.
        while (leaf < leaves_.size() && leaves_[leaf].dimension == 0)
            ++leaf;
    };
    const auto nextIs = [&](Kind kind) {
        skipFull();
        return leaf < leaves_.size() && leaves_[leaf].kind == kind;
    };
    const auto take = [&](Kind kind, int variable, const Joint& joint, const char* wanted) {
        if (!nextIs(kind))
            throw InputError("state space '" + space_->getName() + "': joint '" + joint.name + "' needs " + wanted
                             + " at its place in the space");
        leaves_[leaf].variables.push_back(variable);
        ++dimension;
    };

    for (const BodyIndex index : bodies)
    {
        if (!model.bodies().has(index))
            throw InputError("state mapping: no body with index " + std::to_string(index.value()));
        const Body& body = model.body(index);
        const Joint& joint = body.joint;
        if (!body.variable)
            throw InputError("state mapping: joint '" + joint.name + "' has no variables, so it cannot plan");
        const int v = *body.variable;
        switch (joint.type)
        {
            case JointType::Revolute:
            case JointType::Prismatic: take(Kind::Real, v, joint, "one dimension of an R^n (it is bounded)"); break;
            case JointType::Continuous: take(Kind::SO2, v, joint, "an SO(2) (it is continuous)"); break;
            case JointType::Planar:
                if (!nextIs(Kind::SO2))
                    for (int i = 0; i < 2; ++i)
                        take(Kind::Real, v + i, joint, "an SE(2)");
                take(Kind::SO2, v + 2, joint, "an SE(2)");
                break;
            case JointType::Floating:
                if (!nextIs(Kind::SO3))
                    for (int i = 0; i < 3; ++i)
                        take(Kind::Real, v + i, joint, "an SE(3)");
                take(Kind::SO3, v + 3, joint, "an SE(3)");
                break;
            case JointType::Fixed: break;
        }
    }
    skipFull();
    if (leaf < leaves_.size())
        throw InputError("state space '" + space_->getName() + "' has more dimensions than the " + std::to_string(bodies.size())
                         + " planning joints");
}

/// Each is all of one planar joint.
void StateMapping::assignCars()
{
    const KinematicModel& model = scene_->model();
    for (Car& car : cars_)
    {
        Leaf &position = leaves_[car.leaf], &heading = leaves_[car.leaf + 1];
        position.is_of_car = heading.is_of_car = true;
        const auto isCars = [&](const Body& body) {
            return body.joint.type == JointType::Planar && body.variable
                   && position.variables == std::vector<int>{*body.variable, *body.variable + 1}
                   && heading.variables == std::vector<int>{*body.variable + 2};
        };
        const auto body = std::find_if(model.bodies().begin(), model.bodies().end(), isCars);
        if (body == model.bodies().end())
            throw InputError("state space '" + car.space->getName()
                             + "' draws the curves of a car; only one planar joint can be all of it");
        car.variable = *body->variable;
    }
    for (const Leaf& leaf : leaves_)
        if (!cars_.empty() && leaf.kind == Kind::SO3)
            throw InputError("state space '" + space_->getName()
                             + "' has an SO(3) beside a car; turns of floating joints go with straight motions only");
}

const ob::SE2StateSpace* StateMapping::carSpace(int variable) const
{
    const auto car = std::find_if(cars_.begin(), cars_.end(), [variable](const Car& c) { return c.variable == variable; });
    return car == cars_.end() ? nullptr : car->space;
}

void StateMapping::requireStraight(const std::string& who) const
{
    if (!isStraight())
        throw InputError(who + " takes spaces whose motions are straight; '" + space_->getName() + "' draws the curves of a car");
}

CarWays StateMapping::ways(const ob::State* from, const ob::State* to) const
{
    CarWays ways;
    for (const Car& car : cars_)
    {
        const ob::State *first = descend(from, car.chain), *second = descend(to, car.chain);
        CarWay way = CarCurve(*car.space, first, second).way();
        // In metres it is rounded.
        const bool ends_there = CarCurve(first, second, way).offAtEnd() <= kWayEnd;
        ways.push_back(ends_there ? std::make_optional(std::move(way)) : std::nullopt);
    }
    return ways;
}

CurveMotion StateMapping::curve(const ob::State* from, const ob::State* to, const CarWays& ways) const
{
    if (!ways.empty() && ways.size() != cars_.size())
        throw InputError(std::to_string(ways.size()) + " ways for " + std::to_string(cars_.size()) + " cars");
    const Configuration q0 = toConfiguration(from), q1 = toConfiguration(to);
    std::vector<CarCurve> curves;
    curves.reserve(cars_.size());
    std::vector<double> breaks{0.0, 1.0};
    for (std::size_t c = 0; c < cars_.size(); ++c)
    {
        const Car& car = cars_[c];
        const ob::State *first = descend(from, car.chain), *second = descend(to, car.chain);
        if (ways.empty() || !ways[c])
            curves.emplace_back(*car.space, first, second);
        else if (const double off = curves.emplace_back(first, second, *ways[c]).offAtEnd(); off > kWayEnd)
            throw InputError("the way of a car ends " + formatNumber(off)
                             + " (metres or radians) beside the next waypoint; at most " + formatNumber(kWayEnd));
        breaks.insert(breaks.end(), curves.back().breaks().begin(), curves.back().breaks().end());
    }
    std::sort(breaks.begin(), breaks.end());
    breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());

    // All but the cars: from `first` at a rate. Turns are short, and may be off by the rounding of a turn.
    std::vector<Interval> rate(static_cast<std::size_t>(q0.size()), 0.0);
    for (const Leaf& leaf : leaves_)
        for (const int v : leaf.variables)
        {
            if (leaf.is_of_car)
                continue;
            Interval& r = rate[static_cast<std::size_t>(v)];
            r = Interval(q1[v]) - q0[v];
            if (leaf.kind != Kind::SO2)
                continue;
            const double turn = normalizedAngle(r.middle());
            if (std::abs(std::abs(turn) - M_PI) <= kHalfTurn)
                throw InputError("state space '" + space_->getName()
                                 + "': a joint makes half a turn, and rounding decides which way round");
            r = Interval(turn) + Interval(-kAngleSlack, kAngleSlack);
        }
    const auto piece = [&](double begin, double end) {
        CurvePiece p{begin, end, {}};
        p.variables.reserve(rate.size());
        for (Eigen::Index v = 0; v < q0.size(); ++v)
        {
            const Interval r = rate[static_cast<std::size_t>(v)];
            p.variables.emplace_back(r.lower == 0.0 && r.upper == 0.0 ? Bernstein(q0[v])
                                                                      : Bernstein::line(q0[v] + r * begin, q0[v] + r * end));
        }
        return p;
    };
    const auto put = [&](CurvePiece& p, const Car& car, const CarCurve::Pose& pose) {
        const auto v = static_cast<std::size_t>(car.variable);
        p.variables[v] = pose.x;
        p.variables[v + 1] = pose.y;
        p.variables[v + 2] = pose.heading;
    };
    std::vector<CurvePiece> pieces;
    pieces.reserve(breaks.size());
    for (std::size_t i = 0; i + 1 < breaks.size(); ++i)
    {
        pieces.push_back(piece(breaks[i], breaks[i + 1]));
        for (std::size_t c = 0; c < curves.size(); ++c)
            put(pieces.back(), cars_[c], curves[c].between(breaks[i], breaks[i + 1]));
    }
    if (std::any_of(curves.begin(), curves.end(), [](const CarCurve& curve) { return curve.hops(); }))
    {
        CurvePiece last = piece(1.0, 1.0);
        for (std::size_t c = 0; c < curves.size(); ++c)
            put(last, cars_[c], curves[c].hop());
        pieces.push_back(std::move(last));
    }
    return CurveMotion(scene_->model(), std::move(pieces));
}

std::optional<double> StateMapping::leavesBounds(const CurveMotion& curve) const
{
    for (const CurvePiece& piece : curve.pieces())
        for (const Car& car : cars_)
        {
            const ob::RealVectorBounds& bounds = car.space->getBounds();
            for (std::size_t k = 0; k < 2; ++k)
            {
                const Interval range = piece.variables[static_cast<std::size_t>(car.variable) + k].range();
                if (range.lower < bounds.low[k] - kBoundsSlack || range.upper > bounds.high[k] + kBoundsSlack)
                    return piece.begin;
            }
        }
    return std::nullopt;
}

void StateMapping::requireAngle(double angle) const
{
    if (!(std::abs(angle) <= M_PI + kAngleSlack))
        throw InputError("state of space '" + space_->getName() + "': the angle " + std::to_string(angle)
                         + " of an SO(2) is outside [-pi, pi]");
}

void StateMapping::requireRotation(const double* quaternion) const
{
    const double norm = std::sqrt(quaternion[0] * quaternion[0] + quaternion[1] * quaternion[1] + quaternion[2] * quaternion[2]
                                  + quaternion[3] * quaternion[3]);
    if (!(std::abs(norm - 1.0) <= kUnitQuaternionTolerance))
        throw InputError("state of space '" + space_->getName() + "': a quaternion of norm " + std::to_string(norm)
                         + " is no rotation");
}

void StateMapping::toConfiguration(const ob::State* state, Configuration& q) const
{
    q = rest_;
    for (const Run& run : runs_)
    {
        const double* const values = space_->getValueAddressAtIndex(state, run.index);
        std::copy_n(values, run.count, q.data() + run.variable);
        if (run.kind == Kind::SO2)
            requireAngle(*values);
        else if (run.kind == Kind::SO3)
            requireRotation(values);
    }
    for (const Leaf& leaf : leaves_)
    {
        const ob::State* part = descend(state, leaf.chain);
        switch (leaf.kind)
        {
            case Kind::Real:
            {
                const double* values = part->as<ob::RealVectorStateSpace::StateType>()->values;
                for (std::size_t i = 0; i < leaf.variables.size(); ++i)
                    q[leaf.variables[i]] = values[i];
                break;
            }
            case Kind::SO2:
            {
                const double angle = part->as<ob::SO2StateSpace::StateType>()->value;
                requireAngle(angle);
                q[leaf.variables[0]] = angle;
                break;
            }
            case Kind::SO3:
            {
                const auto* rotation = part->as<ob::SO3StateSpace::StateType>();
                double* const quaternion = q.data() + leaf.variables[0];
                quaternion[0] = rotation->x;
                quaternion[1] = rotation->y;
                quaternion[2] = rotation->z;
                quaternion[3] = rotation->w;
                requireRotation(quaternion);
                break;
            }
        }
    }
    if (!q.allFinite())
        throw InputError("state of space '" + space_->getName() + "': a value is not finite");
}

Configuration StateMapping::toConfiguration(const ob::State* state) const
{
    Configuration q;
    toConfiguration(state, q);
    return q;
}

void StateMapping::toState(const Configuration& q, ob::State* state) const
{
    scene_->model().validate(q);
    for (const Run& run : runs_)
    {
        double* const values = space_->getValueAddressAtIndex(state, run.index);
        std::copy_n(q.data() + run.variable, run.count, values);
        if (run.kind == Kind::SO2)
            *values = normalizedAngle(*values);
        else if (run.kind == Kind::SO3)
            Eigen::Map<Eigen::Vector4d>(values).normalize();
    }
    for (const Leaf& leaf : leaves_)
    {
        ob::State* part = descend(state, leaf.chain);
        switch (leaf.kind)
        {
            case Kind::Real:
            {
                double* values = part->as<ob::RealVectorStateSpace::StateType>()->values;
                for (std::size_t i = 0; i < leaf.variables.size(); ++i)
                    values[i] = q[leaf.variables[i]];
                break;
            }
            case Kind::SO2: part->as<ob::SO2StateSpace::StateType>()->value = normalizedAngle(q[leaf.variables[0]]); break;
            case Kind::SO3:
            {
                const Eigen::Vector4d rotation = q.segment<4>(leaf.variables[0]).normalized();
                auto* target = part->as<ob::SO3StateSpace::StateType>();
                target->x = rotation[0];
                target->y = rotation[1];
                target->z = rotation[2];
                target->w = rotation[3];
                break;
            }
        }
    }
}

}  // namespace gapless
