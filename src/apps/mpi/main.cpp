// gapless-roadmap: what `gapless roadmap build` does, by as many processes as mpirun starts, on as many machines.
//
// Rank 0 hands out parts, keeps what comes back and writes the roadmap; it takes no core for that. All ranks read the problem, so its files are to be where
// each machine finds them by the same name. The roadmap has the same bytes for any number of ranks, and as `gapless roadmap build` makes it.

#include <memory>
#include <string>

#include <gapless/core/error.h>

#include "console_log.h"
#include "measure/interrupt.h"
#include "mpi/mpi_crew.h"
#include "program.h"
#include "roadmap_build_command.h"

namespace gapless::apps {
namespace {

void addBuild(CLI::App& app, Action& action, RoadmapCrew& crew)
{
    const auto options = std::make_shared<RoadmapBuildCommand>();
    CLI::App* command =
        app.add_subcommand("build", "as gapless roadmap build, by all ranks but the first, which hands out the work");
    options->addTo(*command);
    command->callback([&action, &crew, options] {
        action = [&crew, options] {
            return options->run([&crew](const Problem& problem, const std::string& file, const RoadmapBuildOptions& build) {
                return buildRoadmap(problem, file, build, crew);
            });
        };
    });
}

/// Says nothing: what is wrong with the command line or the problem, rank 0 finds as well, or is told when it asks.
std::unique_ptr<RoadmapMember> joinCrew(int argc, char** argv, std::string& refusal)
{
    try
    {
        startLog(false);  // which holds back all messages
        CLI::App app;
        RoadmapBuildCommand options;
        bool verbose = false;
        app.add_flag("-v,--verbose", verbose);
        app.fallthrough();
        options.addTo(*app.add_subcommand("build", ""));
        app.parse(argc, argv);
        return std::make_unique<RoadmapMember>(options.common.load(), options.build());
    }
    catch (const std::exception& error)
    {
        refusal = RoadmapMember::refusal(error.what());
        return nullptr;
    }
}

int runMember(int argc, char** argv)
{
    std::string refusal;
    const std::unique_ptr<RoadmapMember> member = joinCrew(argc, argv, refusal);
    serveMpiCrew([&](const std::string& order) { return member ? member->answer(order) : refusal; });
    return kYes;
}

int runAsker(const MpiSession& mpi, int argc, char** argv)
{
    // Before anything can go wrong: in its end it lets the members go.
    MpiCrew crew(mpi);
    return runProgram(
        "gapless-roadmap", "Builds roadmaps for changing scenes, by the processes that mpirun starts.",
        [&crew](CLI::App& app, Action& action) { addBuild(app, action, crew); }, argc, argv);
}

}  // namespace
}  // namespace gapless::apps

int main(int argc, char** argv)
{
    using namespace gapless::apps;
    int code = kYes;
    {
        const MpiSession mpi(argc, argv);
        gapless::handleInterrupts();
        code = mpi.rank() > 0 ? runMember(argc, argv) : runAsker(mpi, argc, argv);
    }
    gapless::endIfInterrupted();
    return code;
}
