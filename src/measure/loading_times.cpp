// What loading a problem costs until its first motion can be checked: without the user's cache, when the cache is filled, and from it.
//
// Loaded is what `gapless check` loads: files, trees, proofs of joint limits (apart_within_limits.h), the covers of what moves
// (ball_cover.h), and hulls (hull_tree.h). The cache is an empty folder of this program's own. Prints one JSON object per problem: times in seconds of the thread's
// processor time, medians, memory in bytes. Of each obstacle of 1,000 shapes and more, a cloud, a map or a depth image, also what a new frame of it costs,
// `frames`, in milliseconds of all threads: `shapes_ms` from the pixels of a depth image in memory, `geometry_ms` from shapes, `scene_ms` from a
// geometry to the next scene, `cells_ms` from it to its cells among those of --cell over the robot's reach; of balls `points_cells_ms` to the same without a
// geometry, all of the largest radius. Exit code 0, 2: bad input, 130: interrupted.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gapless/cells/obstacle_cells.h>
#include <gapless/cells/reach_box.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/collision/moved_scene.h>
#include <gapless/io/depth_file.h>
#include <gapless/io/problem_description.h>

#include "io/input_text.h"

#include "measure/program.h"
#include "measure/statistics.h"
#include "support/temporary_folder.h"

namespace fs = std::filesystem;

namespace gapless {
namespace {

/// With that folder as the cache; empty: none.
struct Loaded
{
    Problem problem;
    double seconds = 0.0;

