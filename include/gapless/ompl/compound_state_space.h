// OMPL's compound space, which knows what its parts are.
#pragma once

#include <ompl/base/StateSpace.h>

namespace gapless {

/// As ompl::base::CompoundStateSpace, but no metric space where a part is none, and symmetric only where all parts are. OMPL 1.5.2 takes a compound
/// with a Dubins space for a metric one, and planners look neighbours up in structures (GNAT) that may then never come to an end.
class CompoundStateSpace final : public ompl::base::CompoundStateSpace
{
public:
    using ompl::base::CompoundStateSpace::CompoundStateSpace;

    bool isMetricSpace() const override;
    bool hasSymmetricDistance() const override;
    bool hasSymmetricInterpolate() const override;
};

/// Whether distances of the space are those of a metric, as its parts say, whatever a compound of OMPL's says.
bool isMetric(const ompl::base::StateSpace& space);

}  // namespace gapless
