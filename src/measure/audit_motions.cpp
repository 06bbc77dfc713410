// One-way sampling at length: random motions of one problem, each judged by the certifier and then sampled densely with FCL.
//
// A motion judged free that any sample shows colliding is a violation. Nothing follows from samples that find nothing.
// Prints one JSON object; exit code 0: no violation, 1: at least one, 2: bad input, 130: interrupted, nothing printed.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <gapless/certify/segment_certifier.h>
#include <gapless/ompl/discrete_motion_validator.h>
#include <gapless/ompl/fcl_state_checker.h>

#include "measure/program.h"
#include "measure/random_motions.h"

namespace gapless {
namespace {

struct AuditOptions
{
    std::string problem;
    std::string judge = "adaptive";
    int count = 20;                 ///< motions
    std::int64_t samples = 100000;  ///< per motion, both ends included
    double step = 0.0;              ///< largest joint step of a motion, radians or metres; 0: ends independent of each other
    double tolerance = 1e-3;        ///< metres
    double resolution = 0.05;       ///< of the discrete judge, radians or metres
    std::uint32_t seed = 0;
    bool quick = false;
};

/// A sample that FCL calls colliding.
struct CollidingSample
{
    double t = 0.0;
    PairIndex pair;
};

/// Samples at t = k / (samples - 1), neighbours far apart in order, so that a collision shows early.
class DenseSampler
{
public:
    DenseSampler(const std::shared_ptr<const Scene>& scene, std::int64_t samples)
        : checker_(scene),
          samples_(samples),
          stride_(std::max<std::int64_t>(1, std::llround(static_cast<double>(samples) * 0.6180339887)))
    {
        while (std::gcd(stride_, samples_) != 1)
            ++stride_;
    }

    /// The first colliding sample found; none also when interrupted.
    std::optional<CollidingSample> find(const Configuration& q0, const Configuration& q1) const
    {
        std::int64_t k = 0;
        for (std::int64_t done = 0; done < samples_ && !interrupted(); ++done, k = (k + stride_) % samples_)
        {
            const double t = static_cast<double>(k) / static_cast<double>(samples_ - 1);
            if (const auto pair = checker_.collidingPair(interpolate(checker_.scene()->model(), q0, q1, t)))
                return CollidingSample{t, *pair};
        }
        return std::nullopt;
    }

private:
    FclStateChecker checker_;
    std::int64_t samples_;
    std::int64_t stride_;  ///< coprime to samples_: every sample is visited once
};

/// The judge under audit.
class Judge
{
public:
    Judge(const Problem& problem, const AuditOptions& options)
        : scene_(problem.scene),
          certifier_(problem.scene, problem.start, problem.start, certifyOptions(options)),
          checker_(problem.scene),
          resolution_(options.judge == "discrete" ? options.resolution : 0.0)
    {}

    struct Answer
    {
        Verdict verdict = Verdict::Undecided;
        /// The witness is not within the clearance (an upper bound of its distance is not), only within the tolerance on top.
        bool only_close = false;
    };

    Answer judge(const Configuration& q0, const Configuration& q1)
    {
        if (resolution_ > 0.0)
            return {judgeBySamples(q0, q1), false};
        certifier_.reset(q0, q1);
        Answer answer{certifier_.run(), false};
        if (answer.verdict == Verdict::Collision)
        {
            const ClosePair witness = *certifier_.result().witness;
            answer.only_close = witness.distance > scene_->pair(witness.pair).clearance;
        }
        return answer;
    }

private:
    static CertifyOptions certifyOptions(const AuditOptions& options)
    {
        CertifyOptions certify;
        certify.tolerance = options.tolerance;
        return certify;
    }

    Verdict judgeBySamples(const Configuration& q0, const Configuration& q1) const
    {
        const KinematicModel& model = scene_->model();
        const double steps = std::max(1.0, std::ceil(largestJointStep(model, q0, q1) / resolution_));
        for (double k = 0.0; k <= steps; ++k)
            if (!checker_.isFree(interpolate(model, q0, q1, k / steps)))
                return Verdict::Collision;
        return Verdict::Free;
    }

