#include <gapless/ompl/compound_state_space.h>

#include <algorithm>

namespace ob = ompl::base;

namespace gapless {

namespace {

template <class Predicate>
bool allParts(const ob::CompoundStateSpace& space, const Predicate& holds)
{
    const auto& parts = space.getSubspaces();
    return std::all_of(parts.begin(), parts.end(), [&](const ob::StateSpacePtr& part) { return holds(*part); });
}

}  // namespace

bool isMetric(const ob::StateSpace& space)
{
    return space.isMetricSpace() && (!space.isCompound() || allParts(*space.as<ob::CompoundStateSpace>(), isMetric));
}

bool CompoundStateSpace::isMetricSpace() const
{
    return allParts(*this, isMetric);
}

bool CompoundStateSpace::hasSymmetricDistance() const
{
    return allParts(*this, [](const ob::StateSpace& part) { return part.hasSymmetricDistance(); });
}

bool CompoundStateSpace::hasSymmetricInterpolate() const
{
    return allParts(*this, [](const ob::StateSpace& part) { return part.hasSymmetricInterpolate(); });
}

}  // namespace gapless
