// Two objects in all lanes of a block (lane_kernels.h), by their trees of hulls.
//
// An interval of the motion is some lanes beside one another, seen from the middle tm of one about in their midst: what bounds a body's
// acceleration over a lane bounds it over all of them where the greatest is taken, and where it is at tm and how it moves there are what that lane
// knows. The first interval is that of all lanes asked about, and the first pair the two roots. What is apart at tm, but not all along, is halved
// in time, a lane as a block of its own; what is not even apart there is opened in space, the larger hull first. Halves make up the interval, and
// children hold what their parent does: when nothing is left, the two are apart.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "certify/hull_lane.h"

namespace gapless {

/// A body in the lanes of a block, or one that stands still. Not owned.
struct HullCourse
{
    const BodyLanes* lanes = nullptr;
    const Pose* still = nullptr;  ///< where lanes is null
};

/// Scratch.
class HullProver
{
public:
    /// The two in the block of that begin and width, seen from one frame; to stay until the next call.
    using Place = std::function<std::array<HullCourse, 2>(double begin, double width)>;
    struct Budget
    {
        int pairs;   ///< of hulls that may turn out not to be apart
        int blocks;  ///< in place of single lanes
        int looks;   ///< along a direction; what is begun is ended
    };
    struct Pair
    {
        const HullTree &A, &B;  ///< not empty
        double slack;           ///< how far apart they have to be, rounding included, metres
        std::uint32_t lanes;    ///< of [0, 1], some: they are apart in the others
        /// One of these to look at by itself first: they may well not be apart there.
        std::optional<std::size_t> likely;
    };
    struct Apart
    {
        double gap = 0.0;       ///< what the hulls are farther apart than they need to be, at least, metres
        bool by_roots = false;  ///< whether hulls of all are, at some instant: hulls of parts hold their surfaces only
    };

    /// None: not proven. @param budget what is left of it
    std::optional<Apart> prove(const LaneKernels& kernels, const Pair& pair, const Place& place, Budget& budget);

    /// Two hulls that no way was found to keep apart, which ended the last search.
    struct Overlap
    {
        double t = 0.0;  ///< the middle of a lane
        NodeIndex a, b;  ///< what they hold
    };

    /// None where both hold parts that were not looked at one by one, as those of a cage and of what is within it do.
    const std::optional<Overlap>& overlap() const { return overlap_; }

private:
    static constexpr std::size_t kDeepest = 3;  // blocks, one within the other
    struct Item
    {
        std::uint32_t a = HullTree::kRoot, b = HullTree::kRoot;
        std::size_t first = 0, last = kLanes - 1;  // lanes
        Vec3 way = Vec3::Zero();                   // from the one to the other, about
    };
    struct Search
    {
        const LaneKernels& kernels;
        const Pair& pair;
        const Place& place;
        Budget& left;
        Apart apart;
    };
    bool proveBlock(Search& search, double begin, double width, std::size_t depth);

    std::optional<Overlap> overlap_;
    std::vector<Item> stack_;
    std::array<std::vector<Item>, kDeepest> deeper_;  // by depth: lanes that are to be blocks
};

}  // namespace gapless
