#include "io_test_support.h"
#include "support/temporary_folder.h"

#include <gapless/io/robot_placement.h>

using namespace gapless;
using gapless::test::errorOf;
using gapless::test::TemporaryFolder;

namespace {

const std::string kData = GAPLESS_IO_DATA;
constexpr double kPi = 3.14159265358979323846;

UrdfRobot robotOf(const std::string& content)
{
    MeshLoader meshes;
    return parseUrdf("<robot name='r'>\n" + content + "</robot>", "r.urdf", meshes);
}

std::string errorOfRobot(const std::string& content)
{
    return errorOf([&] { robotOf(content); });
}

std::string collision(const std::string& geometry)
{
    return "<link name='a'><collision>" + geometry + "</collision></link>";
}

std::string joint(const std::string& attributes, const std::string& content, const std::string& parent = "a",
                  const std::string& child = "b")
{
    return "<joint " + attributes + "><parent link='" + parent + "'/><child link='" + child + "'/>" + content + "</joint>";
}

const std::string kLinks = "<link name='a'/><link name='b'/><link name='c'/>";
const std::string kLimit = "<limit lower='-1' upper='1' effort='0' velocity='0'/>";

}  // namespace

TEST_CASE("Links that fixed joints join are one body")
{
    MeshLoader meshes;
    const UrdfRobot robot = loadUrdf(kData + "/two_link.urdf", meshes);
    // 1. base_link | upper | lower + tool0 | finger; a mimic tag on the fixed joint is ignored.
    REQUIRE(robot.bodies.size() == 4);
    CHECK(robot.links[robot.findLink("tool0").value()].body == robot.links[robot.findLink("lower").value()].body);
    CHECK(robot.isFixedJoint("flange"));
    CHECK_FALSE(robot.findJoint("flange"));
    // 2. The finger's joint frame is composed with the fixed joint before it.
    const UrdfRobot::BodyPart& finger = robot.bodies[robot.findJoint("slide").value()];
    CHECK(finger.X_PJ.p == Vec3(0.5, 0, 0));
    CHECK(finger.X_PJ.R == Mat3::Identity());
    CHECK(finger.joint.lower == std::vector<double>{0.01});
    // 3. Continuous joints have no limits.
    CHECK(robot.bodies[robot.findJoint("elbow").value()].joint.lower.empty());
    // 4. Every collision element is there, links without one have no geometry.
    CHECK(robot.links[robot.findLink("upper").value()].geometry->shapes().size() == 2);
    CHECK(robot.links[robot.findLink("tool0").value()].geometry == nullptr);
}

TEST_CASE("A rotation by rpy is accurate, and exact for zero")
{
    const auto rotation = [](const std::string& rpy) {
        const UrdfRobot robot = robotOf(kLinks + joint("name='j' type='continuous'", "<origin rpy='" + rpy + "'/>")
                                        + joint("name='k' type='fixed'", "", "a", "c"));
        return robot.bodies[UrdfRobot::PartIndex(1)].X_PJ.R;
    };
    CHECK(rotation("0 0 0") == Mat3::Identity());
    CHECK(rotation("-0 0.0 0e5") == Mat3::Identity());
    Mat3 expected;
    expected << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    CHECK((rotation("0 0 1.5707963267948966") - expected).cwiseAbs().maxCoeff() <= 5e-16);
    expected << 1, 0, 0, 0, 0, -1, 0, 1, 0;
    CHECK((rotation("1.5707963267948966 0 0") - expected).cwiseAbs().maxCoeff() <= 5e-16);
    const Mat3 general = rotation("0.3 -0.7 2.9");
    const Mat3 by_axes =
        (Eigen::AngleAxisd(2.9, Vec3::UnitZ()) * Eigen::AngleAxisd(-0.7, Vec3::UnitY()) * Eigen::AngleAxisd(0.3, Vec3::UnitX()))
            .toRotationMatrix();
    CHECK((general - by_axes).cwiseAbs().maxCoeff() <= 2e-15);
    CHECK((general.transpose() * general - Mat3::Identity()).cwiseAbs().maxCoeff() <= 4e-16);
    CHECK((rotation("0 0 " + std::to_string(kPi)) - Eigen::AngleAxisd(3.141593, Vec3::UnitZ()).toRotationMatrix())
              .cwiseAbs()
              .maxCoeff()
          <= 1e-15);
}

TEST_CASE("Numbers keep full double precision")
{
    const UrdfRobot robot = robotOf(
        "<link name='a'><collision><origin xyz='0.1 1048576.0000000002 1e-300'/><geometry>"
        "<box size='9.313225746154785e-10 4 4'/></geometry></collision></link>");
    const PlacedShape& shape = robot.links[UrdfRobot::LinkIndex(0)].geometry->shapes()[0];
    CHECK(shape.X_BS.p == Vec3(0.1, 1048576.0000000002, 1e-300));
    CHECK(std::get<Box>(shape.shape).half_extents.x() == 0x1p-31);
}

