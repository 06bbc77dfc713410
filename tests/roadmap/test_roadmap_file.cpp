// Roadmap files with cells: what comes back, and that no damage goes unnoticed.
#include <functional>
#include <limits>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>

#include "arm_roadmap.h"
#include "planners/roadmap_file.h"
#include "support/random_input.h"
#include "support/temporary_folder.h"

using namespace gapless;
using namespace gapless::test;
using Catch::Contains;

namespace {

/// A small one, of some bytes.
struct SmallFile
{
    SmallFile() : file(folder.path("arm.gdrm"))
    {
        RoadmapBuildOptions options = smallRoadmap();
        options.nodes = 6;
        options.neighbors = 2;
        options.cell = 0.7;
        armRoadmap(problemOf(ArmWorld()), file, options);
    }
    TemporaryFolder folder;
    std::string file;
};

}  // namespace

TEST_CASE("A roadmap file with cells is read as it was written", "[roadmap]")
{
    const SmallFile small;
    const RoadmapContent content = readRoadmap(small.file);
    REQUIRE(content.cells);
    CHECK(content.milestoneCount() == 6);
    CHECK(content.edges.size() >= 5);
    const std::string again = small.folder.path("again.gdrm");
    writeRoadmap(again, content);
    CHECK(contentOfFile(again) == contentOfFile(small.file));
    const RoadmapContent second = readRoadmap(again);
    CHECK(second.milestones == content.milestones);
    CHECK(second.cells->codes == content.cells->codes);
    CHECK(second.cells->grid.cell() == content.cells->grid.cell());
    CHECK(second.cells->grid.count() == content.cells->grid.count());
    for (int k = 0; k < 3; ++k)
        CHECK(second.cells->grid.plane(k, 1) == content.cells->grid.plane(k, 1));
    CHECK(second.raises == content.raises);
    CHECK(second.raises.size() == 4);
    for (std::size_t e = 0; e < content.edges.size(); ++e)
        CHECK(second.edges[e].raises == content.edges[e].raises);
}

TEST_CASE("Raises of clearances that do not ascend, and edges with more of them than there are, are refused", "[roadmap]")
{
    const SmallFile small;
    const RoadmapContent content = readRoadmap(small.file);
    const auto refusal = [&](const std::function<void(RoadmapContent&)>& change) -> std::string {
        RoadmapContent other = content;
        change(other);
        writeRoadmap(small.file, other);
        try
        {
            loadRoadmap(small.file);
        }
        catch (const InputError& error)
        {
            return error.what();
        }
        return "";
    };
    CHECK(refusal([](RoadmapContent&) {}).empty());
    CHECK(refusal([](RoadmapContent& c) { c.edges[0].raises = 0; }).empty());
    CHECK_THAT(refusal([](RoadmapContent& c) { c.edges[1].raises = 5; }), Contains("edge 1: it has 5 of 4 raises"));
    const double kInfinite = std::numeric_limits<double>::infinity(), kNone = std::numeric_limits<double>::quiet_NaN();
    for (const double wrong : {-0.1, 0.0, content.raises[0], kInfinite, kNone})
        CHECK_THAT(refusal([&](RoadmapContent& c) { c.raises[1] = wrong; }), Contains("raises of clearances do not ascend"));
    // None at all is what other programs may write.
    CHECK(refusal([](RoadmapContent& c) {
              c.raises.clear();
              for (RoadmapContent::Edge& edge : c.edges)
                  edge.raises = 0;
          }).empty());
    SceneKey::Entry pair;
    pair.part = SceneKey::Part::Pair;
    for (const double wrong : {-1e-9, kInfinite, kNone})
        CHECK_THAT(refusal([&](RoadmapContent& c) {
                       c.key.entries.push_back(pair);
                       c.key.entries.back().clearance = wrong;
                   }),
                   Contains("a clearance in its key"));
}

TEST_CASE("A grid comes back as it was, whatever its corner and cell", "[roadmap]")
{
    const SmallFile small;
    RoadmapContent content = readRoadmap(small.file);
    content.edges.clear();
    const std::string file = small.folder.path("grid.gdrm");
    Random random(1);
    for (int i = 0; i < 2000; ++i)
    {
        const Vec3 low = random.inCube(3.0);
        const Vec3 extent(random.uniform(0.1, 4.0), random.uniform(0.1, 4.0), random.uniform(0.1, 4.0));
        const WorkspaceGrid grid({low, low + extent}, random.uniform(0.02, 0.1));
        content.cells = RoadmapContent::Cells{grid, {}};
        writeRoadmap(file, content);
        const WorkspaceGrid again = readRoadmap(file).cells->grid;
        REQUIRE(again.count() == grid.count());
        REQUIRE(again.cell() == grid.cell());
        for (int k = 0; k < 3; ++k)
            REQUIRE(again.plane(k, grid.count()[static_cast<std::size_t>(k)])
                    == grid.plane(k, grid.count()[static_cast<std::size_t>(k)]));
    }
}

TEST_CASE("Every byte of a roadmap file that is flipped, and every length that it is cut to, is noticed", "[roadmap]")
{
    const SmallFile small;
    const std::string whole = contentOfFile(small.file);
    const auto isRefused = [&](const std::string& bytes) {
        const std::string file = small.folder.write("bad.gdrm", bytes);
        try
        {
            loadRoadmap(file);
        }
        catch (const InputError& error)
        {
            return std::string(error.what()).rfind(file + ": ", 0) == 0;
        }
        return false;
    };
    std::size_t missed = 0;
    for (std::size_t i = 0; i < whole.size(); ++i)
    {
        std::string flipped = whole;
        flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 8)));
        missed += isRefused(flipped) ? 0 : 1;
        missed += isRefused(whole.substr(0, i)) ? 0 : 1;
    }
    CHECK(missed == 0);
    CHECK(isRefused(whole + '\0'));
}

TEST_CASE("What a file says that no build has written is refused: edges that are not proven, or without cells", "[roadmap]")
{
    const SmallFile small;
    RoadmapContent content = readRoadmap(small.file);
    const std::string file = small.folder.path("other.gdrm");
    const std::vector<std::uint8_t> codes = content.cells->codes;

    content.edges[1].state = EdgeProof::State::Open;
    writeRoadmap(file, content);
    CHECK_THROWS_WITH(loadRoadmap(file), Contains("edges that are not proven"));
    content.edges[1].state = EdgeProof::State::Free;

    // A code more than there are edges, and bytes that are none.
    content.cells->codes.insert(content.cells->codes.end(), codes.begin(), codes.end());
    writeRoadmap(file, content);
    CHECK_NOTHROW(loadRoadmap(file));  // only those of the edges are written
    content.cells->codes.assign(1, 255);
    CHECK_THROWS_AS(writeRoadmap(file, content), InputError);

    content.cells.reset();
    writeRoadmap(file, content);
    CHECK_THROWS_WITH(loadRoadmap(file), Contains("has no cells"));
    CHECK_THROWS_WITH(loadRoadmap(small.folder.path("none.gdrm")), Contains("no such roadmap file"));
}

TEST_CASE("A roadmap that is in use is not read again unless its file is another one", "[roadmap]")
{
    const SmallFile small;
    const auto first = loadRoadmap(small.file);
    CHECK(loadRoadmap(small.file) == first);
    RoadmapContent content = readRoadmap(small.file);
    content.edges.pop_back();
    writeRoadmap(small.file, content);
    const auto second = loadRoadmap(small.file);
    CHECK(second != first);
    CHECK(second->content.edges.size() + 1 == first->content.edges.size());
}
