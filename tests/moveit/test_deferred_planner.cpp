#include <chrono>
#include <thread>

#include <catch2/catch.hpp>

#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/goals/GoalState.h>
#include <ompl/base/spaces/RealVectorStateProjections.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/util/Console.h>

#include <gapless/core/error.h>
#include <gapless/ompl/swappable_motion_validator.h>
#include <gapless/planners/lazy_prm.h>
#include <gapless/roadmap/dynamic_roadmap.h>

#include "conversion/deferred_planner.h"
#include "conversion/request_validation.h"
#include "moveit/small_robots.h"
#include "support/temporary_folder.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;
using namespace gapless_moveit;
using namespace gapless_moveit::test;

namespace {

/// Two joints, and a wire that can be passed with the elbow bent.
DescriptionBuilder bentArm(bool with_wire)
{
    DescriptionBuilder b;
    b.link("upper", {}, Kind::Revolute, {}, {{Box{Vec3(0.25, 0.02, 0.02)}, at(0.25, 0, 0)}});
    b.link("lower", 0, Kind::Revolute, at(0.5, 0, 0), {{Box{Vec3(0.25, 0.02, 0.02)}, at(0.3, 0, 0)}});
    b.scene.allowed = [](const std::string& x, const std::string& y) {
        return (x == "upper" && y == "lower") || (x == "lower" && y == "upper") ? Allowed::Always : Allowed::Never;
    };
    b.object("wire", Cylinder{0.0005, 0.5}, at(0.0, with_wire ? 0.8 : 8.0, 0.0));
    return b;
}

class FirstTwo : public ob::ProjectionEvaluator
{
public:
    using ProjectionEvaluator::ProjectionEvaluator;
    unsigned int getDimension() const override { return 2; }
    void project(const ob::State* state, Eigen::Ref<Eigen::VectorXd> projection) const override
    {
        for (int i = 0; i < 2; ++i)
            projection[i] = state->as<GroupSpace::StateType>()->values[static_cast<std::size_t>(i)];
    }
};

/// What MoveIt does: a context whose planner is set up before the plugin has put its validator in.
struct Context
{
    Context() : scene(bentArm(true)), space(std::make_shared<GroupSpace>(scene.scene)), setup(space)
    {
        ompl::msg::noOutputHandler();
        space->registerDefaultProjection(std::make_shared<FirstTwo>(space));
        si = setup.getSpaceInformation();
        setup.setStateValidityChecker([](const ob::State*) { return true; });
        ob::ScopedState<> start(space), goal(space);
        start->as<GroupSpace::StateType>()->values = {0.5, 0.0};
        goal->as<GroupSpace::StateType>()->values = {2.5, 0.0};
        setup.setStartAndGoalStates(start, goal);
    }
    ~Context() { ompl::msg::restorePreviousOutputHandler(); }

    void install(const RequestValidation& validation)
    {
        swappable = std::make_shared<gapless::SwappableMotionValidator>(si, validation.makeMotionValidator(si));
        si->setMotionValidator(swappable);
        si->setStateValidityChecker(
            [&validation](const ob::State* state) { return validation.isValid(state->as<GroupSpace::StateType>()->values); });
        si->setup();
    }

    RequestValidation::PathAnswer certify(const RequestValidation& validation)
    {
        std::vector<std::vector<double>> path;
        for (const ob::State* state : setup.getSolutionPath().getStates())
            path.push_back(state->as<GroupSpace::StateType>()->values);
        return validation.certify(path);
    }

    DescriptionBuilder scene;
    std::shared_ptr<GroupSpace> space;
    og::SimpleSetup setup;
    ob::SpaceInformationPtr si;
    std::shared_ptr<gapless::SwappableMotionValidator> swappable;
};

}  // namespace

TEST_CASE("Planners that need the exact validator are set up before it is there, and find it when they solve")
{
    for (const char* name : {"gapless::ASBL", "gapless::LazyPRM", "gapless::ShortcutSmoother", "gapless::SBL"})
    {
        CAPTURE(name);
        Context context;
        GeometryStore store;
        const RequestValidation validation(context.scene.scene, {}, store);
        context.setup.setPlanner(
            std::make_shared<DeferredPlanner>(context.si, name, std::map<std::string, std::string>{{"type", name}}));
        context.setup.setup();
        context.install(validation);
        REQUIRE(context.setup.solve(5.0) == ob::PlannerStatus::EXACT_SOLUTION);
        if (std::string(name) != "gapless::SBL")
            CHECK(context.certify(validation).is_certified);
        CHECK(context.setup.getSolutionPath().getStateCount() > 2);  // not straight through the wire
    }
}

TEST_CASE("Without an exact validator a planner that needs one gives up with the reason, and does not throw")
{
    Context context;
    context.setup.setPlanner(
        std::make_shared<DeferredPlanner>(context.si, "gapless::ASBL", std::map<std::string, std::string>{}));
    context.setup.setup();
    CHECK(context.setup.solve(0.1) == ob::PlannerStatus::ABORT);
    context.swappable = std::make_shared<gapless::SwappableMotionValidator>(
        context.si, std::make_shared<ob::DiscreteMotionValidator>(context.si));
    context.si->setMotionValidator(context.swappable);
    context.si->setup();
    CHECK(context.setup.solve(0.1) == ob::PlannerStatus::ABORT);
}

