// Every active pair is in one part, as it was.
#include <catch2/catch.hpp>

#include <set>

#include <gapless/core/error.h>
#include <gapless/io/problem_loader.h>
#include <gapless/kinematics/motion.h>

#include "multirobot/discs.h"
#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// Arms of two links on their own bases, one after the other, with a tool each and walls between them; the joints of `planning` of them plan.
Problem armsOf(int arms, int planning, Random& random)
{
    SceneBuilder builder;
    Problem problem;
    problem.file = "arms";
    for (int arm = 0; arm < arms; ++arm)
    {
        const std::string name = "arm_" + std::to_string(arm);
        const auto add = [&](const std::string& what, BodyIndex parent, JointType type, std::optional<Mimic> mimic = {}) {
            Joint joint;
            joint.name = name + "/" + what;
            joint.type = type;
            joint.axis = random.direction();
            joint.mimic = mimic;
            if (type != JointType::Fixed)
            {
                joint.lower = {-2.0};
                joint.upper = {2.0};
            }
            return builder.model.addBody(name + "_" + what, parent, random.pose(0.4), joint, arm);
        };
        const auto link = [&](const std::string& what, BodyIndex body, ObjectKind kind) {
            builder.objects.push_back({name + "_" + what, body, kind, geometryOf(Capsule{0.04, 0.15}, random.pose(0.05)), {}});
        };
        const BodyIndex base = add("base", kWorld, JointType::Fixed);
        const BodyIndex upper = add("upper", base, JointType::Revolute);
        const BodyIndex lower = add("lower", upper, JointType::Prismatic);
        const BodyIndex finger = add("finger", lower, JointType::Prismatic, Mimic{lower, 0.5, 0.1});
        link("base", base, ObjectKind::Link);
        link("upper", upper, ObjectKind::Link);
        link("lower", lower, ObjectKind::Link);
        link("finger", finger, ObjectKind::Link);
        link("tool", finger, ObjectKind::Attached);
        if (arm < planning)
            for (const BodyIndex body : {upper, lower})
            {
                const Body& moved = builder.model.body(body);
                problem.joints.push_back({moved.joint.name, body, *moved.variable, 1});
            }
    }
    builder.obstacle("wall", Box{Vec3(0.1, 1.0, 1.0)}, random.pose(0.5));
    builder.clearances.all = 0.01;
    builder.clearances.self = 0.002;
    builder.clearances.pairs = {{"arm_0_tool", "arm_1_tool", 0.05}, {"arm_1_lower", "wall", 0.03}};
    problem.scene = builder.build();
    problem.start = problem.scene->model().defaultConfiguration();
    problem.goal = Configuration::Constant(problem.start.size(), 0.5);
    problem.has_start = true;
    return problem;
}

using NamedPair = std::tuple<std::string, std::string, double>;

std::multiset<NamedPair> namedPairs(const Scene& scene)
{
    std::multiset<NamedPair> pairs;
    for (const ObjectPair& pair : scene.pairs())
        pairs.emplace(scene.object(pair.a).name, scene.object(pair.b).name, pair.clearance);
    return pairs;
}

/// Where every object of the part is at some configuration is where it is in the whole, to the last bit.
bool standsWhereItStood(const Problem& whole, const PartOfProblem& part, const Configuration& q)
{
    const Scene &all = *whole.scene, &some = *part.problem.scene;
    const Configuration p = part.of(q);
    const Motion motion(all.model(), q, q), part_motion(some.model(), p, p);
    for (const CollisionObject& object : some.objects())
    {
        const CollisionObject& same = all.object(all.findObject(object.name).value());
        const Pose X = motion.worldPose(same.body, 0.0), Y = part_motion.worldPose(object.body, 0.0);
        if (X.R != Y.R || X.p != Y.p || object.geometry != same.geometry || object.kind != same.kind)
            return false;
    }
    return true;
}

}  // namespace

TEST_CASE("Each active pair of a group is in one part of it, or in all if it stands still, with its clearance")
{
    Random random(1);
    for (int arms = 2; arms <= 4; ++arms)
        for (int planning = 2; planning <= arms; ++planning)
        {
            CAPTURE(arms, planning);
            const Problem problem = armsOf(arms, planning, random);
            const RobotGroup group(problem);
            REQUIRE(group.size() == static_cast<std::size_t>(planning));
            // Pairs of robots that do not plan, with each other and with what stands, are in all parts of one robot.
            std::multiset<NamedPair> standing, all;
            for (const ObjectPair& pair : problem.scene->pairs())
            {
                const auto plans = [&](ObjectIndex i) {
                    const std::optional<int> robot = problem.scene->model().body(problem.scene->object(i).body).robot;
                    return robot && *robot < planning;
                };
                const NamedPair named(problem.scene->object(pair.a).name, problem.scene->object(pair.b).name, pair.clearance);
                (plans(pair.a) || plans(pair.b) ? all : standing).insert(named);
            }
            CHECK(standing.empty() == (planning == arms));
            std::multiset<NamedPair> in_parts;
            for (const RobotIndex a : group.robots())
            {
                CHECK(group.name(a) == "arm_" + std::to_string(a.value()));
                std::multiset<NamedPair> alone = namedPairs(*group.alone(a).problem.scene);
                for (const NamedPair& pair : standing)
                {
                    const auto found = alone.find(pair);
                    REQUIRE(found != alone.end());
                    alone.erase(found);
                }
                in_parts.merge(alone);
                for (const RobotIndex b : group.robots())
                    if (a < b)
                        in_parts.merge(namedPairs(*group.pair(a, b).problem.scene));
            }
            CHECK(in_parts == all);
        }
}

