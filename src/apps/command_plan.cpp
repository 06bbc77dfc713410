// gapless plan: plan with one of the registry's planners, certify the result as a whole, write it.

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>

#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/util/RandomNumbers.h>
#include <nlohmann/json.hpp>

#include <gapless/core/error.h>
#include <gapless/io/path_file.h>
#include <gapless/ompl/links_below_goal.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/planners/planner_registry.h>

#include "check_answer.h"
#include "commands.h"
#include "common_options.h"
#include "console_log.h"
#include "interrupt.h"
#include "output_file.h"
#include "progress.h"
#include "state_checks.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless::apps {
namespace {

constexpr double kDefaultTime = 60.0;

struct PlanOptions
{
    CommonOptions common;
    std::string planner = "RRTConnect";
    std::vector<std::string> planner_parameters;  ///< NAME=VALUE
    std::string output;
    bool optimize = false;
    bool simplify = false;
};

/// What came of it.
struct Plan
{
    bool planned = false;
    PathResult certification;
    std::vector<Configuration> path;
    double length = 0.0;
    double planning_time = 0.0;       ///< seconds
    double certification_time = 0.0;  ///< seconds
    unsigned int motions_checked = 0;

    bool solved() const { return planned && certification.verdict == Verdict::Free; }
};

/// @throws InputError for what is wrong with --planner and --planner-param.
ob::PlannerPtr makeConfiguredPlanner(const PlanOptions& options, const ob::SpaceInformationPtr& si)
{
    std::vector<std::pair<std::string, std::string>> parameters;
    for (const std::string& text : options.planner_parameters)
        parameters.push_back(splitAssignment(text, "--planner-param"));
    const ob::PlannerPtr planner = makePlanner(options.planner, si);
    for (const char* threads : {"num_threads", "thread_count", "max_num_threads"})
        if (planner->params().hasParam(threads))
            setPlannerParameter(*planner, threads, std::to_string(options.common.threads));
    for (const auto& [name, value] : parameters)
        setPlannerParameter(*planner, name, value);
    return planner;
}

/// @throws InputError for a planner that cannot take the space or the goal.
void setUpPlanner(og::SimpleSetup& setup, const PlanOptions& options)
{
    const ob::PlannerPtr planner = makeConfiguredPlanner(options, setup.getSpaceInformation());
    setup.setPlanner(planner);
    setup.setup();
    if (!setup.getGoal()->hasType(planner->getSpecs().recognizedGoal))
        throw InputError(options.common.problem + ": the goal is a region, and " + planner->getName()
                         + " plans to goal states only; gapless::RandomWalk, gapless::SBL, gapless::ASBL or RRT will do");
}

/// The planner says so; of a region, its last state is asked once more.
bool endsInGoal(const og::SimpleSetup& setup, og::PathGeometric& path)
{
    const auto* region = dynamic_cast<const LinksBelowGoal*>(setup.getGoal().get());
    return !region || region->isSatisfied(path.getStates().back());
}

/// Takes over what the planner found, if the path can be certified.
void certify(Plan& plan, const ProblemSetup& ready, og::PathGeometric& path, const PlanOptions& options, Progress& progress)
{
    PathCertificationOptions certification;
    certification.tolerance = options.common.tolerance;
    certification.interrupted = [&progress] {
        progress.tick();
        return interrupted();
    };
    plan.path = toConfigurations(*ready.mapping, path);
    plan.length = path.length();
    const auto start = std::chrono::steady_clock::now();
    plan.certification = certifyPath(ready.mapping->scene(), plan.path, certification);
    plan.certification_time += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Plan planWithOmpl(const ProblemSetup& ready, const PlanOptions& options)
{
    const double time = options.common.time.value_or(kDefaultTime);
    og::SimpleSetup& setup = *ready.setup;
    const ob::SpaceInformationPtr& si = setup.getSpaceInformation();
    Progress progress("planning with " + options.planner);
    const ob::PlannerTerminationCondition stop([&progress] {
        progress.tick();
        return interrupted();
    });
    setup.solve(ob::plannerOrTerminationCondition(ob::timedPlannerTerminationCondition(time), stop));
    Plan plan;
    plan.planning_time = setup.getLastPlanComputationTime();
    plan.planned = setup.haveExactSolutionPath() && endsInGoal(setup, setup.getSolutionPath());
    plan.motions_checked = si->getMotionValidator()->getCheckedMotionCount();
    if (!plan.planned)
        return plan;

    og::PathGeometric found = setup.getSolutionPath();
    if (options.simplify)
    {
        setup.simplifySolution(time);
        og::PathGeometric simplified = setup.getSolutionPath();
        plan.motions_checked = si->getMotionValidator()->getCheckedMotionCount();
        certify(plan, ready, simplified, options, progress);
        if (plan.solved() && endsInGoal(setup, simplified))
            return plan;
    }
    certify(plan, ready, found, options, progress);
    return plan;
}

/// With no joint to plan for there is one state: start and goal.
Plan planWithoutJoints(const Problem& problem, const PlanOptions& options)
{
    Plan plan;
    plan.planned = true;
    plan.path = {problem.start, problem.goal};
    PathCertificationOptions certification;
    certification.tolerance = options.common.tolerance;
    plan.certification = certifyPath(problem.scene, plan.path, certification);
    return plan;
}

/// The start, and the goal if it is a state, have to be free; if it is a region, something has to move.
void requireEnds(const Problem& problem, double tolerance)
{
    std::vector<std::pair<std::string, Configuration>> ends{{"start", problem.start}};
    requireStart(problem);
    if (!problem.goal_region)
    {
        requireGoalState(problem);
        ends.emplace_back("goal", problem.goal);
    }
    else if (problem.joints.empty())
        throw InputError(problem.file + ": no joint plans, so nothing leads to the goal links_below");
    for (const auto& [what, q] : ends)
    {
        requireWithinLimits(problem, q, what);
        requireFree(problem, q, what, tolerance);
    }
}

void report(const Plan& plan, const Problem& problem, const PlanOptions& options)
{
    CheckAnswer answer = answerOf(*problem.scene, plan.certification);
    answer.time_us = plan.certification_time * 1e6;
    if (options.common.json)
    {
        nlohmann::ordered_json json;
        json["solved"] = plan.solved();
        json["certified"] = plan.solved();
        json["planner"] = options.planner;
        json["validator"] = options.common.validator;
        json["seed"] = options.common.seed;
        json["planning_time_s"] = plan.planning_time;
        json["path_length"] = plan.planned ? numberOrNull(plan.length) : nlohmann::ordered_json(nullptr);
        json["waypoints"] = plan.path.size();
        json["motions_checked"] = plan.motions_checked;
        json["certification"] = plan.planned ? toJson(answer) : nlohmann::ordered_json(nullptr);
        std::cout << json.dump() << std::endl;
        return;
    }
    if (!plan.planned)
        std::cout << "not solved: " << options.planner << " found no path in " << plan.planning_time << " s, "
                  << plan.motions_checked << " motions checked" << std::endl;
    else
    {
        std::cout << (plan.solved() ? "solved" : "not solved: a path was found, but it is not free") << "; " << options.planner
                  << ", " << plan.planning_time << " s, " << plan.motions_checked << " motions checked, path of "
                  << plan.path.size() << " states, length " << plan.length << "\n"
                  << toText(answer, std::max<std::size_t>(plan.path.size(), 2) - 1) << std::endl;
        if (plan.solved() && !options.output.empty())
            std::cout << "written to " << options.output << std::endl;
    }
}

int plan(PlanOptions options)
{
    options.common.validate();
    options.planner = findPlanner(options.planner).name;
    requireWritable(options.output, "--output");
    const Problem problem = options.common.load();
    requireEnds(problem, options.common.tolerance);
    // Before anything of OMPL draws a number; OMPL has no seed 0.
    ompl::RNG::setSeed(static_cast<std::uint_fast32_t>(options.common.seed) + 1u);

    Plan result;
    if (problem.joints.empty())
    {
        releaseLog();
        result = planWithoutJoints(problem, options);
    }
    else
    {
        SetupOptions setup;
        setup.validator = options.common.kind();
        setup.motion.tolerance = options.common.tolerance;
        setup.motion.time_tolerance = options.common.time_tolerance;
        setup.motion.resolution = options.common.resolution;
        setup.optimize = options.optimize;
        const ProblemSetup ready = makeProblemSetup(problem, setup);
        setUpPlanner(*ready.setup, options);
        releaseLog();
        result = planWithOmpl(ready, options);
    }
    if (result.solved() && !options.output.empty())
        writePath(options.output, problem, result.path);
    report(result, problem, options);
    return result.solved() ? kYes : kNo;
}

}  // namespace

void addPlanCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<PlanOptions>();
    CLI::App* command = app.add_subcommand("plan", "plan from start to goal, certify the result, write it");
    options->common.addTo(*command);
    command->add_option("--planner", options->planner, "a name that `gapless planners` lists; default RRTConnect");
    command->add_option("--planner-param", options->planner_parameters, "parameter of the planner: NAME=VALUE; repeatable")
        ->allow_extra_args(false);
    command->add_option("--output", options->output, "path file (JSON) to write if solved");
    command->add_flag("--optimize", options->optimize, "optimising planners use all of --time");
    command->add_flag("--simplify", options->simplify, "shorten the path with OMPL's simplifier before it is certified");
    command->callback([&action, options] { action = [options] { return plan(*options); }; });
}

}  // namespace gapless::apps
