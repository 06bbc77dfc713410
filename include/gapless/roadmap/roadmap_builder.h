// Roadmaps for changing scenes, made once: nodes and edges that are proven free of all that is always there, and the cells of the workspace that
// each edge may touch.
//
// Leven, Hutchinson: "Robust, compact representations for real-time path planning in changing environments", section 2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include <gapless/io/problem.h>

namespace gapless {

/// By what a node's nearest ones are told.
enum class RoadmapMetric
{
    Space,  ///< the distance of the state space: angles and metres
    Workspace,  ///< how far a point of the robot travels at most, joint by joint: a turn of the base counts for more than one of the hand
};

struct RoadmapBuildOptions
{
    std::size_t nodes = 16384;
    /// Nearest nodes that each node is joined to.
    std::size_t neighbors = 10;
    RoadmapMetric metric = RoadmapMetric::Space;
    /// Side of a cell, metres.
    double cell = 0.05;
    std::uint32_t seed = 0;
    /// Threads; what is made does not depend on it.
    unsigned int jobs = 1;
    /// Metres; a planner that is to use the roadmap needs the same.
    double tolerance = 1e-3;
    /// What the lists from cells to edges may take in a planner, bytes: a build that would need more ends before it begins.
    std::size_t memory = kDefaultMemory;
    /// Asked by all threads, at once maybe; true ends the build, which goes on from there next time.
    std::function<bool()> interrupted{};
    /// How much of a stage is done, by one thread at a time.
    std::function<void(const std::string& stage, std::size_t done, std::size_t of)> progress{};
};

struct RoadmapBuildReport
{
    bool is_complete = false;  ///< false: interrupted
    std::size_t nodes = 0, edges = 0;
    std::size_t cells_of_grid = 0;
    /// Over all edges, and the bytes of their codes before they are packed.
    std::uint64_t cells = 0, code_bytes = 0;
    /// Parts that were made, and those that an earlier run had left.
    std::size_t parts_made = 0, parts_found = 0;
};

/// The problem without the obstacles that are not fixed and without what is attached: what a roadmap is built in.
Problem problemOfRoadmap(const Problem& problem);

/// Samples nodes uniformly within the limits of the planning joints, the others where `start` has them, that keep their clearances in
/// problemOfRoadmap(); joins each to its nearest by motions that are proven to do so as well, to the next ones where fewer than five
/// were; and finds the cells of every edge. Node i depends on the seed and i alone, and ties of distances are broken by number: the file is
/// the same, byte by byte, for any number of threads and after any interruption (by one build of the program on one type of processor).
///
/// Work is done in parts that are kept in the folder FILE.parts until the file is written; the same call goes on from those that are there.
/// @throws InputError for options out of range, cars, a robot that cannot move or could go anywhere, a forecast beyond `memory`, a build into the
///         same file that is under way, and a file or folder that cannot be written. An older file is then as it was.
RoadmapBuildReport buildRoadmap(const Problem& problem, const std::string& file, const RoadmapBuildOptions& options);

}  // namespace gapless
