// What was proven of the pairs of a robot within its joint limits, kept on disk: the longest part of loading one.
#pragma once

#include <optional>
#include <vector>

#include <gapless/collision/apart_within_limits.h>

#include "collision/relative_chain.h"
#include "core/content_digest.h"

namespace gapless {

/// Is the pair apart within its limits?
struct LimitQuestion
{
    const RelativeChain* chain = nullptr;
    double clearance = 0.0;
};

/// The questions that a scene asks, in its order. Their answers are kept together, as the budget that one uses up is not there for the next.
class KeptLimitProofs
{
public:
    explicit KeptLimitProofs(const std::vector<LimitQuestion>& questions);

    /// The answers, without `variables`; nothing where these questions were not answered before, by the same sources, in this order.
    std::optional<std::vector<ApartWithinLimits>> find() const;
    void keep(const std::vector<ApartWithinLimits>& proofs) const;

private:
    const std::vector<LimitQuestion>& questions_;
    Digest key_;
};

}  // namespace gapless
