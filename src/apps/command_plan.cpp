// gapless plan: plan with one of the registry's planners, certify the result as a whole, write it.

#include <chrono>
#include <memory>

#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/core/error.h>
#include <gapless/io/path_file.h>
#include <gapless/multirobot/robot_group.h>
#include <gapless/ompl/links_below_goal.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/planners/planner_registry.h>
#include <gapless/planners/roadmap_keeper.h>

#include "commands.h"
#include "completion.h"
#include "console_log.h"
#include "measure/interrupt.h"
#include "output_file.h"
#include "plan_report.h"
#include "progress.h"
#include "state_checks.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless::apps {
namespace {

/// @throws InputError for what is wrong with --planner, --config and --planner-param. The last wins.
ob::PlannerPtr makeConfiguredPlanner(const PlanOptions& options, const ob::SpaceInformationPtr& si)
{
    std::vector<std::pair<std::string, std::string>> parameters;
    for (const std::string& text : options.planner_parameters)
        parameters.push_back(splitAssignment(text, "--planner-param"));
    ob::PlannerPtr planner = options.planner_config.make(si, options.common.threads);
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
    if (!options.load_roadmap.empty())
        dynamic_cast<RoadmapKeeper&>(*planner).load(options.load_roadmap);
}

/// Of the planners that are RoadmapKeepers those whose roadmaps come from nowhere else.
bool keepsRoadmap(const std::string& planner)
{
    return planner == "gapless::LazyPRM" || planner == "gapless::SuperGraph";
}

/// @throws InputError for options of roadmaps without one.
void requireRoadmapPlanner(const PlanOptions& options)
{
    const std::string wrong = !options.load_roadmap.empty()   ? "--load-roadmap"
                              : !options.save_roadmap.empty() ? "--save-roadmap"
                                                              : "";
    if (!wrong.empty() && !keepsRoadmap(options.planner))
        throw InputError(wrong
                         + " is for the planners gapless::LazyPRM and gapless::SuperGraph, which keep roadmaps; this one is "
                         + options.planner);
    requireWritable(options.save_roadmap, "--save-roadmap");
}

/// Also where no path was found: what is proven stays proven.
void keepRoadmap(Plan& plan, const ob::Planner& planner, const PlanOptions& options)
{
    if (options.load_roadmap.empty() && options.save_roadmap.empty())
        return;
    const auto& keeper = dynamic_cast<const RoadmapKeeper&>(planner);
    if (!options.save_roadmap.empty())
        keeper.save(options.save_roadmap);
    plan.roadmap = {keeper.milestoneCount(), keeper.edgeCount(), keeper.freeEdgeCount(), keeper.collidingEdgeCount()};
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
    plan.ways = waysOf(*ready.mapping, path);
    plan.length = path.length();
    const auto start = std::chrono::steady_clock::now();
    plan.certification = certifyPath(*ready.mapping, path, certification);
    plan.certification_time += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// By the motion validator, and by a planner that checks its edges itself.
unsigned int checkedMotions(const og::SimpleSetup& setup)
{
    unsigned int count = setup.getSpaceInformation()->getMotionValidator()->getCheckedMotionCount();
    const auto& properties = setup.getPlanner()->getPlannerProgressProperties();
    if (const auto own = properties.find(kMotionsCheckedProperty); own != properties.end())
        count += static_cast<unsigned int>(std::stoul(own->second()));
    return count;
}

Plan planWithOmpl(const ProblemSetup& ready, const PlanOptions& options)
{
    const double time = options.common.seconds();
    og::SimpleSetup& setup = *ready.setup;
    Progress progress("planning with " + options.planner);
    const ob::PlannerTerminationCondition stop([&progress] {
        progress.tick();
        return interrupted();
    });
    setup.solve(ob::plannerOrTerminationCondition(ob::timedPlannerTerminationCondition(time), stop));
    Plan plan;
    plan.planning_time = setup.getLastPlanComputationTime();
    plan.planned = setup.haveExactSolutionPath() && endsInGoal(setup, setup.getSolutionPath());
    plan.motions_checked = checkedMotions(setup);
    if (!plan.planned)
        return plan;

    og::PathGeometric found = setup.getSolutionPath();
    if (options.simplify)
    {
        setup.simplifySolution(time);
        og::PathGeometric simplified = setup.getSolutionPath();
        plan.motions_checked = checkedMotions(setup);
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
    plan.path = {problem.start, problem.goal.value_or(problem.start)};
    PathCertificationOptions certification;
    certification.tolerance = options.common.tolerance;
    const auto start = std::chrono::steady_clock::now();
    plan.certification = certifyPath(problem.scene, plan.path, certification);
    plan.certification_time = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return plan;
}

/// The start, and the goal if it is a state, have to be free; if it is a region, something has to move.
void requireEnds(const Problem& problem, double tolerance)
{
    std::vector<NamedState> ends{{"start", problem.start, problem.lines.start}};
    requireStart(problem);
    if (!problem.goal_region)
    {
        requireGoalState(problem);
        ends.push_back({"goal", *problem.goal, problem.lines.goal});
    }
    else if (problem.joints.empty())
        throw InputError(problem.file + ": no joint plans, so nothing leads to the goal links_below");
    for (const NamedState& end : ends)
    {
        requireWithinLimits(problem, end);
        requireFree(problem, end, tolerance);
    }
}

int plan(PlanOptions options)
{
    options.common.validate();
    options.planner_config.name = options.planner;
    if (!options.config.empty())
        options.planner_config = readPlannerConfig(options.config, options.planner);
    options.planner = findPlanner(options.planner_config.name).name;
    requireWritable(options.output, "--output");
    requireRoadmapPlanner(options);
    const Problem problem = options.common.load(Takes::Cars);
    requireEnds(problem, options.common.tolerance);
    if (options.planner == "gapless::SuperGraph")
        static_cast<void>(RobotGroup(problem));  // or the line that says why not
    // Before anything of OMPL draws a number; OMPL has no seed 0.
    ompl::RNG::setSeed(static_cast<std::uint_fast32_t>(options.common.seed) + 1u);

    Plan result;
    if (problem.joints.empty())
    {
        if (keepsRoadmap(options.planner) && !(options.load_roadmap + options.save_roadmap).empty())
            throw InputError(problem.file + ": no joint plans, so there is no roadmap to load or save");
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
        keepRoadmap(result, *ready.setup->getPlanner(), options);
    }
    if (result.solved() && !options.output.empty())
        writePath(options.output, problem, result.path, result.ways);
    report(result, problem, options);
    return result.solved() ? kYes : kNo;
}

}  // namespace

void addPlanCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<PlanOptions>();
    CLI::App* command = app.add_subcommand("plan", "plan from start to goal, certify the result, write it");
    options->common.addTo(*command);
    options->common.showDefaultTime(*command);
    command->add_option("--planner", options->planner, "a name that `gapless planners` lists")
        ->type_name(kPlannerType)
        ->capture_default_str();
    command->add_option("--planner-param", options->planner_parameters, "parameter of the planner: NAME=VALUE; repeatable")
        ->allow_extra_args(false);
    command
        ->add_option("--config", options->config,
                     "planner configuration (YAML, as config/planner_configs.yaml): the section that --planner names, or whose "
                     "type it names")
        ->type_name("FILE");
    command
        ->add_option("--load-roadmap", options->load_roadmap,
                     "gapless::LazyPRM, gapless::SuperGraph: roadmap file to begin with; refused if of another scene")
        ->type_name("FILE");
    command
        ->add_option("--save-roadmap", options->save_roadmap,
                     "gapless::LazyPRM, gapless::SuperGraph: roadmap file to write, solved or not")
        ->type_name("FILE");
    command->add_option("--output", options->output, "path file (JSON) to write if solved; - is standard output")
        ->type_name("FILE");
    command->add_flag("--optimize", options->optimize, "optimising planners use all of --time");
    command->add_flag("--simplify", options->simplify, "shorten the path with OMPL's simplifier before it is certified");
    command->callback([&action, options] { action = [options] { return plan(*options); }; });
}

}  // namespace gapless::apps