    std::shared_ptr<const Scene> scene_;
    SegmentCertifier certifier_;
    FclStateChecker checker_;
    double resolution_;  ///< 0: the certifier judges
};

/// All that is needed to look at the contradiction again; distances in metres.
Json describeViolation(const Problem& problem, const Configuration& q0, const Configuration& q1, const CollidingSample& sample,
                       double tolerance)
{
    const Configuration q = interpolate(problem.scene->model(), q0, q1, sample.t);
    const ObjectPair& pair = problem.scene->pair(sample.pair);
    Json violation;
    violation["start"] = problem.planningValues(q0);
    violation["end"] = problem.planningValues(q1);
    violation["t"] = sample.t;
    violation["pair"] = {problem.scene->object(pair.a).name, problem.scene->object(pair.b).name};
    violation["distance_of_the_static_checker"] =
        StaticChecker(problem.scene, tolerance).distances(q)[sample.pair.value()].distance;
    return violation;
}

/// Of a motion of this length only the start is used, radians or metres.
constexpr double kAnyStep = 0.01;

std::pair<Configuration, Configuration> nextMotion(RandomMotions& motions, double step)
{
    if (step > 0.0)
        return motions.next();
    const Configuration start = motions.next().first;
    return {start, motions.next().first};
}

int audit(AuditOptions options)
{
    if (options.quick)
    {
        options.count = 12;
        options.samples = 1000;
    }
    const Problem problem = loadProblem(options.problem);
    Judge judge(problem, options);
    const DenseSampler sampler(problem.scene, options.samples);
    RandomMotions motions(problem, options.step > 0.0 ? options.step : kAnyStep, options.tolerance, options.seed);
    int free = 0, colliding = 0, undecided = 0, sampled_collisions = 0, close = 0;
    Json violations = Json::array();
    for (int i = 0; i < options.count; ++i)
    {
        const auto [q0, q1] = nextMotion(motions, options.step);
        const auto [verdict, only_close] = judge.judge(q0, q1);
        const std::optional<CollidingSample> sample = sampler.find(q0, q1);
        if (interrupted())
            return kInterrupted;
        // The certifier stops at the first witness: a motion whose witness is only close may well touch elsewhere.
        const bool close_only = only_close && !sample;
        free += verdict == Verdict::Free;
        colliding += verdict == Verdict::Collision && !close_only;
        undecided += verdict == Verdict::Undecided;
        sampled_collisions += sample.has_value();
        close += close_only;
        if (verdict == Verdict::Free && sample)
            violations.push_back(describeViolation(problem, q0, q1, *sample, options.tolerance));
    }
    Json report;
    report["problem"] = options.problem;
    report["judge"] = options.judge;
    report["samples"] = options.samples;
    report["motions"] = options.count;
    report["free"] = free;
    report["colliding"] = colliding;
    report["close"] = close;
    report["undecided"] = undecided;
    report["sampled_collisions"] = sampled_collisions;
    report["violations"] = violations.size();
    report["details"] = violations;
    std::cout << report.dump() << std::endl;
    return violations.empty() ? kDone : kViolation;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::AuditOptions options;
    CLI::App app("random motions of a problem, each judged and then sampled densely with FCL", "audit_motions");
    app.add_option("PROBLEM", options.problem, "problem file (YAML)")->required();
    app.add_option("--judge", options.judge, "adaptive, or discrete to see the audit fail; default adaptive")
        ->check(CLI::IsMember({"adaptive", "discrete"}));
    app.add_option("--count", options.count, "motions; default 20")->check(CLI::PositiveNumber);
    app.add_option("--samples", options.samples, "samples per motion; default 100000")
        ->check(CLI::Range(std::int64_t{2}, std::int64_t{1000000000}));
    app.add_option("--step", options.step,
                   "largest joint step of a motion, radians or metres; default 0: from anywhere to anywhere")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--tolerance", options.tolerance, "metres; default 0.001");
    app.add_option("--resolution", options.resolution, "of the discrete judge, radians or metres; default 0.05")
        ->check(CLI::PositiveNumber);
    app.add_option("--seed", options.seed, "of the random motions; default 0");
    app.add_flag("--quick", options.quick, "12 motions of 1000 samples");
    return gapless::runProgram(app, argc, argv, [&] { return gapless::audit(options); });
}
