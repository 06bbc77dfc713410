#include "roadmap/node_sampler.h"

#include <cmath>

#include <gapless/core/error.h>

namespace gapless {

namespace {

/// G. Steele, D. Lea, C. Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014: SplitMix64.
std::uint64_t nextOf(std::uint64_t& state)
{
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double uniform(std::uint64_t& state, double low, double high)
{
    const double share = static_cast<double>(nextOf(state) >> 11) * 0x1p-53;
    return std::min(high, low + share * (high - low));
}

}  // namespace

NodeSampler::NodeSampler(const Problem& problem, std::uint32_t seed, double tolerance)
    : problem_(problem), seed_(seed), checker_(problem.scene, tolerance)
{
    for (const PlanningJoint& planning : problem.joints)
    {
        const Joint& joint = problem.scene->model().body(planning.body).joint;
        if (joint.type != JointType::Continuous && joint.lower.empty())
            throw InputError("joint '" + planning.name + "' has no limits; nodes are sampled within limits");
    }
}

void NodeSampler::draw(std::uint64_t& state, Configuration& q) const
{
    for (const PlanningJoint& planning : problem_.joints)
    {
        const Joint& joint = problem_.scene->model().body(planning.body).joint;
        int next = planning.variable;
        for (std::size_t i = 0; i < joint.lower.size(); ++i)
            q[next++] = uniform(state, joint.lower[i], joint.upper[i]);
        if (joint.type == JointType::Continuous || joint.type == JointType::Planar)
            q[next] = uniform(state, -M_PI, M_PI);
        if (joint.type == JointType::Floating)
        {
            // K. Shoemake: "Uniform random rotations", Graphics Gems III, 1992.
            const double u = uniform(state, 0.0, 1.0), a = uniform(state, -M_PI, M_PI), b = uniform(state, -M_PI, M_PI);
            const double s = std::sqrt(1.0 - u), t = std::sqrt(u);
            q.segment<4>(next) = Eigen::Vector4d(s * std::sin(a), s * std::cos(a), t * std::sin(b), t * std::cos(b)).normalized();
        }
    }
}

Configuration NodeSampler::node(std::size_t number)
{
    std::uint64_t state = seed_;
    state = nextOf(state) ^ static_cast<std::uint64_t>(number);
    Configuration q = problem_.start;
    for (int k = 0; k < kTries; ++k)
    {
        draw(state, q);
        if (checker_.check(q) == Verdict::Free)
            return q;
    }
    throw InputError(
        problem_.file + ": none of " + std::to_string(kTries)
        + " random configurations keeps the clearances of the robot and what is fixed; there is nothing to build a roadmap of");
}

}  // namespace gapless
