// One-way sampling at length: random motions of one problem, each judged by the certifier and then sampled densely with FCL.
//
// A motion judged free that any sample shows colliding is a violation. Nothing follows from samples that find nothing. With --trajectories
// the motions are cubic splines through random points, sampled by a controller's formula; with --tracking-error each sample is as far off
// as that allows, mostly at a corner of it.
// Prints one JSON object; exit code 0: no violation, 1: at least one, 2: bad input, 130: interrupted, nothing printed.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gapless/certify/certify_curve.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/kinematics/trajectory.h>
#include <gapless/ompl/discrete_motion_validator.h>
#include <gapless/ompl/fcl_state_checker.h>

#include "measure/driven_trajectory.h"
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
    bool trajectories = false;
    double tracking_error = 0.0;  ///< of each planning joint, radians or metres
    bool quick = false;
};

/// What is judged and sampled: a straight motion, or, with velocities, cubics through points.
class AuditedMotion
{
public:
    AuditedMotion(const KinematicModel& model, std::vector<TrajectoryPoint> points) : model_(&model), points_(std::move(points))
    {}

    const std::vector<TrajectoryPoint>& points() const { return points_; }
    bool isStraight() const { return !points_.front().velocity; }

    /// @param t in [0,1]
    Configuration at(double t) const
    {
        if (isStraight())
            return interpolate(*model_, points_.front().position, points_.back().position, t);
        return drivenAt(points_, t * points_.back().time).position;
    }

private:
    const KinematicModel* model_;
    std::vector<TrajectoryPoint> points_;
};

/// A sample that FCL calls colliding.
struct CollidingSample
{
    double t = 0.0;
    PairIndex pair;
    Configuration configuration;
};

/// Samples at t = k / (samples - 1), neighbours far apart in order, so that a collision shows early.
class DenseSampler
{
public:
    /// @param error by variable: how far samples may be off
    DenseSampler(const std::shared_ptr<const Scene>& scene, std::int64_t samples, Configuration error)
        : checker_(scene),
          samples_(samples),
          error_(std::move(error)),
          stride_(std::max<std::int64_t>(1, std::llround(static_cast<double>(samples) * 0.6180339887)))
    {
        while (std::gcd(stride_, samples_) != 1)
            ++stride_;
    }

    /// The first colliding sample found; none also when interrupted.
    std::optional<CollidingSample> find(const AuditedMotion& motion)
    {
        std::int64_t k = 0;
        for (std::int64_t done = 0; done < samples_ && !interrupted(); ++done, k = (k + stride_) % samples_)
        {
            const double t = static_cast<double>(k) / static_cast<double>(samples_ - 1);
            const Configuration q = offBy(motion.at(t));
            if (const auto pair = checker_.collidingPair(q))
                return CollidingSample{t, *pair, q};
        }
        return std::nullopt;
    }

private:
    Configuration offBy(Configuration q)
    {
        for (Eigen::Index v = 0; v < q.size(); ++v)
            if (error_[v] > 0.0)
            {
                const double share = std::uniform_real_distribution<double>(-4.0, 4.0)(random_);
                q[v] += error_[v] * std::clamp(share, -1.0, 1.0);
            }
        return q;
    }

    FclStateChecker checker_;
    std::int64_t samples_;
    Configuration error_;
    std::mt19937_64 random_;
    std::int64_t stride_;  ///< coprime to samples_: every sample is visited once
};

/// The judge under audit.
class Judge
{
public:
    Judge(const Problem& problem, const AuditOptions& options)
        : scene_(problem.scene),
          certifier_(problem.scene, problem.start, problem.start, certifyOptions(options)),
          curve_certifier_(problem.scene, curveOptions(problem, options)),
          checker_(problem.scene),
          resolution_(options.judge == "discrete" ? options.resolution : 0.0)
    {}

    struct Answer
    {
        Verdict verdict = Verdict::Undecided;
        /// The witness is not within the clearance (an upper bound of its distance is not), only within the tolerance on top.
        bool only_close = false;
    };

    Answer judge(const AuditedMotion& motion)
    {
        if (resolution_ > 0.0)
            return {judgeBySamples(motion), false};
        if (!motion.isStraight())
        {
            const CurveResult result = curve_certifier_.certify(curveOf(scene_->model(), motion.points()));
            return {result.verdict, result.verdict == Verdict::Collision && isOnlyClose(*result.witness)};
        }
        certifier_.reset(motion.points().front().position, motion.points().back().position);
        Answer answer{certifier_.run(), false};
        answer.only_close = answer.verdict == Verdict::Collision && isOnlyClose(*certifier_.result().witness);
        return answer;
    }

    static Configuration trackingError(const Problem& problem, const AuditOptions& options)
    {
        Configuration error = Configuration::Zero(problem.scene->model().configurationSize());
        for (const PlanningJoint& joint : problem.joints)
            error.segment(joint.variable, std::min(joint.count, 3)).setConstant(options.tracking_error);
        return error;
    }

private:
    static CertifyOptions certifyOptions(const AuditOptions& options)
    {
        CertifyOptions certify;
        certify.tolerance = options.tolerance;
        return certify;
    }

