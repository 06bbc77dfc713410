// Colours by cells: what they keep, and that broken ones are caught.
#include "roadmap/cell_colours.h"

#include <cstdlib>
#include <string>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>

#include "arm_roadmap.h"
#include "colour_contract.h"
#include "support/sanitized.h"
#include "support/temporary_folder.h"

using namespace gapless;
using namespace gapless::test;
using Catch::Contains;

namespace {

/// Passes everything on.
class Wrapped : public EdgeColours
{
public:
    explicit Wrapped(const std::shared_ptr<const LoadedRoadmap>& roadmap) : inner_(roadmap) {}
    void adopt(const ProofHistory& history) override { inner_.adopt(history); }
    std::size_t count() const override { return inner_.count(); }
    const std::vector<double>& raises() const override { return inner_.raises(); }
    ProofHistory::Edit provenIn(EdgeId e) const override { return inner_.provenIn(e); }
    bool isWhite(EdgeId e) const override { return inner_.isWhite(e); }
    const std::vector<EdgeId>& turned() const override { return inner_.turned(); }
    ProofHistory::Edit uncoveredSince() const override { return inner_.uncoveredSince(); }
    double doubt(EdgeId e) const override { return inner_.doubt(e); }
    bool isFirst() const override { return inner_.isFirst(); }

private:
    CellColours inner_;
};

/// Forgets to say what turned.
class BrokenSilent : public Wrapped
{
    using Wrapped::Wrapped;
    const std::vector<EdgeId>& turned() const override { return none_; }
    std::vector<EdgeId> none_;
};

/// Calls edges white without a look at what pairs cells say nothing of.
class BrokenUncovered : public Wrapped
{
    using Wrapped::Wrapped;
    ProofHistory::Edit uncoveredSince() const override { return 0; }
};

/// Keeps the first scene's colours.
class BrokenStale : public Wrapped
{
    using Wrapped::Wrapped;
    void adopt(const ProofHistory& history) override
    {
        Wrapped::adopt(history);
        if (white_.empty())
            for (EdgeId e = 0; e < count(); ++e)
                white_.push_back(Wrapped::isWhite(e));
    }
    bool isWhite(EdgeId e) const override { return white_[e]; }
    std::vector<bool> white_;
};

/// Takes one marked cell for none.
class BrokenOneCell : public Wrapped
{
    using Wrapped::Wrapped;
    bool isWhite(EdgeId e) const override { return Wrapped::isWhite(e) || doubt(e) < 0.1; }
};

template <class Colours>
MakeColours maker()
{
    return [](const std::shared_ptr<const LoadedRoadmap>& roadmap) { return std::make_unique<Colours>(roadmap); };
}

}  // namespace

TEST_CASE("White edges are free after any edits, and colours are as from nothing", "[roadmap]")
{
    const char* wanted = std::getenv("GAPLESS_COLOUR_EDITS");
    const int edits = wanted ? std::stoi(wanted) : kSanitized ? 20 : 150;
    for (const std::uint64_t seed : {1u, 2u, 3u})
    {
        CAPTURE(seed);
        CHECK(colourFaults(maker<CellColours>(), edits, seed) == std::vector<std::string>());
    }
}

TEST_CASE("Broken colours are caught", "[roadmap]")
{
    CHECK_FALSE(colourFaults(maker<BrokenSilent>(), 40, 1).empty());
    CHECK_FALSE(colourFaults(maker<BrokenUncovered>(), 100, 1).empty());
    CHECK_FALSE(colourFaults(maker<BrokenStale>(), 20, 1).empty());
    CHECK_FALSE(colourFaults(maker<BrokenOneCell>(), 100, 1).empty());
}

TEST_CASE("Cells of a link say nothing of another one of its name", "[roadmap]")
{
    const TemporaryFolder folder;
    ArmWorld world;
    const auto roadmap = armRoadmap(problemOf(world), folder.path("arm.gdrm"));
    const auto adopt = [&](const ArmWorld& other) {
        const ArmSetup arm(problemOf(other));
        ProofHistory history(roadmap->content.key);
        REQUIRE(history.adopt(arm.mapping, 1e-3));
        CellColours(roadmap).adopt(history);
    };
    CHECK_NOTHROW(adopt(world));
    world.radius = 0.021;
    CHECK_THROWS_WITH(adopt(world), Contains("another robot (the link 'lower' differs)"));
}

TEST_CASE("Pairs of a link that differs are not covered, and those of the others are", "[roadmap]")
{
    const TemporaryFolder folder;
    ArmWorld world;
    world.base = 0.15;
    world.posts = {{"a", 1.5, 0.5, 0.1}};
    const auto roadmap = armRoadmap(problemOf(world), folder.path("arm.gdrm"));
    CellColours colours(roadmap);
    ArmSetup arm(problemOf(world));
    ProofHistory history(roadmap->content.key);
    const auto adopt = [&] {
        arm.setScene(problemOf(world));
        REQUIRE(history.adopt(arm.mapping, 1e-3));
        colours.adopt(history);
    };
    adopt();
    CHECK(colours.uncoveredSince() == 0);
    const std::size_t white = colours.whiteCount();
    world.base = 0.2;
    adopt();
    CHECK(colours.uncoveredSince() == history.now());
    CHECK(colours.whiteCount() == white);
    world.posts[0].x = 1.0;
    adopt();
    CHECK(colours.whiteCount() < white);
    world.base = 0.15;
    adopt();
    CHECK(colours.uncoveredSince() == 0);
}

TEST_CASE("A link that differs in its pairs with obstacles alone is not covered by its cells", "[roadmap]")
{
    const TemporaryFolder folder;
    ArmWorld world;
    world.base = 0.15;
    world.posts = {{"a", 1.5, 0.5, 0.1}};
    const auto roadmap = armRoadmap(problemOf(world), folder.path("arm.gdrm"));
    CellColours colours(roadmap);
    // The upper rod has no pair with another link.
    Problem thick = problemOf(world);
    std::vector<CollisionObject> objects = thick.scene->objects().list();
    REQUIRE(objects[0].name == "upper");
    objects[0].geometry = rod(1.0, 0.1);
    const std::vector<ObjectPair> pairs(thick.scene->pairs().begin(), thick.scene->pairs().end());
    thick.scene = std::make_shared<const Scene>(thick.scene->model(), objects, pairs);
    ArmSetup arm(thick);
    ProofHistory history(roadmap->content.key);
    REQUIRE(history.adopt(arm.mapping, 1e-3));
    colours.adopt(history);
    CHECK(colours.uncoveredSince() == history.now());
}

TEST_CASE("Fixed obstacles have no cells while they are where they were", "[roadmap]")
{
    const TemporaryFolder folder;
    ArmWorld world;
    world.posts = {{"pole", 1.2, 0.4, 0.1, true}, {"guest", 9.0, 9.0, 0.1}};
    const auto roadmap = armRoadmap(problemOf(world), folder.path("arm.gdrm"));
    CellColours colours(roadmap);
    ArmSetup arm(problemOf(world));
    ProofHistory history(roadmap->content.key);
    const auto adopt = [&] {
        arm.setScene(problemOf(world));
        REQUIRE(history.adopt(arm.mapping, 1e-3));
        colours.adopt(history);
    };
    adopt();
    CHECK(colours.whiteCount() == colours.count());
    world.posts[0].x += 0.01;
    adopt();
    CHECK(colours.whiteCount() < colours.count());
    world.posts[0].x = -9.0;
    adopt();
    CHECK(colours.whiteCount() == colours.count());
}
