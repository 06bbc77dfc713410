// The robots of other projects load as their table says (shared/peerdata/README.md).
#include <algorithm>

#include "io_test_support.h"
#include "support/peer_data.h"
#include "support/sanitized.h"

#include <gapless/io/problem_description.h>
#include <gapless/io/srdf.h>
#include <gapless/io/urdf_robot.h>

using namespace gapless;

namespace {

struct Expected
{
    const char* name;
    int revolute, continuous, prismatic, mimic;
    int shapes;
    int triangles;
};

// pr2's table counts mimic joints among its 19 + 5 + 21; panda's only <mimic> is on a fixed joint, and one of
// panda_moveit's two prismatic joints is the mimic joint.
const Expected kRobots[] = {
    {"iiwa14", 7, 0, 0, 0, 8, 3016},        {"irb2400", 6, 0, 0, 0, 7, 1918},  {"panda", 7, 0, 0, 0, 11, 3472},
    {"panda_moveit", 7, 0, 2, 1, 11, 2364}, {"pr2", 21, 19, 5, 6, 50, 6892},   {"puma560", 6, 0, 0, 0, 7, 3043},
    {"ur5", 6, 0, 0, 0, 18, 104185},        {"ur5_bare", 6, 0, 0, 0, 8, 5328},
};

}  // namespace

TEST_CASE("The robots of other projects have the joints, shapes and triangles of their files")
{
    const auto folder = test::peerDataFolder();
    if (!folder)
        return;
    for (const Expected& expected : kRobots)
    {
        INFO(expected.name);
        if (test::kSanitized && expected.triangles > 6000)
        {
            WARN(expected.name << " takes minutes: left out of sanitized builds");
            continue;
        }
        const std::string base = *folder + "/robots/" + expected.name + "/" + expected.name;
        MeshLoader meshes;
        const UrdfRobot robot = loadUrdf(base + ".urdf", meshes);
        int revolute = 0, continuous = 0, prismatic = 0, mimic = 0, shapes = 0, triangles = 0;
        for (const UrdfRobot::BodyPart& body : robot.bodies)
        {
            revolute += body.parent && body.joint.type == JointType::Revolute;
            continuous += body.parent && body.joint.type == JointType::Continuous;
            prismatic += body.parent && body.joint.type == JointType::Prismatic;
            mimic += body.joint.mimic.has_value();
        }
        for (const UrdfRobot::Link& link : robot.links)
            if (link.geometry)
            {
                shapes += static_cast<int>(link.geometry->shapes().size());
                for (const PlacedShape& shape : link.geometry->shapes())
                    if (const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&shape.shape))
                        triangles += static_cast<int>((*mesh)->triangles().size());
            }
        CHECK(revolute == expected.revolute);
        CHECK(continuous == expected.continuous);
        CHECK(prismatic == expected.prismatic);
        CHECK(mimic == expected.mimic);
        CHECK(shapes == expected.shapes);
        CHECK(triangles == expected.triangles);

        const Srdf srdf = loadSrdf(base + ".srdf");
        for (const Srdf::LinkPair& pair : srdf.disabled)
        {
            CHECK(robot.findLink(pair.a));
            CHECK(robot.findLink(pair.b));
        }
        const Problem problem =
            buildProblem(parseProblem("robots: [{urdf: '" + base + ".urdf', srdf: '" + base + ".srdf'}]\n", *folder + "/p.yaml"));
        int passive = 0;
        for (const UrdfRobot::BodyPart& body : robot.bodies)
            passive +=
                !body.joint.mimic && std::count(srdf.passive_joints.begin(), srdf.passive_joints.end(), body.joint.name) > 0;
        CHECK(static_cast<int>(problem.joints.size()) == revolute + continuous + prismatic - mimic - passive);
        for (const Srdf::Group& group : srdf.groups)
        {
            INFO(group.name);
            CHECK_NOTHROW(buildProblem(
                parseProblem("robots: [{urdf: '" + base + ".urdf', srdf: '" + base + ".srdf', group: '" + group.name + "'}]\n",
                             *folder + "/p.yaml")));
            if (test::kSanitized || std::string(expected.name) == "ur5")
                break;  // minutes each time: instrumented, or of a hundred thousand triangles
        }
    }
}
