#include "measure/segment_benchmark.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/rounding_floor.h>
#include <gapless/certify/segment_certifier.h>
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

class Adaptive : public Method
{
public:
    Adaptive(const Problem& problem, double tolerance)
        : certifier_(problem.scene, problem.start, problem.start, options(tolerance))
    {}
    bool isExact() const override { return true; }
    std::optional<Judgement> judge(const Configuration& q0, const Configuration& q1, bool) override
    {
        const auto start = Clock::now();
        certifier_.reset(q0, q1);
        certifier_.run();
        const double time = since(start);
        Judgement j = fromResult(certifier_.result());
        j.microseconds = time;
        return j;
    }

private:
    static CertifyOptions options(double tolerance)
    {
        CertifyOptions o;
        o.tolerance = tolerance;
        o.check_end_first = false;  // the ends are known to be free, for the bisecting method too
        return o;
    }
    SegmentCertifier certifier_;
};

/// With the first contact, to the time tolerance.
class Articulated : public Method
{
public:
    Articulated(const Problem& problem, const SegmentBenchmarkOptions& options) : collision_(problem.scene, articulated(options)) {}
    bool isExact() const override { return true; }
    std::optional<Judgement> judge(const Configuration& q0, const Configuration& q1, bool) override
    {
        const auto start = Clock::now();
        const ArticulatedResult result = collision_.check(q0, q1);
        Judgement j;
        j.microseconds = since(start);
        j.verdict = result.verdict;
        j.configurations = static_cast<double>(result.statistics.configurations);
        j.bv_tests = static_cast<double>(result.statistics.bounding_volume_tests + result.statistics.elementary_tests);
        return j;
    }

private:
    static ArticulatedOptions articulated(const SegmentBenchmarkOptions& options)
    {
        ArticulatedOptions o;
        o.tolerance = options.tolerance;
        o.time_tolerance = options.time_tolerance;
        return o;
    }
    ArticulatedCollision collision_;
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
        return witness.distance <= scene_->pairs()[static_cast<std::size_t>(witness.pair)].clearance + rounding_;
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

std::unique_ptr<Method> makeMethod(const std::string& name, const Problem& problem, const SegmentBenchmarkOptions& options)
{
    if (name == "adaptive")
        return std::make_unique<Adaptive>(problem, options.tolerance);
    if (name == "articulated")
        return std::make_unique<Articulated>(problem, options);
    if (name == "published")
        return std::make_unique<Published>(problem, options.tolerance);
    if (name == "discrete")
        return std::make_unique<Discrete>(problem, options.resolution);
    return std::make_unique<Bisecting>(problem);
}

struct Tally
{
    SegmentBenchmarkRow row;
    std::vector<double> free_us, colliding_us, configurations, bv_tests;
};

}  // namespace

bool isSegmentMethod(const std::string& name)
{
    return name == "discrete" || name == "bisecting" || name == "published" || name == "adaptive" || name == "articulated";
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
    Adaptive reference(problem, options.tolerance);
    TouchWitness touch(problem);
    RandomMotions motions(problem, options.step, options.tolerance, options.seed);
    for (int done = 0; done < options.count && goes_on(done); ++done)
    {
        const auto [q0, q1] = motions.next();
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
