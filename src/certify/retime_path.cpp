#include <gapless/certify/retime_path.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include <gapless/core/error.h>

namespace gapless {

namespace {

/// What is tried next where a blend of length 1 is not proven; its root is what speed may be lost by that.
constexpr double kShorter = 0.75;
/// Of the longest blend that fits: shorter ones are not tried, the motion stops.
constexpr double kShortestShare = 0x1p-12;
/// What is not proven so near to a blend, seconds, may be the blend's end.
constexpr double kNear = 1e-9;
/// Of a blend that is tried: what takes more to prove comes too close to something.
constexpr std::uint64_t kMostParts = 1000;
/// Of a blend: whether it is free is asked, not where it stops to be.
constexpr double kBlendTimeTolerance = 1e-3;

class Retiming
{
public:
    Retiming(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path, const RateLimits& limits,
             const RetimeOptions& options, const Budget& budget)
        : model_(scene->model()),
          path_(model_, path, limits),
          tighten_(options.tighten),
          budget_(budget),
          start_(Clock::now()),
          whole_certifier_(scene, options.certification),
          blend_certifier_(scene, ofBlends(options.certification))
    {
        const std::size_t count = path_.waypoints().size();
        result_.corners = count < 2 ? 0 : count - 2;
        for (std::size_t i = 0; i < count; ++i)
            whole_.push_back(path_.longestBlend(i));
    }

    RetimedPath run()
    {
        while (true)
        {
            const BlendedPath::Timed timed = path_.timed();
            const CurveMotion curve = curveOf(model_, timed.points);
            result_.trajectory = timed.points;
            result_.certification = certify(whole_certifier_, curve);
            if (!tighten_ || result_.isCertified() || isStopped())
                break;
            const std::optional<std::size_t> piece = blendAt(timed, result_.certification.time);
            if (!piece)
                break;
            const TrajectoryPoint &begin = timed.points[*piece], &end = timed.points[*piece + 1];
            tighten(timed.pieces[*piece].corner, 0.5 * (end.time - begin.time) * begin.velocity->norm());
        }
        for (std::size_t i = 1; i <= result_.corners; ++i)
        {
            result_.stops += path_.longestBlend(i) == 0.0 ? 1 : 0;
            result_.tightened += path_.longestBlend(i) < whole_[i] ? 1 : 0;
        }
        return std::move(result_);
    }

private:
    using Clock = std::chrono::steady_clock;

    static CurveOptions ofBlends(CurveOptions options)
    {
        options.time_tolerance = kBlendTimeTolerance;
        return options;
    }

    CurveResult certify(CurveCertifier& certifier, const CurveMotion& curve,
                        std::uint64_t most = std::numeric_limits<std::uint64_t>::max())
    {
        Budget rest = budget_;
        rest.steps = std::min(most, rest.steps - std::min(rest.steps, motions_));
        rest.seconds = std::max(0.0, secondsLeft());
        CurveResult result = certifier.certify(curve, rest);
        motions_ += result.motions;
        return result;
    }

    double secondsLeft() const { return budget_.seconds - std::chrono::duration<double>(Clock::now() - start_).count(); }

    bool isStopped() const
    {
        return motions_ >= budget_.steps || secondsLeft() <= 0.0 || (budget_.interrupted && budget_.interrupted());
    }

    /// The piece of a blend that is, or is next to, what is not proven.
    static std::optional<std::size_t> blendAt(const BlendedPath::Timed& timed, const Interval& open)
    {
        std::optional<std::size_t> found;
        for (std::size_t k = 0; k < timed.pieces.size(); ++k)
        {
            const double begin = timed.points[k].time, end = timed.points[k + 1].time;
            if (timed.pieces[k].is_blend && begin <= open.lower + kNear && open.lower <= end + kNear)
                found = k;
        }
        return found;
    }

    /// Bounds a corner's blend by the longest tried that is proven free and shorter than that.
    void tighten(std::size_t corner, double length)
    {
        do
        {
            length *= kShorter;
            if (length < kShortestShare * whole_[corner])
                length = 0.0;
        }
        while (length > 0.0 && !isStopped()
               && certify(blend_certifier_, path_.blend(corner, length), kMostParts).verdict != Verdict::Free);
        path_.setLongestBlend(corner, length);
    }

    const KinematicModel& model_;
    BlendedPath path_;
    bool tighten_;
    const Budget& budget_;
    Clock::time_point start_;
    CurveCertifier whole_certifier_, blend_certifier_;
    std::vector<double> whole_;  // the longest blends that fit
    std::uint64_t motions_ = 0;
    RetimedPath result_;
};

}  // namespace

RetimedPath retimePath(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
                       const RateLimits& limits, const RetimeOptions& options, const Budget& budget)
{
    if (!scene)
        throw InputError("a path cannot be timed and certified without a scene");
    return Retiming(scene, path, limits, options, budget).run();
}

}  // namespace gapless
