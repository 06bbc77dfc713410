#include "path_verdict.h"

#include <algorithm>
#include <chrono>

#include <spdlog/spdlog.h>

#include <gapless/certify/clearance_profile.h>
#include <gapless/certify/motion_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>

#include "apps/sampled_check.h"

namespace gapless::viewer {
namespace {

/// How long a validator works between two looks at whether to stop, seconds.
constexpr double kSlice = 0.05;
/// Parts of a curve's profile: as a share of it, and no shorter than so many seconds of playing.
constexpr double kProfileShare = 0.01, kShortestPart = 0.02;
/// How close last_valid comes to the earliest witness, fraction of the segment; as `gapless check` has it.
constexpr double kLastValidResolution = 1e-6;

}  // namespace

Verdict PathVerdict::verdict() const
{
    for (const SegmentVerdict& segment : segments)
        if (segment.is_done && segment.verdict != Verdict::Free)
            return segment.verdict;
    const bool all_free = std::all_of(segments.begin(), segments.end(),
                                      [](const SegmentVerdict& s) { return s.is_done && s.verdict == Verdict::Free; });
    return all_free ? Verdict::Free : Verdict::Undecided;
}

std::optional<std::size_t> PathVerdict::firstCollision() const
{
    for (std::size_t i = 0; i < segments.size(); ++i)
        if (segments[i].verdict == Verdict::Collision && segments[i].witness)
            return i;
    return std::nullopt;
}

std::vector<UncoveredInterval> merged(std::vector<UncoveredInterval> intervals)
{
    std::sort(intervals.begin(), intervals.end(), [](const auto& x, const auto& y) { return x.time.lower < y.time.lower; });
    std::vector<UncoveredInterval> result;
    double longest = 0.0;
    for (const UncoveredInterval& interval : intervals)
    {
        const double length = interval.time.width();
        if (result.empty() || interval.time.lower > result.back().time.upper)
        {
            result.push_back(interval);
            longest = length;
            continue;
        }
        result.back().time = hull(result.back().time, interval.time);
        if (length > longest)
        {
            longest = length;
            result.back().pair = interval.pair;
        }
    }
    return result;
}

PathJudge::PathJudge(std::shared_ptr<const Scene> scene, std::vector<PlayedSegment> segments, const VerdictOptions& options)
    : scene_(std::move(scene)), path_(std::move(segments)), options_(options), start_(std::chrono::steady_clock::now())
{
    if (std::any_of(path_.begin(), path_.end(), [](const PlayedSegment& segment) { return segment.curve.has_value(); }))
    {
        if (!isExact(options_.validator))
            throw InputError("the sampled validator samples no curves; adaptive or articulated proves them");
        CurveOptions of_curve;
        of_curve.validator = options_.validator;
        of_curve.tolerance = of_curve.smallest_tolerance = options_.tolerance;
        of_curve.time_tolerance = options_.time_tolerance;
        of_curve.tracking_error = options_.tracking_error;
        curve_certifier_ = std::make_unique<CurveCertifier>(scene_, of_curve);
    }
    latest_.segments.resize(path_.size());
    latest_.proven = isExact(options_.validator);
    thread_ = std::thread([this] { work(); });
}

PathJudge::~PathJudge()
{
    stop_ = true;
    thread_.join();
}

PathVerdict PathJudge::latest() const
{
    const std::lock_guard lock(mutex_);
    return latest_;
}

bool PathJudge::wait(const std::function<bool()>& stop) const
{
    for (;;)
    {
        {
            const std::lock_guard lock(mutex_);
            if (latest_.is_done)
                return true;
        }
        if (stop && stop())
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

bool PathJudge::isStopped() const
{
    return stop_ || std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() > options_.seconds;
}

void PathJudge::publish(std::size_t segment, SegmentVerdict verdict)
{
    const std::lock_guard lock(mutex_);
    latest_.segments[segment] = std::move(verdict);
    ++version_;
}

void PathJudge::work()
{
    // Nothing may leave a thread; what stays open is shown as not proven.
    try
    {
        for (std::size_t i = 0; i < path_.size() && !isStopped(); ++i)
            publish(i, judge(i));
        // What is proven is known; how clear it is comes after.
        for (std::size_t i = 0; i < path_.size() && !isStopped(); ++i)
            if (path_[i].curve)
                sharpenProfile(i);
    }
    catch (const std::exception& error)
    {
        spdlog::warn("the path is not certified: {}", error.what());
    }
    const std::lock_guard lock(mutex_);
    latest_.is_done = true;
    ++version_;
}

SegmentVerdict PathJudge::judge(std::size_t segment)
{
    if (path_[segment].curve)
        return judgeCurve(path_[segment]);
    return isExact(options_.validator) ? judgeExactly(segment) : judgeBySamples(segment);
}

SegmentVerdict PathJudge::judgeCurve(const PlayedSegment& segment)
{
    Budget budget;
    budget.interrupted = [this] { return isStopped(); };
    const CurveResult result = curve_certifier_->certify(*segment.curve, budget);
    const double begin = segment.curve->begin(), length = segment.curve->end() - begin;
    const auto fraction = [&](double seconds) { return length > 0.0 ? std::clamp((seconds - begin) / length, 0.0, 1.0) : 0.0; };
    SegmentVerdict verdict;
    verdict.verdict = result.verdict;
    verdict.is_done = result.verdict != Verdict::Undecided || !isStopped();
    verdict.uncovered.clear();
    if (result.verdict != Verdict::Free)
    {
        UncoveredInterval open;
        open.time = {fraction(result.last_safe), 1.0};
        if (result.witness)
            open.pair = result.witness->pair;
        verdict.uncovered.push_back(open);
    }
    else if (segment.leaves_bounds)
    {
        verdict.verdict = Verdict::Collision;
        UncoveredInterval open;
        open.time = {*segment.leaves_bounds, 1.0};
        verdict.uncovered.push_back(open);
    }
    if (result.verdict == Verdict::Collision)
    {
        verdict.witness = result.witness;
        verdict.t = fraction(result.time.upper);
    }
    for (const ProvenPart& part : result.profile)
        verdict.profile.push_back({{fraction(part.time.lower), fraction(part.time.upper)}, part.clearance});
    return verdict;
}

/// The certifier's own bounds are what its proof needed, mostly far below the smallest distance.
void PathJudge::sharpenProfile(std::size_t segment)
{
    const CurveMotion& curve = *path_[segment].curve;
    const double begin = curve.begin(), length = curve.end() - begin;
    SegmentVerdict verdict = latest().segments[segment];
    if (length <= 0.0 || verdict.profile.empty())
        return;
    ClearanceProfileOptions options;
    options.width = std::max(kProfileShare * length, kShortestPart * length / std::max(path_[segment].seconds, 1e-9));
    options.tolerance = options_.tolerance;
    options.tracking_error = options_.tracking_error;
    options.budget.interrupted = [this] { return isStopped(); };
    std::vector<ProvenPart> profile;
    for (const ProvenPart& part : clearanceProfile(scene_, curve, options))
        if (const Interval time((part.time.lower - begin) / length, (part.time.upper - begin) / length);
            time.upper <= verdict.profile.back().time.upper)
            profile.push_back({time, part.clearance});
    if (isStopped() || profile.empty())
        return;
    verdict.profile = std::move(profile);
    publish(segment, std::move(verdict));
}

SegmentVerdict PathJudge::judgeExactly(std::size_t segment)
{
    CertifyOptions options;
    options.tolerance = options_.tolerance;
    options.time_tolerance = options_.time_tolerance;
    options.last_valid_resolution = kLastValidResolution;
    const auto certifier = makeMotionCertifier(options_.validator, scene_, options);
    certifier->reset(path_[segment].from, path_[segment].to);
    Budget slice;
    slice.seconds = kSlice;
    for (;;)
    {
        certifier->run(slice);
        const CertifyResult result = certifier->result();
        SegmentVerdict verdict;
        verdict.verdict = result.verdict;
        verdict.is_done = certifier->isDone();
        verdict.uncovered = merged(certifier->uncoveredIntervals());
        if (result.verdict == Verdict::Collision)
        {
            verdict.witness = result.witness;
            verdict.t = result.t;
        }
        if (result.verdict == Verdict::Free)
            verdict.profile = {{{0.0, 1.0}, result.certified_clearance}};
        if (verdict.is_done || isStopped())
            return verdict;
        publish(segment, std::move(verdict));
    }
}

SegmentVerdict PathJudge::judgeBySamples(std::size_t segment)
{
    const apps::CheckAnswer answer = apps::checkBySamples(scene_, {path_[segment].from, path_[segment].to}, options_.resolution,
                                                          [this] { return isStopped(); });
    SegmentVerdict verdict;
    verdict.verdict = answer.verdict;
    verdict.is_done = answer.verdict != Verdict::Undecided;
    if (answer.verdict != Verdict::Collision)
        return verdict;
    // FCL's samples name no points: the nearest ones of the pair at that sample.
    verdict.t = answer.t.value_or(0.0);
    const Configuration q = path_[segment].at(scene_->model(), verdict.t);
    ClosePair close;
    if (StaticChecker(scene_, options_.tolerance).check(q, &close) == Verdict::Collision)
        verdict.witness = close;
    return verdict;
}

}  // namespace gapless::viewer
