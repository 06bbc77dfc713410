#include <gapless/ompl/continuous_articulated_motion_validator.h>

#include <gapless/core/error.h>

#include "last_valid.h"
#include "motion_counter.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

ArticulatedOptions articulatedOptions(const ArticulatedMotionValidatorOptions& options, bool first_contact)
{
    ArticulatedOptions articulated;
    articulated.tolerance = options.tolerance;
    articulated.time_tolerance = options.time_tolerance;
    articulated.first_contact = first_contact;
    return articulated;
}

}  // namespace

/// What one thread needs to judge a motion without allocating.
struct ContinuousArticulatedMotionValidator::Worker
{
    Worker(const std::shared_ptr<const StateMapping>& state_mapping, const ArticulatedOptions& options)
        : mapping(state_mapping),
          q0(mapping->scene()->model().defaultConfiguration()),
          q1(q0),
          collision(mapping->scene(), options),
          state(mapping->space()->allocState())
    {}
    ~Worker() { mapping->space()->freeState(state); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// @throws InputError if a state is none of the space.
    ArticulatedResult check(const ob::State* s1, const ob::State* s2, const Budget& budget)
    {
        mapping->toConfiguration(s1, q0);
        mapping->toConfiguration(s2, q1);
        return collision.check(q0, q1, budget);
    }

    std::shared_ptr<const StateMapping> mapping;
    Configuration q0, q1;
    ArticulatedCollision collision;
    ob::State* state;
};

ContinuousArticulatedMotionValidator::ContinuousArticulatedMotionValidator(const ob::SpaceInformationPtr& si,
                                                                           std::shared_ptr<const StateMapping> mapping,
                                                                           const ArticulatedMotionValidatorOptions& options)
    : ob::MotionValidator(si),
      mapping_(std::move(mapping)),
      options_(options),
      static_checker_(mapping_->scene(), options.tolerance),
      any_contact_([this] { return std::make_unique<Worker>(mapping_, articulatedOptions(options_, false)); }),
      first_contact_([this] { return std::make_unique<Worker>(mapping_, articulatedOptions(options_, true)); })
{
    if (mapping_->space().get() != si->getStateSpace().get())
        throw InputError("motion validator: the mapping is of another state space than the space information");
    first_contact_.acquire();  // makes a worker, which throws if an option is out of range
}

ContinuousArticulatedMotionValidator::~ContinuousArticulatedMotionValidator() = default;

bool ContinuousArticulatedMotionValidator::checkMotion(const ob::State* s1, const ob::State* s2) const
{
    Verdict verdict = Verdict::Undecided;
    try
    {
        verdict = any_contact_.acquire()->check(s1, s2, options_.budget).verdict;
    }
    catch (const InputError&)
    {
        // No state of the space, or requireRounding(): nothing is proven.
    }
    count(verdict);
    return verdict == Verdict::Free;
}

bool ContinuousArticulatedMotionValidator::checkMotion(const ob::State* s1, const ob::State* s2,
                                                       std::pair<ob::State*, double>& lastValid) const
{
    Verdict verdict = Verdict::Undecided;
    try
    {
        const auto worker = first_contact_.acquire();
        const ArticulatedResult result = worker->check(s1, s2, options_.budget);
        verdict = result.verdict;
        if (verdict != Verdict::Free)
        {
            const auto isFree = [&](const ob::State* from, const ob::State* to) {
                return worker->check(from, to, options_.budget).verdict == Verdict::Free;
            };
            fillLastValid(*mapping_, static_checker_, s1, s2, result.last_valid, isFree, worker->state, worker->q0, lastValid);
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

ArticulatedResult ContinuousArticulatedMotionValidator::firstContact(const ob::State* s1, const ob::State* s2) const
{
    return first_contact_.acquire()->check(s1, s2, options_.budget);
}

void ContinuousArticulatedMotionValidator::count(Verdict verdict) const
{
    motions_.fetch_add(1, std::memory_order_relaxed);
    if (verdict == Verdict::Undecided)
        undecided_.fetch_add(1, std::memory_order_relaxed);
    countAtomically(verdict == Verdict::Free ? valid_ : invalid_);
}

}  // namespace gapless
