// The planner manager that both versions of MoveIt load, but for how they start it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <moveit_compat.h>

#include "common/mesh_store.h"
#include "common/termination_listener.h"
#include "conversion/geometry_store.h"
#include "conversion/validation_settings.h"

namespace gapless_moveit {

/// MoveIt's OMPL interface with everything that it offers, our planners besides (`type: gapless::ASBL` and so on), and an exact motion
/// validator under all of them. What cannot be certified is left to MoveIt's own checks, with the reason on the log, or refused where
/// require_certificate is set.
class GaplessPlannerManager : public planning_interface::PlannerManager
{
public:
    GaplessPlannerManager();
    ~GaplessPlannerManager() override;

    bool canServiceRequest(const planning_interface::MotionPlanRequest& request) const override;
    std::string getDescription() const override { return "OMPL with certified motions (gapless)"; }
    void getPlanningAlgorithms(std::vector<std::string>& algorithms) const override;
    void setPlannerConfigurations(const planning_interface::PlannerConfigurationMap& configurations) override;
    using planning_interface::PlannerManager::getPlanningContext;
    planning_interface::PlanningContextPtr getPlanningContext(const planning_scene::PlanningSceneConstPtr& scene,
                                                              const planning_interface::MotionPlanRequest& request,
                                                              compat::ErrorCodes& error_code) const override;

protected:
    /// A parameter below the plugin's namespace, as text: "<group>/<key>" or "gapless/<key>".
    using ParameterLookup = std::function<std::optional<std::string>(const std::string& first, const std::string& key)>;

    /// To be called by initialize().
    void start(std::unique_ptr<ompl_interface::OMPLInterface> ompl, ParameterLookup parameters);
    ompl_interface::OMPLInterface& ompl() const { return *ompl_interface_; }

private:
    class OmplLog;

    ompl::base::PlannerPtr allocate(const std::string& type, const ompl::base::SpaceInformationPtr& si, const std::string& name,
                                    const ompl_interface::ModelBasedPlanningContextSpecification& specification) const;
    ValidationSettings settingsOf(const ompl_interface::ModelBasedPlanningContext& context) const;
    /// `terminations`: as the listener had counted when the request came.
    planning_interface::PlanningContextPtr prepared(const ompl_interface::ModelBasedPlanningContextPtr& context,
                                                    const planning_scene::PlanningScene& scene, compat::ErrorCodes& error_code,
                                                    std::uint64_t terminations) const;

    std::unique_ptr<OmplLog> log_;
    std::unique_ptr<ompl_interface::OMPLInterface> ompl_interface_;
    ParameterLookup parameters_;
    mutable MeshStore meshes_;
    mutable GeometryStore geometries_;
    TerminationListener listener_;
    mutable std::once_flag exempt_pairs_are_told_;
    /// Planners of configurations with multi_query_planning_enabled, by space information and name.
    mutable std::mutex kept_mutex_;
    mutable std::map<std::pair<const ompl::base::SpaceInformation*, std::string>, ompl::base::PlannerPtr> kept_;
};

}  // namespace gapless_moveit
