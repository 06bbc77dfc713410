#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "core/log.h"
#include "gapless/io/depth_file.h"
#include "gapless/io/octree_file.h"
#include "gapless/io/point_cloud.h"
#include "gapless/io/problem_description.h"
#include "gapless/io/problem_loader.h"
#include "gapless/io/robot_placement.h"
#include "gapless/io/srdf.h"
#include "io/input_text.h"
#include "io/joint_groups.h"
#include "io/problem_names.h"
#include "io/problem_states.h"
#include "io/resource_path.h"

namespace gapless {

struct ProblemLoader::Parts
{
    explicit Parts(std::size_t memory) : meshes(memory) {}

    MeshLoader meshes;
    std::map<std::string, std::shared_ptr<const UrdfRobot>> robots;
    std::shared_ptr<const Scene> last_scene;
};

/// Puts the parts of a description into one model, one list of objects, one matrix of allowed pairs.
class ProblemLoader::Builder
{
public:
    Builder(const ProblemDescription& description, const ProblemLoader& loader, const std::optional<double>& clearance)
        : description_(description),
          packages_(loader.packages_),
          takes_cars_(loader.takes_cars_),
          takes_moving_obstacles_(loader.takes_moving_obstacles_),
          clearance_(clearance),
          parts_(*loader.parts_),
          folder_(std::filesystem::path(description.file).parent_path().string()),
          names_(description.file)
    {}

    Problem build()
    {
        problem_.file = description_.file;
        for (std::size_t r = 0; r < description_.robots.size(); ++r)
            addRobotNumber(r);
        for (const ProblemDescription::Obstacle& obstacle : description_.obstacles)
            addObstacle(obstacle);
        for (const ProblemDescription::Attached& attached : description_.attached)
            addAttached(attached);
        for (const ProblemDescription::PairValue& pair : description_.allowed_collisions)
            allowed_.allow(names_.known(pair.a), names_.known(pair.b));
        exemptObstaclesAmongThemselves();
        Clearances gaps = clearances();
        defaults_ = model_.defaultConfiguration();
        for (const auto& [body, X_WR] : floating_bases_)
            setFloatingDefault(body, X_WR);
        problem_.scene = parts_.last_scene = makeScene(std::move(gaps));
        readStates();
        return std::move(problem_);
    }

private:
    std::shared_ptr<const UrdfRobot> robotFile(const ProblemDescription::Robot& robot)
    {
        const std::string file = resolveResource(robot.urdf, folder_, packages_, description_.file, robot.line, "URDF");
        std::shared_ptr<const UrdfRobot>& entry = parts_.robots[file];
        if (!entry)
            entry = std::make_shared<const UrdfRobot>(loadUrdf(file, parts_.meshes, packages_));
        return entry;
    }

    void addRobotNumber(std::size_t index)
    {
        const ProblemDescription::Robot& given = description_.robots[index];
        const std::shared_ptr<const UrdfRobot> robot = robotFile(given);
        RobotPlacement placement;
        placement.prefix = description_.robots.size() > 1 ? given.name + "/" : std::string();
        placement.robot = static_cast<int>(index);
        placement.X_WR = given.base;
        placement.floating = given.floating;
        placement.planar = given.planar;
        placement.base_limits = given.base_limits;
        const auto bodies = addRobot(*robot, placement, model_, objects_);
        for (const UrdfRobot::Link& link : robot->links)
            countMemory(link.geometry.get(), given.line);
        for (const UrdfRobot::Link& link : robot->links)
            names_.addLink(placement.prefix + link.name, {bodies[link.body], link.X_BL, link.geometry != nullptr}, given.line);
        std::optional<Srdf> srdf;
        if (!given.srdf.empty())
        {
            srdf = loadSrdf(resolveResource(given.srdf, folder_, packages_, description_.file, given.line, "SRDF"));
            allowDisabled(*srdf, *robot, placement.prefix);
        }
        if (given.floating)
        {
            floating_bases_.emplace_back(bodies[UrdfRobot::kRoot], given.base);
            addPlanningJoint(bodies[UrdfRobot::kRoot]);
        }
        else if (given.planar)
            addPlanningJoint(bodies[UrdfRobot::kRoot]);
        for (const UrdfRobot::PartIndex body : groupOf(given, srdf ? &*srdf : nullptr, *robot))
            addPlanningJoint(bodies[body]);
        if (given.car)
            addSteering(*given.car, placement.prefix);
    }

