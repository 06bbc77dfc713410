// The commands below `gapless roadmap`.
#pragma once

#include "commands.h"

namespace gapless::apps {

void addRoadmapEnhanceCommand(CLI::App& roadmap, Action& action);
void addRoadmapInfoCommand(CLI::App& roadmap, Action& action);
void addRoadmapQueryCommand(CLI::App& roadmap, Action& action);

}  // namespace gapless::apps
