#include "measure/segment_benchmark.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>

#include <gapless/certify/rounding_floor.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/core/error.h>
#include <gapless/ompl/discrete_motion_validator.h>
#include <gapless/ompl/fcl_state_checker.h>
#include <gapless/ompl/fcl_state_validity_checker.h>
#include <gapless/ompl/state_mapping.h>
#include <gapless/ompl/state_space_factory.h>

#include "measure/published_bisection.h"
#include "measure/random_motions.h"
#include "measure/statistics.h"

namespace gapless {

namespace {

using Clock = std::chrono::steady_clock;

/// What one method says of one motion.
struct Judgement
{
    Verdict verdict = Verdict::Undecided;
    double microseconds = 0.0;
    double configurations = 0.0, bv_tests = 0.0;
};

class Method
{
public:
    virtual ~Method() = default;
    /// `collides`: an exact method found a collision (methods that cannot end otherwise are asked only then).
    virtual std::optional<Judgement> judge(const Configuration& q0, const Configuration& q1, bool collides) = 0;
    virtual bool isExact() const { return false; }
};

Judgement fromResult(const CertifyResult& result)
{
    Judgement j;
    j.verdict = result.verdict;
    j.configurations = static_cast<double>(result.statistics.configurations);
    j.bv_tests = static_cast<double>(result.statistics.bounding_volume_tests + result.statistics.distance_queries);
    return j;
}

double since(Clock::time_point start)
{
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// An exact validator; the articulated one goes on to the first contact.
class Certified : public Method
{
public:
    Certified(ValidatorKind kind, const Problem& problem, const SegmentBenchmarkOptions& options)
    {
        CertifyOptions certify;
        certify.tolerance = options.tolerance;
        certify.time_tolerance = options.time_tolerance;
        certify.last_valid_resolution = kind == ValidatorKind::Articulated ? options.time_tolerance / 2.0 : 0.0;
        certify.check_end_first = false;  // the ends are known to be free, for the bisecting method too
        certifier_ = makeMotionCertifier(kind, problem.scene, certify);
    }
    bool isExact() const override { return true; }
    std::optional<Judgement> judge(const Configuration& q0, const Configuration& q1, bool) override
    {
        const auto start = Clock::now();
        certifier_->reset(q0, q1);
        certifier_->run();
        const double time = since(start);
        Judgement j = fromResult(certifier_->result());
        j.microseconds = time;
        return j;
    }

private:
    std::unique_ptr<MotionCertifier> certifier_;
};

/// Does a motion touch, not merely come within the tolerance? Answers with a witness at distance <= clearance, up to rounding.
class TouchWitness
{
public:
    explicit TouchWitness(const Problem& problem)
        : scene_(problem.scene),
          rounding_(2.0 * roundingFloor(*problem.scene)),
          certifier_(problem.scene, problem.start, problem.start, options(rounding_))
    {}
    bool find(const Configuration& q0, const Configuration& q1)
    {
        certifier_.reset(q0, q1);
        if (certifier_.run() != Verdict::Collision)
            return false;
        const ClosePair witness = *certifier_.result().witness;
        return witness.distance <= scene_->pair(witness.pair).clearance + rounding_;
    }

private:
    static CertifyOptions options(double rounding)
    {
        CertifyOptions o;
        o.tolerance = std::max(rounding, 1e-12);
        return o;
    }
    std::shared_ptr<const Scene> scene_;
    double rounding_;
    SegmentCertifier certifier_;
};

class Published : public Method
{
public:
    Published(const Problem& problem, double tolerance) : scene_(problem.scene) { options_.tolerance = tolerance; }
    bool isExact() const override { return true; }
    std::optional<Judgement> judge(const Configuration& q0, const Configuration& q1, bool) override
    {
        const auto start = Clock::now();
        const CertifyResult result = publishedBisection(*scene_, q0, q1, options_);
        const double time = since(start);
        Judgement j = fromResult(result);
        j.microseconds = time;
        return j;
    }

private:
    std::shared_ptr<const Scene> scene_;
    CertifyOptions options_;
};

/// OMPL's discrete validator over FCL, with states of the problem's space.
class Discrete : public Method
{
public:
    Discrete(const Problem& problem, double resolution) : space_(makeStateSpace(problem))
    {
        information_ = std::make_shared<ompl::base::SpaceInformation>(space_);
        mapping_ = std::make_shared<StateMapping>(space_, problem);
        information_->setStateValidityChecker(std::make_shared<FclStateValidityChecker>(information_, mapping_));
        information_->setup();
        validator_ = std::make_unique<DiscreteMotionValidator>(information_, mapping_, resolution);
        s0_ = information_->allocState();
        s1_ = information_->allocState();
    }
    ~Discrete() override
    {
        information_->freeState(s0_);
        information_->freeState(s1_);
    }
    std::optional<Judgement> judge(const Configuration& q0, const Configuration& q1, bool) override
    {
        mapping_->toState(q0, s0_);
        mapping_->toState(q1, s1_);
        const auto start = Clock::now();
        const bool free = validator_->checkMotion(s0_, s1_);
        Judgement j;
        j.microseconds = since(start);
        j.verdict = free ? Verdict::Free : Verdict::Collision;
        j.configurations = free ? validator_->segmentCount(s0_, s1_) : 0.0;
        return j;
    }

private:
    ompl::base::StateSpacePtr space_;
    ompl::base::SpaceInformationPtr information_;
    std::shared_ptr<StateMapping> mapping_;
    std::unique_ptr<DiscreteMotionValidator> validator_;
    ompl::base::State *s0_ = nullptr, *s1_ = nullptr;
};

/// Samples in the order of bisection (1/2, 1/4, 3/4, 1/8, ...) until one collides: for motions known to collide (paper, Table 2).
class Bisecting : public Method
{
public:
    explicit Bisecting(const Problem& problem) : problem_(problem), checker_(problem.scene) {}
    std::optional<Judgement> judge(const Configuration& q0, const Configuration& q1, bool collides) override
    {
        if (!collides)
            return std::nullopt;
        constexpr int kDeepest = 14;  // a contact too brief for that many samples is left undecided
        const auto start = Clock::now();
        Judgement j;
        for (int depth = 1; depth <= kDeepest && j.verdict == Verdict::Undecided; ++depth)
        {
            const double width = std::ldexp(1.0, -depth);
            for (int k = 1; k < (1 << depth); k += 2)
            {
                j.configurations += 1.0;
                if (!checker_.isFree(interpolate(problem_.scene->model(), q0, q1, k * width)))
                {
                    j.verdict = Verdict::Collision;
                    break;
                }
            }
        }
        j.microseconds = since(start);
        return j;
    }

private:
    const Problem& problem_;
    FclStateChecker checker_;
};

std::unique_ptr<Method> makeMethod(SegmentMethod method, const Problem& problem, const SegmentBenchmarkOptions& options)
{
    switch (method)
    {
        case SegmentMethod::Adaptive: return std::make_unique<Certified>(ValidatorKind::Adaptive, problem, options);
        case SegmentMethod::Articulated: return std::make_unique<Certified>(ValidatorKind::Articulated, problem, options);
        case SegmentMethod::Published: return std::make_unique<Published>(problem, options.tolerance);
        case SegmentMethod::Discrete: return std::make_unique<Discrete>(problem, options.resolution);
        case SegmentMethod::Bisecting: break;
    }
    return std::make_unique<Bisecting>(problem);
}

struct Tally
{
    SegmentBenchmarkRow row;
    std::vector<double> free_us, colliding_us, configurations, bv_tests;
};

}  // namespace

std::string toString(SegmentMethod method)
{
    switch (method)
    {
        case SegmentMethod::Discrete: return toString(ValidatorKind::Discrete);
        case SegmentMethod::Adaptive: return toString(ValidatorKind::Adaptive);
        case SegmentMethod::Articulated: return toString(ValidatorKind::Articulated);
        case SegmentMethod::Published: return "published";
        case SegmentMethod::Bisecting: break;
    }
    return "bisecting";
}

SegmentMethod segmentMethod(const std::string& name)
{
    std::string known;
    for (const SegmentMethod method : {SegmentMethod::Discrete, SegmentMethod::Bisecting, SegmentMethod::Published,
                                       SegmentMethod::Adaptive, SegmentMethod::Articulated})
    {
        if (name == toString(method))
            return method;
        known += (known.empty() ? "" : ", ") + toString(method);
    }
    throw InputError("--methods: unknown method '" + name + "'; known are " + known);
}

std::vector<SegmentBenchmarkRow> benchmarkSegments(const Problem& problem, const SegmentBenchmarkOptions& options,
                                                   const std::function<bool(int)>& goes_on)
{
    std::vector<std::unique_ptr<Method>> methods;
    std::vector<Tally> tallies(options.methods.size());
    for (std::size_t m = 0; m < options.methods.size(); ++m)
    {
        methods.push_back(makeMethod(options.methods[m], problem, options));
        tallies[m].row.method = options.methods[m];
    }
    // Whether a motion is free is what the exact methods say; one is run for that even where none is asked for.
    Certified reference(ValidatorKind::Adaptive, problem, options);
    TouchWitness touch(problem);
    RandomMotions motions(problem, options.step, options.tolerance, options.seed);
    for (int done = 0; done < options.count && goes_on(done); ++done)
    {
        const auto [q0, q1] = options.any_end ? motions.nextFromFree() : motions.next();
        std::vector<std::optional<Judgement>> judgements(methods.size());
        const Judgement truth = *reference.judge(q0, q1, false);
        bool all_free = truth.verdict == Verdict::Free, all_colliding = truth.verdict == Verdict::Collision;
        // Each motion starts with another method, so that none always finds the caches warm.
        for (std::size_t i = 0; i < methods.size(); ++i)
        {
            const std::size_t m = (i + static_cast<std::size_t>(done)) % methods.size();
            judgements[m] = methods[m]->judge(q0, q1, truth.verdict == Verdict::Collision);
            if (!judgements[m] || !methods[m]->isExact())
                continue;
            all_free = all_free && judgements[m]->verdict == Verdict::Free;
            all_colliding = all_colliding && judgements[m]->verdict == Verdict::Collision;
        }
        const bool contradicted =
            truth.verdict == Verdict::Collision
            && std::any_of(judgements.begin(), judgements.end(), [](const auto& j) { return j && j->verdict == Verdict::Free; });
        const bool touches = contradicted && touch.find(q0, q1);
        for (std::size_t m = 0; m < methods.size(); ++m)
        {
            if (!judgements[m])
                continue;
            const Judgement& j = *judgements[m];
            Tally& tally = tallies[m];
            tally.row.free += j.verdict == Verdict::Free;
            tally.row.colliding += j.verdict == Verdict::Collision;
            tally.row.undecided += j.verdict == Verdict::Undecided;
            tally.row.missed += j.verdict == Verdict::Free && touches;
            if (all_free)
            {
                tally.free_us.push_back(j.microseconds);
                tally.configurations.push_back(j.configurations);
                tally.bv_tests.push_back(j.bv_tests);
            }
            else if (all_colliding)
                tally.colliding_us.push_back(j.microseconds);
        }
    }
    std::vector<SegmentBenchmarkRow> rows;
    for (Tally& tally : tallies)
    {
        tally.row.free_us_median = median(tally.free_us);
        tally.row.free_us_mean = mean(tally.free_us);
        tally.row.colliding_us_median = median(tally.colliding_us);
        tally.row.colliding_us_mean = mean(tally.colliding_us);
        tally.row.configurations_mean = mean(tally.configurations);
        tally.row.bv_tests_mean = mean(tally.bv_tests);
        rows.push_back(tally.row);
    }
    return rows;
}

}  // namespace gapless
