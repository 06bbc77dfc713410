#include "certify/hull_prover.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/core/rounding.h>

namespace gapless {

namespace {

struct CourseAt
{
    HullBody body;
    Vec3 p, v;
};

/// In lanes first to last, seen from the middle of one.
CourseAt courseAt(const HullCourse& course, std::size_t lane, std::size_t first, std::size_t last)
{
    if (!course.lanes)
        return {{course.still->R, Vec3::Zero(), 0.0, 0.0}, course.still->p, Vec3::Zero()};
    const BodyLanes& body = *course.lanes;
    const auto most = [&](const Lanes& x) { return *std::max_element(x.at + first, x.at + last + 1); };
    const Pose X = poseAt(body, lane);
    return {{X.R, vectorAt(body.omega, lane), most(body.turn_rate), most(body.bend)}, X.p, vectorAt(body.v, lane)};
}

/// @param width of a lane
HullLane hullLane(const std::array<HullCourse, 2>& courses, double width, std::size_t middle, std::size_t first, std::size_t last)
{
    const CourseAt a = courseAt(courses[0], middle, first, last), b = courseAt(courses[1], middle, first, last);
    const auto lanesTo = [&](std::size_t lane) { return static_cast<double>(lane) - static_cast<double>(middle); };
    return {a.body, b.body, b.p - a.p, b.v - a.v, (lanesTo(first) - 0.5) * width, (lanesTo(last) + 0.5) * width};
}

/// Of objects whose hulls have few points, of which many are boxes: from the first to the second along the axis of either's box along which these are
/// farthest apart, as long as the midsts are apart, if they are farther than needed at tm; else zero. Of others searches find a direction as soon from where their midsts are.
Vec3 wayOfBoxes(const HullTree& A, const HullTree& B, const HullLane& lane, double needed)
{
    constexpr std::size_t kFew = 48;  // of a box's side that is made of many triangles some points are not corners
    Vec3 way = Vec3::Zero();
    if (A.node(HullTree::kRoot).hull.count() > kFew || B.node(HullTree::kRoot).hull.count() > kFew)
        return way;
    const Mat3 axes[2] = {lane.a.R * A.box().axes, lane.b.R * B.box().axes};
    const Vec3 between = lane.p + lane.b.R * B.box().centre - lane.a.R * A.box().centre;
    const Mat3 turn = (axes[0].transpose() * axes[1]).cwiseAbs();
    const Vec3 reach[2] = {A.box().half + turn * B.box().half, B.box().half + turn.transpose() * A.box().half};
    for (std::size_t of = 0; of < 2; ++of)
    {
        const Vec3 along = axes[of].transpose() * between;
        for (int k = 0; k < 3; ++k)
            if (const double gap = std::abs(along[k]) - reach[of][k]; gap > needed)
            {
                needed = gap;
                way = std::copysign(between.norm(), along[k]) * axes[of].col(k);
            }
    }
    return way;
}

}  // namespace

std::optional<HullProver::Apart> HullProver::prove(const LaneKernels& kernels, const Pair& pair, const Place& place,
                                                   Budget& budget)
{
    overlap_.reset();
    Search search{kernels, pair, place, budget, {std::numeric_limits<double>::infinity(), false}};
    std::size_t first = 0, last = kLanes - 1;
    while (!(pair.lanes >> first & 1U))
        ++first;
    while (!(pair.lanes >> last & 1U))
        --last;
    stack_.clear();
    const auto push = [&](std::size_t begin, std::size_t end) {
        Item item;
        item.first = begin;
        item.last = end - 1;
        if (begin < end)
            stack_.push_back(item);
    };
    if (pair.likely)
    {
        push(first, *pair.likely);
        push(*pair.likely + 1, last + 1);
        push(*pair.likely, *pair.likely + 1);
    }
    else
        push(first, last + 1);
    if (!proveBlock(search, 0.0, 1.0, 0))
        return {};
    return search.apart;
}

/// What is in stack_.
bool HullProver::proveBlock(Search& search, double begin, double width, std::size_t depth)
{
    const std::array<HullCourse, 2> courses = search.place(begin, width);
    const double lane_width = width / kLanes;
    HullLane lane{};
    std::size_t placed_first = kLanes, placed_last = kLanes;
    std::vector<Item>& deeper = deeper_[depth];
    deeper.clear();
    while (!stack_.empty())
    {
        if (search.left.looks <= 0)
            return false;
        Item item = stack_.back();
        stack_.pop_back();
        const std::size_t middle = (item.first + item.last) / 2;
        if (placed_first != item.first || placed_last != item.last)
            lane = hullLane(courses, lane_width, middle, item.first, item.last);
        placed_first = item.first;
        placed_last = item.last;
        const HullTree::Node &A = search.pair.A.node(item.a), &B = search.pair.B.node(item.b);
        const double needed = (A.hull.radius() + B.hull.radius() + search.pair.slack) * kInflate;
        const bool is_single = item.first == item.last;
        const bool are_roots = item.a == HullTree::kRoot && item.b == HullTree::kRoot;
        if (are_roots && item.way == Vec3::Zero())
            item.way = wayOfBoxes(search.pair.A, search.pair.B, lane, needed);
        const GapOfHulls gap = gapOfHulls(search.kernels, A.hull, B.hull, lane, needed, is_single, item.way);
        search.left.looks -= gap.looks;
        if (gap.all_along)
        {
            search.apart.gap = std::min(search.apart.gap, *gap.all_along - needed);
            search.apart.by_roots |= are_roots;
        }
        else if (gap.there && !is_single)
        {
            // Motions that collide mostly do at their end: that comes first.
            Item half = item;
            half.last = middle;
            stack_.push_back(half);
            item.first = middle + 1;
            stack_.push_back(item);
        }
        else if (gap.there && depth + 1 < kDeepest && search.left.blocks > 0)
            deeper.push_back(item);
        else
        {
            const bool opens_a = A.children != 0 && (B.children == 0 || A.size >= B.size);
            const std::uint32_t children = opens_a ? A.children : B.children;
            if (--search.left.pairs <= 0 || children == 0)
            {
                if (!gap.there && (A.children == 0 || B.children == 0))
                    overlap_ = Overlap{begin + (static_cast<double>(middle) + 0.5) * lane_width, A.of, B.of};
                return false;
            }
            for (const std::uint32_t child : {children, children + 1})
            {
                (opens_a ? item.a : item.b) = child;
                stack_.push_back(item);
            }
        }
    }
    for (std::size_t k = 0; k < kLanes; ++k)
    {
        for (Item item : deeper)
            if (item.first == k)
            {
                item.first = 0;
                item.last = kLanes - 1;
                stack_.push_back(item);
            }
        if (!stack_.empty()
            && (--search.left.blocks < 0
                || !proveBlock(search, begin + static_cast<double>(k) * lane_width, lane_width, depth + 1)))
            return false;
    }
    return true;
}

}  // namespace gapless
