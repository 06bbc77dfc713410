// gapless coordinate: at which times of two robots' motions both may happen, for every two robots of a path.

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>

#include <gapless/core/error.h>

#include "any_timing_answer.h"
#include "check_answer.h"
#include "commands.h"
#include "common_options.h"
#include "console_log.h"
#include "coordinated_file.h"
#include "io/write_file.h"
#include "measure/interrupt.h"
#include "multirobot/schedule_way.h"
#include "output_file.h"
#include "progress.h"
#include "squares_picture.h"

namespace gapless::apps {
namespace {

/// Of --resolution; and cells that are written are no smaller, pieces of a curve.
constexpr double kDefaultResolution = 1.0 / 32.0;
constexpr NumberRange kSquareResolutionRange{'[', 1.0 / 1024.0, 1.0, ']', "motions of a robot"};

struct CoordinateOptions
{
    CommonOptions common;
    std::string path, output, ordered;
};

/// What is told of two robots.
struct SquareAnswer
{
    RobotIndex a, b;
    CoordinationResult result;      ///< without an order
    double free = 0.0, open = 0.0;  ///< shares of the square
    std::vector<Eigen::Vector2d> schedule;
    std::vector<NamedDependency> dependencies;
    std::vector<CoordinationMap::Cell> leaves;
    bool is_complete = false;  ///< down to the resolution
};

/// The corners of the schedule's way; straight on there is none.
std::vector<Eigen::Vector2d> cornersOf(const ScheduleWay& way)
{
    std::vector<Eigen::Vector2d> corners{{0.0, 0.0}};
    Eigen::Vector2d last(0.0, 0.0);
    for (const ScheduleWay::Line& line : way.lines())
    {
        const Eigen::Vector2d direction(line.s.width(), line.t.width());
        if (corners.size() > 1 && direction == last)
            corners.pop_back();
        corners.emplace_back(line.s.upper, line.t.upper);
        last = direction;
    }
    return corners;
}

SquareAnswer squareAnswer(AnyTiming& timing, const CoordinatedFile& file, const std::optional<ExecutionOrder>& order,
                          RobotIndex a, RobotIndex b, double resolution)
{
    SquareAnswer answer;
    answer.a = a;
    answer.b = b;
    const CoordinationMap& map = timing.map(a, b, resolution);
    const double whole = map.whole().s.width() * map.whole().t.width();
    answer.free = map.area(CoordinationMap::State::Free) / whole;
    answer.open = map.area(CoordinationMap::State::Open) / whole;
    for (const CoordinationMap::Cell& cell : map.cells())
        if (cell.children == 0)
            answer.leaves.push_back(cell);
    answer.result = timing.square(a, b);
    answer.schedule = cornersOf(ScheduleWay(*file.path, a, b));
    if (order)
        for (const NamedDependency& d : named(file.group, *order))
        {
            const std::string &name_a = file.group.name(a), &name_b = file.group.name(b);
            if ((d.waits == name_a && d.first == name_b) || (d.waits == name_b && d.first == name_a))
                answer.dependencies.push_back(d);
        }
    return answer;
}

nlohmann::ordered_json squareJson(const SquareAnswer& answer, const CoordinatedFile& file, bool has_cells)
{
    const Scene& scene = *file.group.problem().scene;
    nlohmann::ordered_json json;
    json["robots"] = {file.group.name(answer.a), file.group.name(answer.b)};
    json["verdict"] = toString(answer.result.verdict);
    json["free_area"] = answer.free;
    json["open_area"] = answer.open;
    json["complete"] = answer.is_complete;
    json["witness"] = nullptr;
    if (answer.result.witness)
    {
        const auto [a, b] = pairNames(scene, answer.result.witness->pair);
        json["witness"] = {
            {"at", {answer.result.s, answer.result.t}}, {"pair", {a, b}}, {"distance", answer.result.witness->distance}};
    }
    json["schedule"] = nlohmann::ordered_json::array();
    for (const Eigen::Vector2d& corner : answer.schedule)
        json["schedule"].push_back({corner.x(), corner.y()});
    json["dependencies"] = toJson(answer.dependencies);
    if (!has_cells)
        return json;
    json["cells"] = nlohmann::ordered_json::array();
    for (const CoordinationMap::Cell& cell : answer.leaves)
        json["cells"].push_back({cell.s.lower, cell.s.upper, cell.t.lower, cell.t.upper,
                                 cell.state == CoordinationMap::State::Free ? "free" : "open"});
    return json;
}

std::string squareText(const SquareAnswer& answer, const CoordinatedFile& file)
{
    std::ostringstream text;
    text.precision(4);
    text << "\n" << file.group.name(answer.a) << " and " << file.group.name(answer.b) << ": ";
    if (answer.result.verdict == Verdict::Free)
        text << "free at any timing";
    else
        text << 100.0 * answer.free << " % free, " << 100.0 * answer.open << " % open"
             << (answer.is_complete ? "" : " (not finished: the time was up)");
    if (answer.result.witness)
    {
        const auto [a, b] = pairNames(*file.group.problem().scene, answer.result.witness->pair);
        text << ", '" << a << "' and '" << b << "' meet at " << answer.result.s << " and " << answer.result.t;
    }
    for (const NamedDependency& d : answer.dependencies)
        text << "\n  " << toText(d);
    return text.str();
}

SquaresPicture pictureOf(const std::vector<SquareAnswer>& squares, const CoordinatedFile& file)
{
    SquaresPicture picture;
    for (const SquareAnswer& answer : squares)
    {
        SquaresPicture::Square square;
        square.name_s = file.group.name(answer.a);
        square.name_t = file.group.name(answer.b);
        square.end_s = file.path->ends()[answer.a];
        square.end_t = file.path->ends()[answer.b];
        square.leaves = answer.leaves;
        square.schedule = answer.schedule;
        for (const NamedDependency& d : answer.dependencies)
        {
            const bool is_below = d.waits == square.name_s;
            square.corners.push_back(is_below ? Eigen::Vector2d(d.s, d.t) : Eigen::Vector2d(d.t, d.s));
            square.is_below.push_back(is_below ? 1 : 0);
        }
        picture.squares.push_back(std::move(square));
    }
    return picture;
}

bool isPictureFile(const std::string& file)
{
    return std::filesystem::path(file).extension() == ".png";
}

int coordinate(const CoordinateOptions& options)
{
    options.common.validate();
    kSquareResolutionRange.require(options.common.resolution, "--resolution");
    if (options.common.kind() != ValidatorKind::Adaptive)
        throw InputError("--validator " + options.common.validator + ": squares are proven by the adaptive one");
    if (!options.output.empty() && !isPictureFile(options.output) && !isStandardOutput(options.output)
        && std::filesystem::path(options.output).extension() != ".json")
        throw InputError("--output " + options.output + ": has to end in .png or .json, or be -");
    requireWritable(options.output, "--output");
    requireWritable(options.ordered, "--ordered");
    const Problem problem = options.common.load(Takes::Cars);
    const CoordinatedFile file(problem, options.path);
    if (isPictureFile(options.output))
        requirePictures(options.output);
    releaseLog();

    AnyTimingAnswer answer;
    std::vector<SquareAnswer> squares;
    {
        Progress progress("coordinating");
        // One time for all: the order's question and each square begin with what is left of it.
        const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.common.seconds());
        const auto stop = [&] {
            progress.tick();
            return interrupted() || std::chrono::steady_clock::now() > end;
        };
        answer = judgeAnyTiming(problem, file, options.common, stop);
        AnyTimingOptions squares_options;
        squares_options.tolerance = options.common.tolerance;
        squares_options.seconds = options.common.seconds();
        squares_options.interrupted = stop;
        AnyTiming timing(*file.path, squares_options);
        for (const RobotIndex a : file.group.robots())
            for (const RobotIndex b : file.group.robots())
                if (a < b)
                {
                    squares.push_back(squareAnswer(timing, file, answer.order, a, b, options.common.resolution));
                    squares.back().is_complete = !stop();
                }
    }
    const auto jsonOf = [&](bool has_cells) {
        nlohmann::ordered_json json = toJson(answer, file);
        json["resolution"] = options.common.resolution;
        json["motions"] = nlohmann::ordered_json::object();
        for (const RobotIndex robot : file.group.robots())
            json["motions"][file.group.name(robot)] = file.path->ends()[robot];
        json["squares"] = nlohmann::ordered_json::array();
        for (const SquareAnswer& square : squares)
            json["squares"].push_back(squareJson(square, file, has_cells));
        return json;
    };
    std::string text = toText(answer, file);
    for (const SquareAnswer& square : squares)
        text += squareText(square, file);
    if (isPictureFile(options.output))
        writeSquaresPicture(options.output, pictureOf(squares, file));
    else if (!options.output.empty())
        writeTextFile(options.output, jsonOf(true).dump(1) + "\n");
    if (!options.ordered.empty() && answer.order && answer.result.verdict == Verdict::Free)
        writePath(options.ordered, problem, file.driven.waypoints, file.driven.ways, named(file.group, *answer.order));
    std::ostream& out = isStandardOutput(options.ordered) ? reportStream(options.ordered) : reportStream(options.output);
    out << (options.common.json ? jsonOf(false).dump() : text) << std::endl;
    return answer.result.verdict == Verdict::Free ? kYes : kNo;
}

}  // namespace

void addCoordinateCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<CoordinateOptions>();
    options->common.resolution = kDefaultResolution;
    CLI::App* command = app.add_subcommand(
        "coordinate", "tell of every two robots of a path at which times of their motions both may happen, and in what order");
    options->common.addTo(*command, {"--validator", "--time-tolerance", "--seed", "--threads"});
    options->common.showDefaultTime(*command);
    command->get_option("--resolution")->description("cells of a square are parted down to this, motions of a robot");
    command->add_option("--path", options->path, "path file (JSON) of all robots")->required()->type_name("FILE");
    command
        ->add_option("--output", options->output,
                     "squares to write: a picture (.png), or all their cells (.json, or - for standard output)")
        ->type_name("FILE");
    command
        ->add_option("--ordered", options->ordered, "path file (JSON) to write: the same path with its order, if that is proven")
        ->type_name("FILE");
    command->callback([&action, options] { action = [options] { return coordinate(*options); }; });
}

}  // namespace gapless::apps
