// What a certifier may spend, and what it found.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include <gapless/collision/close_pair.h>
#include <gapless/core/interval.h>
#include <gapless/core/number_range.h>
#include <gapless/core/verdict.h>

namespace gapless {

/// Of CertifyOptions::last_valid_resolution.
inline constexpr NumberRange kResolutionRange{'[', 0.0, 1.0, ')', "fraction of the motion"};
inline constexpr NumberRange kTimeToleranceRange{'(', 0.0, 1.0, ']', "fraction of the motion"};

struct CertifyOptions
{
    /// Delta, in kToleranceRange: a pair at distance <= clearance + tolerance may be called a collision. Bounds the search.
    double tolerance = 1e-3;
    /// After a witness, go on with what lies before it until `last_valid` is this close (fraction of the motion) to the
    /// earliest witness found; 0 (default) stops at the first witness.
    double last_valid_resolution = 0.0;
    /// Look at t = 1 first: planners extend towards samples that are mostly in collision themselves.
    bool check_end_first = true;
    /// Articulated only: largest width of the interval that holds the first contact, in kTimeToleranceRange.
    double time_tolerance = 1e-6;
};

/// Limits of one call. What is left over stays in the certifier. A step that was begun is finished, whatever it costs: one step at a time
/// gets to the end.
struct Budget
{
    std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    /// Asked every few steps, by the thread that works; true: as if all were spent. May be empty.
    std::function<bool()> interrupted = {};
};

struct CertifyStatistics
{
    std::uint64_t configurations = 0;         ///< t with poses of their own; one of both stages counts twice
    std::uint64_t distance_queries = 0;       ///< distances of leaf pairs (triangles, primitives)
    std::uint64_t bounding_volume_tests = 0;  ///< tests of node pairs, by distance or along a known direction

    CertifyStatistics& operator+=(const CertifyStatistics& more)
    {
        configurations += more.configurations;
        distance_queries += more.distance_queries;
        bounding_volume_tests += more.bounding_volume_tests;
        return *this;
    }
};

/// A part of a motion, fractions, on which not every pair is proven apart.
struct UncoveredInterval
{
    Interval time = {0.0, 1.0};
    /// None where no pair stands out yet.
    std::optional<PairIndex> pair;
};

struct [[nodiscard]] CertifyResult
{
    Verdict verdict = Verdict::Undecided;
    /// Collision: the witness. Undecided: the pair and where (its distance may be anything).
    std::optional<ClosePair> witness;
    /// Fraction of the motion at the witness, or in the middle of the interval that stayed undecided.
    double t = 0.0;
    /// Undecided: the interval. Collision: [t, t], or, from ArticulatedCollision, what encloses the time of contact.
    Interval interval;
    /// Collision, from ArticulatedCollision: whether the distance is proven to come down to the clearance, not merely near it.
    std::optional<bool> contact_proved;
    /// The motion is proven free on [0, last_valid); 1 when free.
    double last_valid = 0.0;
    /// Free: proven lower bound of the smallest distance of any active pair, metres (infinity without pairs).
    double certified_clearance = 0.0;
    CertifyStatistics statistics;
};

}  // namespace gapless
