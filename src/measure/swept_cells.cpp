// Cells of the workspace that edges of a roadmap touch: how many, what they cost, how many more than samples find, and whether edges without a
// cell of an obstacle keep away from it.
//
// Of each problem, a roadmap's edges as Leven and Hutchinson have them: --nodes uniform configurations, each edge from one to one of its --neighbors
// nearest. For --edges of them, cells and processor time. For the first --sampled, the cells that --instants instants of points every 0.15 cells of
// the links' triangles (of other shapes: extreme points) lie in: `missing` is how many of those the sets lack, and has to be 0. Where the problem has
// obstacles, every edge is judged by the segment certifier, for its pairs with obstacles alone: a white edge, one without a cell of an obstacle, has
// to be free. Then a box of 20 cm walks about, 2 cm a step, --moves steps: the time until every edge's count of marked cells is right again. Prints one JSON object per problem. Exit code 0; 1: cells are missing, or a white edge is not free; 2: bad input, 130: interrupted.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ompl/util/RandomNumbers.h>

#include <gapless/cells/coded_cells.h>
#include <gapless/cells/marked_counts.h>
#include <gapless/cells/obstacle_cells.h>
#include <gapless/cells/reach_box.h>
#include <gapless/cells/swept_cells.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/core/error.h>
#include <gapless/io/problem.h>

#include "measure/obstacle_scenes.h"
#include "measure/program.h"
#include "measure/statistics.h"

namespace gapless {
namespace {

struct CellOptions
{
    std::vector<std::string> problems;
    double cell = 0.05;
    int nodes = 16384, neighbors = 10, edges = 1000, sampled = 10, instants = 257, moves = 1000;
    double tolerance = 1e-4;
    std::uint32_t seed = 1;
};

Configuration randomNode(const KinematicModel& model, const Configuration& rest, const std::vector<BodyIndex>& planning,
                         ompl::RNG& random)
{
    Configuration q = rest;
    for (const BodyIndex index : planning)
    {
        const Body& body = model.body(index);
        const bool is_limited = !body.joint.lower.empty();
        q[*body.variable] = random.uniformReal(is_limited ? body.joint.lower[0] : -M_PI, is_limited ? body.joint.upper[0] : M_PI);
    }
    return q;
}

/// Points of what moves, by object, in the frames of its body.
class LinkPoints
{
public:
    LinkPoints(const Scene& scene, double spacing, ompl::RNG& random) : scene_(scene)
    {
        constexpr int kExtremePoints = 4000;
        for (const CollisionObject& object : scene.objects())
        {
            points_.emplace_back();
            if (scene.model().body(object.body).is_static)
                continue;
            for (const Convex& leaf : object.geometry->leaves())
                if (leaf.type == Convex::Type::Triangle)
                    addTriangle(leaf, spacing);
                else
                    for (int k = 0; k < kExtremePoints; ++k)
                    {
                        const Vec3 n = Vec3(random.gaussian01(), random.gaussian01(), random.gaussian01()).normalized();
                        points_.back().push_back(leaf.coreSupportPoint(n) + leaf.radius * n);
                    }
        }
    }

    /// Marks the cells in which some point is at some instant.
    void mark(const Motion& motion, const WorkspaceGrid& grid, int instants, std::vector<char>& marked) const
    {
        for (int k = 0; k < instants; ++k)
            for (std::size_t i = 0; i < points_.size(); ++i)
            {
                const Pose X =
                    motion.worldPose(scene_.object(ObjectIndex(i)).body, instants > 1 ? 1.0 * k / (instants - 1) : 0.0);
                for (const Vec3& p : points_[i])
                    marked[grid.holding(X * p).value()] = 1;
            }
    }

private:
    void addTriangle(const Convex& leaf, double spacing)
    {
        const double side = std::max({(leaf.b - leaf.a).norm(), (leaf.c - leaf.a).norm(), (leaf.c - leaf.b).norm()});
        const int n = std::max(1, static_cast<int>(std::ceil(side / spacing)));
        for (int i = 0; i <= n; ++i)
            for (int j = 0; i + j <= n; ++j)
                points_.back().push_back(leaf.a + (1.0 * i / n) * (leaf.b - leaf.a) + (1.0 * j / n) * (leaf.c - leaf.a));
    }

