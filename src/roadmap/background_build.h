// Roadmaps that are built while planners plan without them.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <gapless/roadmap/roadmap_builder.h>

namespace gapless {

/// As buildRoadmap(), unless somebody else has built the file before it was this one's turn.
RoadmapBuildReport buildMissingRoadmap(const Problem& problem, const std::string& file, const RoadmapBuildOptions& options);

/// By any threads. When it goes, what is under way is broken off; the parts are kept, and whoever builds the file next, of the same robot, goes on from there.
class BackgroundBuilds
{
public:
    BackgroundBuilds();
    ~BackgroundBuilds();
    /// Goes when the process ends.
    static BackgroundBuilds& ofProcess();

    struct State
    {
        bool is_under_way = false;  ///< false: the file is there
        std::string stage;          ///< of the build; empty before the first
        std::size_t done = 0, of = 0;
    };
    /// Begins the build of that file, unless it is there, or under way, be it in another process.
    /// @param options but `interrupted` and `progress`
    /// @throws InputError that ended it; the call after that one begins it again
    State build(const std::string& file, const Problem& problem, const RoadmapBuildOptions& options);

private:
    class Build;

    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<Build>> builds_;
};

}  // namespace gapless
