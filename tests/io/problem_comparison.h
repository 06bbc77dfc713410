// Whether two problems are the same but for the files that they come from.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <catch2/catch.hpp>

#include <gapless/io/problem.h>

namespace gapless::test {

/// Names of active pairs, smaller first, with their clearances.
inline std::map<std::pair<std::string, std::string>, double> namedPairs(const Problem& problem)
{
    std::map<std::pair<std::string, std::string>, double> pairs;
    for (const ObjectPair& pair : problem.scene->pairs())
        pairs[std::minmax(problem.scene->object(pair.a).name, problem.scene->object(pair.b).name)] = pair.clearance;
    return pairs;
}

inline Pose shapePose(const Problem& problem, const CollisionObject& object, const PlacedShape& shape)
{
    const Body& body = problem.scene->model().body(object.body);
    return (body.is_static ? body.X_WB : Pose()) * shape.X_BS;
}

inline void checkSameShape(const Shape& a, const Shape& b)
{
    REQUIRE(a.index() == b.index());
    if (const auto* box = std::get_if<Box>(&a))
        CHECK(box->half_extents == std::get<Box>(b).half_extents);
    else if (const auto* sphere = std::get_if<Sphere>(&a))
        CHECK(sphere->radius == std::get<Sphere>(b).radius);
    else if (const auto* cylinder = std::get_if<Cylinder>(&a))
        CHECK((cylinder->radius == std::get<Cylinder>(b).radius && cylinder->half_length == std::get<Cylinder>(b).half_length));
    else if (const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&a))
        CHECK((*mesh)->vertices() == std::get<std::shared_ptr<const TriangleMesh>>(b)->vertices());
}

/// Start, goal, objects and active pairs. Poses may differ by `pose_tolerance`, of which 0 is none at all.
inline void checkSameProblem(const Problem& a, const Problem& b, double pose_tolerance = 0.0)
{
    CHECK(a.variableNames() == b.variableNames());
    CHECK(a.start == b.start);
    CHECK(a.goal == b.goal);
    CHECK(namedPairs(a) == namedPairs(b));
    REQUIRE(a.scene->objects().size() == b.scene->objects().size());
    for (const CollisionObject& object : a.scene->objects())
    {
        INFO(object.name);
        const auto index = b.scene->findObject(object.name);
        REQUIRE(index);
        const CollisionObject& other = b.scene->object(*index);
        CHECK(object.kind == other.kind);
        const auto &shapes = object.geometry->shapes(), &others = other.geometry->shapes();
        REQUIRE(shapes.size() == others.size());
        for (std::size_t i = 0; i < shapes.size(); ++i)
        {
            checkSameShape(shapes[i].shape, others[i].shape);
            const Pose X_a = shapePose(a, object, shapes[i]), X_b = shapePose(b, other, others[i]);
            CHECK((X_a.R - X_b.R).cwiseAbs().maxCoeff() <= pose_tolerance);
            CHECK((X_a.p - X_b.p).cwiseAbs().maxCoeff() <= pose_tolerance);
        }
    }
}

}  // namespace gapless::test
