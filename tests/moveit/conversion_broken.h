// Conversions broken on purpose, one mistake each: convertScene() on a description that is not the one it was given.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "moveit/conversion_contract.h"
#include "moveit/random_matrix.h"

namespace gapless_moveit::test {

/// convertScene() after a change of what it is given.
inline Convert afterChange(const std::function<void(SceneDescription&, ConversionOptions&)>& change)
{
    return [change](const SceneDescription& description, const ConversionOptions& options, GeometryStore& store) {
        SceneDescription changed = description;
        ConversionOptions changed_options = options;
        change(changed, changed_options);
        return convertScene(changed, changed_options, store);
    };
}

inline Convert brokenNoPadding()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (LinkDescription& link : scene.links)
            link.padded_shapes.reset();
        for (AttachedDescription& body : scene.attached)
            body.padded_shapes.reset();
    });
}

/// Pads within the robot too.
inline Convert brokenPaddedSelf()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (LinkDescription& link : scene.links)
            link.shapes = link.padded_shapes.value_or(link.shapes);
        for (AttachedDescription& body : scene.attached)
            body.shapes = body.padded_shapes.value_or(body.shapes);
    });
}

/// Forgets that attached bodies are padded as their links are.
inline Convert brokenAttachedPadding()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (AttachedDescription& body : scene.attached)
            body.padded_shapes.reset();
    });
}

/// Pads a link's first shape only.
inline Convert brokenFirstPadded()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (LinkDescription& link : scene.links)
            for (std::size_t i = 1; link.padded_shapes && i < link.shapes.size(); ++i)
                (*link.padded_shapes)[i] = link.shapes[i];
    });
}

/// Pads boxes of links, and forgets that they are scaled: two sides of a box tell the padding, side' = scale * side + padding.
inline Convert brokenScale()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (LinkDescription& link : scene.links)
            for (std::size_t i = 0; link.padded_shapes && i < link.shapes.size(); ++i)
                if (auto* const padded = std::get_if<gapless::Box>(&(*link.padded_shapes)[i].shape))
                {
                    const gapless::Vec3 &half = std::get<gapless::Box>(link.shapes[i].shape).half_extents,
                                        &grown = padded->half_extents;
                    const double scale = (grown.x() - grown.y()) / (half.x() - half.y());
                    padded->half_extents += (1.0 - scale) * half;
                }
    });
}

inline Convert brokenAttachedDropped()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        if (!scene.attached.empty())
            scene.attached.pop_back();
    });
}

inline Convert brokenTouchLinksIgnored()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (AttachedDescription& body : scene.attached)
            body.touch_links.clear();
    });
}

/// Attached bodies may touch all links.
inline Convert brokenAllTouchable()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (AttachedDescription& body : scene.attached)
            for (const LinkDescription& link : scene.links)
                body.touch_links.insert(link.name);
    });
}

/// Takes the other version of MoveIt's rule for attached bodies among each other's touch links.
inline Convert brokenMoveItVersion()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        scene.touch_links_cover_attached = !scene.touch_links_cover_attached;
    });
}

inline Convert brokenMatrixIgnored()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) { scene.allowed = nullptr; });
}

/// Reads defaults of the matrix the wrong way round: allowed where they say never, and the other way about.
inline Convert brokenDefaults()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        const auto* const matrix = scene.allowed.target<RandomMatrix>();
        if (!matrix)
            return;
        RandomMatrix turned = *matrix;
        for (auto& [name, allowed] : turned.defaults)
            if (allowed != Allowed::Conditional)
                allowed = allowed == Allowed::Always ? Allowed::Never : Allowed::Always;
        scene.allowed = turned;
    });
}

/// Takes a decision by the contact for a permission.
inline Convert brokenConditional()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        if (scene.allowed)
            scene.allowed = [allowed = scene.allowed](const std::string& a, const std::string& b) {
                return allowed(a, b) == Allowed::Never ? Allowed::Never : Allowed::Always;
            };
    });
}

/// Checks pairs that the group does not update.
inline Convert brokenUpdatedIgnored()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (LinkDescription& link : scene.links)
            link.is_updated = true;
    });
}

/// Has joints outside the group at 0 instead of where the start state has them.
inline Convert brokenStartValues()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (JointDescription& joint : scene.joints)
            if (!joint.state_index && joint.kind != JointDescription::Kind::Floating)
                joint.values.assign(joint.values.size(), 0.0);
    });
}

inline Convert brokenMimicOffset()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (JointDescription& joint : scene.joints)
            if (joint.mimic)
                joint.mimic->offset = 0.0;
    });
}

inline Convert brokenMimicSign()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (JointDescription& joint : scene.joints)
            if (joint.mimic)
                joint.mimic->multiplier = -joint.mimic->multiplier;
    });
}

/// Takes the index of the joint that is followed for that of a link, and so for the joint to that link.
inline Convert brokenMaster()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (JointDescription& joint : scene.joints)
            if (joint.mimic)
            {
                const LinkIndex link(joint.mimic->master.value());
                for (const JointIndex i : scene.joints.indices())
                    if (scene.joints[i].child_link == link)
                        joint.mimic->master = i;
            }
    });
}

/// Forgets where joints start from on the link before.
inline Convert brokenOrigin()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (JointDescription& joint : scene.joints)
            joint.origin.p.setZero();
    });
}

inline Convert brokenSecondShape()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (LinkDescription& link : scene.links)
            for (auto* const shapes : {&link.shapes, link.padded_shapes ? &*link.padded_shapes : nullptr})
                if (shapes && shapes->size() > 1)
                    shapes->erase(shapes->begin() + 1);
    });
}

