// What the map from cells to edges of a roadmap takes in the codings of Leven and Hutchinson (cell_codings.h), and what the roadmap's own file does.
//
// Of each roadmap file that has cells: bytes of each coding, with all that it takes to read it, and seconds of processor time. All but naive number the edges as they lie in configuration space. Each code is read again and
// compared with what went in. The cells coded are the smallest box that has all that edges touch; `used` is how many along x, y, z. `file` is the whole file, nodes and edges included, `cells_in_file` the
// part of it with the cells: of each edge its cells as a tree of masks, in packed blocks (coded_cells.h, roadmap_file.h). `naive_to_best` compares with the smaller of region and hier.
// Prints one JSON object per file. Exit code 0; 1: a code is not read as what went in; 2: bad input, 130: interrupted.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gapless/cells/coded_cells.h>
#include <gapless/core/error.h>

#include "measure/cell_codings.h"
#include "measure/program.h"
#include "planners/deflate.h"
#include "planners/roadmap_file.h"

namespace gapless {
namespace {

struct CodingOptions
{
    std::vector<std::string> files;
    RegionOptions regions;
    bool spoil = false;
};

/// Of the section, as roadmap_file.h has it, without the grid: two lengths, and the codes of so many edges packed.
std::size_t packedSize(const WorkspaceGrid& grid, const std::vector<std::uint8_t>& codes)
{
    std::size_t bytes = 0, begin = 0;
    CellSet cells;
    while (begin < codes.size())
    {
        std::size_t end = begin;
        for (std::size_t i = 0; i < kEdgesPerBlock && end < codes.size(); ++i)
            end = decodeCells(grid, codes, end, cells);
        bytes +=
            2 * sizeof(std::uint32_t)
            + deflated({reinterpret_cast<const char*>(codes.data()) + begin, end - begin}).size();  // NOLINT(*-reinterpret-cast)
        begin = end;
    }
    return bytes;
}

/// Edges that are near each other in configuration space, one after the other: along a Z-order curve (Morton) through their middles, with the bits of the first
/// joints, which move all links behind them, before those of the last.
std::vector<std::uint32_t> orderOf(const RoadmapContent& content)
{
    constexpr double kLater = 2.0;  // bits by which a joint is behind the one before; what came out smallest for most chains
    constexpr int kBitsOfJoint = 16, kBits = 64;
    const std::size_t d = content.dimension, m = content.edges.size();
    std::vector<double> middles(m * d), low(d, std::numeric_limits<double>::infinity()), high(d, -low[0]);
    for (std::size_t e = 0; e < m; ++e)
        for (std::size_t j = 0; j < d; ++j)
        {
            const double a = content.milestones[content.edges[e].a * d + j], b = content.milestones[content.edges[e].b * d + j];
            const double middle = middles[e * d + j] = 0.5 * (a + b);
            low[j] = std::min(low[j], middle);
            high[j] = std::max(high[j], middle);
        }
    // Which bit of which joint decides next.
    std::vector<std::tuple<double, std::size_t, int>> bits;
    for (std::size_t j = 0; j < d; ++j)
        for (int bit = 0; bit < kBitsOfJoint; ++bit)
            bits.emplace_back(bit + kLater * static_cast<double>(j), j, bit);
    std::sort(bits.begin(), bits.end());
    bits.resize(std::min<std::size_t>(bits.size(), kBits));
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
    for (std::size_t e = 0; e < m; ++e)
    {
        std::uint64_t key = 0;
        for (const auto& [when, j, bit] : bits)
        {
            const double share = high[j] > low[j] ? (middles[e * d + j] - low[j]) / (high[j] - low[j]) : 0.0;
            key = 2 * key + ((static_cast<std::uint32_t>(share * ((1 << kBitsOfJoint) - 1)) >> (kBitsOfJoint - 1 - bit)) & 1);
        }
        keys.emplace_back(key, static_cast<std::uint32_t>(e));
    }
    std::sort(keys.begin(), keys.end());
    std::vector<std::uint32_t> order;
    order.reserve(keys.size());
    for (const auto& [key, e] : keys)
        order.push_back(e);
    return order;
}

/// @return false: interrupted
bool measure(const std::string& file, const CodingOptions& options, Json& row, bool& is_exact)
{
    const RoadmapContent content = readRoadmap(file);
    if (!content.cells)
        throw InputError(file + ": the roadmap has no cells");
    const CellMap map = usedPart(CellLists(content.cells->grid, content.cells->codes, content.edges.size()));
    std::size_t incidences = 0;
    for (const NumberSet& set : map.sets)
        incidences += set.size();
    row["file"] = file;
    row["nodes"] = content.milestoneCount();
    row["edges"] = content.edges.size();
    row["cell"] = content.cells->grid.cell();
    row["used"] = map.count;
    row["cells_used"] = map.cells() - static_cast<std::size_t>(std::count(map.sets.begin(), map.sets.end() - 1, NumberSet()));
    row["incidences"] = incidences;
    std::size_t naive = 0, best = 0;
    for (const CellCoding& coding : cellCodings(options.regions, orderOf(content)))
    {
        if (interrupted())
            return false;
        double begin = processorTime();
        CodeBytes code = coding.encode(map);
        const double encoding = processorTime() - begin;
        if (options.spoil)
            code[code.size() / 2] ^= 1;
        begin = processorTime();
        const bool is_read = readsAs(coding, code, map);
        row[coding.name] = {
            {"bytes", code.size()}, {"encode_s", encoding}, {"decode_s", processorTime() - begin}, {"exact", is_read}};
        is_exact = is_exact && is_read;
        if (coding.name == "naive")
            naive = code.size();
        else if (coding.name != "self")
            best = best == 0 ? code.size() : std::min(best, code.size());
    }
    row["naive_to_best"] = static_cast<double>(naive) / static_cast<double>(best);
    row["cells_in_file_bytes"] = packedSize(content.cells->grid, content.cells->codes);
    row["file_bytes"] = std::filesystem::file_size(file);
    return true;
}

int measureAll(const CodingOptions& options)
{
    int code = kDone;
    for (const std::string& file : options.files)
    {
        Json row;
        bool is_exact = true;
        if (!measure(file, options, row, is_exact))
            return kInterrupted;
        std::cout << row.dump() << std::endl;
        if (!is_exact)
            code = kViolation;
    }
    return code;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::CodingOptions options;
    CLI::App app("what the map from cells to edges of a roadmap takes in several codings", "roadmap_codings");
    app.add_option("files", options.files, "roadmap files")->required();
    app.add_option("--depth", options.regions.depth, "region: cells of a chain of references; default 64")
        ->check(CLI::Range(0, 1000000));
    app.add_option("--scale", options.regions.scale, "region: a difference is less than so much of the set; default 0.9")
        ->check(CLI::Range(0.0, 1000.0));
    app.add_flag("--spoil", options.spoil, "change a bit of each code before it is read, which has to be noticed");
    return gapless::runProgram(app, argc, argv, [&] { return gapless::measureAll(options); });
}
