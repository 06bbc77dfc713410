// What tests of lane_kernels.h share.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <catch2/catch.hpp>

#include "certify/lane_targets.h"

#include <hwy/targets.h>

#include "certify/lane_kernels.h"

namespace gapless::test {

using Long = long double;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Calls what it is given with the kernels of each instruction set that the machine has; those of floats it asks for itself, laneKernels<float>().
template <class F>
void onEveryTarget(const F& f)
{
    struct Restore
    {
        ~Restore() { hwy::SetSupportedTargetsForTest(0); }
    } restore;
    hwy::SetSupportedTargetsForTest(0);
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets())
    {
        hwy::SetSupportedTargetsForTest(target);
        const LaneKernels& kernels = laneKernels();
        INFO("instruction set: " << kernels.target);
        f(kernels);
    }
}

inline Vec3 vectorOf(const Lanes* lanes, std::size_t k)
{
    return {lanes[0].at[k], lanes[1].at[k], lanes[2].at[k]};
}

inline void put(const Vec3& x, Lanes* lanes, std::size_t k)
{
    for (int i = 0; i < 3; ++i)
        lanes[i].at[k] = x[i];
}

/// A body that stands still.
inline BodyLanes stillLanes(const Pose& X)
{
    BodyLanes body = {};
    for (std::size_t k = 0; k < kLanes; ++k)
    {
        for (int i = 0; i < 9; ++i)
            body.R[i].at[k] = X.R(i / 3, i % 3);
        put(X.p, body.p, k);
    }
    return body;
}

/// By piece: the lanes in which it is below one of these nodes.
inline std::vector<std::uint32_t> lanesLeft(const RssTree& tree, std::size_t pieces, const std::vector<LeftNode>& left)
{
    std::vector<std::uint32_t> lanes(pieces, 0);
    std::vector<LeftNode> stack = left;
    while (!stack.empty())
    {
        const LeftNode at = stack.back();
        stack.pop_back();
        const RssNode& node = tree.node(at.node);
        if (node.isLeaf())
            lanes[node.leaf()] |= at.lanes;
        else
            for (const NodeIndex child : node.children())
                stack.push_back({child, at.lanes});
    }
    return lanes;
}

}  // namespace gapless::test
