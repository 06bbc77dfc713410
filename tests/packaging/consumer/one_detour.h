// A planner of somebody else's that proves its edges with EdgeProver; docs/planners.md shows and explains it.
#pragma once

// [planners: example]
#include <list>
#include <memory>

#include <ompl/base/Planner.h>
#include <ompl/geometric/PathGeometric.h>

#include <gapless/planners/edge_prover.h>

/// From the start over one random state to the goal.
class OneDetour : public ompl::base::Planner
{
public:
    explicit OneDetour(const ompl::base::SpaceInformationPtr& si) : Planner(si, "OneDetour")
    {
        specs_.recognizedGoal = ompl::base::GOAL_SAMPLEABLE_REGION;
    }
    ~OneDetour() override { freeDetours(); }

    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override
    {
        checkValidity();
        // Of the scene that there is now, to the end of this call. Throws if the motion validator is not the exact one.
        auto prover = std::make_unique<gapless::EdgeProver>(*si_, getName());
        if (prover_ && !prover_->isOfSceneOf(*prover))
            clear();  // what was proven in another scene does not hold
        prover_ = std::move(prover);
        start_ = start_ ? start_ : pis_.nextStart();
        goal_ = goal_ ? goal_ : pis_.nextGoal(ptc);
        if (!start_ || !goal_)
            return start_ ? ompl::base::PlannerStatus::INVALID_GOAL : ompl::base::PlannerStatus::INVALID_START;
        for (Detour& detour : detours_)  // of the last call: one may have been left open
            if (isProven(detour, ptc))
                return ompl::base::PlannerStatus::EXACT_SOLUTION;
        const auto sampler = si_->allocStateSampler();
        while (!ptc)
        {
            detours_.emplace_back();
            detours_.back().state = si_->allocState();
            sampler->sampleUniform(detours_.back().state);
            if (!si_->isValid(detours_.back().state))
            {
                si_->freeState(detours_.back().state);
                detours_.pop_back();
            }
            else if (isProven(detours_.back(), ptc))
                return ompl::base::PlannerStatus::EXACT_SOLUTION;
        }
        return ompl::base::PlannerStatus::TIMEOUT;
    }

    void clear() override
    {
        Planner::clear();
        freeDetours();
        start_ = goal_ = nullptr;
    }

private:
    struct Detour
    {
        ompl::base::State* state = nullptr;
        gapless::EdgeProof to, from;  // live as long as the edges
    };

    bool isProven(Detour& detour, const ompl::base::PlannerTerminationCondition& ptc)
    {
        // Both edges together: a collision on either is found before much is spent on the other. A detour that is known to collide
        // costs nothing, one that was left open is resumed.
        const auto answer = prover_->prove({{&detour.to, start_, detour.state}, {&detour.from, detour.state, goal_}}, ptc);
        if (answer.state != gapless::EdgeProof::State::Free)
            return false;
        const auto path = std::make_shared<ompl::geometric::PathGeometric>(si_, start_, detour.state);
        path->append(goal_);
        pdef_->addSolutionPath(path, false, 0.0, getName());
        return true;
    }

    void freeDetours()
    {
        for (Detour& detour : detours_)
            si_->freeState(detour.state);
        detours_.clear();
    }

    const ompl::base::State *start_ = nullptr, *goal_ = nullptr;
    std::unique_ptr<gapless::EdgeProver> prover_;
    std::list<Detour> detours_;  // a list: the proofs stay where they are
};
// [planners: end]
