// A robot read from URDF, ready to be put into a scene one or several times.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <gapless/collision/scene.h>
#include <gapless/io/mesh_loader.h>

namespace gapless {

/// Links that fixed joints join are one body; everything is relative to the root link R of the file. Metres and radians.
struct UrdfRobot
{
    struct BodyPart;
    struct Link;
    /// Into `bodies` and `links`.
    using PartIndex = Index<BodyPart>;
    using LinkIndex = Index<Link>;
    /// The body that carries the root link.
    static constexpr PartIndex kRoot{0};

    struct BodyPart
    {
        /// Name of the link that the joint moves; other links may be fixed to it.
        std::string name;
        /// None for the root.
        std::optional<PartIndex> parent;
        Pose X_PJ;
        Joint joint;
        /// In place of joint.mimic->master, which is set once the robot is in a model.
        PartIndex mimic_master;
    };
    struct Link
    {
        std::string name;
        PartIndex body;
        /// Pose of the link's frame in the body.
        Pose X_BL;
        /// The link's collision elements; null if it has none.
        std::shared_ptr<const CollisionGeometry> geometry;
        /// Joint above the link, whatever its type, and the link above that; empty and none for the root.
        std::string joint;
        std::optional<LinkIndex> parent;
    };

    std::string file;
    /// kRoot first. Parents, and masters of mimic joints, precede.
    IndexedVector<PartIndex, BodyPart> bodies;
    /// In the order of the file.
    IndexedVector<LinkIndex, Link> links;

    std::optional<LinkIndex> findLink(const std::string& name) const;
    /// The body that the named joint moves; fixed joints move none.
    std::optional<PartIndex> findJoint(const std::string& name) const;
    /// True for joints of the file that are of type fixed.
    bool isFixedJoint(const std::string& name) const;
};

/// Reads a URDF text with urdfdom. Joints: fixed, revolute, continuous, prismatic, planar, floating, mimic (a `<mimic>` on a
/// fixed joint is ignored; one of a mimic joint is traced to its master). Shapes: box, sphere, cylinder, mesh, several per
/// link. Numbers keep full double precision whatever the locale; the origin's rpy becomes a rotation within 1e-15, zero
/// the exact identity. Visuals, inertias and unknown elements are ignored; soft limits too: the hard ones count.
///
/// `file` is the text's name in errors and where relative mesh files start; `packages` is as in LoadOptions.
/// @throws InputError naming the file, and line and element where there is one, for anything that cannot be read exactly as
///         written: geometry of another kind, joints without limits, zero axes or sizes, a tree that is none.
UrdfRobot parseUrdf(const std::string& text, const std::string& file, MeshLoader& meshes,
                    const std::map<std::string, std::string>& packages = {});

/// The same from a file. @throws InputError also if it cannot be read.
UrdfRobot loadUrdf(const std::string& file, MeshLoader& meshes, const std::map<std::string, std::string>& packages = {});

}  // namespace gapless
