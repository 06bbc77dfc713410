// The nodes of a roadmap, as the space of its problem has them, and the motions between them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <ompl/base/StateSpace.h>

#include <gapless/certify/segment_certifier.h>
#include <gapless/kinematics/motion.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// Owns the states. Reading is for any number of threads at once, and so is setting different nodes.
class NodeStates
{
public:
    /// @throws InputError if no joint plans, one has no limits, or limits that leave no room, or there is a car
    explicit NodeStates(const Problem& problem);
    ~NodeStates();
    NodeStates(const NodeStates&) = delete;
    NodeStates& operator=(const NodeStates&) = delete;

    const ompl::base::StateSpace& space() const { return *space_; }
    const StateMapping& mapping() const { return *mapping_; }
    const std::shared_ptr<const StateMapping>& sharedMapping() const { return mapping_; }
    std::size_t size() const { return states_.size(); }

    void resize(std::size_t count);
    void set(std::size_t node, const Configuration& q);
    /// In the order of StateSpace::copyToReals(), one node after the other. @pre every node was set
    std::vector<double> reals() const;
    /// As many nodes as there are such rows. @throws InputError if a row has another length, or its numbers are no state
    void setReals(const std::vector<double>& reals, std::size_t per_node);

    double distance(std::uint32_t a, std::uint32_t b) const { return space_->distance(states_[a], states_[b]); }
    Motion motion(std::uint32_t a, std::uint32_t b) const;
    /// Whether the motion is proven free. False also where rounding decides which way round a joint makes half a turn.
    bool isFree(std::uint32_t a, std::uint32_t b, SegmentCertifier& certifier) const;

    /// Of the model: joints that do not plan as the problem's start has them.
    Configuration configuration(std::uint32_t node) const { return mapping_->toConfiguration(states_[node]); }

private:
    ompl::base::StateSpacePtr space_;
    std::shared_ptr<const StateMapping> mapping_;
    std::vector<ompl::base::State*> states_;  ///< null before it is set
};

}  // namespace gapless
