#include "state_checks.h"

#include <algorithm>
#include <sstream>

#include <gapless/certify/rounding_floor.h>
#include <gapless/collision/penetration.h>
#include <gapless/core/error.h>

#include "check_answer.h"
#include "io/input_text.h"

namespace gapless::apps {

void requireStart(const Problem& problem)
{
    if (!problem.has_start)
        throw InputError(problem.file + ": no start");
}

void requireGoalState(const Problem& problem)
{
    if (problem.goal_region)
        throw InputError(problem.file + ": the goal is a region, links_below; a goal state is needed");
    if (!problem.goal)
        throw InputError(problem.file + ": no goal");
}

void requireWithinLimits(const Problem& problem, const NamedState& state)
{
    constexpr double kSlack = 1e-9;
    for (const PlanningJoint& planning : problem.joints)
    {
        const Joint& joint = problem.scene->model().body(planning.body).joint;
        if (joint.type == JointType::Continuous)
            continue;
        for (std::size_t i = 0; i < std::min(joint.lower.size(), joint.upper.size()); ++i)
        {
            const double value = state.q[planning.variable + static_cast<int>(i)];
            if (value >= joint.lower[i] - kSlack && value <= joint.upper[i] + kSlack)
                continue;
            std::ostringstream message;
            message << state.name << ": joint '" << planning.name << "' is " << value << ", outside its limits ["
                    << joint.lower[i] << ", " << joint.upper[i] << "]";
            throw inputError(problem.file, state.line, message.str());
        }
    }
}

Verdict checkState(const Problem& problem, const Configuration& q, double tolerance, ClosePair& close)
{
    const Verdict verdict = StaticChecker(problem.scene, tolerance).check(q, &close);
    const double finest = 2.0 * roundingFloor(*problem.scene);
    ClosePair closer;
    if (verdict == Verdict::Collision && finest > 0.0 && finest < tolerance
        && StaticChecker(problem.scene, finest).check(q, &closer) == Verdict::Collision)
        close = closer;
    return verdict;
}

void requireFree(const Problem& problem, const NamedState& state, double tolerance)
{
    ClosePair close;
    const Verdict verdict = checkState(problem, state.q, tolerance, close);
    if (verdict == Verdict::Free)
        return;
    std::ostringstream message;
    message << state.name << " is ";
    const auto [a, b] = pairNames(*problem.scene, close.pair);
    const double clearance = problem.scene->pair(close.pair).clearance;
    if (verdict == Verdict::Undecided)
        message << "too close to tell: '" << a << "' and '" << b << "'; a larger --tolerance decides";
    else if (overlaps(*problem.scene, close.distance))
        message << "in collision: '" << a << "' and '" << b << "' "
                << overlapText(penetrationAtLeast(*problem.scene, state.q, close));
    else if (close.distance <= clearance)
        message << "in collision: '" << a << "' and '" << b << "' at distance " << close.distance << " m, clearance " << clearance
                << " m";
    else
        message << "within the tolerance of a collision: '" << a << "' and '" << b << "' at distance " << close.distance
                << " m, clearance " << clearance << " m, tolerance " << tolerance << " m; a smaller --tolerance may do";
    const std::string allowed = allowedLine(*problem.scene, close.pair);
    if (!allowed.empty())
        message << "; if they touch by construction, add to the problem file: " << allowed;
    throw inputError(problem.file, state.line, message.str());
}

}  // namespace gapless::apps
