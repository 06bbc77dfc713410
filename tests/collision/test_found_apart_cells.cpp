// searchApartCells(): the cells that it calls apart, each against distances and insides at its corners and points, and against where parts meet.
#include <algorithm>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include <gapless/kinematics/motion.h>

#include "collision/limit_box.h"
#include "collision/search_apart_cells.h"
#include "support/chain_between.h"
#include "support/random_input.h"
#include "support/random_scene.h"
#include "support/sanitized.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr int kFewer = kSanitized ? 10 : 1;
constexpr double kOff = 1e-12;
/// Nearly all that the tables of a scene may take: the search of a pair ends after some 20 ms.
constexpr std::uint64_t kNearlyAll = kBudgetOfObjects.all - 200000;

struct ApartCell
{
    LimitCell cell;
    double value;
};

std::vector<ApartCell> cellsOf(const ApartCells& table)
{
    std::vector<ApartCell> found;
    struct Waiting
    {
        std::size_t node;
        LimitCell cell;
    };
    const auto count = static_cast<Eigen::Index>(table.axes().size());
    LimitCell box{Configuration(count), Configuration(count)};
    for (Eigen::Index v = 0; v < count; ++v)
    {
        box.low[v] = table.axes()[static_cast<std::size_t>(v)].low;
        box.high[v] = table.axes()[static_cast<std::size_t>(v)].high;
    }
    std::vector<Waiting> waiting{{0, box}};
    while (!waiting.empty())
    {
        const Waiting at = waiting.back();
        waiting.pop_back();
        const ApartCells::Node& node = table.nodes()[at.node];
        if (node.child == ApartCells::kCell)
        {
            if (node.value > ApartCells::kOpen)
                found.push_back({at.cell, node.value});
            continue;
        }
        Waiting below{static_cast<std::size_t>(node.child), at.cell}, above{below.node + 1, at.cell};
        below.cell.high[node.variable] = above.cell.low[node.variable] = node.value;
        waiting.push_back(below);
        waiting.push_back(above);
    }
    return found;
}

double shareOf(const RelativeChain& pair, const std::vector<ApartCell>& cells)
{
    double share = 0.0;
    for (const ApartCell& apart : cells)
        share += ((apart.cell.high - apart.cell.low).array() / (pair.high - pair.low).array()).prod();
    return share;
}

bool isOutside(const RelativeChain& pair, const Configuration& q)
{
    const Motion motion(pair.chain, q, q);
    return insideOneAnother(*pair.a.geometry, *pair.b.geometry,
                            pairPose(motion.worldPose(pair.a.body, 0.0), motion.worldPose(pair.b.body, 0.0)))
           == Containment::Answer::Outside;
}

/// Is what the cell says wrong at a corner of it, or at one of some points?
bool isWrong(const RelativeChain& pair, const ApartCell& apart, Random& random, int points)
{
    const Eigen::Index n = apart.cell.low.size();
    const int corners = 1 << n;
    for (int k = -1; k < corners + points; ++k)
    {
        Configuration q = apart.cell.centre();
        for (Eigen::Index v = 0; v < n && k >= 0; ++v)
            q[v] = k >= corners          ? random.uniform(apart.cell.low[v], apart.cell.high[v])
                   : ((k >> v) & 1) != 0 ? apart.cell.high[v]
                                         : apart.cell.low[v];
        if (!(distanceOf(pair, {}, q, apart.value - kOff) >= apart.value - kOff) || !isOutside(pair, q))
            return true;
    }
    return false;
}

SeenObject randomObject(Random& random, bool above)
{
    SeenObject object;
    // Some are flat, one above the other; others anywhere.
    const bool flat = random.chance(0.5);
    for (int k = 1 + random.index(5); k > 0; --k)
    {
        Pose X = random.pose(0.5);
        if (flat)
            X.p.z() = (above ? 1.0 : -1.0) * random.uniform(0.05, 0.3);
        object.shapes.push_back({random.chance(0.7) ? Shape(randomMesh(random, 0.2)) : randomShape(random, 0.15), X});
    }
    SeenJoint& joint = object.joint;
    joint.type = random.chance(0.7) ? JointType::Revolute : JointType::Prismatic;
    joint.axis = random.chance(0.5) ? Vec3((Vec3::UnitZ() + random.logUniform(1e-3, 0.3) * random.direction()).normalized())
                                    : random.direction();
    joint.point = random.inCube(0.4);
    joint.low = random.uniform(-2.0, 0.5);
    joint.high = joint.low + (joint.type == JointType::Revolute ? random.uniform(0.2, 6.3) : random.uniform(0.05, 0.8));
    return object;
}

}  // namespace

