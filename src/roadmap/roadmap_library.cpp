#include "roadmap/roadmap_library.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include "io/input_text.h"

namespace fs = std::filesystem;

namespace gapless {

namespace {

/// What tells a file from the one that it replaced.
struct FileVersion
{
    fs::file_time_type time;
    std::uintmax_t size = 0;

    bool operator==(const FileVersion& other) const { return time == other.time && size == other.size; }
};

struct Shelf
{
    std::mutex mutex;
    std::map<std::string, std::pair<FileVersion, std::weak_ptr<const LoadedRoadmap>>> roadmaps;
    /// Stays when nobody uses it: programs make a planner for each query.
    std::shared_ptr<const LoadedRoadmap> last;
};

Shelf& shelf()
{
    static Shelf all;
    return all;
}

}  // namespace

std::shared_ptr<const LoadedRoadmap> makeLoaded(const std::string& file, RoadmapContent content)
{
    auto roadmap = std::make_shared<LoadedRoadmap>();
    roadmap->file = file;
    roadmap->content = std::move(content);
    if (!roadmap->content.cells)
        throw inputError(file, 0,
                         "the roadmap has no cells, as those of gapless::LazyPRM; `gapless roadmap build` makes one that has");
    if (roadmap->content.cells->grid.size() > kMostGridCells)
        throw inputError(file, 0,
                         "the roadmap has a grid of " + std::to_string(roadmap->content.cells->grid.size()) + " cells; at most "
                             + std::to_string(kMostGridCells) + " are taken");
    for (const RoadmapContent::Edge& edge : roadmap->content.edges)
        if (edge.state != EdgeProof::State::Free)
            throw inputError(file, 0,
                             "the roadmap has cells, and edges that are not proven; `gapless roadmap build` makes one that is");
    std::vector<std::uint8_t> codes;
    codes.swap(roadmap->content.cells->codes);
    try
    {
        roadmap->lists = std::make_shared<const CellLists>(roadmap->content.cells->grid, codes, roadmap->content.edges.size());
    }
    catch (const InputError& error)
    {
        throw inputError(file, 0, std::string("the roadmap file is damaged: ") + error.what());
    }
    return roadmap;
}

std::shared_ptr<const LoadedRoadmap> loadRoadmap(const std::string& file)
{
    std::error_code no_path, no_time, no_size;
    const std::string path = fs::canonical(file, no_path).string();
    const FileVersion version{fs::last_write_time(path, no_time), fs::file_size(path, no_size)};
    if (no_path || no_time || no_size)
        return makeLoaded(file, readRoadmap(file));  // which says what is wrong
    // One at a time: whoever waits for it needs it not be read twice.
    const std::lock_guard<std::mutex> lock(shelf().mutex);
    auto& [known, held] = shelf().roadmaps[path];
    std::shared_ptr<const LoadedRoadmap> roadmap = held.lock();
    if (!roadmap || !(known == version))
    {
        roadmap = makeLoaded(file, readRoadmap(file));
        held = roadmap;
        known = version;
    }
    shelf().last = roadmap;
    return roadmap;
}

}  // namespace gapless
