// gapless roadmap: roadmaps for changing scenes. Building them; what else there is about them is in files of their own.

#include <chrono>
#include <memory>
#include <ostream>

#include <nlohmann/json.hpp>

#include <gapless/core/error.h>
#include <gapless/roadmap/roadmap_builder.h>

#include "commands.h"
#include "common_options.h"
#include "console_log.h"
#include "measure/interrupt.h"
#include "output_file.h"
#include "progress.h"
#include "roadmap_commands.h"

namespace gapless::apps {
namespace {

struct RoadmapOptions
{
    CommonOptions common;
    std::string output;
    RoadmapBuildOptions build;
    std::int64_t nodes = 16384, neighbors = 10, jobs = 1;
};

void reportBuild(const RoadmapBuildReport& report, const RoadmapOptions& options, double seconds)
{
    std::ostream& out = reportStream(options.output);
    const double edges = static_cast<double>(std::max<std::size_t>(report.edges, 1));
    if (options.common.json)
    {
        const nlohmann::json json{{"file", options.output},
                                  {"nodes", report.nodes},
                                  {"edges", report.edges},
                                  {"cells_of_grid", report.cells_of_grid},
                                  {"cells_per_edge", static_cast<double>(report.cells) / edges},
                                  {"code_bytes_per_edge", static_cast<double>(report.code_bytes) / edges},
                                  {"parts_made", report.parts_made},
                                  {"parts_found", report.parts_found},
                                  {"seconds", seconds}};
        out << json.dump(2) << "\n";
        return;
    }
    out << "roadmap of " << report.nodes << " nodes and " << report.edges << " edges, "
        << static_cast<double>(report.cells) / edges << " of " << report.cells_of_grid << " cells per edge, written to "
        << options.output << " in " << seconds << " s (" << report.parts_made << " parts made, " << report.parts_found
        << " found)\n";
}

int build(RoadmapOptions options)
{
    options.common.validate();
    if (options.output == "-")
        throw InputError("--output - : a roadmap is built into a file, beside which its parts are kept");
    requireWritable(options.output, "--output");
    options.build.nodes = static_cast<std::size_t>(requireWithin(options.nodes, "--nodes", 2, 4294967294));
    options.build.neighbors = static_cast<std::size_t>(requireWithin(options.neighbors, "--neighbors", 1, 4294967293));
    options.build.seed = options.common.seed;
    options.build.jobs = static_cast<unsigned int>(requireWithin(options.jobs, "--jobs", 1, kMostJobs));
    options.build.tolerance = options.common.tolerance;
    options.build.memory = memoryBytes(options.common.memory);
    const Problem problem = options.common.load();
    releaseLog();
    Progress progress("building");
    options.build.interrupted = [] { return interrupted(); };
    options.build.progress = [&progress](const std::string& stage, std::size_t done, std::size_t of) {
        progress.setDetail(", " + stage + " " + std::to_string(done) + "/" + std::to_string(of));
        progress.tick();
    };
    const auto start = std::chrono::steady_clock::now();
    const RoadmapBuildReport report = buildRoadmap(problem, options.output, options.build);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!report.is_complete)
    {
        std::cerr << "gapless: interrupted; the same command goes on from the parts in " << options.output << ".parts\n";
        endIfInterrupted();
        return kNo;
    }
    reportBuild(report, options, seconds);
    return kYes;
}

}  // namespace

void addRoadmapCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<RoadmapOptions>();
    CLI::App* command = app.add_subcommand("roadmap", "roadmaps for changing scenes: build one, look at it, plan with it");
    command->require_subcommand(1);
    CLI::App* build_command = command->add_subcommand(
        "build", "nodes and edges free of the robot itself and of fixed obstacles, with the cells that each edge may touch");
    options->common.addTo(*build_command, {"--validator", "--time-tolerance", "--resolution", "--time", "--threads"});
    build_command->add_option("--output", options->output, "roadmap file to write, for gapless::DynamicRoadmap")
        ->type_name("FILE")
        ->required();
    build_command->add_option("--nodes", options->nodes, "configurations to sample")->capture_default_str();
    build_command->add_option("--neighbors", options->neighbors, "nearest nodes that each is joined to")->capture_default_str();
    build_command->add_option("--cell", options->build.cell, "side of a cell of the workspace, metres")->capture_default_str();
    build_command->add_option("--jobs", options->jobs, "threads that build; the file does not depend on it")
        ->capture_default_str();
    build_command->callback([&action, options] { action = [options] { return build(*options); }; });
    addRoadmapInfoCommand(*command, action);
    addRoadmapQueryCommand(*command, action);
    addRoadmapEnhanceCommand(*command, action);
}

}  // namespace gapless::apps
