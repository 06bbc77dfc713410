#include "roadmap/node_states.h"

#include <algorithm>
#include <string>

#include <ompl/util/Exception.h>

#include <gapless/core/error.h>
#include <gapless/ompl/state_space_factory.h>

namespace gapless {

NodeStates::NodeStates(const Problem& problem)
{
    if (problem.joints.empty())
        throw InputError(problem.file + ": no joint plans; a roadmap needs one");
    space_ = makeStateSpace(problem);
    try
    {
        space_->setup();
    }
    catch (const ompl::Exception& error)
    {
        // Such as of joints whose limits leave them no room. What OMPL says begins with a line about it.
        const std::string what = error.what();
        throw InputError(problem.file + ": the joints that plan make no state space: " + what.substr(0, what.find('\n')));
    }
    mapping_ = std::make_shared<const StateMapping>(space_, problem);
    mapping_->requireStraight("a roadmap with cells");
}

NodeStates::~NodeStates()
{
    for (ompl::base::State* state : states_)
        if (state)
            space_->freeState(state);
}

void NodeStates::resize(std::size_t count)
{
    for (std::size_t i = count; i < states_.size(); ++i)
        if (states_[i])
            space_->freeState(states_[i]);
    states_.resize(count, nullptr);
}

void NodeStates::set(std::size_t node, const Configuration& q)
{
    if (!states_[node])
        states_[node] = space_->allocState();
    mapping_->toState(q, states_[node]);
}

std::vector<double> NodeStates::reals() const
{
    std::vector<double> all, one;
    for (const ompl::base::State* state : states_)
    {
        space_->copyToReals(one, state);
        all.insert(all.end(), one.begin(), one.end());
    }
    return all;
}

void NodeStates::setReals(const std::vector<double>& reals, std::size_t per_node)
{
    std::vector<double> one;
    ompl::base::State* const any = space_->allocState();
    space_->copyToReals(one, any);
    space_->freeState(any);
    if (per_node != one.size() || reals.size() % per_node != 0)
        throw InputError("nodes of " + std::to_string(per_node) + " numbers instead of " + std::to_string(one.size()));
    resize(reals.size() / per_node);
    for (std::size_t i = 0; i < states_.size(); ++i)
    {
        std::copy_n(reals.begin() + static_cast<std::ptrdiff_t>(i * per_node), per_node, one.begin());
        if (!states_[i])
            states_[i] = space_->allocState();
        space_->copyFromReals(states_[i], one);
        static_cast<void>(mapping_->toConfiguration(states_[i]));  // which throws for what is no state
    }
}

Motion NodeStates::motion(std::uint32_t a, std::uint32_t b) const
{
    return {mapping_->scene()->model(), configuration(a), configuration(b)};
}

bool NodeStates::isFree(std::uint32_t a, std::uint32_t b, SegmentCertifier& certifier) const
{
    try
    {
        certifier.reset(configuration(a), configuration(b));
    }
    catch (const InputError&)
    {
        return false;
    }
    return certifier.run(Budget()) == Verdict::Free;
}

}  // namespace gapless
