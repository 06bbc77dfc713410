// What is proven of a path, segment by segment, worked out while somebody looks at it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gapless/certify/certify_curve.h>
#include <gapless/collision/scene.h>

#include "played_segments.h"

namespace gapless::viewer {

struct VerdictOptions
{
    ValidatorKind validator = ValidatorKind::Adaptive;
    double tolerance = 1e-3;       ///< metres
    double time_tolerance = 1e-6;  ///< articulated: width of the contact interval, fraction; of curves seconds
    double resolution = 0.01;      ///< discrete: largest joint step, radians or metres
    double seconds = std::numeric_limits<double>::infinity();  ///< for the whole path
    Configuration tracking_error = {};                         ///< of curves, as CurveOptions has it
};

struct SegmentVerdict
{
    Verdict verdict = Verdict::Undecided;
    /// False: work on it has not begun, is under way, or was stopped.
    bool is_done = false;
    /// Where it is not proven free: merged, in order. A sampled check proves nothing.
    std::vector<UncoveredInterval> uncovered{UncoveredInterval{}};
    /// Collision only.
    std::optional<ClosePair> witness;
    /// Of the witness, fraction of the segment.
    double t = 0.0;
    /// The clearance that is proven, over time as a fraction of the segment.
    std::vector<ProvenPart> profile = {};
};

struct PathVerdict
{
    std::vector<SegmentVerdict> segments;
    /// False where "free" means free at samples.
    bool proven = true;
    /// Nothing more will come.
    bool is_done = false;

    /// Free if all segments are; otherwise the verdict of the first that is not free and done, else Undecided.
    Verdict verdict() const;
    /// The first segment with a witness.
    std::optional<std::size_t> firstCollision() const;
};

/// Intervals in order of time, those that overlap or touch made one; one that is made of several keeps the pair of the longest.
std::vector<UncoveredInterval> merged(std::vector<UncoveredInterval> intervals);

/// Judges a path, one segment after the other, in a thread of its own.
class PathJudge
{
public:
    /// @throws InputError as the validators do, and for curves with a validator that is not exact.
    PathJudge(std::shared_ptr<const Scene> scene, std::vector<PlayedSegment> segments, const VerdictOptions& options);
    /// Stops the work.
    ~PathJudge();
    PathJudge(const PathJudge&) = delete;
    PathJudge& operator=(const PathJudge&) = delete;

    /// Changes whenever latest() has news.
    unsigned version() const { return version_.load(); }
    PathVerdict latest() const;
    /// Waits until all is done; returns false as soon as `stop` does not want to wait any more.
    bool wait(const std::function<bool()>& stop) const;

private:
    void work();
    void publish(std::size_t segment, SegmentVerdict verdict);
    bool isStopped() const;
    SegmentVerdict judge(std::size_t segment);
    SegmentVerdict judgeExactly(std::size_t segment);
    SegmentVerdict judgeCurve(const PlayedSegment& segment);
    void sharpenProfile(std::size_t segment);
    SegmentVerdict judgeBySamples(std::size_t segment);

    std::shared_ptr<const Scene> scene_;
    std::vector<PlayedSegment> path_;
    VerdictOptions options_;
    std::unique_ptr<CurveCertifier> curve_certifier_;  // made when there is a curve
    std::chrono::steady_clock::time_point start_;
    mutable std::mutex mutex_;
    PathVerdict latest_;
    std::atomic<unsigned> version_{0};
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace gapless::viewer
