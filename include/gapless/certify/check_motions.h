// Many motions of one scene at once, over threads.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <gapless/certify/motion_certifier.h>

namespace gapless {

struct MotionBatchOptions
{
    /// Who judges. @pre exact
    ValidatorKind validator = ValidatorKind::Adaptive;
    CertifyOptions certify;
    /// What one motion may cost; spent without an answer, it stays undecided. `interrupted` is asked by all threads, at once maybe; true ends
    /// the batch: motions that were not decided by then are undecided.
    Budget budget;
    /// At most so many; 0: as many as the machine runs at once.
    unsigned int threads = 0;
};

/// The verdicts of the motions (q0, q1), in their order; what each says, motion_certifier.h tells.
/// @throws InputError before anything is judged if a configuration does not fit the scene's model, or an option is out of range.
[[nodiscard]] std::vector<Verdict> checkMotions(const std::shared_ptr<const Scene>& scene,
                                                const std::vector<std::pair<Configuration, Configuration>>& motions,
                                                const MotionBatchOptions& options = {});

}  // namespace gapless
