#include "measure/cell_codings.h"

#include <algorithm>
#include <cmath>

#include <gapless/core/error.h>

namespace gapless {
namespace {

constexpr unsigned int kNaiveBits = 32;
// So that what is no code allocates no more than a map of such a size does.
constexpr std::uint64_t kMostCells = std::uint64_t(1) << 24;

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

/// With other numbers: what was i becomes to[i].
CellMap renumbered(const CellMap& map, const std::vector<std::uint32_t>& to)
{
    CellMap result{map.count, map.edges, {}};
    for (const NumberSet& set : map.sets)
    {
        NumberSet other;
        other.reserve(set.size());
        for (const std::uint32_t number : set)
            other.push_back(to[number]);
        std::sort(other.begin(), other.end());
        result.sets.push_back(std::move(other));
    }
    return result;
}

/// How many numbers the order has (32 bits; 0: none), and they, each with the bits that the last one needs. Then the other code.
CellCoding inOrder(const CellCoding& coding, const std::vector<std::uint32_t>& order)
{
    const auto encode = [coding, order](const CellMap& map) {
        const auto count = static_cast<std::uint32_t>(order.size());
        BitWriter writer;
        writer.put(count, kNaiveBits);
        for (const std::uint32_t number : order)
            writer.put(number, bitsFor(count));
        CodeBytes code = writer.finish();
        std::vector<std::uint32_t> to(order.size());
        for (std::uint32_t i = 0; i < count; ++i)
            to[order[i]] = i;
        const CodeBytes rest = coding.encode(order.empty() ? map : renumbered(map, to));
        code.insert(code.end(), rest.begin(), rest.end());
        return code;
    };
    const auto decode = [coding](const CodeBytes& code) {
        BitReader reader(code);
        const std::uint32_t count = reader.get(kNaiveBits);
        std::vector<std::uint32_t> read;
        for (std::uint32_t i = 0; i < count; ++i)
            read.push_back(reader.get(bitsFor(count)));
        CellMap map = coding.decode(CodeBytes(code.begin() + static_cast<std::ptrdiff_t>(reader.nextByte()), code.end()));
        if (count == 0)
            return map;
        NumberSet sorted = read;
        std::sort(sorted.begin(), sorted.end());
        if (count != map.edges || sorted.front() != 0 || sorted.back() != count - 1
            || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            throw InputError("an order does not have every number once");
        return renumbered(map, read);
    };
    return {coding.name, encode, decode};
}

}  // namespace

void putHeader(const CellMap& map, BitWriter& writer)
{
    if (map.cells() > kMostCells)
        throw InputError("edges touch cells all over a box of more than 16 million: too many to code");
    for (const int count : map.count)
        writer.put(static_cast<std::uint32_t>(count), kNaiveBits);
    writer.put(map.edges, kNaiveBits);
}

CellMap getHeader(BitReader& reader)
{
    CellMap map;
    std::uint64_t cells = 1;
    for (int& count : map.count)
    {
        const std::uint32_t read = reader.get(kNaiveBits);
        if (read < 1 || read > kMostCells || cells * read > kMostCells)
            throw InputError("the code of a map from cells to edges has no cells, or too many");
        cells *= read;
        count = static_cast<int>(read);
    }
    map.edges = reader.get(kNaiveBits);
    map.sets.resize(cells + 1);
    return map;
}

std::vector<CellCoding> cellCodings(const RegionOptions& options, const std::vector<std::uint32_t>& order)
{
    if (options.depth < 0 || !(options.scale >= 0.0) || std::isinf(options.scale))
        throw InputError("regions need a depth and a scale that are not negative");
    return {{"naive", encodeNaive, decodeNaive},
            inOrder({"self", encodeSelf, decodeSelf}, order),
            inOrder({"region", [options](const CellMap& map) { return encodeRegions(map, options); }, decodeRegions}, order),
            inOrder({"hier", encodeHierarchy, decodeHierarchy}, order)};
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
