#include "io_test_support.h"

#include <gapless/io/srdf.h>
#include "io/joint_groups.h"

using namespace gapless;
using gapless::test::errorOf;

namespace {

const std::string kData = GAPLESS_IO_DATA;

std::vector<std::string> jointsOf(const Srdf& srdf, const std::string& group)
{
    MeshLoader meshes;
    const UrdfRobot robot = loadUrdf(kData + "/two_link.urdf", meshes);
    std::vector<std::string> names;
    for (const UrdfRobot::PartIndex body : jointsOfGroup(srdf, *srdf.findGroup(group), robot))
        names.push_back(robot.bodies[body].joint.name);
    return names;
}

std::string errorOfText(const std::string& text)
{
    return errorOf([&] { parseSrdf(text, "r.srdf"); });
}

}  // namespace

TEST_CASE("Groups are chains, joints, links and other groups")
{
    const Srdf srdf = loadSrdf(kData + "/two_link.srdf");
    CHECK(jointsOf(srdf, "arm") == std::vector<std::string>{"shoulder", "elbow"});
    CHECK(jointsOf(srdf, "hand") == std::vector<std::string>{"slide"});
    CHECK(jointsOf(srdf, "all") == std::vector<std::string>{"shoulder", "elbow", "slide"});
    CHECK(jointsOf(srdf, "links") == std::vector<std::string>{"elbow"});
}

TEST_CASE("States, disabled pairs and virtual joints are kept, other elements ignored")
{
    const Srdf srdf = loadSrdf(kData + "/two_link.srdf");
    REQUIRE(srdf.states.size() == 1);
    CHECK(srdf.states[0].values.at("elbow") == std::vector<double>{-1.0});
    REQUIRE(srdf.disabled.size() == 1);
    CHECK(srdf.disabled[0].b == "lower");
    REQUIRE(srdf.virtual_joints.size() == 1);
    CHECK(srdf.virtual_joints[0].type == "fixed");
}

TEST_CASE("Passive joints do not plan")
{
    const Srdf srdf = parseSrdf(
        "<robot name='r'><group name='g'><joint name='shoulder'/><joint name='elbow'/></group>"
        "<passive_joint name='elbow'/></robot>",
        "r.srdf");
    CHECK(jointsOf(srdf, "g") == std::vector<std::string>{"shoulder"});
}

TEST_CASE("A malformed SRDF is an error with its line")
{
    CHECK(errorOfText("<robot name='r'>\n<group name='g'>\n</robot>").find("r.srdf:") == 0);
    CHECK(errorOfText("").find("r.srdf") == 0);
    CHECK(errorOfText("<model/>").find("no <robot> at the root") != std::string::npos);
    CHECK(errorOfText("<robot>\n<group/></robot>").find("r.srdf:2: <group> needs the attribute 'name'") == 0);
    CHECK(errorOfText("<robot>\n<group name='a'/>\n<group name='a'/></robot>").find("r.srdf:3: a second group") == 0);
    CHECK(errorOfText("<robot><group name='a'><group name='a'/></group></robot>").find("contains itself") != std::string::npos);
    CHECK(errorOfText("<robot><group name='a'><group name='b'/></group><group name='b'><group name='a'/></group></robot>")
              .find("contains itself")
          != std::string::npos);
    CHECK(errorOfText("<robot><group name='a'><group name='c'/></group></robot>").find("unknown group 'c'") != std::string::npos);
    CHECK(errorOfText("<robot><disable_collisions link1='a'/></robot>").find("'link2'") != std::string::npos);
    CHECK(errorOfText("<robot><group_state name='s' group='g'><joint name='j' value='nan'/></group_state></robot>")
              .find("finite numbers")
          != std::string::npos);
    std::string deep = "<robot>";
    for (int i = 0; i < 100000; ++i)
        deep += "<a>";
    CHECK(errorOfText(deep).find("malformed XML") != std::string::npos);
}

TEST_CASE("A group that does not fit the robot is an error")
{
    const auto error = [](const std::string& content) {
        const Srdf srdf = parseSrdf("<robot>\n<group name='g'>" + content + "</group></robot>", "r.srdf");
        return errorOf([&] { jointsOf(srdf, "g"); });
    };
    CHECK(error("<joint name='wrist'/>").find("r.srdf:2: group 'g' names the joint 'wrist'") == 0);
    CHECK(error("<link name='hand'/>").find("r.srdf:2: group 'g' names the link 'hand'") == 0);
    CHECK(error("<chain base_link='tool0' tip_link='upper'/>").find("is not above") != std::string::npos);
}
