#include <gapless/certify/check_motions.h>

#include "core/parallel_for.h"

namespace gapless {

std::vector<Verdict> checkMotions(const std::shared_ptr<const Scene>& scene,
                                  const std::vector<std::pair<Configuration, Configuration>>& motions,
                                  const MotionBatchOptions& options)
{
    const auto makeCertifier = [&] { return makeMotionCertifier(options.validator, scene, options.certify); };
    makeCertifier();  // throws if an option is out of range
    for (const auto& [q0, q1] : motions)
    {
        scene->model().validate(q0);
        scene->model().validate(q1);
    }
    std::vector<Verdict> verdicts(motions.size(), Verdict::Undecided);
    parallelFor(motions.size(), options.threads, [&] {
        return [&, certifier = makeCertifier()](std::size_t i) {
            if (options.budget.interrupted && options.budget.interrupted())
                return false;
            certifier->reset(motions[i].first, motions[i].second);
            verdicts[i] = certifier->run(options.budget);
            return true;
        };
    });
    return verdicts;
}

}  // namespace gapless