inline Convert brokenWorldPose()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (WorldObjectDescription& object : scene.world)
            for (PlacedDescribedShape& placed : object.shapes)
                placed.pose = {};
    });
}

inline Convert brokenWorldPoseInverted()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (WorldObjectDescription& object : scene.world)
            for (PlacedDescribedShape& placed : object.shapes)
                placed.pose = placed.pose.inverse();
    });
}

/// Takes cones for the cylinders about them.
inline Convert brokenCones()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (WorldObjectDescription& object : scene.world)
            for (PlacedDescribedShape& placed : object.shapes)
                if (const auto* const cone = std::get_if<gapless::Cone>(&placed.shape))
                    placed.shape = gapless::Cylinder{cone->radius, cone->half_length};
    });
}

/// Cuts planes off 0.3 m from their origins, however far the robot gets.
inline Convert brokenPlanes()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (WorldObjectDescription& object : scene.world)
            for (PlacedDescribedShape& placed : object.shapes)
                if (const auto* const plane = std::get_if<Plane>(&placed.shape))
                {
                    const auto turn = Eigen::Quaterniond::FromTwoVectors(gapless::Vec3::UnitZ(), plane->normal);
                    placed = {gapless::Box{gapless::Vec3(0.3, 0.3, 1e-9)},
                              placed.pose * gapless::Pose{turn.toRotationMatrix(), gapless::Vec3::Zero()}};
                }
    });
}

/// Takes half of the side of an octree's leaf for the side.
inline Convert brokenLeaves()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (WorldObjectDescription& object : scene.world)
            for (PlacedDescribedShape& placed : object.shapes)
                if (auto* const octree = std::get_if<OccupiedCubes>(&placed.shape))
                    for (OccupiedCubes::Cube& cube : octree->cubes)
                        cube.side *= 0.5;
    });
}

inline Convert brokenClearance()
{
    return afterChange([](SceneDescription&, ConversionOptions& options) { options.clearance = options.self_clearance; });
}

inline Convert brokenDeviation()
{
    return afterChange([](SceneDescription&, ConversionOptions& options) { options.deviation = 0.0; });
}

/// Takes joints to have half of their range.
inline Convert brokenLimits()
{
    return afterChange([](SceneDescription& scene, ConversionOptions&) {
        for (JointDescription& joint : scene.joints)
            for (std::size_t k = 0; k < joint.upper.size(); ++k)
                if (std::isfinite(joint.lower[k]) && std::isfinite(joint.upper[k]))
                    joint.upper[k] = 0.5 * (joint.lower[k] + joint.upper[k]);
    });
}

/// Answers with the scene of the request before, if that had the same joints.
inline Convert brokenStale()
{
    struct Last
    {
        gapless::Vec3 origin = gapless::Vec3::Zero();
        ConvertedScene converted;
    };
    const auto last = std::make_shared<Last>();
    return [last](const SceneDescription& description, const ConversionOptions& options, GeometryStore& store) {
        const gapless::Vec3& origin = description.joints[JointIndex(0)].origin.p;
        if (!last->converted.scene || last->origin != origin)
            *last = {origin, convertScene(description, options, store)};
        return last->converted;
    };
}

inline std::vector<gapless::ObjectPair> pairsOf(const gapless::Scene& scene)
{
    return {scene.pairs().begin(), scene.pairs().end()};
}

inline std::shared_ptr<const gapless::Scene> withPairs(const gapless::Scene& scene, const std::vector<gapless::ObjectPair>& pairs)
{
    return std::make_shared<gapless::Scene>(
        scene.model(), std::vector<gapless::CollisionObject>(scene.objects().begin(), scene.objects().end()), pairs);
}

/// Leaves out the last pair.
inline Convert brokenDroppedPair()
{
    return [](const SceneDescription& description, const ConversionOptions& options, GeometryStore& store) {
        ConvertedScene converted = convertScene(description, options, store);
        std::vector<gapless::ObjectPair> pairs = pairsOf(*converted.scene);
        if (!pairs.empty())
            pairs.pop_back();
        converted.scene = withPairs(*converted.scene, pairs);
        return converted;
    };
}

/// Leaves out links of two bodies that one joint connects, though MoveIt's matrix does not allow them.
inline Convert brokenJoinedExempt()
{
    return [](const SceneDescription& description, const ConversionOptions& options, GeometryStore& store) {
        ConvertedScene converted = convertScene(description, options, store);
        const gapless::Scene& scene = *converted.scene;
        const auto joined = [&scene](const gapless::ObjectPair& pair) {
            const gapless::CollisionObject &a = scene.object(pair.a), &b = scene.object(pair.b);
            return a.kind == gapless::ObjectKind::Link && b.kind == gapless::ObjectKind::Link
                   && (scene.model().body(a.body).parent == b.body || scene.model().body(b.body).parent == a.body);
        };
        std::vector<gapless::ObjectPair> pairs = pairsOf(scene);
        pairs.erase(std::remove_if(pairs.begin(), pairs.end(), joined), pairs.end());
        converted.scene = withPairs(scene, pairs);
        return converted;
    };
}

/// Has the joints in the order of the tree, and where their variables are in the order of the group's states.
inline Convert brokenLayout()
{
    return [](const SceneDescription& description, const ConversionOptions& options, GeometryStore& store) {
        ConvertedScene converted = convertScene(description, options, store);
        std::sort(converted.planning_bodies.begin(), converted.planning_bodies.end());
        return converted;
    };
}

}  // namespace gapless_moveit::test
