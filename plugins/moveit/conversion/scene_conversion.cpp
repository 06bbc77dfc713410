#include "conversion/scene_conversion.h"

#include <algorithm>
#include <cmath>

#include <gapless/collision/close_pair.h>
#include <gapless/core/error.h>

#include "conversion/converted_shapes.h"
#include "conversion/validation_settings.h"

namespace gapless_moveit {

namespace {

using gapless::BodyIndex;
using gapless::InputError;
using gapless::ObjectIndex;
using gapless::ObjectKind;
using gapless::ObjectPair;

/// A plane reaches so much farther than the robot, besides all gaps, metres.
constexpr double kPlaneMargin = 1.0;

class Converter
{
public:
    Converter(const SceneDescription& description, const ConversionOptions& options, GeometryStore& store)
        : description_(description), options_(options), store_(store), kinematics_(convertKinematics(description))
    {}

    ConvertedScene convert()
    {
        addRobot();
        addWorld();
        pairWithinRobot();
        pairWithWorld();
        ConvertedScene result;
        for (const JointDescription& joint : description_.joints)
            result.long_way_between_quaternions = result.long_way_between_quaternions
                                                  || (description_.long_way_between_quaternions
                                                      && joint.kind == JointDescription::Kind::Floating && joint.state_index);
        const std::shared_ptr<const gapless::Scene> last = store_.lastScene(description_.group);
        result.scene =
            std::make_shared<const gapless::Scene>(std::move(kinematics_.model), std::move(objects_), pairs_, last.get());
        store_.setLastScene(description_.group, result.scene);
        result.planning_bodies = std::move(kinematics_.planning_bodies);
        result.layout = std::move(kinematics_.layout);
        result.rest = std::move(kinematics_.rest);
        result.names = std::move(names_);
        return result;
    }

private:
    /// A link or an attached body: its objects (none: no shapes), and the link that carries it.
    struct Part
    {
        std::string name;
        LinkIndex link;
        const AttachedDescription* attached = nullptr;
        std::optional<ObjectIndex> against_robot, against_world;
    };

    std::optional<ObjectIndex> addObject(const std::string& name, const std::string& moveit_name, BodyIndex body, ObjectKind kind,
                                         const std::vector<gapless::PlacedShape>& shapes)
    {
        if (shapes.empty())
            return {};
        const ObjectIndex index(objects_.size());
        objects_.push_back({name, body, kind, store_.get(shapes, name), {}});
        names_.push_back(moveit_name);
        return index;
    }

    void addPart(Part part, ObjectKind kind, const std::vector<PlacedDescribedShape>& shapes,
                 const std::optional<std::vector<PlacedDescribedShape>>& padded)
    {
        const ConvertedKinematics::Place& place = kinematics_.places[part.link];
        const std::string name = (kind == ObjectKind::Link ? "link " : "attached ") + part.name;
        part.against_robot = addObject(name, part.name, place.body, kind, convertShapes(shapes, place.X_BL, 0.0, part.name));
        part.against_world = part.against_robot;
        // Without a world too: what a roadmap was built for, and what else a planner keeps, is of one robot, whether there is anything around it or not.
        if (padded)
            part.against_world =
                addObject(name + ", padded", part.name, place.body, kind, convertShapes(*padded, place.X_BL, 0.0, part.name));
        if (part.against_robot || part.against_world)
            parts_.push_back(std::move(part));
    }

    void addRobot()
    {
        for (const LinkIndex i : description_.links.indices())
        {
            const LinkDescription& link = description_.links[i];
            addPart({link.name, i, nullptr, {}, {}}, ObjectKind::Link, link.shapes, link.padded_shapes);
        }
        for (const AttachedDescription& attached : description_.attached)
        {
            if (!description_.links.has(attached.link))
                throw InputError("attached body '" + attached.name + "' hangs on a link that is not there");
            addPart({attached.name, attached.link, &attached, {}, {}}, ObjectKind::Attached, attached.shapes,
                    attached.padded_shapes);
        }
    }

    double planeReach(const std::string& name) const
    {
        double reach = 0.0;
        for (const gapless::CollisionObject& object : objects_)
            if (object.kind != ObjectKind::Obstacle)
                reach = std::max(reach,
                                 reachFromOrigin(kinematics_.model, object.body, object.geometry->reach(), options_.deviation));
        if (!std::isfinite(reach))
            throw InputError("'" + name + "' is a plane, and a joint of group '" + description_.group
                             + "' shifts without limits, so no part of the plane is enough; give the joint limits");
        return reach + options_.clearance + options_.tolerance + kPlaneMargin;
    }

    void addWorld()
    {
        for (const WorldObjectDescription& object : description_.world)
        {
            const double reach = hasPlane(object.shapes) ? planeReach(object.name) : 0.0;
            if (const auto index = addObject("object " + object.name, object.name, gapless::kWorld, ObjectKind::Obstacle,
                                             convertShapes(object.shapes, gapless::Pose(), reach, object.name)))
                world_.push_back(*index);
        }
    }

    bool isUpdated(const Part& part) const { return description_.links[part.link].is_updated; }

    bool mayTouch(const Part& a, const Part& b) const
    {
        const auto names = [](const Part& part, const std::string& other) {
            return part.attached && part.attached->touch_links.count(other) > 0;
        };
        if (a.attached && b.attached)
            return a.link == b.link || (description_.touch_links_cover_attached && (names(a, b.name) || names(b, a.name)));
        return names(a, b.name) || names(b, a.name);
    }

