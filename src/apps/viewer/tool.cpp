#include "tool.h"

#include <algorithm>
#include <utility>

namespace gapless::viewer {
namespace {

/// How many planning joints move a body.
int joints(const Problem& problem, BodyIndex body)
{
    const KinematicModel& model = problem.scene->model();
    int count = 0;
    for (BodyIndex at = body; at != kWorld; at = model.body(at).parent)
        count += std::any_of(problem.joints.begin(), problem.joints.end(), [&](const PlanningJoint& j) { return j.body == at; });
    return count;
}

}  // namespace

ObjectIndex toolOf(const Problem& problem)
{
    const Scene& scene = *problem.scene;
    std::pair<int, ObjectIndex> most{-1, ObjectIndex(0)};
    for (const ObjectIndex i : scene.objects().indices())
        if (scene.object(i).kind == ObjectKind::Link)
            most = std::max(most, {joints(problem, scene.object(i).body), i});
    return most.second;
}

}  // namespace gapless::viewer
