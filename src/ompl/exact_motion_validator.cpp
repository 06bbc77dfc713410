#include <gapless/ompl/exact_motion_validator.h>

#include <algorithm>

#include <gapless/core/error.h>
#include <gapless/ompl/adaptive_bisection_motion_validator.h>
#include <gapless/ompl/continuous_articulated_motion_validator.h>
#include <gapless/ompl/discrete_motion_validator.h>

#include "core/parallel_for.h"
#include "curve_answer.h"
#include "last_valid.h"
#include "motion_counter.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

CurveOptions curveOptions(ValidatorKind kind, const CertifyOptions& options)
{
    CurveOptions of_curve;
    of_curve.validator = kind;
    of_curve.tolerance = of_curve.smallest_tolerance = options.tolerance;
    of_curve.time_tolerance = options.time_tolerance;
    of_curve.find_first = options.last_valid_resolution > 0.0;
    return of_curve;
}

}  // namespace

/// What one thread needs to judge a motion; a straight one without allocating.
struct ExactMotionValidator::Worker
{
    Worker(ValidatorKind kind, const std::shared_ptr<const StateMapping>& state_mapping, const CertifyOptions& options)
        : mapping(state_mapping)
    {
        if (mapping->isStraight())
            certifier = makeMotionCertifier(kind, mapping->scene(), options);
        else
            curve_certifier.emplace(mapping->scene(), curveOptions(kind, options));
        state = mapping->space()->allocState();  // last: what throws before leaves nothing behind
    }
    ~Worker() { mapping->space()->freeState(state); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// A car's curve that leaves the bounds of its space is as good as one that collides.
    /// @throws InputError if a state is none of the space.
    Verdict run(const ob::State* s1, const ob::State* s2, const Budget& budget)
    {
        if (curve_certifier)
        {
            const CurveMotion curve = mapping->curve(s1, s2);
            curve_result = curve_certifier->certify(curve, budget);
            leaves_bounds = mapping->leavesBounds(curve);
            return curve_result.verdict == Verdict::Free && leaves_bounds ? Verdict::Collision : curve_result.verdict;
        }
        mapping->toConfiguration(s1, q0);
        mapping->toConfiguration(s2, q1);
        certifier->reset(q0, q1);
        return certifier->run(budget);
    }

    double lastValid() const
    {
        if (!curve_certifier)
            return certifier->result().last_valid;
        return std::min(curve_result.last_safe, leaves_bounds.value_or(1.0));
    }

    CertifyResult result() const { return curve_certifier ? asCertifyResult(curve_result) : certifier->result(); }

    std::shared_ptr<const StateMapping> mapping;
    /// Of straight motions; else of curves.
    std::unique_ptr<MotionCertifier> certifier;
    std::optional<CurveCertifier> curve_certifier;
    CurveResult curve_result;
    std::optional<double> leaves_bounds;
    Configuration q0, q1;
    ob::State* state = nullptr;
};

ExactMotionValidator::ExactMotionValidator(ValidatorKind kind, const ob::SpaceInformationPtr& si,
                                           std::shared_ptr<const StateMapping> mapping, const MotionValidatorOptions& options)
    : ob::MotionValidator(si),
      kind_(kind),
      mapping_(std::move(mapping)),
      options_(options),
      static_checker_(mapping_->scene(), options.tolerance),
      first_witness_([this] { return makeWorker(0.0); }),
      earliest_witness_([this] { return makeWorker(options_.last_valid_resolution); })
{
    if (mapping_->space().get() != si->getStateSpace().get())
        throw InputError("motion validator: the mapping is of another state space than the space information");
    // 0 stands for the first witness: that is checkMotion() without a lastValid.
    constexpr NumberRange kResolutions{'(', 0.0, kResolutionRange.highest, ')', kResolutionRange.unit};
    kResolutions.require(options.last_valid_resolution, "motion validator: last_valid_resolution");
    earliest_witness_.acquire();  // makes a worker, which throws if an option is out of range
}

ExactMotionValidator::~ExactMotionValidator() = default;

std::unique_ptr<ExactMotionValidator::Worker> ExactMotionValidator::makeWorker(double last_valid_resolution) const
{
    CertifyOptions certify;
    certify.tolerance = options_.tolerance;
    certify.time_tolerance = options_.time_tolerance;
    certify.last_valid_resolution = last_valid_resolution;
    return std::make_unique<Worker>(kind_, mapping_, certify);
}

Verdict ExactMotionValidator::judge(std::optional<ObjectPool<Worker>::Lease>& worker, const ob::State* s1,
                                    const ob::State* s2) const
{
    Verdict verdict = Verdict::Undecided;
    try
    {
        if (!worker)
            worker.emplace(first_witness_.acquire());
        verdict = (*worker)->run(s1, s2, options_.budget);
    }
    catch (const InputError&)
    {
        // No state of the space, or requireRounding(): nothing is proven.
    }
    count(verdict);
    return verdict;
}

bool ExactMotionValidator::checkMotion(const ob::State* s1, const ob::State* s2) const
{
    std::optional<ObjectPool<Worker>::Lease> worker;
    return judge(worker, s1, s2) == Verdict::Free;
}

std::vector<Verdict> ExactMotionValidator::checkMotions(const std::vector<std::pair<const ob::State*, const ob::State*>>& motions,
                                                        unsigned int threads) const
{
    std::vector<Verdict> verdicts(motions.size(), Verdict::Undecided);
    parallelFor(motions.size(), threads, [&] {
        return [&, worker = std::optional<ObjectPool<Worker>::Lease>()](std::size_t i) mutable {
            verdicts[i] = judge(worker, motions[i].first, motions[i].second);
            return true;
        };
    });
    return verdicts;
}

bool ExactMotionValidator::checkMotion(const ob::State* s1, const ob::State* s2, std::pair<ob::State*, double>& lastValid) const
{
    Verdict verdict = Verdict::Undecided;
    try
    {
        const auto worker = earliest_witness_.acquire();
        verdict = worker->run(s1, s2, options_.budget);
        if (verdict != Verdict::Free)
        {
            const auto isFree = [&](const ob::State* from, const ob::State* to) {
                return worker->run(from, to, options_.budget) == Verdict::Free;
            };
            fillLastValid(*mapping_, static_checker_, s1, s2, worker->lastValid(), isFree, worker->state, worker->q0, lastValid);
        }
    }
    catch (const InputError&)
    {
        // No state of the space, or requireRounding(): nothing is proven.
        fillLastValid(*mapping_, static_checker_, s1, s2, lastValid);
    }
    count(verdict);
    return verdict == Verdict::Free;
}

void ExactMotionValidator::judge(const ob::State* s1, const ob::State* s2,
                                 const std::function<void(const MotionCertifier&)>& look) const
{
    mapping_->requireStraight("firstContact()");
    const auto worker = earliest_witness_.acquire();
    worker->run(s1, s2, options_.budget);
    look(*worker->certifier);
}

CertifyResult ExactMotionValidator::certify(const ob::State* s1, const ob::State* s2) const
{
    const auto worker = earliest_witness_.acquire();
    worker->run(s1, s2, options_.budget);
    return worker->result();
}

void ExactMotionValidator::count(Verdict verdict) const
{
    motions_.fetch_add(1, std::memory_order_relaxed);
    if (verdict == Verdict::Undecided)
        undecided_.fetch_add(1, std::memory_order_relaxed);
    countAtomically(verdict == Verdict::Free ? valid_ : invalid_);
}

ArticulatedResult ContinuousArticulatedMotionValidator::firstContact(const ob::State* s1, const ob::State* s2) const
{
    ArticulatedResult result;
    judge(s1, s2, [&](const MotionCertifier& certifier) {
        result = dynamic_cast<const ArticulatedCollision&>(certifier).contactResult();
    });
    return result;
}

ob::MotionValidatorPtr makeMotionValidator(ValidatorKind kind, const ob::SpaceInformationPtr& si,
                                           std::shared_ptr<const StateMapping> mapping, const MotionValidatorOptions& options)
{
    switch (kind)
    {
        case ValidatorKind::Adaptive: return std::make_shared<AdaptiveBisectionMotionValidator>(si, std::move(mapping), options);
        case ValidatorKind::Articulated:
            return std::make_shared<ContinuousArticulatedMotionValidator>(si, std::move(mapping), options);
        case ValidatorKind::Discrete: break;
    }
    return std::make_shared<DiscreteMotionValidator>(si, std::move(mapping), options.resolution);
}

}  // namespace gapless