    void addSteering(const ProblemDescription::Robot::Car& car, const std::string& prefix)
    {
        if (!takes_cars_)
            throw inputError(
                description_.file, car.line,
                "steering: this takes straight motions only; `gapless plan`, `check`, `smooth` and `view` take cars");
        const std::string name = prefix + (car.joint.empty() ? "base" : car.joint);
        const auto joint = std::find_if(problem_.joints.begin(), problem_.joints.end(),
                                        [&](const PlanningJoint& planning) { return planning.name == name; });
        if (joint == problem_.joints.end() || model_.body(joint->body).joint.type != JointType::Planar)
            throw inputError(description_.file, car.line, "steering: '" + name + "' is no planar joint that plans");
        joint->steering = car.steering;
    }

    std::set<UrdfRobot::PartIndex> groupOf(const ProblemDescription::Robot& given, const Srdf* srdf, const UrdfRobot& robot) const
    {
        if (given.group.empty())
            return jointsThatMove(srdf, robot);
        if (!srdf)
            throw inputError(description_.file, given.group_line,
                             "a group '" + given.group + "' without an srdf; name the SRDF file that defines it");
        const Srdf::Group* group = srdf->findGroup(given.group);
        if (!group)
        {
            std::vector<std::string> known;
            for (const Srdf::Group& other : srdf->groups)
                known.push_back(other.name);
            throw unknownName(description_.file, given.group_line, "group", given.group, known);
        }
        return jointsOfGroup(*srdf, *group, robot);
    }

    void allowDisabled(const Srdf& srdf, const UrdfRobot& robot, const std::string& prefix)
    {
        for (const Srdf::LinkPair& pair : srdf.disabled)
        {
            bool known = true;
            for (const std::string& link : {pair.a, pair.b})
                if (!robot.findLink(link))
                {
                    known = false;
                    libraryLog()->warn("{}:{}: disable_collisions names the link '{}', which {} does not have; ignored",
                                       srdf.file, pair.line, link, robot.file);
                }
            // The name may be that of an obstacle, of which an SRDF knows nothing.
            if (known)
                allowed_.allow(prefix + pair.a, prefix + pair.b, ExemptReason::Srdf);
        }
        for (const Srdf::VirtualJoint& joint : srdf.virtual_joints)
            if (joint.type != "fixed")
                libraryLog()->debug("{}: virtual joint '{}' is {}; the base moves only with floating: true or planar: true",
                                    srdf.file, joint.name, joint.type);
    }

    void addPlanningJoint(BodyIndex body)
    {
        const Joint& joint = model_.body(body).joint;
        problem_.joints.push_back({joint.name, body, *model_.body(body).variable, variableCount(joint.type)});
    }

    /// What `load` makes of a file that an object names.
    template <class Load>
    auto fromFile(const std::string& file, const std::string& kind, const ProblemDescription::Obstacle& object, const Load& load)
    {
        const std::string what = kind + " of '" + object.name + "'";
        const std::string path = resolveResource(file, folder_, packages_, description_.file, object.line, what);
        try
        {
            return load(path);
        }
        catch (const InputError& error)
        {
            throw inputError(description_.file, object.line, what + ": " + error.what());
        }
    }

    /// Of a workspace in the world's frame, else in the camera's.
    std::vector<PlacedShape> shapesOfDepth(const ProblemDescription::DepthFile& depth, const ProblemDescription::Obstacle& object,
                                           const std::string& path)
    {
        /// What a ball or cube takes in a scene, about, with its share of the tree.
        constexpr std::size_t kPieceBytes = 600;
        const std::size_t memory = parts_.meshes.memory(), most = memory / kPieceBytes;
        const DepthImage image = loadDepthImage(path, depth.scale, memory);
        const DepthCounts counts = countReturns(image, depth.sensor);
        const std::size_t nothing = counts.no_return + counts.out_of_range;
        if (nothing == image.depths.size())
            throw inputError(path, 0, "no pixel has a depth within range; leave the image out");
        if (nothing > 0)
            libraryLog()->warn("depth image {}: of {} pixels {} have no return and {} one out of range; what is there is {}",
                               path, image.depths.size(), counts.no_return, counts.out_of_range,
                               depth.workspace ? "taken for occupied" : "not known, and free");
        std::vector<PlacedShape> shapes;
        if (depth.workspace)
            shapes = unseenCubes(image, depth.sensor, object.pose, *depth.workspace, path, most);
        else
            shapes = seenBalls(image, depth.sensor, path, most);
        if (shapes.empty())
            throw inputError(path, 0, "all of the workspace is seen to be free; leave the image out");
        return shapes;
    }

