// Elementary continuous collision tests: when do a vertex and a face, or two edges, first touch?
//
// S. Redon, Y. J. Kim, M. C. Lin, D. Manocha: "Fast Continuous Collision Detection for Articulated Models", 2004, section 5.2. A vertex a
// and a face bcd, or the edges ab and cd, touch only where their four vertices are coplanar (eqs 14 and 13):
//   VF: f(t) = (a - b) . ((c - b) x (d - b)) = 0,    EE: f(t) = (c - a) . ((b - a) x (d - c)) = 0.
// A whole list of tests is solved at once: an interval of time is worked off for all tests that are active on it, so that the paths are
// bounded once per interval (5.2.2), and the earlier half comes first.
//
// A test is dropped on a part of an interval where it is proven that the features do not touch, by any of
// (a) bounds of f that exclude 0: products of the bounds of positions (5.2.3), and f(m) + [f'] (t - m), m an instant inside;
// (b) a direction n along which the features are apart: n . (x - y) > 0 for all vertices x of one and y of the other, and hence for their
//     hulls. n is the direction of the nearest points at m, or the normal. This decides where f vanishes for long, or all the time: for
//     coplanar, parallel, motionless and degenerate features, where the paper would report a root of f without a contact;
// (c) the interval Newton step (eq 18): every root of f is in m - f(m) / [f'].
// Touching is contact. Everything is outward rounded, so a contact is never missed; where rounding hides whether there is one, a
// test stays active, and the contact is not proven.
#pragma once

#include <cstdint>
#include <vector>

#include "certify/vertex_path.h"

namespace gapless {

struct ElementaryTest
{
    enum class Kind
    {
        VertexFace,  ///< vertex[0] against the triangle vertex[1], [2], [3]
        EdgeEdge,    ///< vertex[0]-[1] against vertex[2]-[3]
    };
    Kind kind = Kind::VertexFace;
    /// Any four paths, which need not be distinct; triangles and edges may be degenerate. They must outlive the test.
    const VertexPath* vertex[4] = {nullptr, nullptr, nullptr, nullptr};
};

struct ElementaryOptions
{
    /// Largest width of the interval in which a contact is reported, > 0; 2^-48 where less is asked for.
    double time_tolerance = 1e-6;
    /// Where no test's contact is proven in such an interval, go on until one is, until none is left, or down to this width: fewer false
    /// contacts for more work. At least time_tolerance: stop at once. 2^-48 where less is asked for.
    double unproved_tolerance = 1e-6;
    /// Evaluations of one test on one interval after which to give up.
    std::uint64_t budget = 1000000;
};

struct ElementaryResult
{
    struct Active
    {
        int test = -1;
        /// Proven: this test has a contact in [lo, hi].
        bool proved = false;
    };

    enum class Outcome
    {
        None,     ///< proven: no test has a contact in the interval of time
        Contact,  ///< no test has a contact before lo; the active ones may have one in [lo, hi], those proved do
        GaveUp,   ///< the budget ran out: no test has a contact before lo; nothing is known of [lo, hi]
    };
    Outcome outcome = Outcome::None;
    /// Both the end of the interval of time where there is no contact.
    double lo = 0.0, hi = 0.0;
    /// Contact: tests that were not dropped on all of [lo, hi], in the order of the list.
    std::vector<Active> active;
    /// Work done: intervals of time, and tests on them.
    std::uint64_t intervals = 0, evaluations = 0;

    /// Whether a contact of some test is proven; the first contact of all tests is then in [lo, hi].
    bool proved() const;
};

/// The first contact of any of the tests during an interval of time; see the file comment.
/// @pre t.lower <= t.upper, both finite; no path is null.
ElementaryResult earliestContact(const std::vector<ElementaryTest>& tests, const Interval& t, const ElementaryOptions& options);
/// Stops at the first interval of time of width <= time_tolerance on which a test is active.
ElementaryResult earliestContact(const std::vector<ElementaryTest>& tests, const Interval& t, double time_tolerance);

}  // namespace gapless
