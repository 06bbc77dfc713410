// One elementary test on one interval of time: on which parts of it is a contact excluded, and is one proven there?
#pragma once

#include "certify/elementary_collision.h"

namespace gapless {

/// What is known of one vertex over an interval of time [l, r] with an instant m inside.
struct VertexRange
{
    IntervalVec3 range, rate;  // over all of [l, r]
    IntervalVec3 middle;       // at m
};

/// What is left of an interval of time: a closed part of [l, m] and one of [m, r]; empty where lower > upper.
struct TimeParts
{
    Interval left, right;

    static bool isEmpty(const Interval& t) { return !(t.lower <= t.upper); }
    bool isEmpty() const { return isEmpty(left) && isEmpty(right); }
};

/// The parts of [l, r] on which the test may have a contact.
TimeParts partsWithContact(ElementaryTest::Kind kind, const VertexRange* const vertex[4], const Interval& t, double m);

/// Whether the test is proven to have a contact in t. `range` holds the vertices for all t, `first` and `last` at the two ends.
/// Proof: f is continuous and changes its sign, so it has a root in t. At the root the vertex is in the plane of the face (the edges'
/// lines are in one plane and not parallel, as |n|^2 > 0), and the feature's coordinates are proven strictly inside for every t.
bool contactIsProved(ElementaryTest::Kind kind, const IntervalVec3 range[4], const IntervalVec3 first[4],
                     const IntervalVec3 last[4]);

}  // namespace gapless
