// A state space of one's own, whose motions are polynomials: the example of docs/recipes.md.
#pragma once

// [recipe: own motions]
#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <gapless/certify/certify_curve.h>
#include <gapless/io/problem.h>
#include <gapless/kinematics/spline_curves.h>

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

/// Proves bowed motions free, as the polynomials that they are: q0 + t (q1 - q0 + 4 bow) - t^2 4 bow.
class BowedMotionValidator : public ompl::base::MotionValidator
{
public:
    BowedMotionValidator(const ompl::base::SpaceInformationPtr& si, const std::string& problem_file)
        : MotionValidator(si), problem_(gapless::loadProblem(problem_file))
    {
        // More than all rounding in the states that the space computes.
        options_.tracking_error = gapless::Configuration::Constant(2, 1e-12);
    }

    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2) const override
    {
        std::pair<ompl::base::State*, double> unused{nullptr, 0.0};
        return checkMotion(s1, s2, unused);
    }

    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                     std::pair<ompl::base::State*, double>& last_valid) const override
    {
        const gapless::Configuration q0 = configuration(s1), q1 = configuration(s2),
                                     bow = 4.0 * si_->getStateSpace()->as<BowedSpace>()->bow();
        gapless::PolynomialPiece motion;
        motion.duration = 1.0;
        motion.coefficients = {q0, q1 - q0 + bow, -bow};
        const gapless::CurveResult result =
            gapless::certifyCurve(problem_.scene, gapless::curveOf(problem_.scene->model(), {motion}), options_);
        if (result.verdict == gapless::Verdict::Free)
            return true;
        last_valid.second = result.last_safe;
        if (last_valid.first)
            si_->getStateSpace()->interpolate(s1, s2, last_valid.second, last_valid.first);
        return false;
    }

private:
    gapless::Configuration configuration(const ompl::base::State* state) const
    {
        const double* const values = state->as<ompl::base::RealVectorStateSpace::StateType>()->values;
        return problem_.configuration({values[0], values[1]});
    }

    gapless::Problem problem_;
    gapless::CurveOptions options_;
};
// [recipe: end]
