#include <gapless/ompl/discrete_motion_validator.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/core/error.h>

#include "motion_counter.h"

namespace ob = ompl::base;

namespace gapless {

struct DiscreteMotionValidator::Worker
{
    explicit Worker(const std::shared_ptr<const StateMapping>& state_mapping)
        : mapping(state_mapping), state(mapping->space()->allocState())
    {}
    ~Worker() { mapping->space()->freeState(state); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    std::shared_ptr<const StateMapping> mapping;
    Configuration q0, q1;
    ob::State* state;
    /// Ranges of samples still to be halved; the front moves on instead of popping.
    std::vector<std::pair<unsigned int, unsigned int>> ranges;
};

double largestJointStep(const KinematicModel& model, const Configuration& q0, const Configuration& q1)
{
    double largest = 0.0;
    const auto angle = [&](int v) {
        const double turn = std::fmod(std::abs(q1[v] - q0[v]), 2.0 * M_PI);
        largest = std::max(largest, std::min(turn, 2.0 * M_PI - turn));
    };
    const auto length = [&](int v) { largest = std::max(largest, std::abs(q1[v] - q0[v])); };
    for (const Body& body : model.bodies())
    {
        if (!body.variable)
            continue;
        const int v = *body.variable;
        switch (body.joint.type)
        {
            case JointType::Fixed: break;
            case JointType::Revolute:
            case JointType::Prismatic: length(v); break;
            case JointType::Continuous: angle(v); break;
            case JointType::Planar:
                length(v);
                length(v + 1);
                angle(v + 2);
                break;
            case JointType::Floating:
            {
                for (int i = 0; i < 3; ++i)
                    length(v + i);
                const double cosine = std::abs(q0.segment<4>(v + 3).dot(q1.segment<4>(v + 3)));
                largest = std::max(largest, 2.0 * std::acos(std::min(1.0, cosine)));
                break;
            }
        }
    }
    return largest;
}

DiscreteMotionValidator::DiscreteMotionValidator(const ob::SpaceInformationPtr& si, std::shared_ptr<const StateMapping> mapping,
                                                 double resolution)
    : ob::MotionValidator(si),
      mapping_(std::move(mapping)),
      resolution_(kJointStepRange.require(resolution, "motion validator: the resolution")),
      workers_([this] { return std::make_unique<Worker>(mapping_); })
{
    mapping_->requireStraight("the sampled motion validator");
    if (mapping_->space().get() != si->getStateSpace().get())
        throw InputError("motion validator: the mapping is of another state space than the space information");
}

DiscreteMotionValidator::~DiscreteMotionValidator() = default;

unsigned int DiscreteMotionValidator::segmentCount(const ob::State* s1, const ob::State* s2, Worker& worker) const
{
    mapping_->toConfiguration(s1, worker.q0);
    mapping_->toConfiguration(s2, worker.q1);
    const double count = std::ceil(largestJointStep(mapping_->scene()->model(), worker.q0, worker.q1) / resolution_);
    constexpr double kMost = std::numeric_limits<int>::max();
    return static_cast<unsigned int>(std::clamp(count, 1.0, kMost));
}

unsigned int DiscreteMotionValidator::segmentCount(const ob::State* s1, const ob::State* s2) const
{
    return segmentCount(s1, s2, *workers_.acquire());
}

/// Through OMPL nothing is thrown: a motion between states that are none of the space is invalid.
unsigned int DiscreteMotionValidator::segmentCountOrNone(const ob::State* s1, const ob::State* s2, Worker& worker) const
{
    try
    {
        return segmentCount(s1, s2, worker);
    }
    catch (const InputError&)
    {
        return 0;
    }
}

// The end first, then the middle of each range of samples, the ranges breadth first: the samples are spread over all of the motion at any
// time, so that a long collision is found by few of them. OMPL's own has the same order.
bool DiscreteMotionValidator::checkMotion(const ob::State* s1, const ob::State* s2) const
{
    if (!si_->isValid(s2))
    {
        count(false);
        return false;
    }
    const auto worker = workers_.acquire();
    const unsigned int segments = segmentCountOrNone(s1, s2, *worker);
    bool valid = segments > 0;
    auto& ranges = worker->ranges;
    ranges.clear();
    if (segments > 1)
        ranges.emplace_back(1u, segments - 1u);
    for (std::size_t front = 0; valid && front < ranges.size(); ++front)
    {
        const auto [first, last] = ranges[front];
        const unsigned int middle = first + (last - first) / 2;
        mapping_->space()->interpolate(s1, s2, static_cast<double>(middle) / segments, worker->state);
        valid = si_->isValid(worker->state);
        if (first < middle)
            ranges.emplace_back(first, middle - 1);
        if (last > middle)
            ranges.emplace_back(middle + 1, last);
    }
    count(valid);
    return valid;
}

std::optional<unsigned int> DiscreteMotionValidator::firstInvalidSample(const ob::State* s1, const ob::State* s2,
                                                                        unsigned int segments, Worker& worker) const
{
    for (unsigned int sample = 1; sample < segments; ++sample)
    {
        mapping_->space()->interpolate(s1, s2, static_cast<double>(sample) / segments, worker.state);
        if (!si_->isValid(worker.state))
            return sample;
    }
    if (!si_->isValid(s2))
        return segments;
    return std::nullopt;
}

std::optional<unsigned int> DiscreteMotionValidator::firstInvalidSample(const ob::State* s1, const ob::State* s2) const
{
    const auto worker = workers_.acquire();
    return firstInvalidSample(s1, s2, segmentCount(s1, s2, *worker), *worker);
}

bool DiscreteMotionValidator::checkMotion(const ob::State* s1, const ob::State* s2,
                                          std::pair<ob::State*, double>& lastValid) const
{
    const auto worker = workers_.acquire();
    const unsigned int segments = segmentCountOrNone(s1, s2, *worker);
    const std::optional<unsigned int> invalid = segments > 0 ? firstInvalidSample(s1, s2, segments, *worker) : 0u;
    if (invalid)
    {
        lastValid.second = *invalid > 0 ? static_cast<double>(*invalid - 1) / segments : 0.0;
        if (lastValid.first && segments == 0 && lastValid.first != s1)
            mapping_->space()->copyState(lastValid.first, s1);
        else if (lastValid.first && segments > 0)
            mapping_->space()->interpolate(s1, s2, lastValid.second, lastValid.first);
    }
    count(!invalid);
    return !invalid;
}

void DiscreteMotionValidator::count(bool valid) const
{
    countAtomically(valid ? valid_ : invalid_);
}

}  // namespace gapless