TEST_CASE("Objects of a part are where they are in the whole, to the last bit")
{
    Random random(2);
    const Problem problem = armsOf(3, 2, random);
    const RobotGroup group(problem);
    for (int i = 0; i < 20; ++i)
    {
        Configuration q = problem.start;
        for (Eigen::Index k = 0; k < q.size(); ++k)
            q[k] = random.uniform(-2.0, 2.0);
        CHECK(standsWhereItStood(problem, group.alone(RobotIndex(0)), q));
        CHECK(standsWhereItStood(problem, group.alone(RobotIndex(1)), q));
        CHECK(standsWhereItStood(problem, group.pair(RobotIndex(1), RobotIndex(0)), q));
        // There and back.
        Configuration back = problem.start;
        for (const RobotIndex robot : group.robots())
            group.alone(robot).put(group.alone(robot).of(q), back);
        CHECK(back == q);
    }
}

TEST_CASE("A part has the joints, the start and the goal of its robots")
{
    Random random(3);
    const Problem problem = armsOf(3, 3, random);
    const RobotGroup group(problem);
    const Problem& second = group.alone(RobotIndex(1)).problem;
    REQUIRE(second.joints.size() == 2);
    CHECK(second.joints[0].name == "arm_1/upper");
    CHECK(second.scene->model().body(second.joints[1].body).name == "arm_1_lower");
    CHECK(second.start == group.alone(RobotIndex(1)).of(problem.start));
    CHECK(second.goal.value() == group.alone(RobotIndex(1)).of(*problem.goal));
    CHECK(group.pair(RobotIndex(0), RobotIndex(2)).problem.joints.size() == 4);
}

TEST_CASE("A model of some bodies needs all that carries them, and a word on each")
{
    Random random(4);
    const KinematicModel model = armsOf(2, 2, random).scene->model();
    IndexedVector<BodyIndex, std::optional<BodyIndex>> numbers;
    IndexedVector<BodyIndex, char> keep(model.bodies().size(), 1);
    CHECK(model.only(keep, numbers).bodies().size() == model.bodies().size());
    // The finger of the first arm follows its forearm.
    keep[BodyIndex(3)] = 0;
    CHECK_THROWS_WITH(model.only(keep, numbers), Catch::Contains("needs body 'arm_0_lower', which is left out"));
    for (const std::size_t count : {std::size_t{0}, model.bodies().size() - 1, model.bodies().size() + 1})
    {
        const IndexedVector<BodyIndex, char> wrong(count, 1);
        CHECK_THROWS_WITH(model.only(wrong, numbers),
                          Catch::Contains("which bodies are kept is said of " + std::to_string(count)));
    }
}

TEST_CASE("What is no group of robots is refused in one line")
{
    DiscWorld world{{{{-0.5, 0.0}, {0.5, 0.0}}}};
    CHECK_THROWS_WITH(RobotGroup(problemOf(world)), Catch::Contains("1 robot plans here"));

    SECTION("a robot on another one")
    {
        Problem problem = problemOf({{{{-0.5, 0.0}, {0.5, 0.0}}, {{0.5, 0.0}, {-0.5, 0.0}}}});
        KinematicModel model = problem.scene->model();
        Joint joint;
        joint.name = "rider/turn";
        joint.type = JointType::Revolute;
        joint.lower = {-1.0};
        joint.upper = {1.0};
        const BodyIndex carrier = problem.joints[1].body;
        const BodyIndex rider = model.addBody("rider", carrier, Pose(), joint, 2);
        problem.scene = std::make_shared<const Scene>(model, problem.scene->objects().list());
        problem.start = model.defaultConfiguration();
        problem.joints.push_back({joint.name, rider, *model.body(rider).variable, 1});
        CHECK_THROWS_WITH(RobotGroup(problem), Catch::Contains("'rider' stands on 'disc_1/body', which another robot moves"));
    }
    SECTION("an obstacle that moves")
    {
        Problem problem = problemOf({{{{-0.5, 0.0}, {0.5, 0.0}}, {{0.5, 0.0}, {-0.5, 0.0}}}});
        KinematicModel model = problem.scene->model();
        Joint joint;
        joint.name = "tray";
        joint.type = JointType::Floating;
        model.addBody("tray", kWorld, Pose(), joint);
        problem.scene = std::make_shared<const Scene>(model, problem.scene->objects().list());
        problem.start = model.defaultConfiguration();
        CHECK_THROWS_WITH(RobotGroup(problem), Catch::Contains("'tray' moves and is of no robot"));
    }
}
