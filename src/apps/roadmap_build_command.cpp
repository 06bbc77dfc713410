#include "roadmap_build_command.h"

#include <algorithm>
#include <chrono>
#include <iostream>

#include <nlohmann/json.hpp>

#include <gapless/core/error.h>

#include "console_log.h"
#include "measure/interrupt.h"
#include "output_file.h"
#include "progress.h"

namespace gapless::apps {
namespace {

RoadmapMetric metricOf(const std::string& name)
{
    if (name == "space")
        return RoadmapMetric::Space;
    if (name == "workspace")
        return RoadmapMetric::Workspace;
    throw InputError("--metric " + name + "; it has to be space or workspace");
}

void reportBuild(const RoadmapBuildReport& report, const RoadmapBuildCommand& command, double seconds)
{
    std::ostream& out = reportStream(command.output);
    const double edges = static_cast<double>(std::max<std::size_t>(report.edges, 1));
    if (command.common.json)
    {
        const nlohmann::json json{{"file", command.output},
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
        << command.output << " in " << seconds << " s (" << report.parts_made << " parts made, " << report.parts_found
        << " found)\n";
}

}  // namespace

void RoadmapBuildCommand::addTo(CLI::App& command)
{
    common.addTo(command, {"--validator", "--time-tolerance", "--resolution", "--time", "--threads"});
    command.add_option("--output", output, "roadmap file to write, for gapless::DynamicRoadmap")->type_name("FILE")->required();
    command.add_option("--nodes", nodes, "configurations to sample")->capture_default_str();
    command.add_option("--neighbors", neighbors, "nearest nodes that each is joined to")->capture_default_str();
    command
        .add_option(
            "--metric", metric,
            "which nodes are nearest: by the distance of the state space ('space'), or by how far the robot travels at most "
            "('workspace')")
        ->type_name("NAME")
        ->capture_default_str();
    command.add_option("--cell", cell, "side of a cell of the workspace, metres")->capture_default_str();
    command.add_option("--jobs", jobs, "threads that build; the file does not depend on it")->capture_default_str();
}

RoadmapBuildOptions RoadmapBuildCommand::build() const
{
    common.validate();
    RoadmapBuildOptions options;
    options.nodes = static_cast<std::size_t>(requireWithin(nodes, "--nodes", 2, 4294967294));
    options.neighbors = static_cast<std::size_t>(requireWithin(neighbors, "--neighbors", 1, 4294967293));
    options.metric = metricOf(metric);
    options.cell = cell;
    options.seed = common.seed;
    options.jobs = static_cast<unsigned int>(requireWithin(jobs, "--jobs", 1, kMostJobs));
    options.tolerance = common.tolerance;
    options.memory = memoryBytes(common.memory);
    options.interrupted = [] { return interrupted(); };
    return options;
}

int RoadmapBuildCommand::run(const Builder& builder) const
{
    RoadmapBuildOptions options = build();
    if (output == "-")
        throw InputError("--output - : a roadmap is built into a file, beside which its parts are kept");
    requireWritable(output, "--output");
    const Problem problem = common.load();
    releaseLog();
    Progress progress("building");
    options.progress = [&progress](const std::string& stage, std::size_t done, std::size_t of) {
        progress.setDetail(", " + stage + " " + std::to_string(done) + "/" + std::to_string(of));
        progress.tick();
    };
    const auto start = std::chrono::steady_clock::now();
    const RoadmapBuildReport report = builder(problem, output, options);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!report.is_complete)
    {
        std::cerr << "gapless: interrupted; the same command goes on from the parts in " << output << ".parts\n";
        return kNo;
    }
    reportBuild(report, *this, seconds);
    return kYes;
}

}  // namespace gapless::apps
