// How far apart two configurations are in the workspace.
//
// On the straight motion between them no point of the robot travels farther than the sum, over the joints that plan, of how far each shifts and of its turn times its lever
// arm (MotionBound). With the lever arms of one configuration for all, that is a sum of metrics of the joints, so a metric, as trees of neighbours need; and a bound of travel no
// longer where sliding joints change the lever arms of others. Nothing is proven by it: it says who is joined to whom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "roadmap/node_states.h"

namespace gapless {

/// Of the nodes of a roadmap. Immutable: any number of threads may share one.
class WorkspaceMetric
{
public:
    /// @param nodes all set, of that problem's space
    WorkspaceMetric(const Problem& problem, const NodeStates& nodes);

    /// Metres.
    double distance(std::uint32_t a, std::uint32_t b) const;
    /// No two nodes are farther apart.
    double extent() const { return extent_; }

private:
    struct Part
    {
        JointType type = JointType::Revolute;
        std::size_t first = 0;  ///< of its numbers
        double lever = 0.0;     ///< metres; 1 of a joint that only shifts
    };

    std::vector<Part> parts_;
    std::size_t per_node_ = 0;
    std::vector<double> values_;  ///< one node after the other
    double extent_ = 0.0;
};

}  // namespace gapless
