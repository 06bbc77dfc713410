#include "measure/random_motions.h"

#include <algorithm>
#include <cmath>

#include <gapless/core/error.h>

namespace gapless {

namespace {

// Translations without limits are drawn from a cube of this half width, metres.
constexpr double kUnlimited = 1.0;

constexpr int kDraws = 1000000;

double low(const Joint& joint, int k)
{
    const auto i = static_cast<std::size_t>(k);
    return i < joint.lower.size() ? joint.lower[i] : (joint.type == JointType::Continuous || k >= 2 ? -M_PI : -kUnlimited);
}

double high(const Joint& joint, int k)
{
    const auto i = static_cast<std::size_t>(k);
    return i < joint.upper.size() ? joint.upper[i] : (joint.type == JointType::Continuous || k >= 2 ? M_PI : kUnlimited);
}

bool wraps(const Joint& joint, int k)
{
    return joint.type == JointType::Continuous || (joint.type == JointType::Planar && k == 2);
}

}  // namespace

RandomMotions::RandomMotions(const Problem& problem, double step, double tolerance, std::uint32_t seed)
    : problem_(problem), step_(step), checker_(problem.scene, tolerance), random_(seed)
{}

Configuration RandomMotions::drawState()
{
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    std::normal_distribution<double> normal;
    Configuration q = problem_.start;
    for (const PlanningJoint& planning : problem_.joints)
    {
        const Joint& joint = problem_.scene->model().body(planning.body).joint;
        const int linear = joint.type == JointType::Floating ? 3 : planning.count;
        for (int k = 0; k < linear; ++k)
            q[planning.variable + k] = low(joint, k) + unit(random_) * (high(joint, k) - low(joint, k));
        if (joint.type == JointType::Floating)
        {
            for (int k = 3; k < 7; ++k)
                q[planning.variable + k] = normal(random_);
            q.segment<4>(planning.variable + 3).normalize();
        }
    }
    return q;
}

// A normal vector has a uniform direction. It is scaled to a largest step of `step_`, and further down to where the first limit is met,
// not cut off at the limits joint by joint: that would bend the direction, and the ends would crowd at the limits. Of many joints one is
// nearly always next to a limit, and the motion would come to nothing: with `turns_back`, variables first take the way with more room.
Configuration RandomMotions::drawEnd(const Configuration& start, bool turns_back)
{
    std::normal_distribution<double> normal;
    // A uniform direction of all single variables, and of the rotation vector of a floating joint.
    std::vector<double> direction;
    for (const PlanningJoint& planning : problem_.joints)
        for (int k = 0; k < (planning.count == 7 ? 6 : planning.count); ++k)
            direction.push_back(normal(random_));
    double largest = 0.0;
    for (const double d : direction)
        largest = std::max(largest, std::abs(d));
    const double full = largest > 0.0 ? step_ / largest : 0.0;
    double scale = full;
    std::size_t at = 0;
    for (const PlanningJoint& planning : problem_.joints)
    {
        const Joint& joint = problem_.scene->model().body(planning.body).joint;
        for (int k = 0; k < (planning.count == 7 ? 6 : planning.count); ++k, ++at)
        {
            if (wraps(joint, k) || (planning.count == 7 && k >= 3) || direction[at] == 0.0)
                continue;
            const double up = high(joint, k) - start[planning.variable + k], down = start[planning.variable + k] - low(joint, k);
            double room = direction[at] > 0.0 ? up : down;
            if (turns_back && room < full * std::abs(direction[at]) && room < std::max(up, down))
            {
                direction[at] = -direction[at];
                room = std::max(up, down);
            }
            scale = std::min(scale, std::max(0.0, room) / std::abs(direction[at]));
        }
    }
    Configuration end = start;
    at = 0;
    for (const PlanningJoint& planning : problem_.joints)
    {
        const Joint& joint = problem_.scene->model().body(planning.body).joint;
        const int linear = planning.count == 7 ? 3 : planning.count;
        for (int k = 0; k < linear; ++k, ++at)
        {
            double& value = end[planning.variable + k];
            value += scale * direction[at];
            if (wraps(joint, k))
                value = std::remainder(value, 2.0 * M_PI);
            else
                value = std::clamp(value, low(joint, k), high(joint, k));
        }
        if (planning.count == 7)
        {
            const Vec3 turn = scale * Vec3(direction[at], direction[at + 1], direction[at + 2]);
            at += 3;
            const Eigen::Quaterniond q(end.data()[planning.variable + 6], end.data()[planning.variable + 3],
                                       end.data()[planning.variable + 4], end.data()[planning.variable + 5]);
            const double angle = turn.norm();
            if (angle > 0.0)
                end.segment<4>(planning.variable + 3) =
                    (q * Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle))).normalized().coeffs();
        }
    }
    return end;
}

void RandomMotions::foundNone(const char* what) const
{
    throw InputError(problem_.file + ": no " + what + " in a million random draws; the scene leaves the robot no room");
}

std::pair<Configuration, Configuration> RandomMotions::next()
{
    for (int i = 0; i < kDraws; ++i)
    {
        const Configuration start = drawState();
        if (checker_.check(start) != Verdict::Free)
            continue;
        const Configuration end = drawEnd(start, false);
        if (checker_.check(end) == Verdict::Free)
            return {start, end};
    }
    foundNone("motion with free ends");
}

std::pair<Configuration, Configuration> RandomMotions::nextFromFree()
{
    for (int i = 0; i < kDraws; ++i)
    {
        const Configuration start = drawState();
        if (checker_.check(start) == Verdict::Free)
            return {start, step_ > 0.0 ? drawEnd(start, true) : drawState()};
    }
    foundNone("free configuration");
}

}  // namespace gapless
