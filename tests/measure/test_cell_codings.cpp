// Maps from cells to edges: each coding gives back what went in, and none reads what is no code.
#include "measure/cell_codings.h"

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>

#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

CellMap emptyMap(int x, int y, int z, std::uint32_t edges)
{
    CellMap map{{x, y, z}, edges, {}};
    map.sets.resize(static_cast<std::size_t>(x * y * z + 1));
    return map;
}

NumberSet randomSet(std::uint32_t limit, double share, Random& random)
{
    NumberSet set;
    for (std::uint32_t i = 0; i < limit; ++i)
        if (random.chance(share))
            set.push_back(i);
    return set;
}

/// What edges make: each touches a blob of cells; some none.
CellMap blobs(int x, int y, int z, std::uint32_t edges, double radius, Random& random)
{
    CellMap map = emptyMap(x, y, z, edges);
    for (std::uint32_t e = 0; e < edges; ++e)
    {
        const double cx = random.unit() * x, cy = random.unit() * y, cz = random.unit() * z;
        std::size_t cell = 0;
        for (int k = 0; k < z; ++k)
            for (int j = 0; j < y; ++j)
                for (int i = 0; i < x; ++i, ++cell)
                    if (std::hypot(i - cx, j - cy, k - cz) < radius)
                        map.sets[cell].push_back(e);
        if (random.chance(0.1))
            map.sets.back().push_back(e);
    }
    return map;
}

std::vector<CellMap> constructedMaps()
{
    std::vector<CellMap> maps{emptyMap(1, 1, 1, 0), emptyMap(3, 4, 5, 10)};
    maps.push_back(emptyMap(1, 1, 1, 1));
    maps.back().sets[0] = {0};
    maps.push_back(emptyMap(1, 1, 1, 9));
    maps.back().sets[1] = {3, 8};  // outside alone
    maps.push_back(emptyMap(7, 3, 2, 2000));
    for (NumberSet& set : maps.back().sets)
        set = {0, 5, 6, 1000, 1999};  // all the same
    maps.push_back(emptyMap(4, 4, 4, 300));
    for (NumberSet& set : maps.back().sets)
        for (std::uint32_t i = 0; i < 300; ++i)
            set.push_back(i);  // all of all
    maps.push_back(emptyMap(200, 1, 1, 400));
    for (std::uint32_t i = 0; i < 200; ++i)
        for (std::uint32_t k = 0; k < 100; ++k)
            maps.back().sets[i].push_back(i + k);  // a long chain of neighbours that differ a little
    maps.push_back(emptyMap(5, 5, 1, 100));
    for (std::size_t i = 0; i < 25; i += 2)
        maps.back().sets[i] = {static_cast<std::uint32_t>(i)};  // a chess board
    Random random(7);
    maps.push_back(emptyMap(6, 5, 3, 500));
    for (NumberSet& set : maps.back().sets)
        set = randomSet(500, random.unit() * random.unit(), random);
    maps.push_back(blobs(17, 11, 1, 300, 3.0, random));
    maps.push_back(blobs(9, 6, 7, 400, 2.5, random));
    return maps;
}

std::size_t codeSize(const CellMap& map, const char* name, const RegionOptions& options = {})
{
    for (const CellCoding& coding : cellCodings(options))
        if (coding.name == name)
            return coding.encode(map).size();
    throw InputError("no such coding");
}

}  // namespace

TEST_CASE("A set of numbers is read as it was coded, be it sparse, dense, none or all, and the next one begins behind it",
          "[measure]")
{
    Random random(3);
    for (const std::uint32_t limit : {0u, 1u, 2u, 63u, 1000u})
    {
        std::vector<NumberSet> sets{{}};
        for (int i = 0; i < 50; ++i)
            sets.push_back(randomSet(limit, random.chance(0.2) ? 1.0 : random.unit() * random.unit(), random));
        BitWriter writer;
        for (const NumberSet& set : sets)
            writer.putSet(set, limit);
        const CodeBytes code = writer.finish();
        BitReader reader(code);
        for (const NumberSet& set : sets)
        {
            NumberSet read{77};
            reader.getSet(limit, read);
            REQUIRE(read == set);
        }
        reader.requireEnd();
    }
    const std::uint32_t large = 4000000000u;
    BitWriter writer;
    writer.putSet({0, 1, large - 1}, large);
    const CodeBytes code = writer.finish();
    BitReader reader(code);
    NumberSet read;
    reader.getSet(large, read);
    CHECK(read == NumberSet{0, 1, large - 1});
}

TEST_CASE("A symmetric difference, and its size, are what one of two sets has alone", "[measure]")
{
    Random random(5);
    for (int i = 0; i < 200; ++i)
    {
        const NumberSet a = randomSet(60, random.unit(), random), b = randomSet(60, random.unit(), random);
        NumberSet difference, expected;
        for (std::uint32_t k = 0; k < 60; ++k)
            if (std::binary_search(a.begin(), a.end(), k) != std::binary_search(b.begin(), b.end(), k))
                expected.push_back(k);
        symmetricDifference(a, b, difference);
        CHECK(difference == expected);
        CHECK(symmetricDifferenceSize(a, b) == expected.size());
    }
}

TEST_CASE("Every coding of a map from cells to edges gives back what went in", "[measure]")
{
    for (const RegionOptions options :
         {RegionOptions{}, RegionOptions{0, 0.9}, RegionOptions{1, 0.5}, RegionOptions{1000, 1000.0}})
        for (const CellMap& map : constructedMaps())
        {
            std::vector<std::uint32_t> order;
            for (std::uint32_t i = 0; i < map.edges; ++i)
                order.insert(i % 3 == 0 ? order.begin() : order.end(), i);
            std::vector<CellCoding> codings = cellCodings(options), in_order = cellCodings(options, order);
            codings.insert(codings.end(), in_order.begin(), in_order.end());
            for (const CellCoding& coding : codings)
            {
                INFO(coding.name << ", depth " << options.depth << ", " << map.count[0] << " x " << map.count[1] << " x "
                                 << map.count[2]);
                CHECK(coding.decode(coding.encode(map)) == map);
            }
        }
}

