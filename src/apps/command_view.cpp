// gapless view: look at a scene, a path and what is proven of it; or draw that into files.

#include <algorithm>
#include <memory>
#include <ostream>
#include <tuple>

#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include <gapless/core/error.h>
#include <gapless/io/path_file.h>

#include "commands.h"
#include "common_options.h"
#include "console_log.h"
#include "measure/interrupt.h"
#include "measure/statistics.h"
#include "output_file.h"
#include "progress.h"
#include "view_options.h"
#include "viewer/capture.h"
#include "viewer/frame_benchmark.h"
#include "viewer/hidden.h"
#include "viewer/overlay.h"
#include "viewer/roadmap_picture.h"
#include "viewer/robots_roadmaps.h"
#include "viewer/view_window.h"

namespace gapless::apps {
namespace {

using namespace viewer;

/// The path of the file, or of the problem as far as that gives one; never empty.
DrivenPath pathToShow(const Problem& problem, const std::string& file)
{
    if (!file.empty())
        return readDrivenPath(file, problem);
    DrivenPath path{{problem.start}, {}};
    if (!problem.has_start || !problem.goal)
        return path;
    path.waypoints.insert(path.waypoints.end(), problem.waypoints.begin(), problem.waypoints.end());
    path.waypoints.push_back(*problem.goal);
    return path;
}

std::vector<PlayedSegment> segmentsToShow(const Problem& problem, const ViewOptions& options)
{
    const KinematicModel& model = problem.scene->model();
    if (!options.trajectory.file.empty())
        return timedSegments(model, options.trajectory.read(problem));
    const DrivenPath path = pathToShow(problem, options.path);
    if (!problem.hasCars())
        return straightSegments(model, path.waypoints);
    try
    {
        return drivenSegments(problem, path);
    }
    catch (const InputError& error)
    {
        throw InputError((options.path.empty() ? problem.file : options.path) + ": " + error.what());
    }
}

VerdictOptions verdictOptions(const Problem& problem, const ViewOptions& view)
{
    const CommonOptions& common = view.common;
    VerdictOptions options;
    options.tracking_error = trackingError(problem, view.trajectory.tracking_error);
    options.validator = common.kind();
    options.tolerance = common.tolerance;
    options.time_tolerance = common.time_tolerance;
    options.resolution = common.resolution;
    if (common.time)
        options.seconds = *common.time;
    return options;
}

/// Waits for the last word on the path. Ctrl-C ends the waiting and with it the command.
PathVerdict finalVerdict(const PathJudge& judge)
{
    Progress progress("certifying");
    judge.wait([&] {
        progress.tick();
        return interrupted();
    });
    return judge.latest();
}

nlohmann::ordered_json summary(const std::vector<double>& milliseconds)
{
    std::vector<double> sorted = milliseconds;
    std::sort(sorted.begin(), sorted.end());
    nlohmann::ordered_json json;
    json["frames"] = sorted.size();
    if (sorted.empty())
        return json;
    json["mean_ms"] = mean(sorted);
    json["median_ms"] = median(sorted);
    json["p95_ms"] = quantile(sorted, 0.95);
    json["worst_ms"] = sorted.back();
    json["frames_per_second"] = 1e3 / mean(sorted);
    return json;
}

int benchmark(Show& show, const PathVerdict& verdict, const CaptureOptions& capture, int frames, std::ostream& out)
{
    const FrameTimes times = measureFrames(show, verdict, capture, frames, interrupted);
    nlohmann::ordered_json json;
    json["device"] = times.device;
    json["triangles"] = times.triangles;
    json["size"] = {times.width, times.height};
    json["multisamples"] = times.quality.samples;
    json["scale"] = times.quality.scale;
    json["turning"] = summary(times.turning_ms);
    json["playing"] = summary(times.playing_ms);
    json["cpu_ms"] = times.cpu_ms;
    json["still_ms"] = times.still_ms;
    out << json.dump() << std::endl;
    return interrupted() ? kNo : kYes;
}

int writeFrames(Show& show, const PathVerdict& verdict, const CaptureOptions& capture, const ViewOptions& options)
{
    const std::size_t count = frameCount(show.player(), options.fps, options.speed);
    std::size_t written = 0;
    {
        Progress progress("drawing");
        written = captureFrames(show, verdict, capture, options.frames, options.fps, options.speed, [&](std::size_t done) {
            progress.setDetail(", " + std::to_string(done) + " of " + std::to_string(count));
            progress.tick();
            return interrupted();
        });
    }
    if (written < count)
        spdlog::warn("interrupted: {} of {} pictures are in {}", written, count, options.frames);
    else
        spdlog::info("{} pictures are in {}", written, options.frames);
    return written < count ? kNo : kYes;
}

int view(const ViewOptions& options)
{
    options.validate();
    const bool is_trajectory = !options.trajectory.file.empty();
    const Problem problem = options.common.load(is_trajectory ? Takes::MovingObstacles : Takes::Cars);
    RoadmapPicture roadmap;
    if (!options.roadmap.empty())
    {
        roadmap = roadmapPicture(problem, options.roadmap, options.common.tolerance, options.flagged);
        spdlog::info("{}: {} of {} edges are white, {} cells are marked; drawn are the ways of '{}' along {} edges",
                     options.roadmap, roadmap.white, roadmap.edges, roadmap.marked_cells, roadmap.tool, roadmap.drawn);
        if (!options.flagged.empty())
            spdlog::info("{}: {} cells are flagged", options.flagged, roadmap.flagged_cells);
    }
    if (options.robot_roadmaps)
    {
        RobotsRoadmaps robots =
            robotsRoadmaps(problem, static_cast<std::size_t>(*options.robot_roadmaps), options.common.tolerance, interrupted);
        spdlog::info("{} roadmaps, {} nodes, {} edges: each is proven free of what stands still", robots.roadmaps, robots.nodes,
                     robots.edges);
        roadmap.surfaces.insert(roadmap.surfaces.end(), robots.surfaces.begin(), robots.surfaces.end());
    }
    Show show(problem, segmentsToShow(problem, options), hiddenObjects(*problem.scene, options.hide), roadmap.surfaces);
    if (options.path.empty() && !is_trajectory && !(problem.has_start && problem.goal))
        spdlog::info("{} gives no start and goal state to move between: one configuration is shown", problem.file);
    if (!options.square.empty())
    {
        Progress progress("coordinating");
        show.setSquare(squareView(problem, options.path, options.square, show.player(), options.common.tolerance,
                                  options.common.seconds(), [&progress] {
                                      progress.tick();
                                      return interrupted();
                                  }));
    }
    CaptureOptions capture;
    std::tie(capture.width, capture.height) = parseSize(options.size);
    capture.samples = options.samples.value_or(options.frames.empty() ? Renderer::kFineSamples : kFrameSamples);
    if (!options.show.empty())
        capture.shown = parseShown(options.show);
    // First the side, then what is to be in the picture, then what the user wants otherwise.
    const double aspect = static_cast<double>(capture.width) / capture.height;
    if (!options.camera.empty())
        parseCamera(options.camera, capture.camera);
    show.fitRobots(capture.camera, aspect, options.wantsWindow() ? coveredBelow(show, capture.height) : 0.0);
    if (!options.camera.empty())
        parseCamera(options.camera, capture.camera);
    PathPlace place;
    if (!options.at.empty())
        place = parsePlace(options.at, show.player());
    releaseLog();

    const PathJudge judge(problem.scene, show.player().segments(), verdictOptions(problem, options));
    if (options.wantsWindow())
    {
        runWindow(show, judge, place, capture, interrupted);
        return interrupted() ? kNo : kYes;
    }
    const PathVerdict verdict = finalVerdict(judge);
    if (interrupted())
    {
        spdlog::warn("interrupted before the path was judged: nothing was drawn");
        return kNo;
    }
    if (options.at.empty() && capture.shown.witness)
        if (const auto witness = show.firstWitness(verdict))
            place = witness->place;
    int code = kYes;
    if (!options.screenshot.empty())
        captureScreenshot(show, place, verdict, capture, options.screenshot);
    if (!options.frames.empty())
        code = writeFrames(show, verdict, capture, options);
    if (options.benchmark_frames)
        code = std::max(code, benchmark(show, verdict, capture, *options.benchmark_frames, reportStream(options.screenshot)));
    return code;
}

}  // namespace

void addViewCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<ViewOptions>();
    options->addTo(app)->callback([&action, options] { action = [options] { return view(*options); }; });
}

}  // namespace gapless::apps
