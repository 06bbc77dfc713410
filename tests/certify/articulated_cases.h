// Motions whose first contact is known in closed form: when, where, between which features.
#pragma once

#include "certify/articulated_checks.h"

namespace gapless::test {

/// One at a time, as a list that is written down.
class ArticulatedCases
{
public:
    /// Returns the case for what else is known about it.
    ArticulatedCase& contact(const std::string& name, const SceneBuilder& builder, const Configuration& q0,
                             const Configuration& q1, double toc);
    /// `distance`: the exact smallest distance, metres; `clearance`: what is asked for of that pair.
    ArticulatedCase& free(const std::string& name, const SceneBuilder& builder, const Configuration& q0, const Configuration& q1,
                          double distance, double clearance = 0.0);
    std::vector<ArticulatedCase> all;
};

/// Balls, boxes, capsules, cylinders; slides and turning arms; clearances.
std::vector<ArticulatedCase> primitiveCases();
/// Vertices, edges, faces, insides, thin sheets, degenerate triangles.
std::vector<ArticulatedCase> meshCases();
/// Grazing that just misses, just touches, just hits; contact at t = 0 and t = 1.
std::vector<ArticulatedCase> grazingCases();
/// Several contacts, self-collision, two robots, mimic, floating, planar and continuous joints.
std::vector<ArticulatedCase> linkageCases();

/// All of them.
const std::vector<ArticulatedCase>& articulatedCases();

/// Half of how thick what turns is, metres.
constexpr double kTip = 0.0625;

/// A contact of two named objects at a point of the world with a direction.
inline ExpectedContact contactOf(const std::string& a, const std::string& b, std::optional<Vec3> middle = {},
                                 std::optional<Vec3> normal = {}, std::optional<Feature> feature_a = {},
                                 std::optional<Feature> feature_b = {})
{
    return {a, b, middle, normal, feature_a, feature_b};
}

/// A robot of one slide along `axis`.
inline SceneBuilder slide(const std::string& name, const Shape& shape, const Vec3& axis = Vec3::UnitX(), const Pose& X_BS = {})
{
    SceneBuilder b;
    b.link(name, b.joint(kWorld, {}, JointType::Prismatic, axis), shape, X_BS);
    return b;
}

/// A robot of one revolute joint about z at the origin.
inline SceneBuilder arm(const std::string& name, const Shape& shape, const Pose& X_BS = {}, JointType type = JointType::Revolute)
{
    SceneBuilder b;
    b.link(name, b.joint(kWorld, {}, type), shape, X_BS);
    return b;
}

}  // namespace gapless::test
