// What loading a problem costs until its first motion can be checked: without the user's cache, when the cache is filled, and from it.
//
// Loaded is what `gapless check` loads: files, trees, proofs of joint limits (apart_within_limits.h), and the covers of what moves
// (ball_cover.h). The cache is an empty folder of this program's own. Prints one JSON object per problem: times in seconds of the thread's
// processor time, medians, memory in bytes. Exit code 0, 2: bad input, 130: interrupted.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gapless/collision/static_checker.h>
#include <gapless/io/problem.h>

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
    std::size_t geometry = 0, covers = 0, cells = 0, apart = 0;
    for (const CollisionObject& object : scene.objects())
    {
        triangles += object.geometry->triangleCount();
        geometry += object.geometry->memoryBytes();
        if (!scene.model().body(object.body).is_static)
            covers += object.geometry->cover().nodes().size() * sizeof(BallNode);
    }
    for (const PairIndex pair : scene.pairs().indices())
    {
        const ApartWithinLimits& proof = scene.apartWithinLimits(pair);
        apart += proof.open.empty() ? 1 : 0;
        cells += proof.cells ? proof.cells->memoryBytes() : 0;  // of robots of a kind, counted for each
    }
    Json sizes;
    sizes["triangles"] = triangles;
    sizes["pairs"] = scene.pairs().size();
    sizes["apart_within_limits"] = apart;
    sizes["geometry_bytes"] = geometry;
    sizes["cover_bytes"] = covers;
    sizes["table_bytes"] = cells;
    return sizes;
}

int load(const std::vector<std::string>& problems, int repetitions)
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
            if (i == 0)
                report.update(sizesOf(*again.problem.scene));
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
    CLI::App app("times of loading problems, with and without the user's cache", "loading_times");
    app.add_option("PROBLEM", problems, "problem files (YAML)")->required();
    app.add_option("--repeat", repetitions, "how often each is loaded in each way; default 5")->check(CLI::PositiveNumber);
    return gapless::runProgram(app, argc, argv, [&] { return gapless::load(problems, repetitions); });
}
