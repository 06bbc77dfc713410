// Maps of OctoMap: the leaves that its own library has, unknown space, and damage.
#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include <octomap/OcTree.h>

#include "io_test_support.h"
#include "support/random_input.h"
#include "support/temporary_folder.h"

#include <gapless/io/octree_file.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// Middle and half width.
using Cube = std::array<double, 4>;

std::vector<Cube> sorted(const std::vector<PlacedShape>& shapes)
{
    std::vector<Cube> cubes;
    for (const PlacedShape& placed : shapes)
    {
        const Vec3& half = std::get<Box>(placed.shape).half_extents;
        CHECK(half == Vec3::Constant(half.x()));
        CHECK(placed.X_BS.R == Mat3::Identity());
        const Vec3& p = placed.X_BS.p;
        cubes.push_back({p.x(), p.y(), p.z(), half.x()});
    }
    std::sort(cubes.begin(), cubes.end());
    return cubes;
}

std::vector<Cube> occupiedLeaves(const octomap::OcTree& tree)
{
    std::vector<Cube> cubes;
    for (auto leaf = tree.begin_leafs(), end = tree.end_leafs(); leaf != end; ++leaf)
        if (tree.isNodeOccupied(*leaf))
            cubes.push_back({leaf.getX(), leaf.getY(), leaf.getZ(), leaf.getSize() / 2.0});
    std::sort(cubes.begin(), cubes.end());
    return cubes;
}

octomap::OcTree randomTree(Random& random, double resolution)
{
    octomap::OcTree tree(resolution);
    const auto point = [&](double size) {
        return octomap::point3d(static_cast<float>(random.uniform(-size, size)), static_cast<float>(random.uniform(-size, size)),
                                static_cast<float>(random.uniform(-size, size)));
    };
    for (int i = 0; i < 400; ++i)
        tree.updateNode(point(8.0 * resolution), random.uniform(0.0, 1.0) < 0.6);
    for (int i = 0; i < 20; ++i)
        tree.updateNode(point(20000.0 * resolution), random.uniform(0.0, 1.0) < 0.5);
    // Eight equal children, which it joins.
    for (int i = 0; i < 64; ++i)
        tree.updateNode(
            octomap::point3d(static_cast<float>((i % 4 + 32.5) * resolution), static_cast<float>((i / 4 % 4 + 0.5) * resolution),
                             static_cast<float>((i / 16 + 0.5) * resolution)),
            i != 63);
    tree.updateInnerOccupancy();
    return tree;
}

std::string written(octomap::OcTree& tree)
{
    std::ostringstream file;
    tree.writeBinary(file);
    return file.str();
}

std::vector<PlacedShape> cubesOf(const std::string& content, UnknownSpace unknown = UnknownSpace::Free)
{
    const TemporaryFolder folder;
    return loadOctree(folder.write("t.bt", content), unknown);
}

std::string octreeError(const std::string& content, const std::string& name = "t.bt")
{
    const TemporaryFolder folder;
    const std::string file = folder.write(name, content);
    const std::string message = errorOf([&] { loadOctree(file); });
    CHECK(message.find(name) != std::string::npos);
    return message;
}

std::string header(int nodes, const std::string& resolution = "0.5")
{
    return "# Octomap OcTree binary file\n# made by hand\nid OcTree\nsize " + std::to_string(nodes) + "\nres " + resolution
           + "\ndata\n";
}

/// Bytes of a node from its children's labels: u, f, o, i.
std::string node(const std::string& labels)
{
    unsigned bits = 0;
    for (std::size_t i = 0; i < 8; ++i)
        bits |= static_cast<unsigned>(std::string("ufoi").find(labels[i])) << (2 * i);
    return {static_cast<char>(bits & 255), static_cast<char>(bits >> 8)};
}

double volume(const std::vector<Cube>& cubes)
{
    double sum = 0.0;
    for (const Cube& cube : cubes)
        sum += 8.0 * cube[3] * cube[3] * cube[3];
    return sum;
}

}  // namespace

