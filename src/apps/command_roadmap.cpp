// gapless roadmap: roadmaps for changing scenes. What there is about them but building them is in files of its own.

#include <memory>

#include "commands.h"
#include "measure/interrupt.h"
#include "roadmap_build_command.h"
#include "roadmap_commands.h"

namespace gapless::apps {

void addRoadmapCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<RoadmapBuildCommand>();
    CLI::App* command = app.add_subcommand("roadmap", "roadmaps for changing scenes: build one, look at it, plan with it");
    command->require_subcommand(1);
    CLI::App* build_command = command->add_subcommand(
        "build", "nodes and edges free of the robot itself and of fixed obstacles, with the cells that each edge may touch");
    options->addTo(*build_command);
    build_command->callback([&action, options] {
        action = [options] {
            const int code = options->run([](const Problem& problem, const std::string& file, const RoadmapBuildOptions& build) {
                return buildRoadmap(problem, file, build);
            });
            endIfInterrupted();
            return code;
        };
    });
    addRoadmapInfoCommand(*command, action);
    addRoadmapQueryCommand(*command, action);
    addRoadmapEnhanceCommand(*command, action);
}

}  // namespace gapless::apps