    const Scene& scene_;
    std::vector<std::vector<Vec3>> points_;
};

Json walkABox(const WorkspaceGrid& grid, const std::vector<std::uint8_t>& codes, const CellOptions& options, ompl::RNG& random)
{
    constexpr double kHalfSide = 0.1, kStep = 0.02;  // metres
    double begin = processorTime();
    const auto lists = std::make_shared<const CellLists>(grid, codes, static_cast<std::size_t>(options.edges));
    Json row{{"lists_s", processorTime() - begin}, {"lists_bytes", lists->memoryBytes()}};
    MarkedCounts counts(lists);
    ObstacleCells obstacles(grid);
    const auto box = std::make_shared<CollisionGeometry>(std::vector<PlacedShape>{{Box{Vec3::Constant(kHalfSide)}, {}}}, "box");
    // About where the robot is.
    const Vec3 low(grid.plane(0, 0), grid.plane(1, 0), grid.plane(2, 0));
    const Vec3 high(grid.plane(0, grid.count()[0]), grid.plane(1, grid.count()[1]), grid.plane(2, grid.count()[2]));
    const Vec3 middle = 0.5 * (low + high), quarter = 0.25 * (high - low);
    Pose X{Mat3::Identity(), middle};
    std::vector<double> times, changed, turned_edges;
    std::vector<std::uint32_t> turned;
    for (int k = 0; k < options.moves; ++k)
    {
        const Vec3 direction = Vec3(random.gaussian01(), random.gaussian01(), random.gaussian01()).normalized();
        X.p = (X.p + kStep * direction).cwiseMax(middle - quarter).cwiseMin(middle + quarter);
        begin = processorTime();
        const ObstacleCells::Change change = obstacles.update(0, box, X, 0.0);
        counts.apply(change, turned);
        times.push_back(1e3 * (processorTime() - begin));
        changed.push_back(static_cast<double>(change.entered.size() + change.left.size()));
        turned_edges.push_back(static_cast<double>(turned.size()));
    }
    row["mean_changed_cells"] = numberOrNull(mean(changed));
    row["mean_turned_edges"] = numberOrNull(mean(turned_edges));
    row["median_ms"] = numberOrNull(median(times));
    row["quantile_95_ms"] = numberOrNull(quantile(times, 0.95));
    return row;
}

/// @return false: interrupted
bool measure(const std::string& file, const CellOptions& options, Json& row)
{
    const Problem problem = loadProblem(file);
    const Scene& scene = *problem.scene;
    std::vector<BodyIndex> planning;
    for (const PlanningJoint& joint : problem.joints)
        planning.push_back(joint.body);
    for (const BodyIndex body : planning)
        if (variableCount(scene.model().body(body).joint.type) != 1)
            throw InputError(file + ": joint '" + scene.model().body(body).joint.name
                             + "' has more than one variable; only robots whose joints have one are measured");
    ompl::RNG random(options.seed);
    std::vector<Configuration> nodes;
    nodes.reserve(static_cast<std::size_t>(options.nodes));
    for (int i = 0; i < options.nodes; ++i)
        nodes.push_back(randomNode(scene.model(), problem.start, planning, random));

    const WorkspaceGrid grid(reachBox(scene), options.cell);
    ObstacleCells obstacles(grid);
    bool has_obstacles = false;
    for (const ObjectIndex i : scene.objects().indices())
        if (scene.object(i).kind == ObjectKind::Obstacle)
        {
            static_cast<void>(obstacles.update(static_cast<int>(i.value()), scene, i));
            has_obstacles = true;
        }
    const auto judged = obstaclePairsOf(scene);
    CertifyOptions certify;
    certify.tolerance = options.tolerance;
    SegmentCertifier certifier(judged, certify);
    SweptCells swept(problem.scene, grid);
    const LinkPoints points(scene, 0.15 * options.cell, random);

    std::vector<double> times;
    std::vector<std::uint8_t> code;
    std::size_t cells = 0, cells_of_sampled = 0, sampled = 0, missing = 0;
    int white = 0, white_not_free = 0, grey = 0, grey_free = 0;
    for (int e = 0; e < options.edges; ++e)
    {
        if (interrupted())
            return false;
        const auto from = static_cast<std::size_t>(random.uniformInt(0, options.nodes - 1));
        std::vector<std::pair<double, std::size_t>> nearest;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (i != from)
                nearest.emplace_back((nodes[i] - nodes[from]).squaredNorm(), i);
        std::partial_sort(nearest.begin(), nearest.begin() + options.neighbors, nearest.end());
        const std::size_t to = nearest[static_cast<std::size_t>(random.uniformInt(0, options.neighbors - 1))].second;
        const Motion motion(scene.model(), nodes[from], nodes[to]);
        CellSet set;
        const double begin = processorTime();
        swept.find(motion, set);
        times.push_back(1e3 * (processorTime() - begin));
        cells += set.size();
        encodeCells(grid, set, code);
        if (e < options.sampled)
        {
            std::vector<char> marked(grid.size() + 1, 0);
            points.mark(motion, grid, options.instants, marked);
            sampled += static_cast<std::size_t>(std::count(marked.begin(), marked.end(), 1));
            cells_of_sampled += set.size();
            for (const CellIndex cell : set)
                marked[cell.value()] = 0;
            missing += static_cast<std::size_t>(std::count(marked.begin(), marked.end(), 1));
        }
        if (!has_obstacles)
            continue;
        const bool is_white = std::none_of(set.begin(), set.end(), [&](CellIndex cell) { return obstacles.isMarked(cell); });
        certifier.reset(nodes[from], nodes[to]);
        const bool is_free = certifier.run(Budget()) == Verdict::Free;
        ++(is_white ? white : grey);
        white_not_free += is_white && !is_free;
        grey_free += !is_white && is_free;
    }
    row["problem"] = file;
    row["cell"] = options.cell;
    row["cells_of_grid"] = grid.size();
    row["edges"] = options.edges;
    row["cells_per_edge"] = static_cast<double>(cells) / options.edges;
    row["bytes_per_edge"] = static_cast<double>(code.size()) / options.edges;
    row["mean_ms"] = numberOrNull(mean(times));
    row["median_ms"] = numberOrNull(median(times));
    if (options.sampled > 0)
    {
        row["cells_to_sampled"] =
            sampled > 0 ? Json(static_cast<double>(cells_of_sampled) / static_cast<double>(sampled)) : Json();
        row["missing"] = missing;
    }
    if (has_obstacles)
    {
        row["white"] = white;
        row["white_not_free"] = white_not_free;
        row["grey"] = grey;
        row["grey_free"] = grey_free;
    }
    if (options.moves > 0)
        row["moves"] = walkABox(grid, code, options, random);
    return true;
}

int measureAll(const CellOptions& options)
{
    if (options.neighbors >= options.nodes)
        throw InputError("--neighbors " + std::to_string(options.neighbors) + " of --nodes " + std::to_string(options.nodes)
                         + "; it has to be less");
    int code = kDone;
    for (const std::string& file : options.problems)
    {
        Json row;
        if (!measure(file, options, row))
            return kInterrupted;
        std::cout << row.dump() << std::endl;
        if (row.value("missing", 0) > 0 || row.value("white_not_free", 0) > 0)
            code = kViolation;
    }
    return code;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::CellOptions options;
    CLI::App app("cells of the workspace that edges of a roadmap touch", "swept_cells");
    app.add_option("problems", options.problems, "problem files")->required();
    app.add_option("--cell", options.cell, "side of a cell, metres; default 0.05");
    app.add_option("--nodes", options.nodes, "default 16384")->check(CLI::Range(2, 1000000));
    app.add_option("--neighbors", options.neighbors, "of which an edge goes to one; default 10")->check(CLI::Range(1, 1000000));
    app.add_option("--edges", options.edges, "default 1000")->check(CLI::Range(1, 100000000));
    app.add_option("--sampled", options.sampled, "edges that are sampled as well; default 10")->check(CLI::NonNegativeNumber);
    app.add_option("--instants", options.instants, "of a sampled edge; default 257")->check(CLI::Range(1, 1000000));
    app.add_option("--moves", options.moves, "of a box; default 1000")->check(CLI::NonNegativeNumber);
    app.add_option("--tolerance", options.tolerance, "of the certification, metres; default 1e-4");
    app.add_option("--seed", options.seed, "default 1")->check(CLI::Range(1u, 4294967295u));
    return gapless::runProgram(app, argc, argv, [&] { return gapless::measureAll(options); });
}
