#include <gapless/multirobot/any_timing.h>

#include <algorithm>

#include <gapless/core/error.h>

#include "multirobot/open_parts.h"
#include "multirobot/timing_square.h"

namespace gapless {

AnyTiming::AnyTiming(const CoordinatedPath& path, const AnyTimingOptions& options)
    : path_(path), options_(options), alone_(path.ends().size())
{
    kToleranceRange.require(options.tolerance, "the tolerance");
    AnyTimingOptions::kResolutionRange.require(options.resolution, "the resolution");
    AnyTimingOptions::kResolutionRange.require(options.on_way, "the resolution on the way");
    AnyTimingOptions::kResolutionRange.require(options.coarsest, "the size of cells to begin with");
    IndexedVector<RobotIndex, std::shared_ptr<RobotCurve>> curves;
    for (const RobotIndex robot : path.group().robots())
        curves.push_back(path.curve(robot));
    for (const RobotIndex a : path.group().robots())
        for (const RobotIndex b : path.group().robots())
            if (a < b)
                squares_.push_back(std::make_unique<TimingSquare>(path, a, b, curves[a], curves[b], options_));
}

AnyTiming::~AnyTiming() = default;

/// What is said of it if a robot is not proven by itself.
std::optional<AnyTimingResult> AnyTiming::judgeAlone(const TimingClock& clock)
{
    for (const RobotIndex robot : path_.group().robots())
    {
        if (!alone_[robot])
        {
            const Verdict verdict = path_.certifyAlone(robot, options_.tolerance, clock.budget());
            if (verdict == Verdict::Undecided && clock.isStopped())
            {
                AnyTimingResult result;
                result.is_stopped = true;
                return result;
            }
            alone_[robot] = verdict;
        }
        if (*alone_[robot] == Verdict::Free)
            continue;
        AnyTimingResult result;
        result.verdict = *alone_[robot];
        result.alone = robot;
        return result;
    }
    return std::nullopt;
}

AnyTimingResult AnyTiming::judge(const ExecutionOrder& order)
{
    if (order.ends().list() != path_.ends().list())
        throw InputError("the order is of other curves");
    const TimingClock clock(options_);
    if (const std::optional<AnyTimingResult> result = judgeAlone(clock))
        return *result;
    for (const auto& square : squares_)
        if (const std::optional<AnyTimingResult> result = square->judge(order, clock))
            return *result;
    ExecutionOrder::Parameters at(path_.ends().size(), 0.0);
    for (const ExecutionOrder::Move& move : order.inTurns())
    {
        for (const auto& square : squares_)
        {
            if (square->a() != move.robot && square->b() != move.robot)
                continue;
            const Interval along(move.from, move.to);
            const Interval s = square->a() == move.robot ? along : Interval(at[square->a()]);
            const Interval t = square->b() == move.robot ? along : Interval(at[square->b()]);
            if (square->proveLine(s, t, clock))
                continue;
            AnyTimingResult result;
            result.is_stopped = clock.isStopped();
            result.place = AnyTimingResult::Place{square->a(), s.middle(), square->b(), t.middle()};
            return result;
        }
        at[move.robot] = move.to;
    }
    AnyTimingResult result;
    if (at.list() == path_.ends().list())
        result.verdict = Verdict::Free;
    return result;
}

/// Without dependencies that a closer look at the squares finds nothing to be kept apart by.
ExecutionOrder AnyTiming::sharpened(const ExecutionOrder& order, const TimingClock& clock)
{
    std::vector<Dependency> left = order.dependencies();
    const auto isLarge = [](const auto& square) { return square->map().cells().size() > AnyTimingOptions::kManyCells; };
    for (std::size_t k = left.size(); k-- > 0;)
    {
        if (clock.isStopped() || std::any_of(squares_.begin(), squares_.end(), isLarge))
            break;
        std::vector<Dependency> fewer = left;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
        const ExecutionOrder without(order.ends(), fewer);
        const auto isNeeded = [&](const auto& square) { return square->judge(without, clock).has_value(); };
        // Its own square first.
        const auto isOwn = [&](const auto& square) {
            return (square->a() == left[k].waits || square->b() == left[k].waits)
                   && (square->a() == left[k].first || square->b() == left[k].first);
        };
        if (!isNeeded(*std::find_if(squares_.begin(), squares_.end(), isOwn))
            && std::none_of(squares_.begin(), squares_.end(), isNeeded))
            left = std::move(fewer);
    }
    return {order.ends(), std::move(left)};
}

std::optional<ExecutionOrder> AnyTiming::dependencies()
{
    const TimingClock clock(options_);
    std::vector<Dependency> all;
    for (const auto& square : squares_)
    {
        if (const std::optional<AnyTimingResult> result = square->judgeWay(clock))
        {
            result_ = *result;
            return std::nullopt;
        }
        for (const OpenPart& part : openParts(square->map(), square->way()))
        {
            const std::vector<Dependency> of_part = dependenciesOf(part, square->map(), square->way(), square->a(), square->b());
            all.insert(all.end(), of_part.begin(), of_part.end());
        }
    }
    ExecutionOrder order = ExecutionOrder(path_.ends(), std::move(all)).reduced();
    if (options_.is_sharp && order.dependencies().size() <= AnyTimingOptions::kManyDependencies)
        order = sharpened(order, clock);
    result_ = judge(order);
    if (result_.verdict != Verdict::Free)
        return std::nullopt;
    return order;
}

const CoordinationMap& AnyTiming::map(RobotIndex a, RobotIndex b, double resolution)
{
    const auto found =
        std::find_if(squares_.begin(), squares_.end(), [&](const auto& square) { return square->a() == a && square->b() == b; });
    return (*found)->refine(resolution > 0.0 ? resolution : options_.coarsest, TimingClock(options_));
}

CoordinationResult AnyTiming::square(RobotIndex a, RobotIndex b)
{
    const auto found =
        std::find_if(squares_.begin(), squares_.end(), [&](const auto& square) { return square->a() == a && square->b() == b; });
    CoordinationSquare& square = (*found)->square();
    static_cast<void>(square.run(TimingClock(options_).budget()));
    return square.result();
}

}  // namespace gapless
