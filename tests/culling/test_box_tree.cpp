// The tree without a stack: every item in its node, every item found, few nodes visited.

#include <algorithm>

#include <catch2/catch.hpp>

#include <gapless/culling/box_tree.h>

#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

bool holds(const AxisAlignedBox& outer, const AxisAlignedBox& inner)
{
    return (outer.low.array() <= inner.low.array()).all() && (outer.high.array() >= inner.high.array()).all();
}

bool overlap(const AxisAlignedBox& a, const AxisAlignedBox& b)
{
    return (a.low.array() <= b.high.array()).all() && (b.low.array() <= a.high.array()).all();
}

std::vector<AxisAlignedBox> randomBoxes(Random& random, int count, bool all_in_one_place)
{
    std::vector<AxisAlignedBox> boxes;
    for (int i = 0; i < count; ++i)
    {
        const Vec3 low = all_in_one_place ? Vec3(Vec3::Zero()) : random.inCube(10.0);
        boxes.push_back({low, low + Vec3(random.unit(), random.unit(), random.unit()) * (all_in_one_place ? 0.0 : 1.0)});
    }
    return boxes;
}

}  // namespace

TEST_CASE("a walk over the box tree finds exactly the items that overlap", "[culling]")
{
    Random random(41);
    for (const int count : {0, 1, 2, 4, 5, 100, 3000})
        for (const bool all_in_one_place : {false, true})
        {
            const std::vector<AxisAlignedBox> boxes = randomBoxes(random, count, all_in_one_place);
            std::vector<int> groups;
            for (int i = 0; i < count; ++i)
                groups.push_back(i / 10);
            const BoxTree tree(boxes, groups);
            CHECK(tree.order().size() == boxes.size());
            for (int query = 0; query < 20; ++query)
            {
                const Vec3 at = random.inCube(10.0);
                const AxisAlignedBox wanted{at, at + Vec3::Constant(random.uniform(0.0, 4.0))};
                std::vector<int> found, expected;
                std::size_t visited = 0;
                for (std::size_t i = 0; i < tree.nodes().size();)
                {
                    const BoxTree::Node& node = tree.nodes()[i];
                    REQUIRE(node.skip > static_cast<int>(i));
                    REQUIRE(++visited <= tree.nodes().size());
                    if (!overlap(node.box, wanted))
                    {
                        i = static_cast<std::size_t>(node.skip);
                        continue;
                    }
                    ++i;
                    for (int k = node.first; k < node.first + node.count; ++k)
                    {
                        const int item = tree.order()[static_cast<std::size_t>(k)];
                        CHECK(holds(node.box, boxes[static_cast<std::size_t>(item)]));
                        CHECK((node.group < 0 || node.group == groups[static_cast<std::size_t>(item)]));
                        if (overlap(boxes[static_cast<std::size_t>(item)], wanted))
                            found.push_back(item);
                    }
                }
                for (int i = 0; i < count; ++i)
                    if (overlap(boxes[static_cast<std::size_t>(i)], wanted))
                        expected.push_back(i);
                std::sort(found.begin(), found.end());
                CHECK(found == expected);
            }
        }
}
