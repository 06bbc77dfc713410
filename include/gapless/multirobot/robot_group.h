// Several robots of one problem, each by itself and two at a time.
//
// A pair of objects that is active in a scene is of one robot and what stands still, or of two robots, or, of robots that do not plan, stands still. So a motion of all
// robots keeps its clearances if every robot keeps its own (alone()) and every two keep theirs (pair()): each active pair is in just one of these scenes, or, if it stands
// still, in alone() of every robot, with its clearance, its shapes and the joints that carry them, all to the last bit.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <gapless/io/problem.h>

namespace gapless {

/// Into RobotGroup.
using RobotIndex = Index<struct RobotOfGroup>;

/// A problem of some of the bodies of another one.
struct PartOfProblem
{
    Problem problem;
    /// Of each of its variables which one it is in a configuration of the whole.
    std::vector<int> variables;

    Configuration of(const Configuration& whole) const;
    void put(const Configuration& part, Configuration& whole) const;
};

/// Immutable; safe to use from many threads.
class RobotGroup
{
public:
    /// The robots that plan, in the order of their first planning joints. Others stand still where `start` has them.
    /// @throws InputError if fewer than two robots plan, one stands on a body that another one moves (they are one robot), or an obstacle moves.
    explicit RobotGroup(Problem problem);

    const Problem& problem() const { return problem_; }
    std::size_t size() const { return robots_.size(); }
    IndexRange<RobotIndex> robots() const { return IndexRange<RobotIndex>(robots_.size()); }
    /// Body::robot of its bodies, in the problem's scene.
    int number(RobotIndex robot) const { return robots_[robot].number; }
    /// As it prefixes the joints' names.
    const std::string& name(RobotIndex robot) const { return robots_[robot].name; }
    /// That robot and all that stands still, without the other robots that plan. Active are the pairs that it is in, and those of robots that do not plan with each other
    /// and with obstacles.
    const PartOfProblem& alone(RobotIndex robot) const { return robots_[robot].alone; }
    /// The two robots, with the active pairs of an object of one and an object of the other. @pre not the same
    PartOfProblem pair(RobotIndex a, RobotIndex b) const;
    /// Whether the two may change places in every proof: equal to the last bit are their bodies, joints with limits, frames and steering, shapes, and active pairs
    /// with all else and their clearances; names do not count. Where a robot stands in the world counts: a roadmap is in its robot's own frame.
    bool areEqual(RobotIndex a, RobotIndex b) const { return equals_[a] == equals_[b]; }
    /// The first of all that are equal to it, maybe itself.
    RobotIndex firstEqual(RobotIndex robot) const { return equals_[robot]; }

private:
    struct Robot
    {
        int number = 0;  // Body::robot
        std::string name;
        PartOfProblem alone;
    };
    enum class Side
    {
        None,  ///< the world, and what stands still
        First,
        Second,
        Out,
    };
    PartOfProblem part(const IndexedVector<BodyIndex, Side>& sides, Side one, Side other) const;

    Problem problem_;
    IndexedVector<RobotIndex, Robot> robots_;
    IndexedVector<RobotIndex, RobotIndex> equals_;  // the first one
};

}  // namespace gapless
