// The path in groups of kSegmentsAtOnce segments, one group after the other, each by a PathCertifier: it finds collisions early, and the
// size of a group bounds the memory.
//
// The tolerance is there to end the search where bodies come close, and may so call a free segment a collision. A witness that is farther
// than the clearance proves nothing against the path: its segment is tried again with a tolerance of at most half of the witness's
// excess, which rules this very witness out, and at most a quarter of the last one, so that no more than 15 tries lead from the default
// to the smallest. The other segments keep their work. A try that rounding leaves undecided ends this: a smaller tolerance would not do
// better.
#include <gapless/certify/certify_path.h>

#include <algorithm>
#include <chrono>

#include <gapless/core/error.h>

namespace gapless {

namespace {

using Certifiers = std::vector<std::unique_ptr<MotionCertifier>>;

/// Segments whose queues are held at the same time: random walks have 10^5 of them.
constexpr std::size_t kSegmentsAtOnce = 128;

class PathWork
{
public:
    PathWork(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
             const PathCertificationOptions& options)
        : scene_(scene), path_(path), options_(options)
    {
        certify_.tolerance = options.tolerance;
        certify_.last_valid_resolution = options.last_valid_resolution;
        certify_.time_tolerance = options.time_tolerance;
    }

    PathResult run()
    {
        const std::size_t count = std::max<std::size_t>(path_.size(), 2) - 1;
        PathResult whole = PathResult::freeSoFar();
        whole.tolerance = options_.tolerance;
        for (std::size_t first = 0; first < count && whole.verdict == Verdict::Free; first += kSegmentsAtOnce)
        {
            PathResult part;
            part.segment = 0;
            if (first == 0 || !isStopped())
                part = certify(first, std::min(count, first + kSegmentsAtOnce));
            part.statistics += whole.statistics;
            part.certified_clearance = std::min(part.certified_clearance, whole.certified_clearance);
            part.tolerance = part.verdict == Verdict::Free ? std::min(part.tolerance, whole.tolerance) : part.tolerance;
            if (part.segment)
                *part.segment += first;
            whole = part;
        }
        return whole;
    }

private:
    /// Segments first, first + 1, ... end - 1, to the first of them that is not free.
    PathResult certify(std::size_t first, std::size_t end)
    {
        Certifiers segments;
        for (std::size_t i = first; i < end; ++i)
            segments.push_back(begun(i, certify_));
        double finest = options_.tolerance;
        CertifyStatistics replaced;
        for (;;)
        {
            PathCertifier certifier(std::move(segments));
            PathResult result = certifier.runToFirst(budget());
            result.tolerance = result.segment ? options_.tolerance : finest;
            result.statistics += replaced;
            if (!isOnlyClose(result))
                return result;
            // A smaller tolerance may prove this one free; what is known of the others stays.
            std::unique_ptr<MotionCertifier> finer = tryFiner(first + *result.segment, result);
            if (!finer)
                return result;
            finest = std::min(finest, result.tolerance);
            segments = certifier.release();
            auto& segment = segments[*result.segment];
            replaced += segment->result().statistics;
            segment = std::move(finer);
        }
    }

    std::unique_ptr<MotionCertifier> begun(std::size_t segment, const CertifyOptions& options) const
    {
        auto certifier = makeMotionCertifier(options_.validator, scene_, options);
        certifier->reset(path_[segment], path_[std::min(segment + 1, path_.size() - 1)]);
        return certifier;
    }

    /// With ever smaller tolerances, as long as the witness is farther than the clearance. @return who proved the segment free. Otherwise `result`
    /// becomes what is known of it in the end: where rounding leaves it open, the last witness stands.
    std::unique_ptr<MotionCertifier> tryFiner(std::size_t segment, PathResult& result)
    {
        CertifyOptions options = certify_;
        while (isOnlyClose(result) && result.tolerance > options_.smallest_tolerance && !isStopped())
        {
            options.tolerance = std::max(options_.smallest_tolerance, std::min(result.tolerance / 4.0, excess(result) / 2.0));
            std::unique_ptr<MotionCertifier> certifier = begun(segment, options);
            certifier->run(budget());
            CertifyResult finer = certifier->result();
            if (finer.verdict == Verdict::Free)
            {
                result.tolerance = options.tolerance;
                return certifier;
            }
            finer.statistics += result.statistics;
            finer.certified_clearance = result.certified_clearance;
            if (finer.verdict == Verdict::Undecided && certifier->isDone())
            {
                result.statistics = finer.statistics;
                break;
            }
            static_cast<CertifyResult&>(result) = finer;
            result.tolerance = options.tolerance;
        }
        return nullptr;
    }

    /// How much farther apart than the clearance the points of the witness are, metres.
    double excess(const CertifyResult& result) const
    {
        return result.witness->distance - scene_->pair(result.witness->pair).clearance;
    }

    /// Only the tolerance made it a witness.
    bool isOnlyClose(const CertifyResult& result) const
    {
        return result.verdict == Verdict::Collision && !result.contact_proved.value_or(false) && result.witness
               && excess(result) > 0.0;
    }

    double secondsLeft() const
    {
        return options_.seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }
    bool isStopped() const { return secondsLeft() <= 0.0 || (options_.interrupted && options_.interrupted()); }
    Budget budget() const
    {
        Budget left;
        left.seconds = secondsLeft();
        left.interrupted = options_.interrupted;
        return left;
    }

    const std::shared_ptr<const Scene>& scene_;
    const std::vector<Configuration>& path_;
    const PathCertificationOptions& options_;
    CertifyOptions certify_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

PathResult certifyPath(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
                       const PathCertificationOptions& options)
{
    if (path.empty())
        throw InputError("a path without states cannot be certified");
    kToleranceRange.require(options.smallest_tolerance, "the smallest tolerance");
    return PathWork(scene, path, options).run();
}

}  // namespace gapless