TEST_CASE("Occupied leaves are those of OctoMap's own library")
{
    Random random(11);
    for (const double resolution : {0.0625, 0.05, 0.013})
        for (int i = 0; i < 5; ++i)
        {
            octomap::OcTree tree = randomTree(random, resolution);
            // The file has the tree as it is once it is pruned.
            const std::vector<Cube> read = sorted(cubesOf(written(tree)));
            const std::vector<Cube> leaves = occupiedLeaves(tree);
            REQUIRE(read.size() == leaves.size());
            CHECK(std::any_of(read.begin(), read.end(), [&](const Cube& cube) { return cube[3] > 0.75 * resolution; }));
            for (std::size_t k = 0; k < read.size(); ++k)
                for (std::size_t c = 0; c < 4; ++c)
                    CHECK(std::abs(read[k][c] - leaves[k][c]) <= 1e-6 * resolution + 1e-12 * std::abs(leaves[k][c]));
        }
}

TEST_CASE("Unknown space as occupied fills all of the map but what is known to be free")
{
    Random random(5);
    octomap::OcTree tree = randomTree(random, 0.5);
    const std::string file = written(tree);
    double free = 0.0;
    for (auto leaf = tree.begin_leafs(), end = tree.end_leafs(); leaf != end; ++leaf)
        if (!tree.isNodeOccupied(*leaf))
            free += leaf.getSize() * leaf.getSize() * leaf.getSize();
    const double whole = 32768.0 * 32768.0 * 32768.0;
    CHECK(volume(sorted(cubesOf(file, UnknownSpace::Occupied))) + free == whole);
    CHECK(volume(sorted(cubesOf(file))) < 0.01 * whole);
}

TEST_CASE("Children lie where OctoMap has them")
{
    // One occupied child of the root, each in turn: the sign along x, y, z is bit 0, 1, 2 of its number.
    for (std::size_t i = 0; i < 8; ++i)
    {
        std::string labels = "ffffffff";
        labels[i] = 'o';
        const auto sign = [&](std::size_t k) { return (i >> k & 1) != 0 ? 8192.0 : -8192.0; };
        CHECK(sorted(cubesOf(header(9) + node(labels))) == std::vector<Cube>{{sign(0), sign(1), sign(2), 8192.0}});
    }
    // The finest level.
    std::string deepest;
    for (int depth = 0; depth < 15; ++depth)
        deepest += node("uuuuuuui");
    CHECK(sorted(cubesOf(header(17) + deepest + node("uuuuuuuo"))) == std::vector<Cube>{{16383.75, 16383.75, 16383.75, 0.25}});
}

TEST_CASE("A map that is cut at any byte, goes on, or is none is refused")
{
    Random random(2);
    octomap::OcTree tree = randomTree(random, 0.1);
    const std::string whole = written(tree);
    for (std::size_t length = 0; length < whole.size(); length += length < 200 ? 1 : 7)
        octreeError(whole.substr(0, length));
    CHECK_THAT(octreeError(whole + "\n"), Catch::Contains("the map goes on behind its last node"));
    const std::string one = node("offfffff");
    REQUIRE(cubesOf(header(9) + one).size() == 1);
    CHECK_THAT(octreeError(header(8) + one), Catch::Contains("has 9 nodes; its header makes it 8"));
    CHECK_THAT(octreeError(header(9) + node("ffffffff")), Catch::Contains("nothing in the map is occupied"));
    CHECK_THAT(octreeError(header(0)), Catch::Contains("the map is empty"));
    CHECK_THAT(octreeError(header(-1)), Catch::Contains("a negative number of nodes"));
    CHECK_THAT(octreeError(header(9, "0") + one), Catch::Contains("a resolution of 0"));
    CHECK_THAT(octreeError(header(9, "nan") + one), Catch::Contains("'nan'"));
    CHECK_THAT(octreeError("# Octomap OcTree file\n" + one), Catch::Contains("does not begin with"));
    CHECK_THAT(octreeError(header(9).replace(header(9).find("id OcTree"), 9, "id BlaTree") + one), Catch::Contains("'BlaTree'"));
    CHECK_THAT(octreeError(header(9).replace(header(9).find("res 0.5\n"), 8, "") + one),
               Catch::Contains("without id, size or res"));
    CHECK_THAT(octreeError(header(9) + one, "t.ot"), Catch::Contains("unsupported format '.ot'"));
    std::string deep;
    for (int depth = 0; depth < 40; ++depth)
        deep += node("iuuuuuuu");
    CHECK_THAT(octreeError(header(41) + deep), Catch::Contains("deeper than 16 levels"));
}
