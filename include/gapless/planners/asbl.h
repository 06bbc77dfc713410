// SBL on exact edges: adaptive SBL.
//
// Schwarzer, Saha, Latombe 2002, section 4.2.
#pragma once

#include <gapless/planners/sbl.h>

namespace gapless {

/// SBL with the path certifier instead of sampling: every path that it returns is proven free, edge by edge. The queue of an edge
/// whose proof was begun lives with the edge, also when the edge changes trees, and is resumed, never restarted (section 3.4); but for cars,
/// whose way back is another curve, where the edge is driven the other way in the other tree.
///
/// The motion validator of the space information has to be an ExactMotionValidator, which gives scene and
/// tolerance; setup() throws InputError otherwise.
class ASBL : public SBL
{
public:
    explicit ASBL(const ompl::base::SpaceInformationPtr& si);

    /// false: the queues of edges that a check leaves open are thrown away, to measure what keeping them is worth.
    void setCacheQueues(bool cache) { cache_queues_ = cache; }
    bool getCacheQueues() const { return cache_queues_; }

protected:
    std::unique_ptr<EdgeChecker> makeEdgeChecker(const QueryScene& scene) const override;

private:
    class CertifiedEdgeChecker;

    bool cache_queues_ = true;
};

}  // namespace gapless
