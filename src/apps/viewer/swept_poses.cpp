#include "swept_poses.h"

#include <algorithm>

#include <gapless/kinematics/motion_bound.h>

namespace gapless::viewer {
namespace {

/// Bound of the path length of any point of any object during each segment, metres, as sums: entry k is that of the first k segments.
std::vector<double> travelledBefore(const Scene& scene, const std::vector<PlayedSegment>& path)
{
    std::vector<double> travelled{0.0};
    for (const PlayedSegment& segment : path)
    {
        const Motion motion(scene.model(), segment.from, segment.to);
        double farthest = 0.0;
        for (const CollisionObject& object : scene.objects())
        {
            if (scene.model().body(object.body).is_static)
                continue;
            MotionBound bound;
            bound.reset(motion, object.body, *object.geometry);
            farthest = std::max(farthest, bound.travel());
        }
        travelled.push_back(travelled.back() + farthest);
    }
    return travelled;
}

/// At equal times: how far points move between two of them is not worked out.
SweptPoses posesOfCurves(const PathPlayer& player, std::size_t count)
{
    SweptPoses swept;
    for (std::size_t k = 0; k < count; ++k)
        swept.instants.push_back(
            player.posesAt(player.placeAt(player.duration() * static_cast<double>(k) / static_cast<double>(count - 1))));
    return swept;
}

}  // namespace

// Instants at equal steps of what the fastest point has travelled at most, summed over the segments. Within a segment that is taken to
// grow with t, as its bound does, so between two instants no point moves more than a step.
SweptPoses sweptPoses(const Scene& scene, const PathPlayer& player, std::size_t most)
{
    if (std::any_of(player.segments().begin(), player.segments().end(), [](const auto& segment) { return segment.curve; }))
        return posesOfCurves(player, std::max<std::size_t>(most, 2));
    const std::vector<double> travelled = travelledBefore(scene, player.segments());
    const double total = travelled.back();
    const std::size_t count = total > 0.0 ? std::max<std::size_t>(most, 2) : 1;
    SweptPoses swept;
    swept.largest_step = count > 1 ? total / static_cast<double>(count - 1) : 0.0;
    std::size_t segment = 0;
    for (std::size_t k = 0; k < count; ++k)
    {
        const double distance = k + 1 == count ? total : static_cast<double>(k) * swept.largest_step;
        while (segment + 2 < travelled.size() && travelled[segment + 1] < distance)
            ++segment;
        const double length = travelled[segment + 1] - travelled[segment];
        const double t = length > 0.0 ? std::clamp((distance - travelled[segment]) / length, 0.0, 1.0) : 0.0;
        swept.instants.push_back(player.posesAt({segment, t}));
    }
    return swept;
}

}  // namespace gapless::viewer
