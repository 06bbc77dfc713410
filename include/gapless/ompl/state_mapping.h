// Between the states of an OMPL space and the configurations of a scene.
//
// A certificate is about the curve that OMPL's space draws between two states. So a space is taken only if that curve is known, to be the one
// of motion.h or a car's (curve()), and refused otherwise: the classes below by their exact type, nothing derived from them; or a space of
// another library for which its adapter vouches.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <ompl/base/StateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>

#include <gapless/collision/scene.h>
#include <gapless/io/problem.h>
#include <gapless/kinematics/car_way.h>
#include <gapless/kinematics/curve_motion.h>

namespace gapless {

/// Which number of a state is which variable of a configuration.
///
/// The space is any nesting of CompoundStateSpace (OMPL's or ours), RealVectorStateSpace, SO2StateSpace, SO3StateSpace, SE2StateSpace, SE3StateSpace,
/// DubinsStateSpace (symmetric ones too) and ReedsSheppStateSpace. All of these interpolate their parts independently of each other, so
/// only the order of the parts counts:
///
/// | joint | parts of the space, in this order |
/// |---|---|
/// | revolute, prismatic | one dimension of an R^n |
/// | continuous | SO(2) |
/// | planar | two dimensions of an R^n, then SO(2): an SE(2) has them; or an SO(2) alone, and x and y hold still; or all of a Dubins or Reeds-Shepp space |
/// | floating | three dimensions of an R^n, then SO(3): an SE(3) has them; or an SO(3) alone, and x, y, z hold still |
///
/// A continuous joint on R^1 would go the long way round where Motion goes the short one, a bounded joint on SO(2) the other way
/// about: both are errors. So are constrained, time and discrete spaces and all user classes.
///
/// Cars. With a Dubins or Reeds-Shepp space among the parts the motions are not straight: curve() has them. They have a direction: the
/// curve from b to a need not be that from a to b driven backwards, nor the curve from a state on it the rest of it. A floating joint
/// beside a car is an error.
///
/// Immutable; safe to use from many threads.
class StateMapping
{
public:
    /// A space of another library, whose states are rows of numbers (StateSpace::getValueAddressAtIndex()).
    struct FlatStates
    {
        /// For each planning body the index of its joint's first variable in a state; the others follow it. A floating joint's are
        /// x, y, z, qx, qy, qz, qw.
        std::vector<unsigned int> first;
    };

    /// `bodies`: the bodies whose joints plan, in the order of the space's parts. `rest`: a full configuration, from which all
    /// other variables are taken.
    /// @throws InputError naming the space or the joint if they do not fit, or a body is there twice.
    StateMapping(ompl::base::StateSpacePtr space, std::shared_ptr<const Scene> scene, const std::vector<BodyIndex>& bodies,
                 const Configuration& rest);
    /// The caller vouches that the space interpolates each of these joints as Motion does (motion.h): its class is not looked at.
    /// toState() writes the variables of the planning joints and leaves all else in a state alone.
    /// @throws InputError if a body has no variables or is there twice, or numbers do not match.
    StateMapping(ompl::base::StateSpacePtr space, std::shared_ptr<const Scene> scene, const std::vector<BodyIndex>& bodies,
                 const Configuration& rest, const FlatStates& layout);
    /// The planning joints of a problem, the others as in its start.
    StateMapping(ompl::base::StateSpacePtr space, const Problem& problem);

    /// @throws InputError if a value is not finite, a quaternion is not of unit length within 1e-9, or an angle of an SO(2) is
    ///         outside [-pi, pi] (where OMPL's interpolation between such states is not the short way round).
    void toConfiguration(const ompl::base::State* state, Configuration& q) const;
    Configuration toConfiguration(const ompl::base::State* state) const;

    /// Wraps continuous angles into [-pi, pi) and normalises quaternions, so that the state satisfies the space's rules.
    /// Variables that do not plan are dropped. Bounds are not enforced.
    /// @throws InputError if q is no configuration of the model.
    void toState(const Configuration& q, ompl::base::State* state) const;

    /// Whether the motions are those of motion.h: there is no car.
    bool isStraight() const { return cars_.empty(); }
    /// The Dubins or Reeds-Shepp space of a planar joint, by the first of its variables; null if it is no car.
    const ompl::base::SE2StateSpace* carSpace(int variable) const;
    /// @throws InputError "`who` takes ..." unless isStraight().
    void requireStraight(const std::string& who) const;
    /// The curve that the space draws from one state to another, with its t as seconds. Holds what OMPL's arithmetic makes of it, too; and, where
    /// a Dubins curve ends beside the second state, the straight way there, of which OMPL knows the end alone.
    /// @throws InputError as toConfiguration(), if OMPL knows no curve, or if rounding decides which way round a joint makes half a turn.
    CurveMotion curve(const ompl::base::State* from, const ompl::base::State* to) const { return curve(from, to, {}); }
    /// The same, but with ways that cars are driven instead. @throws InputError also if one ends elsewhere than at its second state, by more than
    /// kWayEnd metres in x or y or radians, or there are not as many as cars.
    CurveMotion curve(const ompl::base::State* from, const ompl::base::State* to, const CarWays& ways) const;
    /// The ways that the space draws; none of a car whose curve ends elsewhere than at its second state.
    /// @throws InputError as curve().
    CarWays ways(const ompl::base::State* from, const ompl::base::State* to) const;
    static constexpr double kWayEnd = 1e-9;
    /// A time from which on some car is not known to be within the bounds of its space, up to 1e-9; none if all are all along. What goes
    /// straight from bounds to bounds stays within.
    [[nodiscard]] std::optional<double> leavesBounds(const CurveMotion& curve) const;

    const ompl::base::StateSpacePtr& space() const { return space_; }
    const std::shared_ptr<const Scene>& scene() const { return scene_; }
    /// The bodies whose joints plan, in the order of the space's parts.
    const std::vector<BodyIndex>& bodies() const { return bodies_; }
    /// A full configuration that has all variables which are in no state.
    const Configuration& rest() const { return rest_; }

private:
    enum class Kind
    {
        Real,
        SO2,
        SO3,
    };
    /// Variables of a flat state, side by side there and in the configuration.
    struct Run
    {
        Kind kind = Kind::Real;
        unsigned int index = 0;
        int variable = 0;
        int count = 1;
    };
    /// One part of the space that is not compound.
    struct Leaf
    {
        Kind kind = Kind::Real;
        /// Indices of components from the whole state down to this part.
        std::vector<unsigned int> chain;
        /// Variables of the configuration: one per dimension of an R^n, one for SO(2), the first of four for SO(3).
        std::vector<int> variables;
        unsigned int dimension = 1;
        bool is_of_car = false;
    };
    /// A Dubins or Reeds-Shepp space.
    struct Car
    {
        const ompl::base::SE2StateSpace* space = nullptr;
        std::vector<unsigned int> chain;
        std::size_t leaf = 0;  ///< its first; there are two
        int variable = 0;      ///< x of its joint
    };

    void requireAngle(double angle) const;
    void requireRotation(const double* quaternion) const;
    void collectLeaves(const ompl::base::StateSpace& space, std::vector<unsigned int>& chain);
    void assignVariables(const std::vector<BodyIndex>& bodies);
    void assignCars();

    ompl::base::StateSpacePtr space_;
    std::shared_ptr<const Scene> scene_;
    std::vector<BodyIndex> bodies_;
    Configuration rest_;
    std::vector<Leaf> leaves_;
    std::vector<Car> cars_;
    /// Of a flat space, which has no leaves.
    std::vector<Run> runs_;
};

}  // namespace gapless
