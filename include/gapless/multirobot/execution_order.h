// An order between robots that follow their curves: who passes where only after whom.
//
// An execution moves all robots from where their curves begin to where they end, none ever backwards, at any speeds and with any stops: x(time), x_i the parameter of
// robot i (RobotCurve). It keeps a dependency if never x_i > s and x_j < t at the same time: robot i waits at s until robot j has passed t.
//
// Consequences. x_i > s makes x_j >= t; if there is a dependency by which k is waited for at s' < t by j, then x_j > s', and so on. need(d) is the least x for which all that holds
// that follows from x_i > s of dependency d. The order is cyclic if need(d)_i > s for some d: then i never gets beyond s. If it is not:
// - Whatever keeps the order and has not ended can go on. For if every robot that is not at its end waited, each would wait at its place s for another one,
//   which is not at its end either, to pass a t beyond its own place; followed on from robot to robot, these dependencies come back to one of them, and make it cyclic.
// - The same among the states below a state y that keeps the order: each dependency at a place below y_i is one that y keeps, so y_j is beyond its t. So every state that
//   keeps the order is passed by some execution.
// - States that keep the order are closed under the least and the greatest, robot by robot. So i is at a and j at b in some execution if and only if neither
//   place needs the other robot to be farther on: all else is excluded.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <gapless/core/interval.h>
#include <gapless/multirobot/robot_group.h>

namespace gapless {

/// Robot `waits` passes `s` of its curve only after robot `first` has passed `t` of its own.
struct Dependency
{
    RobotIndex waits;
    double s = 0.0;
    RobotIndex first;
    double t = 0.0;

    friend bool operator==(const Dependency& x, const Dependency& y)
    {
        return x.waits == y.waits && x.s == y.s && x.first == y.first && x.t == y.t;
    }
};

/// Immutable.
class ExecutionOrder
{
public:
    /// By robot, the parameter.
    using Parameters = IndexedVector<RobotIndex, double>;
    /// One robot goes on while all others stand.
    struct Move
    {
        RobotIndex robot;
        double from = 0.0, to = 0.0;
    };

    /// @param ends of the robots' curves
    /// @throws InputError if a dependency names no robot, or one twice, or is of no place of its curves; or if the order is cyclic: nobody could keep it. The
    ///         message says which one, counted from 0.
    ExecutionOrder(Parameters ends, std::vector<Dependency> dependencies);

    const std::vector<Dependency>& dependencies() const { return dependencies_; }
    const Parameters& ends() const { return ends_; }

    /// Whether the state keeps all dependencies.
    [[nodiscard]] bool allows(const Parameters& state) const;
    /// Whether in no execution robot `a` is strictly within one interval while `b` is strictly within another one.
    /// @pre not the same robot, intervals of some width
    [[nodiscard]] bool excludes(RobotIndex a, const Interval& s, RobotIndex b, const Interval& t) const;
    /// The least state of an execution with robot a at s and robot b at t; none if there is no such execution.
    std::optional<Parameters> stateWith(RobotIndex a, double s, RobotIndex b, double t) const;
    /// An execution in which one robot moves at a time, each as far as it may.
    std::vector<Move> inTurns() const;
    /// The same order without dependencies that follow from others.
    ExecutionOrder reduced() const;

private:
    /// Beyond `s`, the other robot is at `t` or farther.
    struct Stair
    {
        double s, t;
    };
    Parameters need(Parameters least, std::optional<RobotIndex> beyond, const std::vector<char>& dropped) const;
    Parameters needBeyond(RobotIndex robot, double s, const std::vector<char>& dropped) const;
    const std::vector<Stair>& stairs(RobotIndex waits, RobotIndex first) const
    {
        return stairs_[waits.value() * ends_.size() + first.value()];
    }
    [[nodiscard]] bool isBehind(RobotIndex waits, double s, RobotIndex first, double t) const;

    Parameters ends_;
    std::vector<Dependency> dependencies_;
    IndexedVector<RobotIndex, std::vector<std::size_t>> waiting_;  // by robot, its dependencies, those at small s first
    std::vector<std::vector<Stair>> stairs_;                       // consequences included; both numbers rise
};

}  // namespace gapless