    /// In the object's frame.
    std::vector<PlacedShape> shapesOf(const ProblemDescription::Obstacle& object)
    {
        if (const auto* mesh = std::get_if<ProblemDescription::MeshFile>(&object.shape))
            return {{fromFile(mesh->file, "mesh", object,
                              [&](const std::string& path) { return parts_.meshes.load(path, mesh->scale); }),
                     Pose()}};
        if (const auto* cloud = std::get_if<ProblemDescription::CloudFile>(&object.shape))
            return fromFile(cloud->file, "points", object, [&](const std::string& path) {
                const std::vector<Vec3> points = loadPointCloud(path, parts_.meshes.memory()).points;
                return cloud->thin > 0.0 ? thinnedBalls(points, cloud->radius, cloud->thin) : ballsAbout(points, cloud->radius);
            });
        if (const auto* octree = std::get_if<ProblemDescription::OctreeFile>(&object.shape))
            return fromFile(octree->file, "octree", object,
                            [&](const std::string& path) { return loadOctree(path, octree->unknown, parts_.meshes.memory()); });
        if (const auto* depth = std::get_if<ProblemDescription::DepthFile>(&object.shape))
            return fromFile(depth->file, "depth", object,
                            [&](const std::string& path) { return shapesOfDepth(*depth, object, path); });
        if (const auto* box = std::get_if<Box>(&object.shape))
            return {{*box, Pose()}};
        if (const auto* sphere = std::get_if<Sphere>(&object.shape))
            return {{*sphere, Pose()}};
        if (const auto* cylinder = std::get_if<Cylinder>(&object.shape))
            return {{*cylinder, Pose()}};
        if (const auto* cone = std::get_if<Cone>(&object.shape))
            return {{*cone, Pose()}};
        return {{std::get<Capsule>(object.shape), Pose()}};
    }

    std::shared_ptr<const CollisionGeometry> geometryOf(const ProblemDescription::Obstacle& object, const Pose& X_BS)
    {
        std::vector<PlacedShape> shapes = shapesOf(object);
        for (PlacedShape& placed : shapes)
            placed.X_BS = X_BS * placed.X_BS;
        return std::make_shared<const CollisionGeometry>(
            std::move(shapes), description_.file + ":" + std::to_string(object.line) + ": '" + object.name + "'");
    }

    void addObstacle(const ProblemDescription::Obstacle& obstacle)
    {
        names_.addObject(obstacle);
        Joint joint;
        if (!obstacle.moves.empty())
        {
            if (!takes_moving_obstacles_)
                throw inputError(
                    description_.file, obstacle.moves_line,
                    "moves: this takes obstacles that stand still; `gapless check --trajectory` takes those that move");
            joint.name = obstacle.name + "/moves";
            joint.type = JointType::Floating;
        }
        const auto* const depth = std::get_if<ProblemDescription::DepthFile>(&obstacle.shape);
        const bool is_workspace = depth && depth->workspace;  // it stands in the world, whatever the camera's pose
        const BodyIndex body = model_.addBody(obstacle.name, kWorld, is_workspace ? Pose() : obstacle.pose, joint);
        if (!obstacle.moves.empty())
        {
            floating_bases_.emplace_back(body, obstacle.moves.front().pose);
            problem_.moving.push_back({body, obstacle.moves});
        }
        if (obstacle.fixed)
            problem_.fixed.emplace_back(objects_.size());
        objects_.push_back({obstacle.name, body, ObjectKind::Obstacle, geometryOf(obstacle, Pose()), {}});
        countMemory(objects_.back().geometry.get(), obstacle.line);
    }

    /// What moves by a timetable collides with robots and what they carry only.
    void exemptObstaclesAmongThemselves()
    {
        for (const ProblemDescription::Obstacle& moving : description_.obstacles)
            for (const ProblemDescription::Obstacle& other : description_.obstacles)
                if (!moving.moves.empty() && moving.name != other.name)
                    allowed_.allow(moving.name, other.name);
    }

    void addAttached(const ProblemDescription::Attached& attached)
    {
        names_.addObject(attached.object);
        const SceneNames::LinkPlace& link = names_.link(attached.link);
        CollisionObject object{attached.object.name,
                               link.body,
                               ObjectKind::Attached,
                               geometryOf(attached.object, link.X_BL * attached.object.pose),
                               {}};
        for (const ProblemDescription::Name& name : attached.touch_links)
        {
            names_.link(name);
            object.touch_links.push_back(name.text);
        }
        countMemory(object.geometry.get(), attached.object.line);
        objects_.push_back(std::move(object));
    }

