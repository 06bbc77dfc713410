// gapless: exact motion validation and planning from the command line.

#include "commands.h"
#include "measure/interrupt.h"
#include "program.h"

namespace {

using namespace gapless::apps;

void addCommands(CLI::App& app, Action& action)
{
    addInfoCommand(app, action);
    addCheckCommand(app, action);
    addPlanCommand(app, action);
    addPlannersCommand(app, action);
    addSmoothCommand(app, action);
    addRetimeCommand(app, action);
    addRoadmapCommand(app, action);
    addConvertCommand(app, action);
    addCoordinateCommand(app, action);
    addViewCommand(app, action);
    addBenchmarkCommand(app, action);
    addBenchmarkSegmentsCommand(app, action);
    addManualCommand(app, action);
}

}  // namespace

int main(int argc, char** argv)
{
    gapless::handleInterrupts();
    return runProgram("gapless", "Exact motion validation and planning: a motion is free only if that is proven for all of it.",
                      addCommands, argc, argv);
}