    static CurveOptions curveOptions(const Problem& problem, const AuditOptions& options)
    {
        CurveOptions certify;
        certify.tolerance = certify.smallest_tolerance = options.tolerance;
        certify.tracking_error = trackingError(problem, options);
        return certify;
    }

    bool isOnlyClose(const ClosePair& witness) const { return witness.distance > scene_->pair(witness.pair).clearance; }

    Verdict judgeBySamples(const AuditedMotion& motion) const
    {
        const auto& points = motion.points();
        double length = 0.0;
        for (std::size_t i = 1; i < points.size(); ++i)
            length += largestJointStep(scene_->model(), points[i - 1].position, points[i].position);
        const double steps = std::max(1.0, std::ceil(length / resolution_));
        for (double k = 0.0; k <= steps; ++k)
            if (!checker_.isFree(motion.at(k / steps)))
                return Verdict::Collision;
        return Verdict::Free;
    }

    std::shared_ptr<const Scene> scene_;
    SegmentCertifier certifier_;
    CurveCertifier curve_certifier_;
    FclStateChecker checker_;
    double resolution_;  ///< 0: the certifier judges
};

/// All that is needed to look at the contradiction again; distances in metres.
Json describeViolation(const Problem& problem, const AuditedMotion& motion, const CollidingSample& sample, double tolerance)
{
    const ObjectPair& pair = problem.scene->pair(sample.pair);
    Json violation;
    violation["points"] = Json::array();
    for (const TrajectoryPoint& point : motion.points())
    {
        violation["points"].push_back({{"time", point.time}, {"positions", problem.planningValues(point.position)}});
        if (point.velocity)
            violation["points"].back()["velocities"] = problem.planningValues(*point.velocity);
    }
    violation["t"] = sample.t;
    violation["sample"] = problem.planningValues(sample.configuration);
    violation["pair"] = {problem.scene->object(pair.a).name, problem.scene->object(pair.b).name};
    violation["distance_of_the_static_checker"] =
        StaticChecker(problem.scene, tolerance).distances(sample.configuration)[sample.pair.value()].distance;
    return violation;
}

/// Of a motion of this length only the start is used, radians or metres.
constexpr double kAnyStep = 0.01;
/// Of trajectories, unless it is given.
constexpr double kTrajectoryStep = 0.5;

AuditedMotion nextMotion(const KinematicModel& model, RandomMotions& motions, double step)
{
    std::pair<Configuration, Configuration> ends = motions.next();
    if (!(step > 0.0))
        ends.second = motions.next().first;
    return {model, {{0.0, ends.first, {}, {}}, {1.0, ends.second, {}, {}}}};
}

/// Through four points, a second from one to the next; joints move by as much as `step` between two and may well leave their limits.
AuditedMotion nextTrajectory(const Problem& problem, RandomMotions& motions, double step, std::mt19937_64& random)
{
    const Configuration start = motions.next().first;
    const auto change = [&] {
        Configuration d = Configuration::Zero(start.size());
        for (const PlanningJoint& joint : problem.joints)
            for (int k = 0; k < std::min(joint.count, 3); ++k)
                d[joint.variable + k] = std::uniform_real_distribution<double>(-step, step)(random);
        return d;
    };
    std::vector<TrajectoryPoint> points{{0.0, start, change(), {}}};
    for (int i = 1; i < 4; ++i)
        points.push_back({static_cast<double>(i), points.back().position + change(), change(), {}});
    return {problem.scene->model(), std::move(points)};
}

int audit(AuditOptions options)
{
    if (options.quick)
    {
        options.count = 12;
        options.samples = 1000;
    }
    NumberRange::notNegative("radians or metres").require(options.tracking_error, "--tracking-error");
    const Problem problem = loadProblem(options.problem);
    Judge judge(problem, options);
    DenseSampler sampler(problem.scene, options.samples, Judge::trackingError(problem, options));
    std::mt19937_64 random(options.seed);
    RandomMotions motions(problem, options.step > 0.0 ? options.step : kAnyStep, options.tolerance, options.seed);
    int free = 0, colliding = 0, undecided = 0, sampled_collisions = 0, close = 0;
    Json violations = Json::array();
    for (int i = 0; i < options.count; ++i)
    {
        const AuditedMotion motion =
            options.trajectories ? nextTrajectory(problem, motions, options.step > 0.0 ? options.step : kTrajectoryStep, random)
                                 : nextMotion(problem.scene->model(), motions, options.step);
        const auto [verdict, only_close] = judge.judge(motion);
        const std::optional<CollidingSample> sample = sampler.find(motion);
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
            violations.push_back(describeViolation(problem, motion, *sample, options.tolerance));
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
    CLI::Option* trajectories =
        app.add_flag("--trajectories", options.trajectories, "cubic splines through random points instead");
    app.add_option("--tracking-error", options.tracking_error,
                   "of trajectories: how far each joint may be off, radians or metres; samples are")
        ->needs(trajectories);
    app.add_flag("--quick", options.quick, "12 motions of 1000 samples");
    return gapless::runProgram(app, argc, argv, [&] { return gapless::audit(options); });
}
