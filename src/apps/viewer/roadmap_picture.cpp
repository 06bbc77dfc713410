#include "roadmap_picture.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include <gapless/core/error.h>

#include "io/input_text.h"
#include "io/json_checked.h"
#include "palette.h"
#include "planners/proof_history.h"
#include "roadmap/cell_colours.h"
#include "roadmap/node_states.h"
#include "roadmap/roadmap_library.h"
#include "surface.h"
#include "tool.h"

namespace gapless::viewer {
namespace {

/// More ways than these would be a cloud.
constexpr std::size_t kMostWays = 700;
/// Straight pieces of a way.
constexpr int kPiecesPerWay = 10;
/// Half widths of what is drawn as lines: of ways as a share of the grid, of edges of cells as a share of a cell.
constexpr double kWayHalfWidth = 0.0006, kCellEdgeHalfWidth = 0.02;

using Corner = std::array<int, 3>;

/// The edges of all faces between a cell that is one of them and one that is not.
Surface outerEdges(const WorkspaceGrid& grid, const std::function<bool(CellIndex)>& isOne, std::size_t& count)
{
    std::set<std::pair<Corner, int>> edges;  // from a corner, along an axis
    const auto isOneAt = [&](const Corner& place) {
        for (std::size_t k = 0; k < 3; ++k)
            if (place[k] < 0 || place[k] >= grid.count()[k])
                return false;
        return isOne(grid.index(place[0], place[1], place[2]));
    };
    for (std::size_t i = 0; i < grid.size(); ++i)
    {
        const Corner place = grid.place(CellIndex(i));
        if (!isOne(CellIndex(i)))
            continue;
        ++count;
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const int side : {0, 1})
            {
                Corner beyond = place;
                beyond[axis] += side == 1 ? 1 : -1;
                if (isOneAt(beyond))
                    continue;
                const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
                Corner corner = place;
                corner[axis] += side;
                Corner beside_u = corner, beside_v = corner;
                ++beside_u[u];
                ++beside_v[v];
                for (const auto& [from, along] :
                     {std::pair(corner, u), std::pair(corner, v), std::pair(beside_u, v), std::pair(beside_v, u)})
                    edges.emplace(from, static_cast<int>(along));
            }
    }
    Surface surface;
    for (const auto& [from, along] : edges)
    {
        Corner to = from;
        ++to[static_cast<std::size_t>(along)];
        const auto at = [&](const Corner& c) { return Vec3(grid.plane(0, c[0]), grid.plane(1, c[1]), grid.plane(2, c[2])); };
        addBar(surface, at(from), at(to), kCellEdgeHalfWidth * grid.cell());
    }
    return surface;
}

/// All cells of the cubes that a report of `gapless roadmap enhance --json` flags.
std::set<CellIndex> flaggedCells(const WorkspaceGrid& grid, const std::string& file)
{
    const nlohmann::json report = parseJson(readTextFile(file, "report"), file);
    std::set<CellIndex> cells;
    int side = 0;
    std::vector<Corner> cubes;
    try
    {
        side = report.at("side").get<int>();
        for (const nlohmann::json& cube : report.at("flagged"))
        {
            const auto numbers = cube.get<std::vector<std::int64_t>>();
            if (numbers.size() != 3)
                throw InputError(file + ": not what `gapless roadmap enhance --json` prints (a cube of "
                                 + std::to_string(numbers.size()) + " numbers)");
            constexpr std::int64_t kFar = 1 << 30;
            Corner corner{};
            for (std::size_t k = 0; k < 3; ++k)
                corner[k] = static_cast<int>(std::clamp(numbers[k], -kFar, kFar));
            cubes.push_back(corner);
        }
    }
    catch (const nlohmann::json::exception& error)
    {
        throw InputError(file + ": not what `gapless roadmap enhance --json` prints (" + reasonOf(error) + ")");
    }
    for (const Corner& cube : cubes)
    {
        for (std::size_t k = 0; k < 3; ++k)
            if (side < 1 || cube[k] < 0 || cube[k] > grid.count()[k] - side)
                throw InputError(file + ": a cube of " + std::to_string(side) + " cells from " + std::to_string(cube[0]) + ", "
                                 + std::to_string(cube[1]) + ", " + std::to_string(cube[2])
                                 + " is not in the roadmap's grid; the report is of another roadmap");
        for (int x = 0; x < side; ++x)
            for (int y = 0; y < side; ++y)
                for (int z = 0; z < side; ++z)
                    cells.insert(grid.index(cube[0] + x, cube[1] + y, cube[2] + z));
    }
    return cells;
}

}  // namespace

RoadmapPicture roadmapPicture(const Problem& problem, const std::string& file, double tolerance, const std::string& flagged)
{
    const std::shared_ptr<const LoadedRoadmap> roadmap = loadRoadmap(file);
    const RoadmapContent& content = roadmap->content;
    NodeStates nodes(problem);
    ProofHistory history(content.key, content.raises);
    if (!history.adopt(nodes.sharedMapping(), tolerance))
        throw InputError(file + ": the roadmap is " + differenceOf(content.key, sceneKey(nodes.mapping(), tolerance)));
    nodes.setReals(content.milestones, content.dimension);
    CellColours colours(roadmap);
    colours.adopt(history);

    RoadmapPicture picture;
    picture.edges = content.edges.size();
    picture.white = colours.whiteCount();
    const Colour cell_colour(0.80f, 0.45f, 0.25f), grey(0.45f, 0.45f, 0.47f);
    const auto isMarked = [&colours](CellIndex cell) { return colours.isMarked(cell); };
    picture.surfaces.push_back({outerEdges(roadmap->lists->grid(), isMarked, picture.marked_cells), cell_colour});
    if (!flagged.empty())
    {
        const std::set<CellIndex> cells = flaggedCells(roadmap->lists->grid(), flagged);
        const auto isFlagged = [&cells](CellIndex cell) { return cells.count(cell) > 0; };
        picture.surfaces.push_back({outerEdges(roadmap->lists->grid(), isFlagged, picture.flagged_cells), kWitnessColour});
    }
    const ObjectIndex tool = toolOf(problem);
    picture.tool = problem.scene->object(tool).name;
    const BodyIndex body = problem.scene->object(tool).body;
    std::array<ColouredSurface, 2> ways{{{{}, grey}, {{}, kProvenColour}}};
    const WorkspaceGrid& grid = roadmap->lists->grid();
    const double half_width = kWayHalfWidth * grid.cell() * *std::max_element(grid.count().begin(), grid.count().end());
    const std::size_t step = picture.edges / kMostWays + 1;
    for (std::size_t e = 0; e < picture.edges; e += step)
    {
        const Motion motion = nodes.motion(content.edges[e].a, content.edges[e].b);
        Surface& surface = ways[colours.isWhite(static_cast<std::uint32_t>(e)) ? 1 : 0].surface;
        Vec3 last = motion.worldPose(body, 0.0).p;
        for (int k = 1; k <= kPiecesPerWay; ++k)
        {
            const Vec3 p = motion.worldPose(body, static_cast<double>(k) / kPiecesPerWay).p;
            addBar(surface, last, p, half_width);
            last = p;
        }
        ++picture.drawn;
    }
    for (ColouredSurface& way : ways)
        picture.surfaces.push_back(std::move(way));
    return picture;
}

}  // namespace gapless::viewer
