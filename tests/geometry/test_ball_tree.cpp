// Hierarchies of balls: each node holds what the leaves below it hold.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "support/convex_reference.h"
#include "support/random_input.h"

#include <gapless/geometry/ball_tree.h>

using namespace gapless;
using namespace gapless::test;

namespace {

std::vector<Ball> randomBalls(Random& random, int count, double size, double far_out)
{
    const Vec3 middle = random.inCube(far_out);
    std::vector<Ball> balls;
    for (int i = 0; i < count; ++i)
        balls.push_back(random.chance(0.1) && i > 0 ? balls.back()
                                                    : Ball{middle + random.inCube(size), random.uniform(0, 0.3 * size)});
    return balls;
}

/// How far the leaves below a node stand out of it, metres, in long double.
long double standOut(const BallTree& tree, const Ball& ball, const BallNode& below)
{
    if (!below.isLeaf())
        return std::max(standOut(tree, ball, tree.node(below.children()[0])),
                        standOut(tree, ball, tree.node(below.children()[1])));
    const V3<long double> apart = lift<long double>(below.ball.centre) - lift<long double>(ball.centre);
    return lengthOf(apart) + below.ball.radius - ball.radius;
}

/// Of all nodes but the root, which is given. @param less factor of the radii
long double worst(const BallTree& tree, double less = 1.0)
{
    long double result = -std::numeric_limits<long double>::infinity();
    for (const BallIndex i : tree.nodes().indices())
        if (i != BallTree::kRoot && !tree.node(i).isLeaf())
            result = std::max(result, standOut(tree, {tree.node(i).ball.centre, tree.node(i).ball.radius * less}, tree.node(i)));
    return result;
}

int depthOf(const BallTree& tree, BallIndex index)
{
    const BallNode& node = tree.node(index);
    return node.isLeaf() ? 0 : 1 + std::max(depthOf(tree, node.children()[0]), depthOf(tree, node.children()[1]));
}

}  // namespace

TEST_CASE("Each ball of a tree holds the leaves below it, which are those given")
{
    Random random(91);
    for (int round = 0; round < 300; ++round)
    {
        const int count = 1 + random.index(60);
        const double size = std::pow(10.0, random.uniform(-6, 3));
        const std::vector<Ball> balls = randomBalls(random, count, size, random.chance(0.3) ? 1e6 * size : size);
        const Ball whole{balls.front().centre, 1e3 * size};
        const BallTree tree(whole, balls);
        CHECK(worst(tree) <= 0);
        const BallTree alone(balls);
        CHECK(worst(alone) <= 0);
        CHECK(standOut(alone, alone.node(BallTree::kRoot).ball, alone.node(BallTree::kRoot)) <= 0);
        CHECK(alone.nodes().size() == tree.nodes().size());
        std::vector<Ball> leaves;
        for (const BallNode& node : tree.nodes())
            if (node.isLeaf())
                leaves.push_back(node.ball);
        const auto less = [](const Ball& a, const Ball& b) {
            return std::tie(a.radius, a.centre[0], a.centre[1], a.centre[2])
                   < std::tie(b.radius, b.centre[0], b.centre[1], b.centre[2]);
        };
        std::vector<Ball> given = balls;
        std::sort(given.begin(), given.end(), less);
        std::sort(leaves.begin(), leaves.end(), less);
        REQUIRE(leaves.size() == given.size());
        for (std::size_t i = 0; i < leaves.size(); ++i)
            CHECK((leaves[i].radius == given[i].radius && leaves[i].centre == given[i].centre));
        if (count > 1)
        {
            CHECK(tree.node(BallTree::kRoot).ball.radius == whole.radius);
            CHECK(depthOf(tree, BallTree::kRoot) <= static_cast<int>(std::ceil(std::log2(count))));
        }
    }
}

TEST_CASE("Balls of a tree that are a little too small are found out")
{
    Random random(92);
    int found = 0;
    for (int round = 0; round < 20; ++round)
        found += worst(BallTree({Vec3::Zero(), 10}, randomBalls(random, 20, 1, 1)), 1.0 - 1e-9) > 0;
    CHECK(found == 20);
}

TEST_CASE("Balls about balls are little larger than they must be")
{
    // Two balls of radius 1 at distance 4: the least about both has radius 3.
    const Ball a{Vec3(0, 0, 0), 1}, b{Vec3(4, 0, 0), 1};
    const std::vector<Ball> pair = {a, b, {Vec3(100, 0, 0), 1}, {Vec3(104, 0, 0), 1}};
    const BallTree tree({Vec3::Zero(), 1e3}, pair);
    REQUIRE(tree.nodes().size() == 7);
    for (const int i : {1, 2})
        CHECK(tree.node(BallIndex(i)).ball.radius == Approx(3.0).epsilon(0.03));
}

TEST_CASE("A single ball is the root, if it is smaller than the whole, and nothing at all has one of no size")
{
    const Ball small{Vec3(1, 2, 3), 0.5}, large{Vec3::Zero(), 5};
    CHECK(BallTree(large, {small}).nodes().size() == 1);
    CHECK(BallTree(large, {small}).node(BallTree::kRoot).ball.radius == 0.5);
    CHECK(BallTree(small, {large}).node(BallTree::kRoot).ball.radius == 0.5);
    CHECK(BallTree().node(BallTree::kRoot).isLeaf());
    CHECK(BallTree().node(BallTree::kRoot).ball.radius == 0.0);
}

TEST_CASE("Balls beyond all measure make a tree that still holds them")
{
    Random random(93);
    for (const double size : {1e-300, 1e-170, 1e120, 1e160})
        CHECK(worst(BallTree({Vec3::Zero(), 1e300}, randomBalls(random, 20, size, size))) <= 0);
}
