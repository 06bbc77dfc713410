// gapless roadmap enhance: what a small obstacle anywhere does to a roadmap, and edges against it.

#include <cmath>
#include <iostream>
#include <memory>

#include <nlohmann/json.hpp>

#include <gapless/core/error.h>
#include <gapless/roadmap/robustness.h>

#include "common_options.h"
#include "console_log.h"
#include "measure/interrupt.h"
#include "output_file.h"
#include "progress.h"
#include "roadmap_commands.h"

namespace gapless::apps {
namespace {

struct EnhanceOptions
{
    CommonOptions common;
    std::string file, output;
    double eps = 0.0;
    std::optional<std::int64_t> side;
    std::int64_t tries = 20, jobs = 1;
};

int sideOf(const EnhanceOptions& options)
{
    if (options.side)
        return static_cast<int>(requireWithin(*options.side, "--side", 1, 64));
    if (!(options.eps >= 0.0 && options.eps <= 31.0))
        throw InputError("--eps: it has to be from 0 to 31 cells");
    return static_cast<int>(std::floor(2.0 * options.eps)) + 2;
}

void report(const RobustnessReport& found, int side, const EnhanceOptions& options)
{
    std::ostream& out = reportStream(options.output);
    if (options.common.json)
    {
        const nlohmann::ordered_json json{{"side", side},
                                          {"touched", found.touched},
                                          {"disconnect_before", found.disconnect_before},
                                          {"disconnect_refined", found.disconnect_refined},
                                          {"disconnect_after", found.disconnect_after},
                                          {"proven", found.proven},
                                          {"edges_before", found.edges_before},
                                          {"edges_added", found.edges_added},
                                          {"edges_refined", found.edges_refined},
                                          {"flagged", found.flagged}};
        out << json.dump() << "\n";
        return;
    }
    out << "cubes of " << side << " cells along an edge: " << found.touched << " touch the roadmap, " << found.disconnect_before
        << " disconnected it";
    if (found.edges_added + found.edges_refined > 0)
        out << ", " << found.disconnect_after << " do after " << found.edges_refined << " edges got finer cells and "
            << found.edges_added << " were added, written to " << (options.output.empty() ? options.file : options.output);
    out << "\nof " << found.proven << " it is proven that nothing within them cuts off a node that it leaves free\n";
    constexpr std::size_t kMostShown = 20;
    for (std::size_t i = 0; i < std::min(kMostShown, found.flagged.size()); ++i)
        out << "flagged: cells from " << found.flagged[i][0] << ", " << found.flagged[i][1] << ", " << found.flagged[i][2]
            << "\n";
    if (found.flagged.size() > kMostShown)
        out << "and " << found.flagged.size() - kMostShown << " more, which --json lists\n";
}

int enhance(const EnhanceOptions& options)
{
    options.common.validate();
    const std::string output = options.output.empty() ? options.file : options.output;
    requireWritable(output, "--output");
    RobustnessOptions robustness;
    robustness.side = sideOf(options);
    robustness.tries = static_cast<std::size_t>(requireWithin(options.tries, "--tries", 0, 1000));
    robustness.jobs = static_cast<unsigned int>(requireWithin(options.jobs, "--jobs", 1, kMostJobs));
    robustness.tolerance = options.common.tolerance;
    const Problem problem = options.common.load();
    releaseLog();
    Progress progress("looking at cubes of cells");
    robustness.interrupted = [] { return interrupted(); };
    robustness.progress = [&progress](const std::string& stage, std::size_t done, std::size_t of) {
        progress.setDetail(", " + stage + " " + std::to_string(done) + "/" + std::to_string(of));
        progress.tick();
    };
    const RobustnessReport found = enhanceRoadmap(problem, options.file, output, robustness);
    if (!found.is_complete)
    {
        std::cerr << "gapless: interrupted; nothing is written\n";
        endIfInterrupted();
        return kNo;
    }
    report(found, robustness.side, options);
    return found.disconnect_after == 0 ? kYes : kNo;
}

}  // namespace

void addRoadmapEnhanceCommand(CLI::App& roadmap, Action& action)
{
    const auto options = std::make_shared<EnhanceOptions>();
    CLI::App* command =
        roadmap.add_subcommand("enhance", "look what an obstacle in any cube of cells cuts off, and add edges against it");
    command->add_option("FILE", options->file, "roadmap file")->required()->type_name("FILE");
    options->common.addTo(*command, {"--validator", "--time-tolerance", "--resolution", "--threads", "--seed", "--time"});
    command->add_option("--eps", options->eps, "radius of the obstacle, cells: cubes of floor(2 eps) + 2 cells along an edge")
        ->capture_default_str();
    command->add_option("--side", options->side, "cells along an edge of the cubes instead; 1: single cells, as in the paper");
    command->add_option("--tries", options->tries, "edges that are tried for a part that is cut off; 0: only look")
        ->capture_default_str();
    command->add_option("--jobs", options->jobs, "threads that look")->capture_default_str();
    command->add_option("--output", options->output, "file to write if edges were added; default FILE")->type_name("FILE");
    command->callback([&action, options] { action = [options] { return enhance(*options); }; });
}

}  // namespace gapless::apps
