// Three kinds of milestones, by shares that are a choice: half about the frontiers, where the roadmap is known to end; a tenth about the
// milestone closest to a goal that cannot be sampled; the others, and those shares where there is nothing to put them about, uniform, so
// that any passage is found in the end. Distances are drawn log-uniform, or squared, towards small ones: how narrow a passage is nobody
// knows.
#include "planners/milestone_sampler.h"

#include <cmath>

namespace ob = ompl::base;

namespace gapless {

namespace {

constexpr double kShareAboutFrontiers = 0.5;
constexpr double kShareAboutClosest = 0.1;
/// The finest neighbourhood of a milestone at an obstacle is 2^-4 of the length of one of its edges.
constexpr double kFinest = 4.0;
/// Radius about the milestone closest to the goal, as a share of the space's extent.
constexpr double kReachOfClosest = 0.25;

}  // namespace

MilestoneSampler::MilestoneSampler(const ob::SpaceInformationPtr& si) : si_(si), sampler_(si->allocValidStateSampler())
{
    // The termination condition is looked at between attempts.
    sampler_->setNrAttempts(1);
}

bool MilestoneSampler::sample(const LazyRoadmap& roadmap, const Seeds& seeds, ob::State* state,
                              std::optional<LazyRoadmap::VertexId>& about)
{
    about.reset();
    const double choice = rng_.uniform01();
    if (choice < kShareAboutFrontiers)
    {
        const auto* frontier = rng_.uniformBool() ? seeds.of_starts : seeds.of_goals;
        if (frontier && !frontier->empty())
        {
            about = (*frontier)[static_cast<std::size_t>(rng_.uniformInt(0, static_cast<int>(frontier->size()) - 1))];
            return sampleAbout(*about, roadmap, state);
        }
    }
    if (choice > 1.0 - kShareAboutClosest && seeds.closest)
    {
        // Squared, for the reach that helps may be small.
        const double u = rng_.uniform01();
        return sampler_->sampleNear(state, roadmap.vertex(*seeds.closest).state,
                                    kReachOfClosest * si_->getMaximumExtent() * u * u);
    }
    return sampler_->sample(state);
}

// At the scale of the milestone's colliding edges or below: passages may be much narrower than the roadmap is fine.
bool MilestoneSampler::sampleAbout(LazyRoadmap::VertexId v, const LazyRoadmap& roadmap, ob::State* state)
{
    const std::vector<LazyRoadmap::Arc>& arcs = roadmap.vertex(v).arcs;
    const int i = rng_.uniformInt(0, static_cast<int>(arcs.size()) - 1);
    const LazyRoadmap::Edge& edge = roadmap.edge(arcs[static_cast<std::size_t>(i)].edge);
    return sampler_->sampleNear(state, roadmap.vertex(v).state, edge.length * std::exp2(-kFinest * rng_.uniform01()));
}

}  // namespace gapless