TEST_CASE("Every type of joint is read")
{
    const UrdfRobot robot = robotOf(
        "<link name='a'/><link name='b'/><link name='c'/><link name='d'/><link name='e'/><link name='f'/>"
        + joint("name='r' type='revolute'", "<axis xyz='0 0 1'/>" + kLimit) + joint("name='c' type='continuous'", "", "b", "c")
        + joint("name='p' type='prismatic'", kLimit, "c", "d") + joint("name='pl' type='planar'", "<axis xyz='0 1 0'/>", "d", "e")
        + joint("name='f' type='floating'", "", "e", "f"));
    REQUIRE(robot.bodies.size() == 6);
    CHECK(robot.bodies[UrdfRobot::PartIndex(1)].joint.type == JointType::Revolute);
    CHECK(robot.bodies[UrdfRobot::PartIndex(2)].joint.type == JointType::Continuous);
    CHECK(robot.bodies[UrdfRobot::PartIndex(2)].joint.axis == Vec3::UnitX());
    CHECK(robot.bodies[UrdfRobot::PartIndex(3)].joint.type == JointType::Prismatic);
    CHECK(robot.bodies[UrdfRobot::PartIndex(4)].joint.type == JointType::Planar);
    CHECK(robot.bodies[UrdfRobot::PartIndex(5)].joint.type == JointType::Floating);
    KinematicModel model;
    std::vector<CollisionObject> objects;
    addRobot(robot, {"x/", 0, {}, false, {}}, model, objects);
    CHECK(model.configurationSize() == 1 + 1 + 1 + 3 + 7);
    CHECK(model.findJoint("x/pl") == BodyIndex(5));
}

TEST_CASE("Mimic joints follow their master, wherever it stands in the file and through other mimic joints")
{
    const UrdfRobot robot = robotOf(
        kLinks + "<link name='d'/>" + joint("name='m' type='revolute'", kLimit + "<mimic joint='n' multiplier='2' offset='0.5'/>")
        + joint("name='n' type='revolute'", kLimit + "<mimic joint='o' multiplier='-3' offset='1'/>", "a", "c")
        + joint("name='o' type='revolute'", kLimit, "a", "d"));
    const UrdfRobot::BodyPart& m = robot.bodies[robot.findJoint("m").value()];
    REQUIRE(m.joint.mimic);
    CHECK(m.mimic_master == robot.findJoint("o"));
    CHECK(m.joint.mimic->multiplier == -6.0);
    CHECK(m.joint.mimic->offset == 2.5);
    KinematicModel model;
    std::vector<CollisionObject> objects;
    addRobot(robot, {}, model, objects);
    CHECK(model.configurationSize() == 1);
    CHECK(model.body(model.findJoint("m").value()).joint.mimic->master == model.findJoint("o"));
}

TEST_CASE("What urdfdom would drop without a word is an error with its line")
{
    CHECK(errorOfRobot(collision("<geometry>\n<capsule radius='1' length='1'/></geometry>"))
              .find("r.urdf:3: unsupported element <capsule> in the collision geometry of link 'a'")
          == 0);
    CHECK(errorOfRobot(collision("")).find("has no geometry") != std::string::npos);
    CHECK(errorOfRobot(collision("<geometry/>")).find("has no geometry") != std::string::npos);
    CHECK(errorOfRobot(collision("<geometry><sphere radius='1'/><sphere radius='2'/></geometry>")).find("two shapes")
          != std::string::npos);
    CHECK(errorOfRobot(collision("<geometry><sphere radius='0'/></geometry>")).find("greater than 0") != std::string::npos);
    CHECK(errorOfRobot(collision("<geometry><sphere radius='nan'/></geometry>")).find("finite number") != std::string::npos);
    CHECK(errorOfRobot(collision("<geometry><box size='1 1'/></geometry>")).find("3 finite numbers") != std::string::npos);
    CHECK(errorOfRobot(collision("<geometry><box size='1 -1 1'/></geometry>")).find("greater than 0") != std::string::npos);
    CHECK(errorOfRobot(collision("<geometry><cylinder radius='1'/></geometry>")).find("'length'") != std::string::npos);
    CHECK(errorOfRobot(collision("<origin xyz='0 0 x'/><geometry><sphere radius='1'/></geometry>"))
              .find("r.urdf:2: <origin> has xyz")
          == 0);
    CHECK(errorOfRobot(collision("<geometry><mesh filename='none.stl'/></geometry>"))
              .find("r.urdf:2: no file 'none.stl' for the mesh of link 'a'")
          == 0);
    CHECK(errorOfRobot(collision("<geometry><mesh filename='x.stl' scale='1 0 1'/></geometry>")).find("scale of 0")
          != std::string::npos);
    // A link whose inertia is wrong loses its collisions in urdfdom: the parsed model is compared with the file.
    CHECK(errorOfRobot("<link name='a'><inertial><mass value='heavy'/></inertial><collision><geometry>"
                       "<sphere radius='1'/></geometry></collision></link>")
              .find("r.urdf:2: urdfdom cannot read all of link 'a'")
          == 0);
    CHECK(errorOfRobot("<xacro:macro name='x'/>" + kLinks).find("run xacro") != std::string::npos);
}