    bool isAllowed(const std::string& a, const std::string& b) const
    {
        const Allowed allowed = description_.allowed ? description_.allowed(a, b) : Allowed::Never;
        if (allowed == Allowed::Conditional)
            throw InputError("the allowed collision matrix decides by a function of the contact whether '" + a + "' and '" + b
                             + "' may touch; only 'always' and 'never' can be certified");
        return allowed == Allowed::Always;
    }

    void addPair(ObjectIndex a, ObjectIndex b, double clearance)
    {
        const gapless::CollisionObject &first = object(a), &second = object(b);
        if (options_.deviation > 0.0)
        {
            const double travel = relativeTravel(kinematics_.model, first.body, first.geometry->reach(), second.body,
                                                 second.geometry->reach(), options_.deviation)
                                      .norm();
            if (!std::isfinite(travel))
                throw InputError(
                    "'" + names_[a] + "' and '" + names_[b]
                    + "': a joint between them shifts without limits, so timed_path_deviation is no bound; give the joint "
                      "limits");
            clearance += options_.deviation * travel * (1.0 + 1e-12);
        }
        pairs_.push_back({std::min(a, b), std::max(a, b), clearance});
    }

    const gapless::CollisionObject& object(ObjectIndex index) const { return objects_[index.value()]; }
    bool moveRelatively(ObjectIndex a, ObjectIndex b) const { return object(a).body != object(b).body; }

    void pairWithinRobot()
    {
        for (std::size_t i = 0; i < parts_.size(); ++i)
            for (std::size_t j = i + 1; j < parts_.size(); ++j)
            {
                const Part &a = parts_[i], &b = parts_[j];
                if (!a.against_robot || !b.against_robot || !moveRelatively(*a.against_robot, *b.against_robot)
                    || !(isUpdated(a) || isUpdated(b)) || mayTouch(a, b) || isAllowed(a.name, b.name))
                    continue;
                addPair(*a.against_robot, *b.against_robot, options_.self_clearance);
            }
    }

    void pairWithWorld()
    {
        for (const Part& part : parts_)
            for (const ObjectIndex object : world_)
                if (part.against_world && isUpdated(part) && moveRelatively(*part.against_world, object)
                    && !isAllowed(part.name, names_[object]))
                    addPair(*part.against_world, object, options_.clearance);
    }

    const SceneDescription& description_;
    const ConversionOptions& options_;
    GeometryStore& store_;
    ConvertedKinematics kinematics_;
    std::vector<gapless::CollisionObject> objects_;
    gapless::IndexedVector<ObjectIndex, std::string> names_;
    std::vector<Part> parts_;
    std::vector<ObjectIndex> world_;
    std::vector<ObjectPair> pairs_;
};

}  // namespace

ConvertedScene convertScene(const SceneDescription& description, const ConversionOptions& options, GeometryStore& store)
{
    gapless::kClearanceRange.require(options.clearance, "clearance");
    gapless::kClearanceRange.require(options.self_clearance, "self_clearance");
    kDeviationRange.require(options.deviation, "timed_path_deviation");
    gapless::kToleranceRange.require(options.tolerance, "tolerance");
    return Converter(description, options, store).convert();
}

std::string exemptPairsText(const SceneDescription& description)
{
    std::string list;
    int count = 0;
    for (auto first = description.links.begin(); first != description.links.end(); ++first)
        for (auto second = first + 1; second != description.links.end(); ++second)
        {
            const LinkDescription &a = *first, &b = *second;
            if (a.shapes.empty() || b.shapes.empty() || !description.allowed
                || description.allowed(a.name, b.name) != Allowed::Always)
                continue;
            const bool by_srdf = description.srdf_disabled.count(std::minmax(a.name, b.name)) > 0;
            list += (count++ > 0 ? ", " : ": ") + a.name + " - " + b.name + (by_srdf ? " (SRDF)" : " (allowed collision matrix)");
        }
    return "pairs of links that are never checked, " + std::to_string(count) + list;
}

gapless::Configuration configurationOf(const ConvertedScene& converted, const std::vector<double>& group_values, Angles angles)
{
    const gapless::KinematicModel& model = converted.scene->model();
    gapless::Configuration q = converted.rest;
    const auto wrapped = [](double angle) { return std::abs(angle) <= M_PI ? angle : std::remainder(angle, 2.0 * M_PI); };
    for (std::size_t i = 0; i < converted.planning_bodies.size(); ++i)
    {
        const gapless::Body& body = model.body(converted.planning_bodies[i]);
        const auto count = static_cast<std::size_t>(gapless::variableCount(body.joint.type));
        const std::size_t first = converted.layout.first[i];
        if (first + count > group_values.size())
            throw InputError("a state of the group with " + std::to_string(group_values.size()) + " values has none for joint '"
                             + body.joint.name + "'");
        const int variable = *body.variable;
        std::copy_n(group_values.begin() + static_cast<std::ptrdiff_t>(first), count, q.data() + variable);
        if (angles == Angles::Literal)
            continue;
        if (body.joint.type == gapless::JointType::Continuous)
            q[variable] = wrapped(q[variable]);
        else if (body.joint.type == gapless::JointType::Planar)
            q[variable + 2] = wrapped(q[variable + 2]);
    }
    model.validate(q);
    return q;
}

}  // namespace gapless_moveit
