// What a small obstacle anywhere does to a roadmap, and more edges where it does too much.
//
// Leven, Hutchinson: "Robust, compact representations for real-time path planning in changing environments", section 3: epsilon-robustness.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <gapless/io/problem.h>

namespace gapless {

struct RobustnessOptions
{
    /// Of the cubes of cells that are looked at, one after the other, cells along an edge. An obstacle that fits into a ball of radius eps cells touches at most
    /// floor(2 eps) + 2 cells along an axis, as cells are closed. 1: single cells, as in the paper.
    int side = 2;
    /// New edges that are tried for a part of the roadmap that a cube cuts off, the shortest ones; 0: nothing is added, nor made finer.
    std::size_t tries = 20;
    /// Threads. However many, the outcome is the same.
    unsigned int jobs = 1;
    double tolerance = 1e-3;
    std::function<bool()> interrupted{};
    std::function<void(const std::string& stage, std::size_t done, std::size_t of)> progress{};
};

/// A cube is touched if some node or edge touches a cell of it. It *disconnects* the roadmap if, without the nodes and edges that touch it, two nodes that are left
/// have no way to each other any more that they had before. Cubes with the same layers of cells between the outermost ones that are touched are counted once.
struct RobustnessReport
{
    bool is_complete = false;  ///< false: interrupted, and nothing is written
    std::size_t touched = 0, disconnect_before = 0, disconnect_after = 0;
    /// Those that disconnect once edges that were there have finer cells, before any is added.
    std::size_t disconnect_refined = 0;
    /// Cubes of which it is shown that no obstacle within them cuts off a node that it leaves free: they do not disconnect, and from every node that they remove a chain of edges leads to
    /// one that is left, whose cells in the cube are all among that node's own. (Of one that merely does not disconnect, nothing is said about obstacles that fill a part of it.)
    /// After edges were added; for sides up to 4.
    std::size_t proven = 0;
    std::size_t edges_before = 0, edges_added = 0;
    /// Edges that were there and have fewer cells now: what was proven of them is proven more finely.
    std::size_t edges_refined = 0;
    /// The cubes that disconnect to the end: number of the first cell along x, y, z.
    std::vector<std::array<int, 3>> flagged;
};

/// Looks at every cube, joins what it cuts off, by edges that have no cell of it once their cells are worked out more finely, and by new ones where they are proven, few of them
/// (src/roadmap/joining_edges.h), and writes the roadmap to `output`, which may be `file` and which nobody else builds meanwhile, if it differs. @param problem that the roadmap was built for
/// @throws InputError as buildRoadmap(), and if the file is of another robot or tolerance, or the side is less than 1 or more than 64
RobustnessReport enhanceRoadmap(const Problem& problem, const std::string& file, const std::string& output,
                                const RobustnessOptions& options);

}  // namespace gapless
