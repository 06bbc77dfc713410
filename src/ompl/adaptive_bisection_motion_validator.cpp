#include <gapless/ompl/adaptive_bisection_motion_validator.h>

#include <gapless/core/error.h>

#include "last_valid.h"
#include "motion_counter.h"

namespace ob = ompl::base;

namespace gapless {

/// What one thread needs to judge a motion without allocating.
struct AdaptiveBisectionMotionValidator::Worker
{
    Worker(const std::shared_ptr<const StateMapping>& state_mapping, const CertifyOptions& options)
        : mapping(state_mapping),
          q0(mapping->scene()->model().defaultConfiguration()),
          q1(q0),
          certifier(mapping->scene(), q0, q1, options),
          state(mapping->space()->allocState())
    {}
    ~Worker() { mapping->space()->freeState(state); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// @throws InputError if a state is none of the space.
    Verdict run(const ob::State* s1, const ob::State* s2, const Budget& budget)
    {
        mapping->toConfiguration(s1, q0);
        mapping->toConfiguration(s2, q1);
        certifier.reset(q0, q1);
        return certifier.run(budget);
    }

    std::shared_ptr<const StateMapping> mapping;
    Configuration q0, q1;
    SegmentCertifier certifier;
    ob::State* state;
};

namespace {

const MotionValidatorOptions& checked(const MotionValidatorOptions& options)
{
    if (!(options.last_valid_resolution > 0.0 && options.last_valid_resolution < 1.0))
        throw InputError("motion validator: last_valid_resolution must be in (0, 1)");
    return options;
}

CertifyOptions certifyOptions(const MotionValidatorOptions& options, double last_valid_resolution)
{
    CertifyOptions certify;
    certify.tolerance = options.tolerance;
    certify.last_valid_resolution = last_valid_resolution;
    return certify;
}

}  // namespace

AdaptiveBisectionMotionValidator::AdaptiveBisectionMotionValidator(const ob::SpaceInformationPtr& si,
                                                                   std::shared_ptr<const StateMapping> mapping,
                                                                   const MotionValidatorOptions& options)
    : ob::MotionValidator(si),
      mapping_(std::move(mapping)),
      options_(checked(options)),
      static_checker_(mapping_->scene(), options.tolerance),
      first_witness_([this] { return std::make_unique<Worker>(mapping_, certifyOptions(options_, 0.0)); }),
      earliest_witness_(
          [this] { return std::make_unique<Worker>(mapping_, certifyOptions(options_, options_.last_valid_resolution)); })
{
    if (mapping_->space().get() != si->getStateSpace().get())
        throw InputError("motion validator: the mapping is of another state space than the space information");
}

AdaptiveBisectionMotionValidator::~AdaptiveBisectionMotionValidator() = default;

bool AdaptiveBisectionMotionValidator::checkMotion(const ob::State* s1, const ob::State* s2) const
{
    const Verdict verdict = verdictOf(s1, s2);
    count(verdict);
    return verdict == Verdict::Free;
}

Verdict AdaptiveBisectionMotionValidator::verdictOf(const ob::State* s1, const ob::State* s2) const
{
    try
    {
        return first_witness_.acquire()->run(s1, s2, options_.budget);
    }
    catch (const InputError&)
    {
        return Verdict::Undecided;  // no state of the space, or requireRounding(): nothing is proven
    }
}

bool AdaptiveBisectionMotionValidator::checkMotion(const ob::State* s1, const ob::State* s2,
                                                   std::pair<ob::State*, double>& lastValid) const
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
            fillLastValid(*mapping_, static_checker_, s1, s2, worker->certifier.result().last_valid, isFree, worker->state, worker->q0, lastValid);
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

CertifyResult AdaptiveBisectionMotionValidator::certify(const ob::State* s1, const ob::State* s2) const
{
    const auto worker = earliest_witness_.acquire();
    worker->run(s1, s2, options_.budget);
    return worker->certifier.result();
}

void AdaptiveBisectionMotionValidator::count(Verdict verdict) const
{
    motions_.fetch_add(1, std::memory_order_relaxed);
    if (verdict == Verdict::Undecided)
        undecided_.fetch_add(1, std::memory_order_relaxed);
    countAtomically(verdict == Verdict::Free ? valid_ : invalid_);
}

}  // namespace gapless