    void countMemory(const CollisionGeometry* geometry, int line)
    {
        if (geometry && counted_.insert(geometry).second)
            parts_.meshes.requireMemory(memory_ += geometry->memoryBytes(), description_.file, line);
    }

    Clearances clearances() const
    {
        Clearances gaps;
        gaps.all = description_.clearance;
        gaps.self = description_.self_clearance;
        for (const ProblemDescription::PairValue& pair : description_.clearances)
        {
            bool both_have_geometry = true;
            for (const ProblemDescription::Name& name : {pair.a, pair.b})
                if (!names_.hasGeometry(names_.known(name)))
                {
                    libraryLog()->warn("{}:{}: link '{}' has no collision geometry; its clearance means nothing",
                                       description_.file, name.line, name.text);
                    both_have_geometry = false;
                }
            if (both_have_geometry)
                gaps.pairs.push_back({pair.a.text, pair.b.text, pair.value});
        }
        if (clearance_)
        {
            gaps = Clearances();
            gaps.all = *clearance_;
        }
        return gaps;
    }

    std::shared_ptr<const Scene> makeScene(Clearances gaps) const
    {
        try
        {
            return std::make_shared<const Scene>(model_, objects_, allowed_, std::move(gaps), parts_.last_scene.get());
        }
        catch (const InputError& error)
        {
            throw inputError(description_.file, 0, error.what());
        }
    }

    /// A floating base that a state leaves out stands where the robot's `base` puts it.
    void setFloatingDefault(BodyIndex body, const Pose& X_WR)
    {
        const int variable = *model_.body(body).variable;
        const Eigen::Quaterniond q(X_WR.R);
        defaults_.segment<3>(variable) = X_WR.p;
        defaults_.segment<4>(variable + 3) = q.normalized().coeffs();
        const Joint& joint = model_.body(body).joint;
        for (std::size_t i = 0; i < joint.lower.size(); ++i)
            defaults_[variable + static_cast<int>(i)] = std::clamp(X_WR.p[static_cast<int>(i)], joint.lower[i], joint.upper[i]);
    }

    void readStates()
    {
        const StateReader reader(problem_.scene->model(), problem_.joints, defaults_, description_.file);
        problem_.has_start = description_.start.has_value();
        problem_.start = defaults_;
        const auto lineOf = [](const std::optional<ProblemDescription::State>& state) { return state ? state->line : 0; };
        problem_.lines = {description_.robots.empty() ? 0 : description_.robots.front().line, lineOf(description_.start),
                          lineOf(description_.goal)};
        if (description_.start)
            problem_.start = reader.read(*description_.start, "start", defaults_, true);
        problem_.goal_region = description_.goal_region;
        if (description_.goal)
            problem_.goal = reader.read(*description_.goal, "goal", problem_.start, false);
        for (const ProblemDescription::State& state : description_.waypoints)
            problem_.waypoints.push_back(reader.read(state, "waypoint", problem_.start, false));
    }

    const ProblemDescription& description_;
    const std::map<std::string, std::string>& packages_;
    bool takes_cars_, takes_moving_obstacles_;
    const std::optional<double>& clearance_;
    Parts& parts_;
    std::string folder_;
    KinematicModel model_;
    std::vector<CollisionObject> objects_;
    std::set<const CollisionGeometry*> counted_;
    std::size_t memory_ = 0;
    AllowedCollisionMatrix allowed_;
    SceneNames names_;
    std::vector<std::pair<BodyIndex, Pose>> floating_bases_;
    Configuration defaults_;
    Problem problem_;
};

ProblemLoader::ProblemLoader(const LoadOptions& options)
    : packages_(options.packages),
      takes_cars_(options.takes_cars),
      takes_moving_obstacles_(options.takes_moving_obstacles),
      parts_(std::make_unique<Parts>(options.memory))
{}

ProblemLoader::ProblemLoader(ProblemLoader&&) noexcept = default;
ProblemLoader& ProblemLoader::operator=(ProblemLoader&&) noexcept = default;
ProblemLoader::~ProblemLoader() = default;

Problem ProblemLoader::load(const std::string& file, const std::optional<double>& clearance)
{
    return build(parseProblem(readTextFile(file, "problem file"), file), clearance);
}

Problem ProblemLoader::build(const ProblemDescription& description, const std::optional<double>& clearance)
{
    if (clearance)
        kClearanceRange.require(*clearance, description.file + ": the clearance asked for");
    return Builder(description, *this, clearance).build();
}

Problem buildProblem(const ProblemDescription& description, const LoadOptions& options)
{
    return ProblemLoader(options).build(description, options.clearance);
}

}  // namespace gapless
