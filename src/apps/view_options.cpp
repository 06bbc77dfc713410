#include "view_options.h"

#include <cmath>
#include <filesystem>

#include <gapless/core/error.h>

#include "output_file.h"

namespace gapless::apps {
namespace {

constexpr int kSmallest = 16, kLargest = 8192;  // pixels
constexpr int kMostNodes = 10000;

}  // namespace

CLI::App* ViewOptions::addTo(CLI::App& app)
{
    CLI::App* command = app.add_subcommand("view", "look at the scene, a path and what is proven of it; or draw pictures");
    common.addTo(*command, {"--seed", "--threads", "--json"});
    CLI::Option* const path_option =
        command->add_option("--path", path, "path file (JSON) to show; default start, waypoints, goal of the problem")
            ->type_name("FILE");
    trajectory.addTo(*command, "timed trajectory to show instead, in real time (JSON, YAML or CSV)", path_option);
    command->add_option("--at", at,
                        "where on the path: SEGMENT:T, or a fraction of all of it; default the witness, else the start");
    command
        ->add_option("--screenshot", screenshot,
                     "picture to write instead of opening a window, PNG or (.jpg) JPEG; - is standard output, PNG")
        ->type_name("FILE");
    command
        ->add_option("--frames", frames, "folder for frame_00000.png and so on, the path from start to end, instead of a window")
        ->type_name("DIR");
    command->add_option("--fps", fps, "pictures per second of --frames")->capture_default_str();
    command
        ->add_option("--speed", speed,
                     "of playing in --frames: 1 moves the fastest joint by 0.8 rad or m a second; trajectories take their time")
        ->capture_default_str();
    command->add_option("--size", size, "of window or pictures, WIDTHxHEIGHT")->capture_default_str();
    command->add_option("--camera", camera, "AZIMUTH,ELEVATION[,DISTANCE[,X,Y,Z]]: degrees, metres, and the point looked at");
    command->add_option("--show", show,
                        "start,goal,swept,witness,uncovered,grid,panel, or none; default all but swept and panel");
    command->add_option("--hide", hide, "links, obstacles, parts left out of the picture: NAME,NAME*,...");
    command
        ->add_option(
            "--roadmap", roadmap,
            "dynamic roadmap to draw: outlines of marked cells, and where edges lead the tool, green if no marked cell is near")
        ->type_name("FILE");
    command
        ->add_option("--flagged", flagged,
                     "what `gapless roadmap enhance --json` printed of that roadmap: cells that it flags, outlined in red")
        ->type_name("FILE");
    command->add_option(
        "--robot-roadmaps", robot_roadmaps,
        "of several robots: roadmaps of so many nodes as gapless::SuperGraph makes them, drawn as the ways along their edges");
    command
        ->add_option(
            "--square", square,
            "of the path of several robots: at which times of the motions of two of them both may happen, and where they are")
        ->type_name("ROBOT,ROBOT");
    command->add_option("--samples", samples, "of light per picture, more are smoother; default 64, with --frames 24");
    command->add_option("--benchmark-frames", benchmark_frames, "draw so many moving pictures, print times as JSON");
    return command;
}

void ViewOptions::validate() const
{
    common.validate();
    trajectory.validate();
    parseSize(size);
    if (!flagged.empty() && roadmap.empty())
        throw InputError("--flagged " + flagged + ": of which roadmap? --roadmap FILE says so");
    if (!square.empty() && path.empty())
        throw InputError("--square " + square + ": of which path? --path FILE says so");
    requireWritable(screenshot, "--screenshot");
    const std::string kind = std::filesystem::path(screenshot).extension().string();
    if (!screenshot.empty() && screenshot != "-" && kind != ".png" && kind != ".jpg" && kind != ".jpeg")
        throw InputError("--screenshot " + screenshot
                         + ": must end in .png, .jpg or .jpeg, or be - for a PNG on standard output");
    requireFolderName(frames, "--frames");
    if (!frames.empty())
    {
        const std::filesystem::path folder = std::filesystem::absolute(frames).lexically_normal();
        std::error_code ignored;
        if (std::filesystem::exists(folder, ignored) ? !std::filesystem::is_directory(folder, ignored)
                                                     : !std::filesystem::is_directory(folder.parent_path(), ignored))
            throw InputError("--frames " + frames + ": neither a folder nor the name of one that can be made");
        if (std::filesystem::exists(folder / "frame_00000.png", ignored))
            throw InputError("--frames " + frames + ": holds pictures already, which would be mixed up; give another folder");
    }
    if (!(fps > 0.0 && fps <= 1000.0))
        throw InputError("--fps " + std::to_string(fps) + ": must be in (0, 1000]");
    if (!(speed > 0.0 && std::isfinite(speed)))
        throw InputError("--speed " + std::to_string(speed) + ": must be a number > 0");
    if (samples && (*samples < 1 || *samples > 4096))
        throw InputError("--samples " + std::to_string(*samples) + ": must be in [1, 4096]");
    if (robot_roadmaps && (*robot_roadmaps < 1 || *robot_roadmaps > kMostNodes))
        throw InputError("--robot-roadmaps " + std::to_string(*robot_roadmaps) + ": must be in [1, " + std::to_string(kMostNodes)
                         + "]");
    if (benchmark_frames && (*benchmark_frames < 1 || *benchmark_frames > 100000))
        throw InputError("--benchmark-frames " + std::to_string(*benchmark_frames) + ": must be in [1, 100000]");
}

std::pair<int, int> parseSize(const std::string& text)
{
    const auto fail = [&] {
        return InputError("--size " + text + ": must be WIDTHxHEIGHT, each of " + std::to_string(kSmallest) + " to "
                          + std::to_string(kLargest) + " pixels, as in 1280x720");
    };
    const std::size_t x = text.find('x');
    if (x == std::string::npos || x == 0 || x + 1 >= text.size() || text.size() > 11
        || text.find_first_not_of("0123456789", 0) != x || text.find_first_not_of("0123456789", x + 1) != std::string::npos)
        throw fail();
    const int width = std::stoi(text.substr(0, x)), height = std::stoi(text.substr(x + 1));
    if (width < kSmallest || height < kSmallest || width > kLargest || height > kLargest)
        throw fail();
    return {width, height};
}

}  // namespace gapless::apps