    Loaded(const std::string& file, const std::string& cache)
    {
        ::setenv("GAPLESS_CACHE_DIR", cache.c_str(), 1);
        const double start = processorTime();
        LoadOptions options;
        options.takes_cars = true;
        problem = loadProblem(file, options);
        const StaticChecker covers(problem.scene, 1e-3);
        const SegmentCertifier hulls(problem.scene, CertifyOptions{});
        seconds = processorTime() - start;
    }
};

std::uintmax_t bytesIn(const fs::path& folder)
{
    std::uintmax_t sum = 0;
    if (fs::exists(folder))
        for (const auto& entry : fs::directory_iterator(folder))
            sum += entry.file_size();
    return sum;
}

Json sizesOf(const Scene& scene)
{
    int triangles = 0;
    std::size_t geometry = 0, covers = 0, hulls = 0, cells = 0, apart = 0;
    std::set<const ApartCells*> tables;  // pairs that are alike share theirs
    for (const CollisionObject& object : scene.objects())
    {
        triangles += object.geometry->triangleCount();
        geometry += object.geometry->memoryBytes();
        if (!scene.model().body(object.body).is_static)
            covers += object.geometry->cover().nodes().size() * sizeof(BallNode);
        for (const HullTree::Node& node : object.geometry->hulls().nodes())
            hulls += sizeof node + node.hull.count() * sizeof(Vec3);
    }
    for (const PairIndex pair : scene.pairs().indices())
    {
        const ApartWithinLimits& proof = scene.apartWithinLimits(pair);
        apart += proof.open.empty() ? 1 : 0;
        for (const ApartWithinLimits* of = &proof; of; of = of->alone.get())
            if (of->cells && tables.insert(of->cells.get()).second)
                cells += of->cells->memoryBytes();
    }
    Json sizes;
    sizes["triangles"] = triangles;
    sizes["pairs"] = scene.pairs().size();
    sizes["apart_within_limits"] = apart;
    sizes["geometry_bytes"] = geometry;
    sizes["cover_bytes"] = covers;
    sizes["hull_bytes"] = hulls;
    sizes["table_bytes"] = cells;
    return sizes;
}

/// Of this process, milliseconds: trees are made by all threads.
double processMilliseconds()
{
    std::timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// Medians of what is measured by name.
class FrameTimes
{
public:
    template <class Work>
    auto measure(const std::string& name, const Work& work)
    {
        const double begin = processMilliseconds();
        auto result = work();
        times_[name].push_back(processMilliseconds() - begin);
        return result;
    }
    void putMedians(Json& row) const
    {
        for (const auto& [name, times] : times_)
            row[name] = numberOrNull(median(times));
    }

private:
    std::map<std::string, std::vector<double>> times_;
};

Json frameOf(const Problem& problem, ObjectIndex index, const ProblemDescription::Obstacle& obstacle, const std::string& folder,
             double cell, int repetitions)
{
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
    const CollisionObject& object = problem.scene->object(index);
    const auto* const depth = std::get_if<ProblemDescription::DepthFile>(&obstacle.shape);
    std::optional<DepthImage> image;
    if (depth)
        image = loadDepthImage((fs::path(folder) / depth->file).string(), depth->scale);
    const WorkspaceGrid grid(reachBox(*problem.scene), cell);
    const Pose& X_WO = problem.scene->model().body(object.body).X_WB;
    FrameTimes watch;
    Json row{{"obstacle", object.name}, {"shapes", object.geometry->shapes().size()}};
    for (int i = 0; i < repetitions && !interrupted(); ++i)
    {
        std::vector<PlacedShape> shapes = object.geometry->shapes();
        if (depth && depth->workspace)
            shapes = watch.measure("shapes_ms", [&] {
                return unseenCubes(*image, depth->sensor, obstacle.pose, *depth->workspace, object.name, kMost);
            });
        else if (depth)
            shapes = watch.measure("shapes_ms", [&] { return seenBalls(*image, depth->sensor, object.name, kMost); });
        std::vector<Vec3> points;
        double radius = 0.0;
        for (const PlacedShape& placed : shapes)
            if (const auto* const ball = std::get_if<Sphere>(&placed.shape))
            {
                points.push_back(X_WO * placed.X_BS.p);
                radius = std::max(radius, ball->radius);
            }
        const bool are_balls = points.size() == shapes.size();
        const auto geometry = watch.measure(
            "geometry_ms", [&] { return std::make_shared<const CollisionGeometry>(std::move(shapes), object.name); });
        const auto scene = watch.measure("scene_ms", [&] { return withGeometry(*problem.scene, index, geometry); });
        ObstacleCells cells(grid), of_points(grid);
        row["cells"] = watch.measure("cells_ms", [&] { return cells.update(0, *scene, index); }).entered.size();
        if (are_balls)
            watch.measure("points_cells_ms", [&] { return of_points.update(0, points, radius); });
    }
    watch.putMedians(row);
    return row;
}

Json framesOf(const Problem& problem, const std::string& file, double cell, int repetitions)
{
    constexpr std::size_t kMany = 1000;
    Json frames = Json::array();
    const ProblemDescription description = parseProblem(readTextFile(file, "problem file"), file);
    for (const ProblemDescription::Obstacle& obstacle : description.obstacles)
        if (const std::optional<ObjectIndex> index = problem.scene->findObject(obstacle.name);
            index && obstacle.moves.empty() && problem.scene->object(*index).geometry->shapes().size() >= kMany)
            frames.push_back(frameOf(problem, *index, obstacle, fs::path(file).parent_path().string(), cell, repetitions));
    return frames;
}

int load(const std::vector<std::string>& problems, int repetitions, double cell)
{
    for (const std::string& file : problems)
    {
        Json report;
        report["problem"] = file;
        std::vector<double> without, first, cached;
        std::uintmax_t kept = 0;
        for (int i = 0; i < repetitions && !interrupted(); ++i)
        {
            const test::TemporaryFolder folder;
            const std::string cache = folder.path("cache");
            without.push_back(Loaded(file, "").seconds);
            first.push_back(Loaded(file, cache).seconds);
            const Loaded again(file, cache);
            cached.push_back(again.seconds);
            kept = bytesIn(cache);
            if (i > 0)
                continue;
            report.update(sizesOf(*again.problem.scene));
            if (Json frames = framesOf(again.problem, file, cell, repetitions); !frames.empty())
                report["frames"] = std::move(frames);
        }
        if (interrupted())
            return kInterrupted;
        report["cache_bytes"] = kept;
        report["without_cache_s"] = numberOrNull(median(without));
        report["filling_cache_s"] = numberOrNull(median(first));
        report["from_cache_s"] = numberOrNull(median(cached));
        std::cout << report.dump() << std::endl;
    }
    return kDone;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    std::vector<std::string> problems;
    int repetitions = 5;
    double cell = 0.05;
    CLI::App app("times of loading problems, with and without the user's cache", "loading_times");
    app.add_option("PROBLEM", problems, "problem files (YAML)")->required();
    app.add_option("--repeat", repetitions, "how often each is loaded in each way; default 5")->check(CLI::PositiveNumber);
    app.add_option("--cell", cell, "side of the cells of a new frame, metres; default 0.05")->check(CLI::PositiveNumber);
    return gapless::runProgram(app, argc, argv, [&] { return gapless::load(problems, repetitions, cell); });
}
