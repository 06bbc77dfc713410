// Exact check of a path of several segments with two levels of priority queues.
//
// Schwarzer, Saha, Latombe 2002, section 3.4: the segment whose queue starts with the largest uncovered length is worked on
// next, so that a collision anywhere on the path is found before much is spent on its free segments.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <gapless/certify/motion_certifier.h>

namespace gapless {

class BudgetWatch;

/// Verdict, witness, t, interval and last_valid are those of the first segment that is not free; the statistics are of all segments, and
/// certified_clearance is the smallest over those proven free.
struct [[nodiscard]] PathResult : CertifyResult
{
    /// The first segment that is not free, zero-based; none if all are.
    std::optional<std::size_t> segment;
    /// From certifyPath(): delta of the attempt that gave the answer, metres; of a free path the smallest that a segment needed.
    double tolerance = 0.0;

    /// Of a path without segments.
    static PathResult freeSoFar();
};

class PathCertifier
{
public:
    /// Takes over certifiers, possibly partly worked ones from earlier paths.
    explicit PathCertifier(std::vector<std::unique_ptr<MotionCertifier>> segments);

    /// Makes the certifier of a segment, by its number.
    using Begin = std::function<std::unique_ptr<MotionCertifier>(std::size_t)>;
    /// The same, but null entries are segments that nothing was done for yet: `begin` makes their certifiers when it is their turn,
    /// which on a path that collides is never for most. Until then a segment's uncovered length is taken to be in proportion to its
    /// entry of `lengths` (any measure that is the same for all segments).
    /// @pre as many lengths as segments
    PathCertifier(std::vector<std::unique_ptr<MotionCertifier>> segments, std::vector<double> lengths, Begin begin);

    /// Until a segment collides, all are free, or the budget is spent. The verdict is Collision as soon as one is found
    /// anywhere; PathResult::segment then names that segment.
    PathResult run(const Budget& budget = {});

    /// As run(), but goes on until every segment before the first that is not free is proven free, so that
    /// PathResult::segment is the first on the path that is not.
    PathResult runToFirst(const Budget& budget = {});

    /// True once nothing more can be said of that segment (zero-based).
    bool isDone(std::size_t segment) const;

    /// Gives the segments back, in order, with all the work done on them, so that later paths can use it again. Null where none was.
    std::vector<std::unique_ptr<MotionCertifier>> release();

private:
    PathResult run(BudgetWatch& watch, std::uint64_t& steps);
    PathResult summarise(std::optional<std::size_t> segment) const;
    MotionCertifier& begun(std::size_t segment);
    void beginLongest();

    std::vector<std::unique_ptr<MotionCertifier>> segments_;
    std::vector<double> lengths_;
    Begin begin_;
    double uncovered_per_length_ = 0.0;  // as last seen; 0: not yet
};

}  // namespace gapless
