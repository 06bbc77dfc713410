// What a MoveIt planning pipeline's plans are worth: plans random motions and samples each plan more densely than MoveIt does.
//
// Needs a ROS master that has robot_description and the pipeline's parameters; `run`, beside this file, provides both. Prints one
// JSON object for each plan; exit code 0: all requests were put to the pipeline, 2: bad input, 130: interrupted.

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <moveit/planning_pipeline/planning_pipeline.h>
#include <moveit/planning_request_adapter/planning_request_adapter.h>
#include <moveit/robot_model_loader/robot_model_loader.h>
#include <moveit/trajectory_processing/time_optimal_trajectory_generation.h>
#include <ros/ros.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <pluginlib/class_loader.hpp>

#include "experiment_scene.h"
#include "random_requests.h"
#include "sampled_path.h"

namespace gapless::experiment {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDone = 0, kBadInput = 2, kInterrupted = 130;

struct ExperimentOptions
{
    std::string pipeline;  ///< its namespace of parameters
    std::string scene = "shelf";
    std::string group = "panda_arm";
    int plans = 200;
    std::uint32_t seed = 1;
    double time = 10.0;  ///< for each plan, seconds
    int finer = 50;      ///< samples for each of MoveIt's own
    double rate = 1000;  ///< samples per second of what a controller drives
    std::string until;   ///< a file; empty: none
};

/// The parameter `name` of the pipeline. @throws std::invalid_argument if there is none.
template <typename Value>
Value requireParameter(const ros::NodeHandle& node, const std::string& name)
{
    Value value{};
    if (!node.getParam(name, value))
        throw std::invalid_argument("no parameter " + node.resolveName(name)
                                    + " on the ROS master; load the pipeline's parameters there");
    return value;
}

std::vector<std::string> requestAdapters(const ros::NodeHandle& node)
{
    std::vector<std::string> adapters;
    std::istringstream names(node.param<std::string>("request_adapters", ""));
    for (std::string name; names >> name;)
        adapters.push_back(name);
    return adapters;
}

Json toJson(const SampledPath& sampled)
{
    Json json = {{"waypoints", sampled.waypoints}, {"samples", sampled.samples}, {"colliding_samples", sampled.colliding}};
    if (sampled.colliding > 0)
        json["first"] = {{"segment", sampled.segment}, {"t", sampled.t}, {"bodies", sampled.bodies}};
    return json;
}

/// Puts requests to one pipeline and looks at what it answers.
class Experiment
{
public:
    explicit Experiment(const ExperimentOptions& options)
        : options_(options),
          node_("/" + options.pipeline),
          loader_(robot_model_loader::RobotModelLoader::Options("robot_description"))
    {
        if (!loader_.getModel())
            throw std::invalid_argument("no robot model from the parameter robot_description; see MoveIt's message above");
        scene_ = makeScene(options.scene, loader_.getModel(), options.group);
        const double fraction = requireParameter<double>(node_, options.group + "/longest_valid_segment_fraction");
        step_ = fraction * loader_.getModel()->getJointModelGroup(options.group)->getMaximumExtent();
        std::vector<std::string> adapters = requestAdapters(node_);
        if (!adapters.empty())
        {
            first_adapter_ = loadAdapter(adapters.front());
            adapters.erase(adapters.begin());
        }
        pipeline_ = std::make_unique<planning_pipeline::PlanningPipeline>(
            loader_.getModel(), node_, requireParameter<std::string>(node_, "planning_plugin"), adapters);
        if (!pipeline_->getPlannerManager())
            throw std::invalid_argument("the planning plugin '" + pipeline_->getPlannerPluginName()
                                        + "' cannot be loaded; see MoveIt's message above");
        // Asked below instead, so that a path that fails it is still looked at.
        pipeline_->checkSolutionPaths(false);
        pipeline_->displayComputedMotionPlans(false);
    }

    /// Puts the requests to the pipeline, and as many others again until the file is there, calling report(json) after each; false if interrupted.
    template <typename Report>
    bool run(const Report& report) const
    {
        const auto isWaitedFor = [this] { return !options_.until.empty() && !std::filesystem::exists(options_.until); };
        int number = 0;
        std::uint32_t seed = options_.seed;
        do
            for (planning_interface::MotionPlanRequest& request :
                 makeRandomRequests(*scene_, options_.group, options_.plans, seed++))
            {
                if (!ros::ok())
                    return false;
                request.allowed_planning_time = options_.time;
                request.num_planning_attempts = 1;
                request.max_velocity_scaling_factor = request.max_acceleration_scaling_factor = 1.0;
                report(plan(number++, request));
            }
        while (isWaitedFor());
        return true;
    }

private:
    planning_request_adapter::PlanningRequestAdapterPtr loadAdapter(const std::string& name)
    {
        try
        {
            auto adapter = adapters_.createUniqueInstance(name);
            adapter->initialize(node_);
            return planning_request_adapter::PlanningRequestAdapterPtr(std::move(adapter));
        }
        catch (const pluginlib::PluginlibException& error)
        {
            throw std::invalid_argument("the request adapter '" + name + "' cannot be loaded: " + error.what());
        }
    }

