// Sampled motion validation, for comparison: OMPL's DiscreteMotionValidator with a step given in joint space.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>

#include <gapless/core/number_range.h>
#include <gapless/ompl/object_pool.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

inline constexpr NumberRange kJointStepRange = NumberRange::positive("radians or metres");

/// The algorithm of ompl::base::DiscreteMotionValidator (OMPL 1.5 to 2.0), the states in the same order, but the number of
/// segments is the largest joint step of the motion over `resolution`, rounded up, instead of a fraction of the space's extent.
///
/// true means that no sample is invalid, and proves nothing about the states between. false: a sample is invalid, or a state is none of
/// the space (then lastValid is s1, fraction 0).
/// Safe to use from many threads at once, the counters of the base class included.
class DiscreteMotionValidator : public ompl::base::MotionValidator
{
public:
    /// `resolution`: in kJointStepRange.
    /// @throws InputError if the mapping is not one of si's space, or the resolution is out of range.
    DiscreteMotionValidator(const ompl::base::SpaceInformationPtr& si, std::shared_ptr<const StateMapping> mapping,
                            double resolution);
    ~DiscreteMotionValidator() override;

    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2) const override;
    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                     std::pair<ompl::base::State*, double>& lastValid) const override;

    /// The first sample of the motion, s1 excluded, that is not valid, as its number out of segmentCount(). Not counted.
    std::optional<unsigned int> firstInvalidSample(const ompl::base::State* s1, const ompl::base::State* s2) const;

    /// At least 1.
    /// @throws InputError if a state is none of the space.
    unsigned int segmentCount(const ompl::base::State* s1, const ompl::base::State* s2) const;

    double resolution() const { return resolution_; }
    const std::shared_ptr<const StateMapping>& mapping() const { return mapping_; }

private:
    struct Worker;

    unsigned int segmentCount(const ompl::base::State* s1, const ompl::base::State* s2, Worker& worker) const;
    unsigned int segmentCountOrNone(const ompl::base::State* s1, const ompl::base::State* s2, Worker& worker) const;
    std::optional<unsigned int> firstInvalidSample(const ompl::base::State* s1, const ompl::base::State* s2,
                                                   unsigned int segments, Worker& worker) const;
    void count(bool valid) const;

    std::shared_ptr<const StateMapping> mapping_;
    double resolution_;
    mutable ObjectPool<Worker> workers_;
};

/// The largest change of any one variable of a motion, in radians or metres; for continuous joints the short way round, for the
/// rotation of a floating joint its angle.
double largestJointStep(const KinematicModel& model, const Configuration& q0, const Configuration& q1);

}  // namespace gapless