TEST_CASE("Joints that cannot be read as written are errors with their line")
{
    const auto error = [](const std::string& attributes, const std::string& content) {
        return errorOfRobot(kLinks + "\n" + joint(attributes, content) + joint("name='k' type='fixed'", "", "a", "c"));
    };
    CHECK(error("name='j' type='screw'", "").find("r.urdf:3: joint 'j' is of unsupported type 'screw'") == 0);
    CHECK(error("name='j' type='revolute'", "").find("r.urdf:3: joint 'j' has no <limit>") == 0);
    CHECK(error("name='j' type='prismatic'", "<limit lower='0' upper='1'/>").find("'effort'") != std::string::npos);
    CHECK(error("name='j' type='revolute'", "<limit lower='1' upper='-1' effort='0' velocity='0'/>").find("lower limit above")
          != std::string::npos);
    CHECK(error("name='j' type='continuous'", "<axis xyz='0 0 0'/>").find("zero axis") != std::string::npos);
    CHECK(error("name='j' type='continuous'", "<axis xyz='0 nan 0'/>").find("3 finite numbers") != std::string::npos);
    CHECK(error("name='j' type='continuous'", "<mimic joint='nobody'/>").find("mimics 'nobody'") != std::string::npos);
    CHECK(error("name='j' type='continuous'", "<mimic joint='j'/>").find("mimics itself") != std::string::npos);
    CHECK(error("name='j' type='continuous'", "<mimic joint='k'/>").find("mimics 'k', which is not") != std::string::npos);
    CHECK(error("name='k' type='continuous'", "").find("a second joint 'k'") != std::string::npos);
    CHECK(error("type='continuous'", "").find("'name'") != std::string::npos);
}

TEST_CASE("Links that are no tree are an error")
{
    CHECK(errorOfRobot("").find("no links") != std::string::npos);
    CHECK(errorOfRobot("<link name='a'/><link name='a'/>").find("a second link 'a'") != std::string::npos);
    CHECK(errorOfRobot("<link name='a'/><link name='b'/>").find("both have no parent") != std::string::npos);
    CHECK(errorOfRobot("<link name='a'/>" + joint("name='j' type='fixed'", "")).find("which the file does not have")
          != std::string::npos);
    CHECK(errorOfRobot(kLinks + joint("name='j' type='fixed'", "") + joint("name='k' type='fixed'", "", "c", "b"))
              .find("has two parents")
          != std::string::npos);
    CHECK(errorOfRobot(kLinks + joint("name='j' type='fixed'", "", "b", "c") + joint("name='k' type='fixed'", "", "c", "b"))
              .find("part of a loop")
          != std::string::npos);
    CHECK(errorOf([] {
              MeshLoader meshes;
              parseUrdf("<robot name='r'><link", "r.urdf", meshes);
          }).find("malformed XML")
          != std::string::npos);
    CHECK(errorOf([] {
              MeshLoader meshes;
              loadUrdf("/nowhere/r.urdf", meshes);
          }).find("no such URDF file")
          != std::string::npos);
}

TEST_CASE("Meshes are found by package, by file URL, and relative to the URDF")
{
    const TemporaryFolder folder;
    folder.write("pkg/meshes/t.obj", test::contentOf(kData + "/tetrahedron.obj"));
    const auto load = [&](const std::string& mesh, const std::map<std::string, std::string>& packages) {
        MeshLoader meshes;
        const std::string file =
            folder.write("robot/r.urdf", "<robot name='r'><link name='a'><collision><geometry><mesh filename='" + mesh
                                             + "'/></geometry></collision></link></robot>");
        return loadUrdf(file, meshes, packages).links[UrdfRobot::LinkIndex(0)].geometry->triangleCount();
    };
    CHECK(load("../pkg/meshes/t.obj", {}) == 4);
    CHECK(load("file://" + folder.path("pkg/meshes/t.obj"), {}) == 4);
    CHECK(load("package://other/meshes/t.obj", {{"other", folder.path("pkg")}}) == 4);
    ::setenv("ROS_PACKAGE_PATH", ("/nowhere:" + folder.path()).c_str(), 1);
    CHECK(load("package://pkg/meshes/t.obj", {}) == 4);
    ::setenv("ROS_PACKAGE_PATH", folder.path("pkg/").c_str(), 1);
    CHECK(load("package://pkg/meshes/t.obj", {}) == 4);
    ::unsetenv("ROS_PACKAGE_PATH");
    CHECK(errorOf([&] { load("package://pkg/meshes/t.obj", {}); }).find("no package 'pkg'") != std::string::npos);
}
