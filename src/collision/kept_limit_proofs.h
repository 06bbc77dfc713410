// What was proven of the pairs of a robot within its joint limits, kept on disk: the longest part of loading one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <gapless/collision/apart_within_limits.h>

#include "collision/relative_chain.h"
#include "core/disk_cache.h"

namespace gapless {

/// Is the pair apart within its limits?
struct LimitQuestion
{
    const RelativeChain* chain = nullptr;
    double clearance = 0.0;
    /// Of rings (turned_objects.h) cells alone are asked for: of all that is turned, or of one for where those are open.
    enum class Turned
    {
        None,
        All,
        One
    };
    Turned turned = Turned::None;

    /// Of two objects with as many joints between them as a table may have: cells alone are asked for.
    bool isOfThreeJoints() const
    {
        return turned == Turned::None && chain->chain.configurationSize() == ApartCells::kMostVariables;
    }
};

struct LimitAnswers
{
    std::vector<ApartWithinLimits> proofs;  ///< without `variables`
    /// Of the budgets that searches of cells have together (search_apart_cells.h).
    std::uint64_t spent_on_cells = 0, spent_on_rings = 0, spent_on_three_joints = 0;
};

/// The questions that a scene asks, in its order. Their answers are kept together, as the budget that one uses up is not there for the next.
class KeptLimitProofs
{
public:
    explicit KeptLimitProofs(const std::vector<LimitQuestion>& questions);

    /// Nothing where these questions were not answered before, by the same sources, in this order.
    std::optional<LimitAnswers> find() const;
    void keep(const LimitAnswers& answers) const;

private:
    const std::vector<LimitQuestion>& questions_;
    DiskCache cache_ = DiskCache::ofUser();
    Digest key_{};  // where the cache is on
};

}  // namespace gapless