TEST_CASE(
    "Every cell that is called apart is so at its corners and points, by as much as it says, and neither is inside the other")
{
    Random random(61);
    int tables = 0, parts = 0, checked = 0, raised = 0, seen = 0;
    for (int round = 0; round < 80 / kFewer; ++round)
    {
        SeenObject a = randomObject(random, true), b = randomObject(random, false);
        const auto layout = static_cast<Layout>(random.index(3));
        const bool alone = random.chance(0.3);
        if (alone)
            (layout == Layout::FirstOutside ? b : a).joint = {};
        const ChainOf chain(a, b, layout, &random);
        const RelativeChain& pair = *chain;
        REQUIRE(pair.isEligible());
        const double clearance = random.chance(0.5) ? 0.0 : random.logUniform(1e-3, 0.05);
        std::uint64_t spent = kNearlyAll;
        const auto table = searchApartCells(pair, clearance, {}, spent);
        if (!table)
            continue;
        ++tables;
        const std::vector<ApartCell> cells = cellsOf(*table);
        parts += shareOf(pair, cells) < 1.0 && shareOf(pair, cells) > 0.05;
        for (int k = 0; k < 20; ++k)
        {
            const ApartCell& cell = cells[static_cast<std::size_t>(random.index(static_cast<int>(cells.size())))];
            CAPTURE(round, k, cell.value, clearance, digits(cell.cell.low), digits(cell.cell.high));
            CHECK(cell.value > clearance);
            CHECK_FALSE(isWrong(pair, cell, random, 2));
            ++checked;
            // One that says what there is at its centre is mostly seen to be wrong.
            const double centre = distanceOf(pair, {}, cell.cell.centre());
            if ((cell.cell.high - cell.cell.low).maxCoeff() > 1e-2 && centre > cell.value + 1e-3)
            {
                ++raised;
                seen += isWrong(pair, {cell.cell, centre}, random, 2);
            }
        }
    }
    CAPTURE(tables, parts, checked, raised, seen);
    CHECK(tables > 40 / kFewer);
    CHECK(parts > 20 / kFewer);
    CHECK(raised > 200 / kFewer);
    CHECK(seen > 0.8 * raised);
}

namespace {

SeenJoint turnAboutZ(double low, double high)
{
    return {JointType::Revolute, Vec3::Zero(), Vec3::UnitZ(), low, high};
}

/// Balls of radius 0.02 about the axis, at these angles.
SeenObject ballsAt(const std::vector<double>& angles, double radius)
{
    SeenObject object;
    for (const double angle : angles)
        object.shapes.push_back({Sphere{0.02}, at(radius * std::cos(angle), radius * std::sin(angle), 0)});
    return object;
}

}  // namespace

TEST_CASE("Of objects of many parts, no cell is apart in which any two of these meet")
{
    const double low = 0.0, high = 3.0;
    Random random(62);
    for (const Layout layout : {Layout::FirstOutside, Layout::SecondOutside})
        for (int round = 0; round < 40 / kFewer; ++round)
        {
            std::vector<double> first, second;
            for (int k = 1 + random.index(5); k > 0; --k)
                first.push_back(random.uniform(0.0, 1.5));
            for (int k = 1 + random.index(5); k > 0; --k)
                second.push_back(random.uniform(0.0, 1.5));
            SeenObject a = ballsAt(first, 0.5), b = ballsAt(second, 0.5 + random.uniform(-0.039, 0.039));
            (layout == Layout::FirstOutside ? a : b).joint = turnAboutZ(low, high);
            const ChainOf chain(a, b, layout);
            std::uint64_t spent = kNearlyAll;
            const auto table = searchApartCells(*chain, 0.0, {}, spent);
            REQUIRE(table);
            int inside = 0;
            for (const double x : first)
                for (const double y : second)
                {
                    // Seen at the middle of the range.
                    const double meeting = 0.5 * (low + high) + (layout == Layout::FirstOutside ? y - x : x - y);
                    CAPTURE(static_cast<int>(layout), round, meeting);
                    CHECK_FALSE(table->gapOn({meeting, 0.0}, {meeting, 0.0}));
                    ++inside;
                }
            // Each takes some 0.16 rad.
            CHECK(shareOf(*chain, cellsOf(*table)) > 1.0 - 0.3 * inside / (high - low));
        }
}

TEST_CASE("A cell's gap is that of all its parts, those found apart before it was cut included")
{
    // Two discs, 5 mm apart whatever the angle; and far out balls that meet at the middle of the range.
    const double gap = 5e-3;
    for (const Layout layout : {Layout::FirstOutside, Layout::SecondOutside})
        for (const bool swapped : {false, true})
        {
            SeenObject a = ballsAt({1.0}, 1.0), b = ballsAt({1.0}, 1.0);
            a.shapes.push_back({Cylinder{0.2, 0.01}, at(0, 0, 0.01 + 0.5 * gap)});
            b.shapes.push_back({Cylinder{0.2, 0.01}, at(0, 0, -0.01 - 0.5 * gap)});
            if (swapped)
                std::swap(a, b);
            (layout == Layout::FirstOutside ? a : b).joint = turnAboutZ(-2.0, 3.0);
            const ChainOf chain(a, b, layout);
            std::uint64_t spent = kNearlyAll;
            const auto table = searchApartCells(*chain, 0.0, {}, spent);
            REQUIRE(table);
            const std::vector<ApartCell> cells = cellsOf(*table);
            CAPTURE(static_cast<int>(layout), swapped, cells.size());
            CHECK(cells.size() > 4);
            CHECK(shareOf(*chain, cells) > 0.9);
            int away = 0;
            for (const ApartCell& cell : cells)
            {
                CHECK(cell.value <= gap + kOff);
                // Beside where the balls meet cells are as small as they are worth, and these the nearest.
                const bool is_beside = cell.cell.low[0] < 0.8 && cell.cell.high[0] > 0.2;
                CHECK(cell.value > (is_beside ? 0.02 : 0.5) * gap);
                away += is_beside ? 0 : 1;
            }
            CHECK(away > 3);
            // What is known of some parts all over the box counts, too.
            ApartWithinLimits proof;
            proof.gap = 1e-3;
            std::uint64_t spent_again = kNearlyAll;
            const auto less = searchApartCells(*chain, 0.0, proof, spent_again);
            REQUIRE(less);
            for (const ApartCell& cell : cellsOf(*less))
                CHECK(cell.value <= 1e-3);
        }
}
