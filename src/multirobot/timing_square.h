// One square of AnyTiming: how far its cells are parted, and what for.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include <gapless/certify/static_checker.h>
#include <gapless/multirobot/any_timing.h>

#include "multirobot/schedule_way.h"

namespace gapless {

/// Of one question.
class TimingClock
{
public:
    explicit TimingClock(const AnyTimingOptions& options) : options_(options) {}

    /// What is left.
    Budget budget() const;
    [[nodiscard]] bool isStopped() const;

private:
    const AnyTimingOptions& options_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Cells are parted where a question needs it and no farther; what one question parted, the next one finds.
class TimingSquare
{
public:
    /// @param path, options outlive this; curves of a and of b
    TimingSquare(const CoordinatedPath& path, RobotIndex a, RobotIndex b, const std::shared_ptr<RobotCurve>& curve_a,
                 const std::shared_ptr<RobotCurve>& curve_b, const AnyTimingOptions& options);

    RobotIndex a() const { return a_; }
    RobotIndex b() const { return b_; }
    const ScheduleWay& way() const { return way_; }
    CoordinationSquare& square() { return square_; }
    /// @pre it was refined
    const CoordinationMap& map() const { return *map_; }

    /// @param resolution pieces of a curve
    const CoordinationMap& refine(double resolution, const TimingClock& clock, const CoordinationSquare::Wanted& wanted = {});
    /// Parts what the order does not exclude, until it excludes all that is open. @return what it is if it does not get there
    std::optional<AnyTimingResult> judge(const ExecutionOrder& order, const TimingClock& clock);
    /// Parts what the schedule's way leads through, until it does so by free cells alone. @return what it is if it does not get there
    std::optional<AnyTimingResult> judgeWay(const TimingClock& clock);
    /// @return whether the two are proven all along a line of the square, on which one of them stands
    [[nodiscard]] bool proveLine(const Interval& s, const Interval& t, const TimingClock& clock);

private:
    std::optional<ClosePair> touch(double s, double t);
    bool isReal(const ClosePair& close) const;

    const CoordinatedPath& path_;
    const AnyTimingOptions& options_;
    RobotIndex a_, b_;
    ScheduleWay way_;
    double longest_;
    std::shared_ptr<const RobotPair> robots_;
    CoordinationSquare square_;
    const CoordinationMap* map_ = nullptr;
    // Of the two alone, for witnesses; made when first needed.
    std::optional<PartOfProblem> both_;
    std::optional<StaticChecker> checker_;
};

}  // namespace gapless
