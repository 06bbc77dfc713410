// Planners that keep what they proved: in a roadmap, from one query to the next, and in files, from one process to the next.
#pragma once

#include <cstdint>
#include <string>

namespace gapless {

/// What a planner is besides, if its roadmap goes into files (`--save-roadmap`, `--load-roadmap`).
class RoadmapKeeper
{
public:
    virtual ~RoadmapKeeper() = default;
    RoadmapKeeper(const RoadmapKeeper&) = delete;
    RoadmapKeeper& operator=(const RoadmapKeeper&) = delete;

    /// Of all roadmaps that it has. Others may read them while it plans.
    virtual std::uint64_t milestoneCount() const = 0;
    virtual std::uint64_t edgeCount() const = 0;
    virtual std::uint64_t freeEdgeCount() const = 0;
    virtual std::uint64_t collidingEdgeCount() const = 0;

    /// Writes milestones, edges and what is proven of them, atomically: `file` is whole or as before.
    /// @throws InputError if it cannot be written.
    virtual void save(const std::string& file) const = 0;
    /// Replaces what it knows, and starts a new query. @throws InputError that says what differs if the file is of another robot, scene or tolerance, or what
    /// is wrong with it if it is damaged; all is then as before.
    virtual void load(const std::string& file) = 0;

protected:
    RoadmapKeeper() = default;
};

}  // namespace gapless