TEST_CASE("Numbers in clusters, and an order that makes them, take fewer bits", "[measure]")
{
    Random random(19);
    NumberSet clusters;
    for (std::uint32_t i = 0; i < 20; ++i)
        for (std::uint32_t k = 0; k < 40; ++k)
            clusters.push_back(5000 * i + 2 * k);
    const NumberSet spread = randomSet(100000, 0.008, random);
    BitWriter in_clusters, in_spread;
    in_clusters.putSet(clusters, 100000);
    in_spread.putSet(spread, 100000);
    CHECK(2 * in_clusters.finish().size() < in_spread.finish().size());

    // Each cell has the edges that leave the same rest.
    CellMap map = emptyMap(10, 1, 1, 20000);
    std::vector<std::uint32_t> order;
    for (std::uint32_t cell = 0; cell < 10; ++cell)
        for (std::uint32_t i = cell; i < 20000; i += 10)
        {
            map.sets[cell].push_back(i);
            order.push_back(i);
        }
    const CellCoding self = cellCodings()[1], ordered = cellCodings({}, order)[1];
    const std::size_t of_order = 15 * 20000 / 8;
    CHECK(2 * (ordered.encode(map).size() - of_order) < self.encode(map).size());
}

TEST_CASE("A naive code has four bytes for each number, each count and the four numbers of the header", "[measure]")
{
    CellMap map = emptyMap(2, 1, 1, 10);
    map.sets[1] = {2, 3, 9};
    CHECK(codeSize(map, "naive") == 4 * (4 + 3 + 3));
}

TEST_CASE("Regions and blocks hold what cells have in common once", "[measure]")
{
    Random random(11);
    CellMap same = emptyMap(16, 16, 1, 20000);
    const NumberSet set = randomSet(20000, 0.1, random);
    std::fill(same.sets.begin(), same.sets.end() - 1, set);
    const std::size_t one = codeSize(same, "self") / 256;
    // Of each cell three to four bits besides, or two with the masks of the blocks.
    CHECK(codeSize(same, "region") < one + 256 + 40);
    CHECK(codeSize(same, "hier") < one + 256 + 40);

    const CellMap cloud = blobs(20, 20, 1, 3000, 5.0, random);
    CHECK(10 * codeSize(cloud, "region") < 6 * codeSize(cloud, "self"));
    CHECK(10 * codeSize(cloud, "hier") < 6 * codeSize(cloud, "self"));
}

TEST_CASE("Chains of references end at their limit: the less they may be long, the more is coded", "[measure]")
{
    // One cell beside the other, each with two numbers in place of two of the last one's: neighbours are near, and no set is common to all.
    CellMap map = emptyMap(400, 1, 1, 5000);
    for (std::uint32_t i = 0; i < 400; ++i)
        for (std::uint32_t k = 0; k < 60; ++k)
            map.sets[i].push_back(7 * i + 5 * k);
    const std::size_t none = codeSize(map, "region", {0, 0.9}), few = codeSize(map, "region", {2, 0.9}),
                      many = codeSize(map, "region", {50, 0.9});
    CHECK(few <= none);
    CHECK(many <= few);
    CHECK(codeSize(map, "region", {50, 0.0}) == none);
    CHECK_THROWS_AS(cellCodings({-1, 0.9}), InputError);
    CHECK_THROWS_AS(cellCodings({1, std::nan("")}), InputError);
}

TEST_CASE("A code that is changed or cut off is never read as the map", "[measure]")
{
    Random random(13);
    const CellMap map = blobs(9, 6, 4, 200, 2.0, random);
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < map.edges; ++i)
        order.push_back(map.edges - 1 - i);
    std::vector<CellCoding> codings = cellCodings(), in_order = cellCodings({}, order);
    codings.insert(codings.end(), in_order.begin(), in_order.end());
    for (const CellCoding& coding : codings)
    {
        const CodeBytes code = coding.encode(map);
        CHECK(readsAs(coding, code, map));
        for (int i = 0; i < 400; ++i)
        {
            CodeBytes broken = code;
            if (random.chance(0.3))
                broken.resize(static_cast<std::size_t>(random.index(static_cast<int>(code.size()))));
            else
                // The last bits only fill up the byte.
                broken[static_cast<std::size_t>(random.index(static_cast<int>(code.size()) - 1))] ^=
                    static_cast<std::uint8_t>(1 << random.index(8));
            INFO(coding.name << " " << i);
            CHECK_FALSE(readsAs(coding, broken, map));
        }
        CodeBytes longer = code;
        longer.push_back(0);
        CHECK_FALSE(readsAs(coding, longer, map));
        CHECK_FALSE(readsAs(coding, {}, map));
    }
}

TEST_CASE("A coding that loses a number is noticed", "[measure]")
{
    Random random(17);
    const CellMap map = blobs(9, 6, 4, 200, 2.0, random);
    for (CellCoding coding : cellCodings())
    {
        const auto decode = coding.decode;
        coding.decode = [decode](const CodeBytes& code) {
            CellMap read = decode(code);
            const auto some = std::find_if(read.sets.begin(), read.sets.end(), [](const NumberSet& set) { return !set.empty(); });
            some->pop_back();
            return read;
        };
        CHECK_FALSE(readsAs(coding, coding.encode(map), map));
    }
}
