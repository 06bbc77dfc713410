// How SBL and ASBL judge the edges of a candidate path.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/base/SpaceInformation.h>

#include <gapless/planners/sbl.h>

namespace gapless {

/// Used by one thread at a time.
class SBL::EdgeChecker
{
public:
    virtual ~EdgeChecker() = default;

    /// What is known of one edge; it lives as long as the edge.
    struct Record
    {
        virtual ~Record() = default;
        virtual bool isColliding() const = 0;
    };
    virtual std::unique_ptr<Record> makeRecord() const = 0;

    struct PathEdge
    {
        Record* record = nullptr;  ///< of this checker
        const ompl::base::State *from = nullptr, *to = nullptr;
    };
    enum class Outcome
    {
        Free,         ///< all edges
        Colliding,    ///< `edge` is
        Interrupted,  ///< by the termination condition
    };
    struct Answer
    {
        Outcome outcome = Outcome::Free;
        std::size_t edge = 0;
    };
    /// Works on all edges of the path that are open, until one collides, all are free, or the condition holds.
    virtual Answer check(const std::vector<PathEdge>& path, const ompl::base::PlannerTerminationCondition& ptc) = 0;

    /// Where edges are counted once it is known whether they collide.
    void countInto(std::atomic<std::size_t>& settled) { settled_ = &settled; }

protected:
    void countSettled(std::size_t edges)
    {
        if (settled_)
            *settled_ += edges;
    }

private:
    std::atomic<std::size_t>* settled_ = nullptr;
};

/// Samples, the longest unchecked stretch of the path first, until neighbours are no farther apart than the resolution. A record is
/// the number of halvings done.
class SBL::SampledEdgeChecker : public SBL::EdgeChecker
{
public:
    /// How long a motion is, in the unit of the resolution.
    using Measure = std::function<double(const ompl::base::State*, const ompl::base::State*)>;

    SampledEdgeChecker(ompl::base::SpaceInformationPtr si, ompl::base::StateValidityCheckerPtr checker, double resolution,
                       Measure measure);
    ~SampledEdgeChecker() override;

    std::unique_ptr<Record> makeRecord() const override;
    Answer check(const std::vector<PathEdge>& path, const ompl::base::PlannerTerminationCondition& ptc) override;

private:
    struct SampledRecord;
    Outcome halve(const PathEdge& edge, SampledRecord& record, const ompl::base::PlannerTerminationCondition& ptc);

    ompl::base::SpaceInformationPtr si_;
    ompl::base::StateValidityCheckerPtr checker_;
    double resolution_;
    Measure measure_;
    ompl::base::State* state_;
};

}  // namespace gapless
