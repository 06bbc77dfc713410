// Where and when a certifier looks for contacts that its lanes suspect, before it begins to search.
#include <catch2/catch.hpp>

#include <vector>

#include <gapless/certify/segment_certifier.h>

#include "certify/lane_prover.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// A plate of triangles in the plane x = 0, |y|, |z| <= 4.
std::shared_ptr<const TriangleMesh> plate()
{
    constexpr int kCells = 32;
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    for (int i = 0; i <= kCells; ++i)
        for (int j = 0; j <= kCells; ++j)
            vertices.push_back(Vec3(0, 8.0 * i / kCells - 4, 8.0 * j / kCells - 4));
    for (int i = 0; i < kCells; ++i)
        for (int j = 0; j < kCells; ++j)
        {
            const int k = i * (kCells + 1) + j;
            triangles.push_back({k, k + 1, k + kCells + 1});
            triangles.push_back({k + 1, k + kCells + 2, k + kCells + 1});
        }
    return meshOf(vertices, triangles);
}

/// A solid of half a metre that begins 2 m before a plate and ends in it, two metres up.
SceneBuilder solidAndPlate(bool plate_first)
{
    SceneBuilder b;
    if (plate_first)
        b.obstacle("plate", plate());
    b.link("solid", b.joint(kWorld, at(0, 0, 2), JointType::Prismatic, Vec3::UnitX()), boxMesh(Vec3::Constant(0.25)));
    if (!plate_first)
        b.obstacle("plate", plate());
    return b;
}

}  // namespace

TEST_CASE(
    "Of a large mesh the balls within a solid are asked about where the solid is, when it is there, whichever is listed first")
{
    for (const bool plate_first : {false, true})
    {
        const auto scene = solidAndPlate(plate_first).build();
        const Motion motion(scene->model(), configuration({-2}), configuration({0}));
        LaneProver prover;
        prover.reset(*scene, motion);
        std::vector<PairIndex> open(scene->pairs().indices().begin(), scene->pairs().indices().end());
        int asked = 0;
        prover.prove(open, {}, [&](PairIndex pair, std::size_t lane, const NodePair& within) {
            ++asked;
            const bool is_first = scene->object(scene->pair(pair).a).name == "plate";
            CHECK((is_first ? within.b : within.a) == RssTree::kRoot);
            const RssTree& tree = scene->object(is_first ? scene->pair(pair).a : scene->pair(pair).b).geometry->tree();
            const NodeIndex index = is_first ? within.a : within.b;
            REQUIRE(tree.nodes().has(index));
            const RssNode& node = tree.node(index);
            CHECK(node.size() < 2.0);
            CHECK((node.nearestInRectangle(Vec3(0, 0, 2)) - Vec3(0, 0, 2)).norm() < 0.5);
            CHECK(lane == kLanes - 1);
            return false;
        });
        CAPTURE(plate_first);
        CHECK(asked == 1);
    }
}

TEST_CASE("A solid that ends in a large mesh is met by the balls within it, before any node of the two is compared")
{
    for (const bool plate_first : {false, true})
    {
        SegmentCertifier certifier(solidAndPlate(plate_first).build(), configuration({-2}), configuration({0}));
        CAPTURE(plate_first);
        CHECK(certifier.isDone());
        REQUIRE(certifier.run() == Verdict::Collision);
        const CertifyResult result = certifier.result();
        CHECK(result.statistics.bounding_volume_tests == 0);
        CHECK(std::abs(2 * result.t - 2) < 0.25);
        REQUIRE(result.witness);
        CHECK(result.witness->distance < 1e-9);
    }
}

TEST_CASE("What is not met in the middle of a lane is met where the lane ends, before the search begins")
{
    // A post lies in the rectangle about a triangle that passes, and in the triangle itself a sixteenth of the motion later, or earlier, but in
    // no other middle of a lane.
    constexpr double kWay = 9.6;
    for (std::size_t lane = 1; lane + 1 < kLanes; ++lane)
        for (const bool backwards : {false, true})
        {
            const double middle = (static_cast<double>(lane) + 0.5) / kLanes;
            SceneBuilder b;
            b.link("triangle", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitY()),
                   triangleMesh(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)));
            b.obstacle("post", Sphere{0.02}, at(0.55, -0.35 - kWay * middle, 0));
            const Configuration begin = configuration({0}), end = configuration({-kWay});
            SegmentCertifier certifier(b.build(), backwards ? end : begin, backwards ? begin : end);
            CAPTURE(lane, backwards);
            CHECK(certifier.isDone());
            REQUIRE(certifier.run() == Verdict::Collision);
            const double border = middle + 0.5 / kLanes;
            CHECK(certifier.result().t == (backwards ? 1 - border : border));
        }
}
