// Neighbours by how far the robot travels.
#include "roadmap/workspace_metric.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <catch2/catch.hpp>

#include "arm_roadmap.h"
#include "planners/roadmap_file.h"
#include "support/random_input.h"
#include "support/temporary_folder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

Configuration randomConfiguration(const Problem& problem, Random& random)
{
    Configuration q = problem.start;
    for (const PlanningJoint& planning : problem.joints)
    {
        for (int i = 0; i < planning.count; ++i)
            q[planning.variable + i] = random.uniform(-1.0, 1.0);
        const JointType type = problem.scene->model().body(planning.body).joint.type;
        if (type == JointType::Continuous || type == JointType::Planar)
            q[planning.variable + planning.count - 1] = random.uniform(-3.1, 3.1);
        if (type == JointType::Floating)
            q.segment<4>(planning.variable + 3).normalize();
    }
    return q;
}

}  // namespace

TEST_CASE("The workspace metric is one, and on the way no point travels farther where levers do not change", "[workspace_metric]")
{
    Random random(5);
    for (const bool is_arm : {true, false})
    {
        const Problem problem = is_arm ? problemOf(ArmWorld()) : oneOfEach();
        NodeStates nodes(problem);
        constexpr std::uint32_t kNodes = 40;
        nodes.resize(kNodes);
        for (std::uint32_t i = 0; i < kNodes; ++i)
            nodes.set(i, randomConfiguration(problem, random));
        const WorkspaceMetric metric(problem, nodes);
        const double slack = 1e-12 * metric.extent();
        for (std::uint32_t a = 0; a < kNodes; ++a)
        {
            CHECK(metric.distance(a, a) == 0.0);
            for (std::uint32_t b = 0; b < kNodes; ++b)
            {
                const double ab = metric.distance(a, b);
                if (!(ab == metric.distance(b, a) && (a == b || ab > 0.0) && ab <= metric.extent()))
                    FAIL(a << ", " << b << ": " << ab);
                for (std::uint32_t c = 0; c < kNodes; ++c)
                    if (!(ab <= metric.distance(a, c) + metric.distance(c, b) + slack))
                        FAIL("no triangle: " << a << ", " << b << ", " << c);
                if (!is_arm)
                    continue;
                // The tip, in pieces: each is a chord of its way.
                const Motion motion = nodes.motion(a, b);
                const BodyIndex lower = problem.joints.back().body;
                double travel = 0.0;
                for (int k = 0; k < 20; ++k)
                    travel += (motion.worldPose(lower, (k + 1) / 20.0) * Vec3::UnitX()
                               - motion.worldPose(lower, k / 20.0) * Vec3::UnitX())
                                  .norm();
                CHECK(travel <= ab + slack);
            }
        }
    }
}

TEST_CASE("Nodes are joined to those that are nearest in the workspace, the same ones by any number of threads",
          "[workspace_metric]")
{
    const TemporaryFolder folder;
    const Problem problem = problemOf(ArmWorld());
    RoadmapBuildOptions options = smallRoadmap();
    options.nodes = 500;
    options.neighbors = 5;
    options.cell = 0.5;
    const auto space = armRoadmap(problem, folder.path("space.gdrm"), options);
    options.metric = RoadmapMetric::Workspace;
    // What was done for the other metric is of no use.
    const auto roadmap = armRoadmap(problem, folder.path("work.gdrm"), options);
    options.jobs = 3;
    armRoadmap(problem, folder.path("again.gdrm"), options);
    CHECK(contentOfFile(folder.path("again.gdrm")) == contentOfFile(folder.path("work.gdrm")));
    CHECK(contentOfFile(folder.path("space.gdrm")) != contentOfFile(folder.path("work.gdrm")));
    // Of rods of 1 m and 2 cm about them, the shoulder carries the end of the lower one at 2.02 m, the elbow at 1.02 m.
    const std::vector<double>& nodes = roadmap->content.milestones;
    CHECK(nodes == space->content.milestones);
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const RoadmapContent::Edge& edge : roadmap->content.edges)
        edges.emplace(edge.a, edge.b);
    std::size_t missing = 0;
    for (std::uint32_t i = 0; i < options.nodes; ++i)
    {
        std::vector<std::pair<double, std::uint32_t>> others;
        for (std::uint32_t j = 0; j < options.nodes; ++j)
            if (j != i)
                others.emplace_back(
                    2.02 * std::abs(nodes[2 * i] - nodes[2 * j]) + 1.02 * std::abs(nodes[2 * i + 1] - nodes[2 * j + 1]), j);
        std::partial_sort(others.begin(), others.begin() + 5, others.end());
        for (std::size_t k = 0; k < 5; ++k)
            missing += 1 - edges.count({std::min(i, others[k].second), std::max(i, others[k].second)});
    }
    CHECK(missing == 0);
}
