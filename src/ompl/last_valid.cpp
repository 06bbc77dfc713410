#include "last_valid.h"

#include <gapless/core/error.h>

namespace ob = ompl::base;

namespace gapless {

using IsFree = std::function<bool(const ob::State*, const ob::State*)>;

namespace {

/// The fraction to go back to; the state there is left in `scratch`. 0 if there is none.
///
/// Back by nothing, a 64th, a 16th, a quarter, three quarters: the end of what is certified, or a state a little before it, may well do,
/// and a planner wants as much as it can have. Each try costs a proof of the motion up to there, so there are five.
double validFraction(const StateMapping& mapping, const StaticChecker& checker, const ob::State* s1, const ob::State* s2,
                     double certified, const IsFree& isFree, ob::State* scratch, Configuration& configuration)
{
    for (double kept : {1.0, 1.0 - 1.0 / 64, 1.0 - 1.0 / 16, 1.0 - 1.0 / 4, 1.0 / 4})
    {
        const double fraction = certified * kept;
        if (!(fraction > 0.0))
            break;
        mapping.space()->interpolate(s1, s2, fraction, scratch);
        try
        {
            mapping.toConfiguration(scratch, configuration);
            if (checker.check(configuration) == Verdict::Free && isFree(s1, scratch))
                return fraction;
        }
        catch (const InputError&)
        {
            break;  // no state of the space
        }
    }
    return 0.0;
}

}  // namespace

void fillLastValid(const StateMapping& mapping, const StaticChecker& checker, const ob::State* s1, const ob::State* s2,
                   double certified, const IsFree& isFree, ob::State* scratch, Configuration& configuration,
                   std::pair<ob::State*, double>& lastValid)
{
    // lastValid.first may be s1 or s2: it is written last.
    const double fraction = validFraction(mapping, checker, s1, s2, certified, isFree, scratch, configuration);
    if (lastValid.first)
    {
        const ob::State* state = fraction > 0.0 ? scratch : s1;
        if (lastValid.first != state)
            mapping.space()->copyState(lastValid.first, state);
    }
    lastValid.second = fraction;
}

void fillLastValid(const StateMapping& mapping, const StaticChecker& checker, const ob::State* s1, const ob::State* s2,
                   std::pair<ob::State*, double>& lastValid)
{
    Configuration unused;
    fillLastValid(mapping, checker, s1, s2, 0.0, nullptr, nullptr, unused, lastValid);
}

}  // namespace gapless