    Json plan(int number, const planning_interface::MotionPlanRequest& request) const
    {
        planning_interface::MotionPlanResponse response;
        int plannings = 0;
        double given = 0.0;  // seconds, to the first adapter
        const auto planner = [&](const planning_scene::PlanningSceneConstPtr& scene,
                                 const planning_interface::MotionPlanRequest& asked,
                                 planning_interface::MotionPlanResponse& answer) {
            ++plannings;
            const bool is_planned = pipeline_->generatePlan(scene, asked, answer) && answer.trajectory_;
            given = is_planned ? answer.trajectory_->getDuration() : 0.0;
            return is_planned;
        };
        std::vector<std::size_t> added;
        const auto start = std::chrono::steady_clock::now();
        const bool solved = (first_adapter_ ? first_adapter_->adaptAndPlan(planner, scene_, request, response, added)
                                            : planner(scene_, request, response))
                            && response.trajectory_;
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        Json json = {
            {"pipeline", options_.pipeline},          {"scene", options_.scene}, {"plan", number},        {"solved", solved},
            {"error_code", response.error_code_.val}, {"time_s", seconds},       {"plannings", plannings}};
        if (!solved)
            return json;
        const robot_trajectory::RobotTrajectory& path = *response.trajectory_;
        json["path_valid"] = scene_->isPathValid(path, options_.group);
        json["sampled"] = toJson(samplePath(*scene_, path, step_, options_.finer));
        if (path.getDuration() > 0.0)
        {
            json["driven"] = toJson(sampleDriven(*scene_, path, options_.rate));
            json["driven"]["duration_s"] = path.getDuration();
            json["driven"]["given_duration_s"] = given;
            return json;
        }
        // An untimed path: the same one again, as the request adapter AddTimeOptimalParameterization would give it out.
        robot_trajectory::RobotTrajectory timed(path, true);
        const bool has_times = trajectory_processing::TimeOptimalTrajectoryGeneration().computeTimeStamps(timed);
        if (!has_times)
            return json;
        json["timed"] = toJson(samplePath(*scene_, timed, step_, options_.finer));
        json["timed"]["path_valid"] = scene_->isPathValid(timed, options_.group);
        json["timed"]["driven"] = toJson(sampleDriven(*scene_, timed, options_.rate));
        json["timed"]["deviation_rad"] = largestDeviation(timed, path, step_, options_.finer);
        return json;
    }

    ExperimentOptions options_;
    ros::NodeHandle node_;
    robot_model_loader::RobotModelLoader loader_;
    planning_scene::PlanningScenePtr scene_;
    pluginlib::ClassLoader<planning_request_adapter::PlanningRequestAdapter> adapters_{
        "moveit_core", "planning_request_adapter::PlanningRequestAdapter"};
    /// Of the pipeline's, called here, so that what it is given can be compared with what it makes of it.
    planning_request_adapter::PlanningRequestAdapterPtr first_adapter_;
    planning_pipeline::PlanningPipelinePtr pipeline_;  ///< without the first adapter
    double step_ = 0.0;                                ///< of MoveIt's own check, in the metric of the group
};

/// Standard output for the results alone: ROS logs to it, too.
std::FILE* takeStandardOutput()
{
    std::FILE* results = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return results;
}

int runExperiment(int argc, char** argv)
{
    std::FILE* results = takeStandardOutput();
    ExperimentOptions options;
    CLI::App app("Plans random motions with a MoveIt planning pipeline and samples each plan densely");
    app.add_option("pipeline", options.pipeline, "namespace of the pipeline's parameters on the ROS master")->required();
    app.add_option("--scene", options.scene, "what is around the robot")
        ->capture_default_str()
        ->check(CLI::IsMember(sceneNames()));
    app.add_option("--group", options.group, "planning group")->capture_default_str();
    app.add_option("--plans", options.plans, "number of requests")->capture_default_str()->check(CLI::Range(1, 1000000));
    app.add_option("--seed", options.seed, "of the requests")->capture_default_str();
    app.add_option("--time", options.time, "for each plan, seconds")->capture_default_str()->check(CLI::Range(0.01, 86400.0));
    app.add_option("--finer", options.finer, "samples for each of MoveIt's own")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000000));
    app.add_option("--rate", options.rate, "samples per second of what a controller drives")
        ->capture_default_str()
        ->check(CLI::Range(1.0, 1e6));
    app.add_option("--until", options.until, "more requests, as many again, until this file is there");
    try
    {
        app.parse(argc, argv);
    }
    catch (const CLI::ParseError& error)
    {
        if (error.get_exit_code() == 0)
            return app.exit(error, std::cerr, std::cerr);
        std::cerr << "error: " << error.what() << "; --help says more\n";
        return kBadInput;
    }
    try
    {
        ros::init(argc, argv, "plan_experiment", ros::init_options::AnonymousName);
        if (!ros::master::check())
            throw std::invalid_argument("no ROS master at " + ros::master::getURI() + "; start one, or use the script run");
        // One line for each plan is enough.
        if (ros::console::set_logger_level(ROSCONSOLE_ROOT_LOGGER_NAME, ros::console::levels::Warn))
            ros::console::notifyLoggerLevelsChanged();
        const bool done = Experiment(options).run([&](const Json& json) {
            std::fprintf(results, "%s\n", json.dump().c_str());
            std::fflush(results);
        });
        return done ? kDone : kInterrupted;
    }
    catch (const std::exception& error)
    {
        std::cerr << "error: " << error.what() << "\n";
        return kBadInput;
    }
}

}  // namespace
}  // namespace gapless::experiment

int main(int argc, char** argv)
{
    return gapless::experiment::runExperiment(argc, argv);
}
