// Small described scenes, and what becomes of them.
#pragma once

#include <catch2/catch.hpp>

#include <vector>

#include <gapless/certify/static_checker.h>

#include "conversion/scene_conversion.h"
#include "moveit/small_robots.h"

namespace gapless_moveit::test {

inline ConvertedScene converted(const SceneDescription& scene, const ConversionOptions& options = {})
{
    GeometryStore store;
    return convertScene(scene, options, store);
}

/// A ball of radius 0.1 that shifts along x, towards one object.
inline DescriptionBuilder slider(const DescribedShape& shape, const Pose& pose)
{
    DescriptionBuilder b;
    b.link("ball", {}, Kind::Prismatic, {}, {{Sphere{0.1}, {}}}, Vec3::UnitX());
    b.object("thing", shape, pose);
    return b;
}

/// Is the ball free at x, with a tolerance of a micrometre? Undecided is neither.
inline bool isFree(const DescriptionBuilder& b, double x, double clearance = 0.0)
{
    ConversionOptions options;
    options.clearance = clearance;
    const ConvertedScene scene = converted(b.scene, options);
    const gapless::Verdict verdict = gapless::StaticChecker(scene.scene, 1e-6).check(configurationOf(scene, {x}));
    REQUIRE(verdict != gapless::Verdict::Undecided);
    return verdict == gapless::Verdict::Free;
}

/// The ball comes free exactly at x = contact, on the side of smaller x; a clearance moves that by so much per metre.
inline void requireContactAt(const DescriptionBuilder& b, double contact, double per_clearance = 1.0)
{
    CHECK(isFree(b, contact - 1e-4));
    CHECK_FALSE(isFree(b, contact + 1e-4));
    CHECK_FALSE(isFree(b, contact - 0.05 * per_clearance + 1e-4, 0.05));
    CHECK(isFree(b, contact - 0.05 * per_clearance - 1e-4, 0.05));
}

/// Two arms of two links each on one base, so that every kind of pair occurs.
inline DescriptionBuilder twoArms()
{
    DescriptionBuilder b;
    const std::vector<PlacedDescribedShape> body = {{Sphere{0.05}, {}}};
    b.link("base", {}, Kind::Fixed, {}, body);
    b.link("left_1", 0, Kind::Revolute, at(0, 1, 0), body);
    b.link("left_2", 1, Kind::Revolute, at(1, 0, 0), body);
    b.link("left_tip", 2, Kind::Fixed, at(0.2, 0, 0), body);
    b.link("right_1", 0, Kind::Revolute, at(0, -1, 0), body);
    b.link("right_2", 4, Kind::Revolute, at(1, 0, 0), body);
    b.object("table", Box{Vec3(1, 1, 0.1)}, at(0, 0, -1));
    return b;
}

}  // namespace gapless_moveit::test
