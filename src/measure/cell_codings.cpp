#include "measure/cell_codings.h"

#include <cmath>

#include <gapless/core/error.h>

namespace gapless {
namespace {

constexpr unsigned int kNaiveBits = 32;

CodeBytes encodeNaive(const CellMap& map)
{
    BitWriter writer;
    putHeader(map, writer);
    for (const NumberSet& set : map.sets)
    {
        writer.put(set.size(), kNaiveBits);
        for (const std::uint32_t number : set)
            writer.put(number, kNaiveBits);
    }
    return writer.finish();
}

CellMap decodeNaive(const CodeBytes& code)
{
    BitReader reader(code);
    CellMap map = getHeader(reader);
    for (NumberSet& set : map.sets)
        for (std::uint32_t left = reader.get(kNaiveBits); left > 0; --left)
            set.push_back(reader.get(kNaiveBits));
    reader.requireEnd();
    return map;
}

CodeBytes encodeSelf(const CellMap& map)
{
    BitWriter writer;
    putHeader(map, writer);
    for (const NumberSet& set : map.sets)
        writer.putSet(set, map.edges);
    return writer.finish();
}

CellMap decodeSelf(const CodeBytes& code)
{
    BitReader reader(code);
    CellMap map = getHeader(reader);
    for (NumberSet& set : map.sets)
        reader.getSet(map.edges, set);
    reader.requireEnd();
    return map;
}

}  // namespace

void putHeader(const CellMap& map, BitWriter& writer)
{
    for (const int count : map.count)
        writer.put(static_cast<std::uint32_t>(count), kNaiveBits);
    writer.put(map.edges, kNaiveBits);
}

CellMap getHeader(BitReader& reader)
{
    constexpr std::uint64_t kMostCells = std::uint64_t(1) << 31;
    CellMap map;
    std::uint64_t cells = 1;
    for (int& count : map.count)
    {
        const std::uint32_t read = reader.get(kNaiveBits);
        if (read < 1 || read >= kMostCells || cells * read >= kMostCells)
            throw InputError("the code of a map from cells to edges has no cells, or too many");
        cells *= read;
        count = static_cast<int>(read);
    }
    map.edges = reader.get(kNaiveBits);
    map.sets.resize(cells + 1);
    return map;
}

std::vector<CellCoding> cellCodings(const RegionOptions& options)
{
    if (options.depth < 0 || !(options.scale >= 0.0) || std::isinf(options.scale))
        throw InputError("regions need a depth and a scale that are not negative");
    return {{"naive", encodeNaive, decodeNaive},
            {"self", encodeSelf, decodeSelf},
            {"region", [options](const CellMap& map) { return encodeRegions(map, options); }, decodeRegions},
            {"hier", encodeHierarchy, decodeHierarchy}};
}

bool readsAs(const CellCoding& coding, const CodeBytes& code, const CellMap& map)
{
    try
    {
        return coding.decode(code) == map;
    }
    catch (const InputError&)
    {
        return false;
    }
}

}  // namespace gapless
