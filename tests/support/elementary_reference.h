// Elementary tests in 50 digits along linear paths, and what a result must satisfy: the oracle of the elementary collision tests.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "certify/elementary_collision.h"

#include "random_input.h"
#include "triangle_distance.h"

namespace gapless::test {

using ElementarySolver =
    std::function<ElementaryResult(const std::vector<ElementaryTest>&, const Interval&, const ElementaryOptions&)>;

inline ElementaryResult librarySolver(const std::vector<ElementaryTest>& tests, const Interval& t,
                                      const ElementaryOptions& options)
{
    return earliestContact(tests, t, options);
}

inline ElementaryOptions elementaryOptions(double time_tolerance, double unproved_tolerance)
{
    ElementaryOptions options;
    options.time_tolerance = time_tolerance;
    options.unproved_tolerance = unproved_tolerance;
    return options;
}

/// A test with the paths of its own.
struct OwnedTest
{
    ElementaryTest::Kind kind = ElementaryTest::Kind::VertexFace;
    std::array<std::shared_ptr<const VertexPath>, 4> path;

    ElementaryTest test() const
    {
        ElementaryTest out;
        out.kind = kind;
        for (std::size_t k = 0; k < 4; ++k)
            out.vertex[k] = path[k].get();
        return out;
    }
    /// The same features, named in another order: edges (or their ends) exchanged, the face's vertices rotated or mirrored.
    OwnedTest reordered(int variant) const
    {
        const bool is_face = kind == ElementaryTest::Kind::VertexFace;
        static const int kFaces[3][4] = {{0, 2, 3, 1}, {0, 1, 3, 2}, {0, 3, 2, 1}},
                         kEdges[3][4] = {{2, 3, 0, 1}, {1, 0, 2, 3}, {3, 2, 1, 0}};
        const int* order = is_face ? kFaces[variant % 3] : kEdges[variant % 3];
        OwnedTest out = *this;
        for (std::size_t k = 0; k < 4; ++k)
            out.path[k] = path[static_cast<std::size_t>(order[k])];
        return out;
    }
};

inline OwnedTest linearTest(ElementaryTest::Kind kind, const std::array<Vec3, 4>& from, const std::array<Vec3, 4>& to)
{
    OwnedTest out;
    out.kind = kind;
    for (std::size_t k = 0; k < 4; ++k)
        out.path[k] = std::make_shared<LinearVertexPath>(from[k], to[k]);
    return out;
}

/// Positions along a linear test's paths at t, exactly enough.
inline std::array<V3<Real>, 4> positionsAt(const std::array<Vec3, 4>& from, const std::array<Vec3, 4>& to, const Real& t)
{
    std::array<V3<Real>, 4> out;
    for (std::size_t k = 0; k < 4; ++k)
        out[k] = lift<Real>(from[k]) + (lift<Real>(to[k]) - lift<Real>(from[k])) * t;
    return out;
}

inline Real coplanarityOf(ElementaryTest::Kind kind, const std::array<V3<Real>, 4>& p)
{
    if (kind == ElementaryTest::Kind::VertexFace)
        return (p[0] - p[1]).dot(V3<Real>(p[2] - p[1]).cross(V3<Real>(p[3] - p[1])));
    return (p[2] - p[0]).dot(V3<Real>(p[1] - p[0]).cross(V3<Real>(p[3] - p[2])));
}

inline Real squaredFeatureDistance(ElementaryTest::Kind kind, const std::array<V3<Real>, 4>& p)
{
    if (kind == ElementaryTest::Kind::VertexFace)
        return squaredLength<Real>(p[0] - nearestOnTriangle<Real>(p[0], {p[1], p[2], p[3]}));
    return squaredSegmentDistance<Real>(p[0], p[1], p[2], p[3]);
}

/// Where f = 0 within [low, high], at the ends of which it has different signs.
inline Real coplanarTime(ElementaryTest::Kind kind, const std::array<Vec3, 4>& from, const std::array<Vec3, 4>& to, Real low,
                         Real high)
{
    const bool rises = coplanarityOf(kind, positionsAt(from, to, low)) < Real(0);
    for (int i = 0; i < 150; ++i)
    {
        const Real middle = (low + high) / 2;
        const bool below = coplanarityOf(kind, positionsAt(from, to, middle)) < Real(0);
        (below == rises ? low : high) = middle;
    }
    return (low + high) / 2;
}

/// What is known of a test's first contact: a negative time where there is none, known to `error`.
struct KnownContact
{
    bool exists = false;
    double time = 0.0, error = 0x1p-52;
};

/// What a result promises and breaks, or an empty string.
inline std::string brokenPromise(const ElementaryResult& result, const KnownContact& known, const ElementaryOptions& options)
{
    using Outcome = ElementaryResult::Outcome;
    const std::string where =
        " [" + digits(result.lo) + ", " + digits(result.hi) + "], contact " + (known.exists ? digits(known.time) : "none");
    if (known.exists && result.outcome == Outcome::None)
        return "missed:" + where;
    if (known.exists && !(result.lo <= known.time + known.error))
        return "lo is after the contact:" + where;
    if (!known.exists && result.proved())
        return "proved what is not there:" + where;
    if (result.proved() && !(known.time - known.error <= result.hi))
        return "proved before the contact:" + where;
    if (result.outcome == Outcome::Contact && !(result.hi - result.lo <= options.time_tolerance * 1.0000001 + 0x1p-47))
        return "too wide:" + where;
    if (result.outcome == Outcome::Contact && result.active.empty())
        return "a contact of no test:" + where;
    return "";
}

}  // namespace gapless::test
