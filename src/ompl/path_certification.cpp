#include <gapless/ompl/path_certification.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include <gapless/core/error.h>

namespace og = ompl::geometric;

namespace gapless {
namespace {

using Clock = std::chrono::steady_clock;

/// How often interrupted() is asked, seconds.
constexpr double kSlice = 0.05;
/// Segments whose queues are held at the same time: random walks have 10^5 of them.
constexpr std::size_t kSegmentsAtOnce = 128;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Segments first, first + 1, ... of the path, kSegmentsAtOnce of them; a path of one state has one that stands still.
std::vector<std::unique_ptr<SegmentCertifier>> segmentsFrom(std::size_t first, const std::shared_ptr<const Scene>& scene,
                                                            const std::vector<Configuration>& path, const CertifyOptions& options)
{
    std::vector<std::unique_ptr<SegmentCertifier>> segments;
    if (path.size() == 1)
        segments.push_back(std::make_unique<SegmentCertifier>(scene, path[0], path[0], options));
    for (std::size_t i = first; i + 1 < path.size() && i < first + kSegmentsAtOnce; ++i)
        segments.push_back(std::make_unique<SegmentCertifier>(scene, path[i], path[i + 1], options));
    return segments;
}

/// The witness is farther than the clearance asked for: only the tolerance made it one.
bool isOnlyClose(const Scene& scene, const PathResult& result)
{
    if (result.verdict != Verdict::Collision || !result.result.witness)
        return false;
    const ClosePair& witness = *result.result.witness;
    return witness.pair >= 0 && witness.distance > scene.pairs()[static_cast<std::size_t>(witness.pair)].clearance;
}

void add(const CertifyStatistics& more, CertifyStatistics& sum)
{
    sum.configurations += more.configurations;
    sum.distance_queries += more.distance_queries;
    sum.bounding_volume_tests += more.bounding_volume_tests;
}

/// One attempt, with one tolerance. `stopped`: by the clock or by the caller.
PathResult attempt(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
                   const CertifyOptions& certify, const PathCertificationOptions& options, Clock::time_point start, bool& stopped)
{
    PathResult whole;
    whole.certified_clearance = std::numeric_limits<double>::infinity();
    for (std::size_t first = 0; first == 0 || first + 1 < path.size(); first += kSegmentsAtOnce)
    {
        stopped = first > 0 && (secondsSince(start) >= options.seconds || (options.interrupted && options.interrupted()));
        if (stopped)
        {
            whole.verdict = Verdict::Undecided;
            whole.segment = static_cast<int>(first);
            whole.result = CertifyResult();
            break;
        }
        PathCertifier certifier(segmentsFrom(first, scene, path, certify));
        PathResult part;
        for (;;)
        {
            Budget budget;
            budget.seconds = std::min(kSlice, options.seconds - secondsSince(start));
            part = certifier.runToFirst(budget);
            if (part.segment < 0 || certifier.isDone(part.segment))
                break;
            stopped = secondsSince(start) >= options.seconds || (options.interrupted && options.interrupted());
            if (stopped)
                break;
        }
        add(whole.statistics, part.statistics);
        part.certified_clearance = std::min(part.certified_clearance, whole.certified_clearance);
        whole = part;
        if (part.segment >= 0)
        {
            whole.segment += static_cast<int>(first);
            break;
        }
    }
    return whole;
}

}  // namespace

PathCertification certifyPath(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
                              const PathCertificationOptions& options)
{
    if (path.empty())
        throw InputError("a path without states cannot be certified");
    const Clock::time_point start = Clock::now();
    CertifyOptions certify;
    certify.tolerance = options.tolerance;
    certify.last_valid_resolution = options.last_valid_resolution;
    CertifyStatistics earlier_attempts;
    std::optional<PathCertification> close;  // the answer of the attempt before
    for (;;)
    {
        PathCertification answer;
        answer.tolerance = certify.tolerance;
        bool stopped = false;
        answer.result = attempt(scene, path, certify, options, start, stopped);
        add(earlier_attempts, answer.result.statistics);
        if (close && answer.result.verdict == Verdict::Undecided && !stopped)
        {
            // In contact as far as rounding lets one tell: the witness found with the larger delta stands.
            close->result.statistics = answer.result.statistics;
            return *close;
        }
        if (!isOnlyClose(*scene, answer.result) || certify.tolerance <= options.smallest_tolerance
            || secondsSince(start) >= options.seconds)
            return answer;

        const ClosePair& witness = *answer.result.result.witness;
        const double gap = witness.distance - scene->pairs()[static_cast<std::size_t>(witness.pair)].clearance;
        certify.tolerance = std::max(options.smallest_tolerance, std::min(certify.tolerance / 4.0, gap / 2.0));
        earlier_attempts = answer.result.statistics;
        close = answer;
    }
}

std::vector<Configuration> toConfigurations(const StateMapping& mapping, const og::PathGeometric& path)
{
    // States do not know their space: those of another one would be read as if they were of this.
    const ompl::base::StateSpace& space = *path.getSpaceInformation()->getStateSpace();
    if (&space != mapping.space().get())
        throw InputError("the path is of state space '" + space.getName() + "', but the mapping of state space '"
                         + mapping.space()->getName() + "'; they have to be one object");
    std::vector<Configuration> configurations;
    for (std::size_t i = 0; i < path.getStateCount(); ++i)
        configurations.push_back(mapping.toConfiguration(path.getState(static_cast<unsigned int>(i))));
    return configurations;
}

PathCertification certifyPath(const StateMapping& mapping, const og::PathGeometric& path, const PathCertificationOptions& options)
{
    return certifyPath(mapping.scene(), toConfigurations(mapping, path), options);
}

}  // namespace gapless
