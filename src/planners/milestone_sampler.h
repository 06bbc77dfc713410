// Where LazyPRM puts new milestones.
#pragma once

#include <optional>
#include <vector>

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/ValidStateSampler.h>
#include <ompl/util/RandomNumbers.h>

#include "planners/lazy_roadmap.h"

namespace gapless {

/// About half of the milestones are uniform, the others are put where the roadmap needs them: about the milestones where what starts reach,
/// or what reaches goals, ends at obstacles, as R. Bohlin and L. Kavraki do about the edges that they remove (ICRA 2000, section
/// 3.4), and about the milestone closest to a goal that cannot be sampled.
class MilestoneSampler
{
public:
    explicit MilestoneSampler(const ompl::base::SpaceInformationPtr& si);

    struct Seeds
    {
        /// From which starts and goals take turns; each may be empty.
        const std::vector<LazyRoadmap::VertexId>*of_starts = nullptr, *of_goals = nullptr;
        std::optional<LazyRoadmap::VertexId> closest;
    };
    /// One attempt. False if the state is not valid. `about`: the milestone of the frontiers that it was put about, if any.
    bool sample(const LazyRoadmap& roadmap, const Seeds& seeds, ompl::base::State* state,
                std::optional<LazyRoadmap::VertexId>& about);

private:
    bool sampleAbout(LazyRoadmap::VertexId v, const LazyRoadmap& roadmap, ompl::base::State* state);

    ompl::base::SpaceInformationPtr si_;
    ompl::base::ValidStateSamplerPtr sampler_;
    ompl::RNG rng_;
};

}  // namespace gapless
