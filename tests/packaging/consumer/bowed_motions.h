// A state space of one's own, with its own motion bound: the example of docs/recipes.md.
#pragma once

// [recipe: own motions]
#include <cmath>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <gapless/certify/segment_certifier.h>
#include <gapless/io/problem.h>

/// Joint angles of a two-joint arm whose motions bow: q(t) = q0 + t (q1 - q0) + 4 t (1 - t) bow.
class BowedSpace : public ompl::base::RealVectorStateSpace
{
public:
    explicit BowedSpace(const Eigen::Vector2d& bow) : RealVectorStateSpace(2), bow_(bow) {}

    void interpolate(const ompl::base::State* from, const ompl::base::State* to, double t, ompl::base::State* state) const override
    {
        RealVectorStateSpace::interpolate(from, to, t, state);
        for (int j = 0; j < 2; ++j)
            state->as<StateType>()->values[j] += 4.0 * t * (1.0 - t) * bow_[j];
    }

    const Eigen::Vector2d& bow() const { return bow_; }

private:
    Eigen::Vector2d bow_;
};

/// Proves bowed motions free. The curve is cut into n pieces. On each, joint j is at most |q_j''| / (8 n^2) = |bow_j| / n^2 off the
/// chord, and so no point of the arm is farther from where the chord's motion has it than d = sum over j of reach_j |bow_j| / n^2.
/// Two bodies that the chord's motion keeps more than 2 d apart never touch on the curve.
class BowedMotionValidator : public ompl::base::MotionValidator
{
public:
    /// `reach`: no point that joint j moves is farther from its axis, metres.
    BowedMotionValidator(const ompl::base::SpaceInformationPtr& si, const std::string& problem_file, const Eigen::Vector2d& reach)
        : MotionValidator(si)
    {
        const double deviation = reach.dot(si->getStateSpace()->as<BowedSpace>()->bow().cwiseAbs()) / (kPieces * kPieces);
        gapless::LoadOptions options;
        options.clearance = 2.0 * deviation + 1e-9;  // more than all rounding in the states
        problem_ = gapless::loadProblem(problem_file, options);
    }

    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2) const override
    {
        std::pair<ompl::base::State*, double> unused{nullptr, 0.0};
        return checkMotion(s1, s2, unused);
    }

    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                     std::pair<ompl::base::State*, double>& last_valid) const override
    {
        gapless::Configuration q0 = configuration(s1, s2, 0.0);
        for (int k = 0; k < kPieces; ++k)
        {
            const gapless::Configuration q1 = configuration(s1, s2, (k + 1.0) / kPieces);
            gapless::SegmentCertifier certifier(problem_.scene, q0, q1);
            if (certifier.run() != gapless::Verdict::Free)
            {
                last_valid.second = static_cast<double>(k) / kPieces;
                if (last_valid.first)
                    si_->getStateSpace()->interpolate(s1, s2, last_valid.second, last_valid.first);
                return false;
            }
            q0 = q1;
        }
        return true;
    }

private:
    static constexpr int kPieces = 64;

    gapless::Configuration configuration(const ompl::base::State* s1, const ompl::base::State* s2, double t) const
    {
        ompl::base::ScopedState<BowedSpace> state(si_->getStateSpace());
        si_->getStateSpace()->interpolate(s1, s2, t, state.get());
        return problem_.configuration({state[0], state[1]});
    }

    gapless::Problem problem_;
};
// [recipe: end]
