// One check for every culler: random and adversarial (motion, link, obstacle) triples against dense sampling.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <gapless/culling/culler.h>

namespace gapless::test {

struct CullerCheckOptions
{
    std::uint64_t seed = 1;
    long triples = 100000;
    double clearance = 0.0;    ///< metres
    double base_offset = 0.0;  ///< of robot and obstacles from the origin, metres
    double scale = 1.0;        ///< size of links and joints, metres
    double step = 1.0;         ///< of the motions' variables, radians or metres
    bool floating_and_planar = true;
    int obstacles = 40;
    int motions_at_once = 8;
    SweepOptions sweep;
    /// Changes the volumes before they are culled, for cullers that are broken on purpose.
    std::function<void(SweptVolumeBatch&)> tamper;
    /// Stop at the first wrong answer.
    bool stop_early = true;
};

struct CullerCheckResult
{
    long triples = 0;        ///< asked for
    long culled = 0;         ///< answered "no"
    long sampled_hits = 0;   ///< a sample came within the clearance
    long wrong = 0;          ///< both
    long disagreements = 0;  ///< cull() says "no" where cullPairs() says "may hit", or the other way round
    std::string first_wrong;

    double culledShare() const { return triples ? static_cast<double>(culled) / static_cast<double>(triples) : 0.0; }
    /// The share of all triples without a sampled hit that was culled: what an ideal culler would have at 1.
    double culledOfFree() const
    {
        return triples > sampled_hits ? static_cast<double>(culled) / static_cast<double>(triples - sampled_hits) : 0.0;
    }
    CullerCheckResult& operator+=(const CullerCheckResult& other);
};

using MakeCuller = std::function<std::unique_ptr<Culler>(const std::shared_ptr<const StaticObstacles>&)>;

/// Builds random robots with obstacles beside the paths of points of their links, asks the culler and samples every link that it
/// culled from an obstacle at 25 instants and more.
CullerCheckResult checkCuller(const MakeCuller& make, const CullerCheckOptions& options);

/// One line for the log.
std::string describe(const std::string& what, const CullerCheckResult& result);

}  // namespace gapless::test
