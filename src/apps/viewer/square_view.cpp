#include "square_view.h"

#include <algorithm>
#include <cmath>

#include <gapless/core/error.h>
#include <gapless/multirobot/any_timing.h>

#include "apps/coordinated_file.h"
#include "multirobot/schedule_way.h"

namespace gapless::viewer {
namespace {

/// Cells are parted down to this, motions of a robot, as `gapless coordinate` has it where nothing else is said.
constexpr double kResolution = 1.0 / 32.0;

/// Where all is free, row by row.
std::vector<SquareView::Run> freeRuns(const SquareView& view, const CoordinationMap& map)
{
    const int width = view.width(), height = view.height();
    const double scale = SquareView::kSide / std::max(view.end_s, view.end_t);
    std::vector<std::vector<char>> is_free(static_cast<std::size_t>(height),
                                           std::vector<char>(static_cast<std::size_t>(width), 0));
    const auto pixel = [&](double value, int most) { return std::clamp(static_cast<int>(std::lround(scale * value)), 0, most); };
    for (const CoordinationMap::Cell& cell : map.cells())
    {
        if (cell.children != 0 || cell.state != CoordinationMap::State::Free)
            continue;
        for (int y = pixel(view.end_t - cell.t.upper, height); y < pixel(view.end_t - cell.t.lower, height); ++y)
        {
            std::vector<char>& row = is_free[static_cast<std::size_t>(y)];
            std::fill(row.begin() + pixel(cell.s.lower, width), row.begin() + pixel(cell.s.upper, width), 1);
        }
    }
    std::vector<SquareView::Run> runs;
    for (int y = 0; y < height; ++y)
    {
        const std::vector<char>& row = is_free[static_cast<std::size_t>(y)];
        for (auto at = row.begin(); at != row.end();)
        {
            const auto begin = std::find(at, row.end(), 1);
            at = std::find(begin, row.end(), 0);
            if (begin != at)
                runs.push_back({y, static_cast<int>(begin - row.begin()), static_cast<int>(at - row.begin())});
        }
    }
    return runs;
}

/// The path's way, by segment and time.
void addWay(SquareView& view, const CoordinatedPath& path, const ScheduleWay& way, const PathPlayer& player)
{
    std::vector<const ScheduleWay::Line*> line_of(path.steps().size(), nullptr);
    for (const ScheduleWay::Line& line : way.lines())
        line_of[line.step] = &line;
    Eigen::Vector2d at(0.0, 0.0);
    std::size_t step = 0;
    for (std::size_t k = 0; k < player.segmentCount(); ++k)
    {
        std::size_t steps = 0;
        while (step + steps < path.steps().size() && path.segment(step + steps) == k)
            ++steps;
        // Curves are gone through piece by piece. Robots that never move have a step before all others, which takes no time.
        const std::optional<CurveMotion>& curve = player.segments()[k].curve;
        const std::size_t pieces = std::min(steps, curve ? curve->pieces().size() : std::size_t{1});
        std::vector<SquareView::Stretch> stretches;
        for (std::size_t i = 0; i < steps; ++i, ++step)
        {
            const ScheduleWay::Line* const line = line_of[step];
            const Eigen::Vector2d to = line ? Eigen::Vector2d(line->s.upper, line->t.upper) : at;
            if (i + pieces >= steps)
            {
                const std::size_t piece = i + pieces - steps;
                const double until = curve && curve->end() > curve->begin()
                                         ? (curve->pieces()[piece].end - curve->begin()) / (curve->end() - curve->begin())
                                         : 1.0;
                stretches.push_back({until, at, to});
            }
            at = to;
        }
        view.starts.push_back(stretches.empty() ? at : stretches.front().from);
        view.segments.push_back(std::move(stretches));
    }
}

}  // namespace

int SquareView::width() const
{
    return std::max(1, static_cast<int>(std::lround(kSide * end_s / std::max(end_s, end_t))));
}

int SquareView::height() const
{
    return std::max(1, static_cast<int>(std::lround(kSide * end_t / std::max(end_s, end_t))));
}

Eigen::Vector2d SquareView::at(const PathPlace& place) const
{
    double begin = 0.0;
    Eigen::Vector2d last = starts[place.segment];
    for (const Stretch& stretch : segments[place.segment])
    {
        if (place.t <= stretch.until && stretch.until > begin)
            return stretch.from + (stretch.to - stretch.from) * ((place.t - begin) / (stretch.until - begin));
        begin = stretch.until;
        last = stretch.to;
    }
    return last;
}

SquareView squareView(const Problem& problem, const std::string& path_file, const std::string& robots, const PathPlayer& player,
                      double tolerance, double seconds, const std::function<bool()>& interrupted)
{
    const std::string option = "--square " + robots;
    const apps::CoordinatedFile file(problem, path_file);
    const std::size_t comma = robots.find(',');
    if (comma == std::string::npos)
        throw InputError(option + ": two robots are named with a comma between them");
    RobotIndex a = apps::robotNamed(file.group, robots.substr(0, comma), option),
               b = apps::robotNamed(file.group, robots.substr(comma + 1), option);
    if (a == b)
        throw InputError(option + ": a robot has no square with itself");
    if (b < a)
        std::swap(a, b);
    AnyTimingOptions options;
    options.tolerance = tolerance;
    options.seconds = seconds;
    options.interrupted = interrupted;
    AnyTiming timing(*file.path, options);
    SquareView view;
    view.name_s = file.group.name(a);
    view.name_t = file.group.name(b);
    view.end_s = file.path->ends()[a];
    view.end_t = file.path->ends()[b];
    view.free = freeRuns(view, timing.map(a, b, kResolution));
    addWay(view, *file.path, ScheduleWay(*file.path, a, b), player);
    return view;
}

}  // namespace gapless::viewer
