#include "multirobot/timing_square.h"

#include <algorithm>

#include "multirobot/free_lines.h"

namespace gapless {

namespace {

using Cell = CoordinationMap::Cell;
using Place = AnyTimingResult::Place;

/// Cells of those that are not excluded, and places on each line of the way, that are asked for a witness each time. A choice of speed.
constexpr std::size_t kMostAsked = 2048, kPlacesOnLine = 32;
/// Cells are hit, and proven no more, where two objects are as close at the middle, metres.
constexpr double kClosest = 1e-6;

bool isOpenLeaf(const Cell& cell)
{
    return cell.children == 0 && cell.state == CoordinationMap::State::Open;
}

/// Some of them, from first to last.
template <class T>
std::vector<T> someOf(const std::vector<T>& all)
{
    if (all.size() <= kMostAsked)
        return all;
    std::vector<T> some;
    for (std::size_t k = 0; k < kMostAsked; ++k)
        some.push_back(all[k * (all.size() - 1) / (kMostAsked - 1)]);
    return some;
}

/// The robots' parameters by the schedule, that share of a step on.
ExecutionOrder::Parameters stateIn(const CoordinatedPath& path, std::size_t step, double share)
{
    ExecutionOrder::Parameters state(path.ends().size(), 0.0);
    for (std::size_t k = 0; k <= step; ++k)
        for (const RobotIndex robot : path.steps()[k])
            state[robot] += k < step ? 1.0 : share;
    return state;
}

AnyTimingResult stopped()
{
    AnyTimingResult result;
    result.is_stopped = true;
    return result;
}

}  // namespace

Budget TimingClock::budget() const
{
    Budget left;
    left.seconds = options_.seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    left.interrupted = options_.interrupted;
    return left;
}

bool TimingClock::isStopped() const
{
    return budget().seconds <= 0.0 || (options_.interrupted && options_.interrupted());
}

TimingSquare::TimingSquare(const CoordinatedPath& path, RobotIndex a, RobotIndex b, const std::shared_ptr<RobotCurve>& curve_a,
                           const std::shared_ptr<RobotCurve>& curve_b, const AnyTimingOptions& options)
    : path_(path),
      options_(options),
      a_(a),
      b_(b),
      way_(path, a, b),
      longest_(std::max(path.ends()[a], path.ends()[b])),
      robots_(std::make_shared<const RobotPair>(path.group().problem().scene, path.group().number(a), path.group().number(b))),
      square_(robots_, curve_a, curve_b, std::min(options.tolerance, kClosest))
{}

const CoordinationMap& TimingSquare::refine(double resolution, const TimingClock& clock, const CoordinationSquare::Wanted& wanted)
{
    map_ = &square_.map(std::max(resolution / longest_, kMapResolutionRange.lowest), clock.budget(), wanted);
    return *map_;
}

/// A witness at (s, t).
std::optional<ClosePair> TimingSquare::touch(double s, double t)
{
    if (robots_->objects().empty())
        return std::nullopt;
    if (!both_)
    {
        both_ = path_.group().pair(a_, b_);
        checker_.emplace(both_->problem.scene, options_.tolerance);
    }
    ExecutionOrder::Parameters at(path_.ends().size(), 0.0);
    at[a_] = s;
    at[b_] = t;
    ClosePair close;
    if (checker_->check(both_->of(path_.at(at)), &close) != Verdict::Collision)
        return std::nullopt;
    close.pair = robots_->objects()[close.pair.value()].pair;  // both in the order of the scene's
    return close;
}

/// Whether smaller cells would not be proven there, either.
bool TimingSquare::isReal(const ClosePair& close) const
{
    const double clearance = path_.group().problem().scene->pair(close.pair).clearance;
    return close.distance <= clearance + std::min(options_.tolerance, kClosest);
}

std::optional<AnyTimingResult> TimingSquare::judge(const ExecutionOrder& order, const TimingClock& clock)
{
    const auto isMissed = [&](const Cell& cell) { return !order.excludes(a_, cell.s, b_, cell.t); };
    for (double resolution = options_.coarsest;; resolution *= 0.5)
    {
        const CoordinationMap& map = refine(std::max(resolution, options_.resolution), clock, isMissed);
        if (!square_.isMapDone())
            return stopped();
        std::vector<Cell> missed;
        std::copy_if(map.cells().begin(), map.cells().end(), std::back_inserter(missed),
                     [&](const Cell& cell) { return isOpenLeaf(cell) && isMissed(cell); });
        if (missed.empty())
            return std::nullopt;
        AnyTimingResult result;
        result.place = Place{a_, missed.front().s.middle(), b_, missed.front().t.middle()};
        for (const Cell& cell : someOf(missed))
        {
            const double s = cell.s.middle(), t = cell.t.middle();
            const std::optional<ExecutionOrder::Parameters> state = order.stateWith(a_, s, b_, t);
            const std::optional<ClosePair> close = state ? touch(s, t) : std::nullopt;
            if (!close || (result.witness && !isReal(*close)))
                continue;
            result.verdict = Verdict::Collision;
            result.place = Place{a_, s, b_, t};
            result.witness = close;
            result.state = state;
            if (isReal(*close))
                return result;
        }
        if (resolution <= options_.resolution || map.cells().size() > AnyTimingOptions::kMostCells)
            return result;
    }
}

bool TimingSquare::proveLine(const Interval& s, const Interval& t, const TimingClock& clock)
{
    const auto isTouched = [&](const Cell& cell) {
        return cell.s.lower <= s.upper && s.lower <= cell.s.upper && cell.t.lower <= t.upper && t.lower <= cell.t.upper;
    };
    for (double resolution = options_.coarsest;; resolution *= 0.5)
    {
        const CoordinationMap& map = refine(std::max(resolution, options_.on_way), clock, isTouched);
        if (isLineFree(map, s, t))
            return true;
        if (!square_.isMapDone() || resolution <= options_.on_way || map.cells().size() > AnyTimingOptions::kMostCells)
            return false;
    }
}

std::optional<AnyTimingResult> TimingSquare::judgeWay(const TimingClock& clock)
{
    const auto isTouched = [&](const Cell& cell) {
        return way_.at(cell.s.lower).lower <= cell.t.upper && way_.at(cell.s.upper).upper >= cell.t.lower;
    };
    refine(options_.coarsest, clock);
    for (double resolution = options_.coarsest;; resolution *= 0.5)
    {
        const CoordinationMap& map = refine(std::max(resolution, options_.on_way), clock, isTouched);
        if (!square_.isMapDone())
            return stopped();
        const auto isMet = [&](const Cell& cell) {
            return isOpenLeaf(cell) && way_.sideOf(cell.s, cell.t) == ScheduleWay::Side::Met;
        };
        std::vector<Cell> met;
        std::copy_if(map.cells().begin(), map.cells().end(), std::back_inserter(met), isMet);
        AnyTimingResult result;
        const auto look = [&](const ScheduleWay::Line& line, double share) {
            const Place place{a_, line.s.lower + share * line.s.width(), b_, line.t.lower + share * line.t.width()};
            const std::optional<ClosePair> close = touch(place.s, place.t);
            if (result.place && (!close || (result.witness && !isReal(*close))))
                return;
            // What is only close may well be free: cells of two parameters tell that worse than a motion of one does.
            result.verdict = close && isReal(*close) ? Verdict::Collision : Verdict::Undecided;
            result.place = place;
            result.witness = close;
            result.state = stateIn(path_, line.step, share);
        };
        bool is_proven = true;
        for (const ScheduleWay::Line& line : way_.lines())
        {
            if (clock.isStopped())
                return stopped();
            const bool is_diagonal = line.s.width() > 0.0 && line.t.width() > 0.0;
            const auto isHere = [&](const Cell& cell) {
                return cell.s.lower < line.s.upper && line.s.lower < cell.s.upper && cell.t.lower < line.t.upper
                       && line.t.lower < cell.t.upper;
            };
            if (is_diagonal ? std::none_of(met.begin(), met.end(), isHere) : isLineFree(map, line.s, line.t))
                continue;
            is_proven = false;
            for (std::size_t k = 0; k <= kPlacesOnLine && !(result.witness && isReal(*result.witness)); ++k)
                look(line, static_cast<double>(k) / static_cast<double>(kPlacesOnLine));
            if (result.witness && isReal(*result.witness))
                return result;
        }
        // A cell that is met is so within a line; but what is met in none is not proven, either.
        if (is_proven && met.empty())
            return std::nullopt;
        if (resolution <= options_.on_way || map.cells().size() > AnyTimingOptions::kMostCells)
            return result;
    }
}

}  // namespace gapless
