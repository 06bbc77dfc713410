// hullSupport(): what the leaves below a node reach along a direction. Obligations:
// 1. at least that of every leaf, at most `slack` more than the largest;  2. greedySupport() is not more than that;
// 3. infinite, never less than the truth, where `most` nodes do not do.
#include <catch2/catch.hpp>

#include "support/random_scene.h"
#include "support/rough_ball.h"

#include <gapless/geometry/pair_distance.h>

using namespace gapless;
using namespace gapless::test;

namespace {

double largestLeaf(const NodeRef& node, const Vec3& n)
{
    if (const Convex* const leaf = node.leaf())
        return leaf->support(n);
    const auto [first, second] = node.node().children();
    return std::max(largestLeaf({node.geometry, first}, n), largestLeaf({node.geometry, second}, n));
}

}  // namespace

TEST_CASE("The support of a hull is that of its farthest leaf, within the slack")
{
    Random random(91);
    for (int i = 0; i < 60; ++i)
    {
        std::vector<PlacedShape> shapes;
        if (random.chance(0.7))
            shapes.push_back({roughBall(random, 2 + random.index(8), random.logUniform(1e-6, 0.5)), random.pose(0.5)});
        for (int k = random.index(4) + (shapes.empty() ? 1 : 0); k > 0; --k)
            shapes.push_back({randomShape(random, 1.0), random.pose(1.0)});
        const CollisionGeometry geometry(shapes, "random");
        for (int k = 0; k < 30; ++k)
        {
            const NodeRef node{&geometry,
                               NodeIndex(static_cast<std::size_t>(
                                   random.chance(0.5) ? 0 : random.index(static_cast<int>(geometry.tree().nodes().size()))))};
            const Vec3 n = random.chance(0.2) ? Vec3(Vec3::Unit(random.index(3))) : random.direction();
            const double slack = random.chance(0.5) ? 0.0 : random.logUniform(1e-9, 1.0);
            const double truth = largestLeaf(node, n);
            int most = 1000000;
            const double found = hullSupport(node, n, slack, most);
            CAPTURE(i, k, slack, digits(truth), digits(found));
            CHECK(found >= truth);
            CHECK(found <= truth + slack * (1 + 1e-12));
            CHECK(greedySupport(node, n) <= truth);
            const int needed = 1000000 - most;
            CHECK(needed >= 1);
            for (const int few : {0, needed / 2, needed - 1})
            {
                int left = few;
                CHECK(hullSupport(node, n, slack, left) == std::numeric_limits<double>::infinity());
            }
            int enough = needed;
            CHECK(hullSupport(node, n, slack, enough) == found);
        }
    }
}
