#include "sampled_check.h"

#include <algorithm>
#include <cmath>

#include <gapless/kinematics/motion.h>
#include <gapless/ompl/discrete_motion_validator.h>
#include <gapless/ompl/fcl_state_checker.h>

namespace gapless::apps {

CheckAnswer checkBySamples(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path, double resolution,
                           const std::function<bool()>& stop)
{
    const KinematicModel& model = scene->model();
    const FclStateChecker checker(scene);
    CheckAnswer answer;
    answer.sampled = true;
    const std::size_t segments = std::max<std::size_t>(path.size(), 2) - 1;
    for (std::size_t segment = 0; segment < segments; ++segment)
    {
        const Configuration& q0 = path[segment];
        const Configuration& q1 = path[std::min(segment + 1, path.size() - 1)];
        const double steps = std::max(1.0, std::ceil(largestJointStep(model, q0, q1) / resolution));
        for (double sample = segment == 0 ? 0.0 : 1.0; sample <= steps; ++sample)
        {
            const double t = sample / steps;
            ++answer.statistics.configurations;
            const bool stopped = stop();
            const auto pair = stopped ? std::nullopt : checker.collidingPair(interpolate(model, q0, q1, t));
            if (!stopped && !pair)
                continue;
            answer.verdict = stopped ? Verdict::Undecided : Verdict::Collision;
            answer.segment = segment;
            answer.t = t;
            answer.last_valid = std::max(0.0, (sample - 1.0) / steps);
            if (pair)
            {
                answer.pair = pairNames(*scene, *pair);
                answer.allowed_line = allowedLine(*scene, *pair);
            }
            return answer;
        }
    }
    answer.verdict = Verdict::Free;
    answer.last_valid = 1.0;
    return answer;
}

}  // namespace gapless::apps
