#include "robots_roadmaps.h"

#include <algorithm>
#include <limits>

#include <ompl/base/ScopedState.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/core/error.h>
#include <gapless/multirobot/robot_roadmaps.h>

#include "palette.h"
#include "surface.h"
#include "tool.h"

namespace ob = ompl::base;

namespace gapless::viewer {
namespace {

/// As gapless::SuperGraph has it where nothing else is said.
constexpr std::size_t kNeighbours = 8;
/// Straight pieces of a way.
constexpr unsigned int kPiecesPerCurve = 24;
/// Half width of a way, as a share of the ground that all ways take.
constexpr double kCurveHalfWidth = 0.0007;

/// Where the robot's tool is on its ways.
std::vector<std::vector<Vec3>> waysOf(const RobotRoadmap& roadmap)
{
    const Scene& scene = *roadmap.problem().scene;
    const BodyIndex body = scene.object(toolOf(roadmap.problem())).body;
    const ob::StateSpacePtr& space = roadmap.mapping().space();
    ob::ScopedState<> from(space), to(space), between(space);
    Motion still;
    std::vector<std::vector<Vec3>> ways;
    for (RobotRoadmap::Edge edge = 0; edge < roadmap.edgeCount(); ++edge)
    {
        roadmap.mapping().toState(roadmap.configuration(roadmap.edge(edge).from), from.get());
        roadmap.mapping().toState(roadmap.configuration(roadmap.edge(edge).to), to.get());
        ways.emplace_back();
        for (unsigned int k = 0; k <= kPiecesPerCurve; ++k)
        {
            space->interpolate(from.get(), to.get(), static_cast<double>(k) / kPiecesPerCurve, between.get());
            const Configuration q = roadmap.mapping().toConfiguration(between.get());
            still.reset(scene.model(), q, q);
            ways.back().push_back(still.worldPose(body, 0.0).p);
        }
    }
    return ways;
}

}  // namespace

RobotsRoadmaps robotsRoadmaps(const Problem& problem, std::size_t nodes, double tolerance,
                              const std::function<bool()>& interrupted)
{
    if (!problem.has_start || !problem.goal)
        throw InputError(problem.file + ": roadmaps of several robots begin with a start and a goal configuration");
    ompl::RNG::setSeed(1);  // the same picture each time
    const RobotGroup group(problem);
    const RobotRoadmaps roadmaps = makeRoadmaps(group, tolerance, ValidatorKind::Adaptive, true);
    const ob::PlannerTerminationCondition ptc(interrupted);
    for (RobotRoadmap* const roadmap : distinctRoadmaps(roadmaps))
        roadmap->grow(nodes, kNeighbours, ptc);
    for (const RobotIndex robot : group.robots())
        for (const Configuration* const q : {&problem.start, &*problem.goal})
            if (!roadmaps[robot]->add(group.alone(robot).of(*q), 2 * kNeighbours, ptc))
                throw InputError(problem.file + ": robot '" + group.name(robot) + "' cannot be at its "
                                 + (q == &problem.start ? "start" : "goal"));

    RobotsRoadmaps picture;
    std::vector<std::vector<std::vector<Vec3>>> ways;
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    for (RobotRoadmap* const roadmap : distinctRoadmaps(roadmaps))
    {
        ways.push_back(waysOf(*roadmap));
        for (const std::vector<Vec3>& way : ways.back())
            for (const Vec3& p : way)
            {
                low = low.cwiseMin(p);
                high = high.cwiseMax(p);
            }
        ++picture.roadmaps;
        picture.nodes += roadmap->size();
        picture.edges += roadmap->edgeCount();
        const auto has = [&](const auto& one) { return one.get() == roadmap; };
        const bool is_shared = std::count_if(roadmaps.begin(), roadmaps.end(), has) > 1;
        picture.surfaces.push_back(
            {{}, is_shared ? kProvenColour : colourOf(*roadmap->problem().scene, toolOf(roadmap->problem()))});
    }
    const double half_width = kCurveHalfWidth * std::max(0.0, (high - low).maxCoeff());
    for (std::size_t i = 0; i < ways.size(); ++i)
        for (const std::vector<Vec3>& way : ways[i])
            for (std::size_t k = 0; k + 1 < way.size(); ++k)
                addBar(picture.surfaces[i].surface, way[k], way[k + 1], half_width);
    return picture;
}

}  // namespace gapless::viewer