TEST_CASE("A scene that is swapped between two solves is the scene of the second, the roadmap is kept")
{
    Context context;
    GeometryStore store;
    const RequestValidation open(bentArm(false).scene, {}, store), closed(bentArm(true).scene, {}, store);
    const auto planner = std::make_shared<DeferredPlanner>(context.si, "gapless::LazyPRM", std::map<std::string, std::string>{});
    context.setup.setPlanner(planner);
    context.setup.setup();
    context.install(open);
    REQUIRE(context.setup.solve(5.0) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(context.certify(open).is_certified);
    CHECK_FALSE(context.certify(closed).is_certified);
    const auto milestones = std::dynamic_pointer_cast<gapless::LazyPRM>(planner->planner())->milestoneCount();
    context.swappable->swap(closed.makeMotionValidator(context.si));
    context.si->setStateValidityChecker(
        [&closed](const ob::State* state) { return closed.isValid(state->as<GroupSpace::StateType>()->values); });
    context.si->setup();
    context.setup.getProblemDefinition()->clearSolutionPaths();
    REQUIRE(context.setup.solve(5.0) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(context.certify(closed).is_certified);
    CHECK(std::dynamic_pointer_cast<gapless::LazyPRM>(planner->planner())->milestoneCount() >= milestones);
}

TEST_CASE(
    "A dynamic roadmap is made of MoveIt's robot where its file is not there, and serves the requests after that, whatever moves")
{
    const gapless::test::TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm");
    const std::map<std::string, std::string> config = {
        {"type", "gapless::DynamicRoadmap"}, {"roadmap", file}, {"build_nodes", "1000"}, {"clearance", "0.0"}};
    GeometryStore store;
    std::size_t edges = 0;
    // A planner for each request, as MoveIt has it.
    for (int request = 0; request < 2000 && edges == 0; ++request)
    {
        Context context;
        context.scene = bentArm(request % 2 == 0);
        const RequestValidation validation(context.scene.scene, {}, store);
        const auto planner = std::make_shared<DeferredPlanner>(context.si, "gapless::DynamicRoadmap", config);
        context.setup.setPlanner(planner);
        context.setup.setup();
        context.install(validation);
        REQUIRE(context.setup.solve(5.0) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(context.certify(validation).is_certified);
        const auto roadmap = std::dynamic_pointer_cast<gapless::DynamicRoadmap>(planner->planner());
        edges = roadmap->fileEdgeCount();
        if (edges > 0)
        {
            CHECK(roadmap->whiteEdgeCount() > edges / 2);
            CHECK((request % 2 == 1 || roadmap->whiteEdgeCount() < edges));
        }
        else
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    CHECK(edges > 1000);
}

TEST_CASE("A dynamic roadmap that is kept serves a padded robot among obstacles and in an empty world")
{
    const gapless::test::TemporaryFolder folder;
    const std::map<std::string, std::string> config = {
        {"type", "gapless::DynamicRoadmap"}, {"roadmap", folder.path("arm.gdrm")}, {"build_nodes", "1000"}};
    Context context;
    context.scene.linkNamed("lower").padded_shapes =
        std::vector<PlacedDescribedShape>{{Box{Vec3(0.26, 0.03, 0.03)}, at(0.3, 0, 0)}};
    DescriptionBuilder alone = context.scene;
    alone.scene.world.clear();
    GeometryStore store;
    const RequestValidation among(context.scene.scene, {}, store), empty(alone.scene, {}, store);
    const auto planner = std::make_shared<DeferredPlanner>(context.si, "gapless::DynamicRoadmap", config);
    context.setup.setPlanner(planner);
    context.setup.setup();
    context.install(among);
    const auto edges = [&](const RequestValidation& validation) {
        context.swappable->swap(validation.makeMotionValidator(context.si));
        context.setup.getProblemDefinition()->clearSolutionPaths();
        REQUIRE(context.setup.solve(5.0) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(context.certify(validation).is_certified);
        return std::dynamic_pointer_cast<gapless::DynamicRoadmap>(planner->planner())->fileEdgeCount();
    };
    for (int request = 0; request < 2000 && edges(among) == 0; ++request)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK(edges(among) > 1000);
    CHECK(edges(empty) > 1000);
    CHECK(edges(among) > 1000);
}

TEST_CASE("Parameters of the planner are taken from its configuration, other keys are not, and bad ones are named at once")
{
    Context context;
    const std::map<std::string, std::string> config = {
        {"type", "gapless::LazyPRM"}, {"neighbors", "7"}, {"clearance", "0.01"}, {"interpolate", "1"}};
    GeometryStore store;
    const RequestValidation validation(context.scene.scene, {}, store);
    context.install(validation);
    const auto planner = std::make_shared<DeferredPlanner>(context.si, "gapless::LazyPRM", config);
    planner->setName("arm/arm[lazy]");
    context.setup.setPlanner(planner);
    REQUIRE(context.setup.solve(5.0));
    CHECK(std::dynamic_pointer_cast<gapless::LazyPRM>(planner->planner())->getNeighbors() == 7);
    CHECK(planner->planner()->getName() == "arm/arm[lazy]");
    CHECK_THROWS_WITH(DeferredPlanner(context.si, "gapless::LazyPRM", {{"neighbors", "700"}}), Catch::Contains("neighbors"));
    CHECK_THROWS_WITH(DeferredPlanner(context.si, "gapless::NoSuch", {}), Catch::Contains("gapless::NoSuch"));
}
