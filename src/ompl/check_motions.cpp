#include <gapless/ompl/check_motions.h>

#include <gapless/core/error.h>
#include <gapless/culling/motion_culling.h>

namespace gapless {

std::vector<char> checkMotions(const StateMapping& mapping, const Culler& culler, MotionSweeper& sweeper,
                               const std::vector<std::pair<const ompl::base::State*, const ompl::base::State*>>& motions)
{
    if (culler.obstacles().scene().id() != mapping.scene()->id())
        throw InputError("checkMotions: the culler is of another scene than the states' mapping");
    std::vector<std::pair<Configuration, Configuration>> configurations;
    std::vector<std::size_t> of_motion;
    for (std::size_t i = 0; i < motions.size(); ++i)
    {
        try
        {
            configurations.emplace_back(mapping.toConfiguration(motions[i].first), mapping.toConfiguration(motions[i].second));
            of_motion.push_back(i);
        }
        catch (const InputError&)
        {
            // No state of the space: nothing is proven.
        }
    }
    std::vector<char> may_hit(motions.size(), 1);
    const std::vector<char> answers = linksMayHitObstacles(culler, sweeper, configurations);
    for (std::size_t k = 0; k < answers.size(); ++k)
        may_hit[of_motion[k]] = answers[k];
    return may_hit;
}

}  // namespace gapless
