#include "common/gapless_planner_manager.h"

#include <ompl/util/Console.h>

#include <gapless/core/error.h>
#include <gapless/planners/planner_registry.h>

#include "common/certified_planning_context.h"
#include "common/context_validation.h"
#include "common/describe_scene.h"
#include "common/failed_planning_context.h"
#include "conversion/deferred_planner.h"
#include "conversion/request_limit.h"

namespace ob = ompl::base;

namespace gapless_moveit {

namespace {

bool isOurs(const std::string& planner)
{
    return planner.rfind("gapless::", 0) == 0;
}

}  // namespace

/// OMPL's messages go to MoveIt's log.
class GaplessPlannerManager::OmplLog : public ompl::msg::OutputHandler
{
public:
    OmplLog() : before_(ompl::msg::getOutputHandler()) { ompl::msg::useOutputHandler(this); }
    ~OmplLog() override
    {
        if (ompl::msg::getOutputHandler() == this)
            ompl::msg::useOutputHandler(before_);
    }

    void log(const std::string& text, ompl::msg::LogLevel level, const char*, int) override
    {
        // What install() causes by pausing the sampling of goals; it goes on afterwards.
        if (text.find("Goal sampling thread never did any work") != std::string::npos)
            return;
        // What simplification says when it is broken off. Every path is certified afterwards, and that says more.
        if (text.find("Solution path may slightly touch on an invalid region") != std::string::npos)
            return;
        if (level >= ompl::msg::LOG_ERROR)
            compat::logError(text);
        else if (level == ompl::msg::LOG_WARN)
            compat::logWarning(text);
        // What a planner is busy with besides the request, for minutes.
        else if (text.find("' is being built (") != std::string::npos || text.find("' has been built") != std::string::npos)
            compat::logInfo(text);
    }

private:
    ompl::msg::OutputHandler* before_;
};

GaplessPlannerManager::GaplessPlannerManager() = default;

GaplessPlannerManager::~GaplessPlannerManager() = default;

void GaplessPlannerManager::start(std::unique_ptr<ompl_interface::OMPLInterface> ompl, ParameterLookup parameters)
{
    log_ = std::make_unique<OmplLog>();
    ompl_interface_ = std::move(ompl);
    parameters_ = std::move(parameters);
    for (const gapless::PlannerEntry& entry : gapless::plannerRegistry())
        if (isOurs(entry.name))
            ompl_interface_->getPlanningContextManager().registerPlannerAllocator(
                entry.name,
                [this, type = entry.name](const ob::SpaceInformationPtr& si, const std::string& name,
                                          const ompl_interface::ModelBasedPlanningContextSpecification& specification) {
                    return allocate(type, si, name, specification);
                });
    config_settings_ = ompl_interface_->getPlannerConfigurations();
}

ob::PlannerPtr GaplessPlannerManager::allocate(const std::string& type, const ob::SpaceInformationPtr& si,
                                               const std::string& name,
                                               const ompl_interface::ModelBasedPlanningContextSpecification& specification) const
{
    const auto multi_query = specification.config_.find("multi_query_planning_enabled");
    const bool keep = multi_query != specification.config_.end() && (multi_query->second == "1" || multi_query->second == "true");
    const std::lock_guard<std::mutex> lock(kept_mutex_);
    ob::PlannerPtr* const kept = keep ? &kept_[{si.get(), name}] : nullptr;
    if (kept && *kept)
        return *kept;
    const auto planner = std::make_shared<DeferredPlanner>(si, type, specification.config_);
    if (!name.empty())
        planner->setName(name);
    if (kept)
        *kept = planner;
    return planner;
}

bool GaplessPlannerManager::canServiceRequest(const planning_interface::MotionPlanRequest& request) const
{
    return request.trajectory_constraints.constraints.empty();
}

void GaplessPlannerManager::getPlanningAlgorithms(std::vector<std::string>& algorithms) const
{
    algorithms.clear();
    for (const auto& configuration : ompl_interface_->getPlannerConfigurations())
        algorithms.push_back(configuration.first);
}

void GaplessPlannerManager::setPlannerConfigurations(const planning_interface::PlannerConfigurationMap& configurations)
{
    // MoveIt adds defaults to what it is given.
    ompl_interface_->setPlannerConfigurations(configurations);
    PlannerManager::setPlannerConfigurations(ompl_interface_->getPlannerConfigurations());
}

ValidationSettings GaplessPlannerManager::settingsOf(const ompl_interface::ModelBasedPlanningContext& context) const
{
    return readSettings([&](const std::string& key) -> std::optional<std::string> {
        const auto& config = context.getSpecificationConfig();
        const auto own = config.find(key);
        if (own != config.end())
            return own->second;
        if (auto of_group = parameters_(context.getGroupName(), key))
            return of_group;
        return parameters_("gapless", key);
    });
}

planning_interface::PlanningContextPtr GaplessPlannerManager::getPlanningContext(
    const planning_scene::PlanningSceneConstPtr& scene, const planning_interface::MotionPlanRequest& request,
    compat::ErrorCodes& error_code) const
{
    const std::uint64_t terminations = listener_.count();
    planning_interface::PlanningContextPtr answer;
    try
    {
        if (const ompl_interface::ModelBasedPlanningContextPtr context =
                ompl_interface_->getPlanningContext(scene, request, error_code))
            answer = prepared(context, *scene, error_code, terminations);
    }
    catch (const gapless::InputError& error)
    {
        compat::logError(error.what());
        error_code.val = compat::ErrorCodes::FAILURE;
    }
    // Else the caller would not get to know the code.
    if (!answer && !compat::kKeepsCodeWithoutContext && error_code.val != compat::ErrorCodes::SUCCESS)
        answer = std::make_shared<FailedPlanningContext>(request.group_name, error_code.val);
    return answer;
}

planning_interface::PlanningContextPtr GaplessPlannerManager::prepared(
    const ompl_interface::ModelBasedPlanningContextPtr& context, const planning_scene::PlanningScene& scene,
    compat::ErrorCodes& error_code, std::uint64_t terminations) const
{
    const ValidationSettings settings = settingsOf(*context);
    std::shared_ptr<const RequestValidation> validation;
    std::string refusal = beyondJointSpace(*context);
    if (refusal.empty())
        refusal = beyondGeometry(scene);
    if (refusal.empty())
    {
        try
        {
            const SceneDescription description =
                describeScene(scene, context->getCompleteInitialRobotState(), *context->getJointModelGroup(), meshes_);
            // The matrix as the first request has it: one manager has one robot model.
            std::call_once(exempt_pairs_are_told_, [&] { compat::logInfo(exemptPairsText(description)); });
            validation = std::make_shared<const RequestValidation>(description, settings, geometries_);
            geometries_.prune();
            meshes_.prune();
        }
        catch (const gapless::InputError& error)
        {
            refusal = error.what();
        }
    }
    const bool is_sampled = settings.motion_validator == ValidationSettings::Validator::Discrete;
    const auto limit = std::make_shared<RequestLimit>();
    // What is installed is asked by nobody but the context's own planner and simplification.
    install(*context, is_sampled ? nullptr : validation, [limit, owner = context.get()] {
        if (!limit->isOver())
            return false;
        // MoveIt forgets a terminate() that comes before its planner runs, or between planner and simplification.
        owner->terminate();
        return true;
    });
    if (validation)
    {
        std::string reason;
        if (!is_sampled
            && !validation->isValid(groupValues(context->getCompleteInitialRobotState(), *context->getJointModelGroup()),
                                    &reason))
            compat::logWarning(context->getName() + ": the start state is not certified: " + reason);
        const std::optional<std::vector<double>> goal = goalState(*context);
        if (!is_sampled && goal && !validation->isValid(*goal, &reason))
            compat::logWarning(context->getName() + ": the goal state is not certified: " + reason);
        const auto certified = std::make_shared<CertifiedPlanningContext>(context, validation, limit);
        // From here on MoveIt tells the context itself.
        if (listener_.count() != terminations)
            certified->terminate();
        return certified;
    }
    const std::string text = context->getName() + ": this request cannot be certified: " + refusal;
    if (settings.require_certificate)
    {
        compat::logError(text + "; refused, for require_certificate is set");
        error_code.val = compat::ErrorCodes::INVALID_MOTION_PLAN;
        return nullptr;
    }
    compat::logWarning(text + "; left to MoveIt's own checks");
    return context;
}

}  // namespace gapless_moveit
