// OMPL's Dubins space, without the assertions that end a program.
#pragma once

#include <array>

#include <ompl/base/spaces/DubinsStateSpace.h>

namespace gapless {

/// Draws the curves that ompl::base::DubinsStateSpace draws, and its own where that may end the process.
///
/// OMPL 1.5.2's solver takes turns that are less than 5e-7 rad short of a full one for none, and then asserts that its ends are met to 2e-6
/// turning radii. States some four radii apart and more fail that once in some millions of calls, also where the word that fails would not
/// be the shortest; where the library was built with assertions, as Debian's is, that aborts the process. For such pairs this space has the
/// shortest of the six words itself (A. Shkel, V. Lumelsky, "Classification of the Dubins set", Robotics and Autonomous Systems 34, 2001).
///
/// OMPL's DubinsMotionValidator asks OMPL all the same.
class DubinsStateSpace final : public ompl::base::DubinsStateSpace
{
public:
    using ompl::base::DubinsStateSpace::DubinsStateSpace;

    double distance(const ompl::base::State* state1, const ompl::base::State* state2) const override;
    using ompl::base::DubinsStateSpace::interpolate;
    void interpolate(const ompl::base::State* from, const ompl::base::State* to, double t,
                     ompl::base::State* state) const override;

    /// One of the three parts of a curve.
    struct Segment
    {
        int curvature = 0;    ///< 1: left, 0: straight, -1: right; in 1 / radius
        double length = 0.0;  ///< turning radii; negative: backwards
    };
    using Curve = std::array<Segment, 3>;
    /// In order of travel; of a symmetric space the shorter of the two ways.
    Curve curve(const ompl::base::State* from, const ompl::base::State* to) const;
};

}  // namespace gapless
