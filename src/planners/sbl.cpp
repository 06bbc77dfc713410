#include <gapless/planners/sbl.h>

#include <cmath>

#include <ompl/tools/config/SelfConfig.h>

#include <gapless/core/error.h>
#include <gapless/ompl/discrete_motion_validator.h>
#include <gapless/planners/planner_registry.h>

#include "ompl/car_curve.h"
#include "query_identity.h"
#include "sbl_search.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

/// Of the extent over the square root of the dimension: a neighbourhood is a box.
constexpr double kDefaultRange = 0.15;

}  // namespace

SBL::SBL(const ob::SpaceInformationPtr& si, const std::string& name) : SBL(si, name, NoResolution())
{
    declareParam<double>(kResolution.name, this, &SBL::setResolution, &SBL::getResolution, kResolution.suggestion());
}

SBL::SBL(const ob::SpaceInformationPtr& si, const std::string& name, NoResolution)
    : ob::Planner(si, name), query_(std::make_unique<QueryIdentity>())
{
    specs_.recognizedGoal = ob::GOAL_ANY;
    specs_.approximateSolutions = true;
    specs_.directed = false;
    declareParam<double>(kRange.name, this, &SBL::setRange, &SBL::getRange, kRange.suggestion());
    declareParam<unsigned int>(kTries.name, this, &SBL::setTries, &SBL::getTries, kTries.suggestion());
    addPlannerProgressProperty("milestones INTEGER", [this] { return std::to_string(milestone_count_.load()); });
    addPlannerProgressProperty(kMotionsCheckedProperty, [this] { return std::to_string(checked_count_.load()); });
    addPlannerProgressProperty("candidate paths INTEGER", [this] { return std::to_string(candidate_count_.load()); });
}

SBL::~SBL() = default;

void SBL::setRange(double range)
{
    range_ = kRange.require(getName(), range);
}

void SBL::setTries(unsigned int tries)
{
    tries_ = kTries.require(getName(), tries);
}

void SBL::setResolution(double resolution)
{
    resolution_ = kResolution.require(getName(), resolution);
}

void SBL::setProjectionEvaluator(const std::string& name)
{
    projection_ = si_->getStateSpace()->getProjection(name);
}

void SBL::setup()
{
    Planner::setup();
    ompl::tools::SelfConfig config(si_, getName());
    config.configureProjectionEvaluator(projection_);
    if (range_ == 0.0)
        range_ = kDefaultRange * si_->getMaximumExtent() / std::sqrt(static_cast<double>(si_->getStateDimension()));
    // Thrown away: the scene is that of solve(), but a validator that does not do is to be told now.
    makeEdgeChecker(QueryScene(*si_));
}

std::unique_ptr<SBL::EdgeChecker> SBL::makeEdgeChecker(const QueryScene& scene) const
{
    if (hasCars(*si_->getStateSpace()))
        throw InputError(getName() + " takes spaces whose motions are the same in both directions; '"
                         + si_->getStateSpace()->getName() + "' draws the curves of a car");
    const auto* discrete = dynamic_cast<const DiscreteMotionValidator*>(scene.validator().get());
    if (discrete)
        return std::make_unique<SampledEdgeChecker>(
            si_, scene.checker(), resolution_ > 0.0 ? resolution_ : discrete->resolution(),
            [mapping = discrete->mapping()](const ob::State* from, const ob::State* to) {
                return largestJointStep(mapping->scene()->model(), mapping->toConfiguration(from), mapping->toConfiguration(to));
            });
    return std::make_unique<SampledEdgeChecker>(
        si_, scene.checker(), resolution_ > 0.0 ? resolution_ : si_->getStateSpace()->getLongestValidSegmentLength(),
        [si = si_.get()](const ob::State* from, const ob::State* to) { return si->distance(from, to); });
}

void SBL::clear()
{
    Planner::clear();
    trees_.reset();
    setup_ = false;  // solve() sets up again: the projection may be another one
    milestone_count_ = 0;
    candidate_count_ = 0;
    checked_count_ = 0;
}

ob::PlannerStatus SBL::solve(const ob::PlannerTerminationCondition& ptc)
{
    const QueryScene scene(*si_);
    if (query_->changed(pdef_, *si_, scene) != QueryIdentity::Change::None)
        clear();
    checkValidity();
    if (!trees_)
    {
        std::unique_ptr<EdgeChecker> checker = makeEdgeChecker(scene);
        checker->countInto(checked_count_);
        trees_ = std::make_unique<Trees>(*this, projection_, std::move(checker));
    }
    return Search(*this, ptc).run();
}

void SBL::getPlannerData(ob::PlannerData& data) const
{
    Planner::getPlannerData(data);
    if (!trees_)
        return;
    for (const auto& milestone : trees_->milestones())
    {
        const bool is_start = milestone->side == Trees::Start;
        const ob::PlannerDataVertex vertex(milestone->state, is_start ? 1 : 2);
        if (!milestone->parent)
        {
            if (is_start)
                data.addStartVertex(vertex);
            else
                data.addGoalVertex(vertex);
        }
        else if (!milestone->edge->isColliding())
        {
            const ob::PlannerDataVertex parent(milestone->parent->state, is_start ? 1 : 2);
            if (is_start)
                data.addEdge(parent, vertex);
            else
                data.addEdge(vertex, parent);
        }
    }
}

}  // namespace gapless
