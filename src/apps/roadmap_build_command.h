// Building a roadmap, for the programs that do.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <gapless/roadmap/roadmap_builder.h>

#include "commands.h"
#include "common_options.h"

namespace gapless::apps {

struct RoadmapBuildCommand
{
    using Builder = std::function<RoadmapBuildReport(const Problem&, const std::string& file, const RoadmapBuildOptions&)>;

    CommonOptions common;
    std::string output;
    std::int64_t nodes = 16384, neighbors = 10, jobs = 1;
    double cell = RoadmapBuildOptions{}.cell;
    std::string metric = "space";

    /// Its options, and the problem file.
    void addTo(CLI::App& command);
    /// What is built, of the values that were given. @throws InputError
    RoadmapBuildOptions build() const;
    /// Loads the problem, builds and reports. @return the exit code: kNo if it was interrupted @throws InputError
    int run(const Builder& builder) const;
};

}  // namespace gapless::apps
