// Coordination squares: what they cost, for motions of two robots of a problem as a roadmap of each would have them.
//
// Of each problem, for its robots --robots: --edges motions of each from a free state to one at most --step away in each joint (cars: their curve), proven free of
// themselves and of what stands still; then all pairs of a motion of the one with a motion of the other:
// - the boxes of what a motion sweeps: their cost, once for each motion;
// - apart by the boxes of all that the robots sweep: how many, and what the verdict costs;
// - near, the others: the verdict's cost, and how many of them meet;
// - the map of those that meet at --resolution: its cost, and the shares that are free and blocked.
// Processor time of the thread, less what it takes to read it (a call of the system, which is as long as it takes to tell boxes apart); what else is worked out
// once for a motion counts where it is first needed. Prints one JSON object per problem.
// Exit code 0; 2: bad input, 130: interrupted.

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>

#include <gapless/certify/certify_curve.h>
#include <gapless/certify/coordination_square.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/io/problem_loader.h>
#include <gapless/kinematics/angle.h>
#include <gapless/ompl/state_mapping.h>
#include <gapless/ompl/state_space_factory.h>

#include "measure/program.h"
#include "measure/statistics.h"

namespace gapless {
namespace {

struct SquareOptions
{
    std::vector<std::string> problems;
    std::vector<int> robots = {0, 1};
    int edges = 60;
    double step = 0.5;  ///< radians; of slides and the places of cars metres
    double resolution = 1.0 / 32.0, tolerance = 1e-3;
    std::uint32_t seed = 1;
};

/// The same objects with the pairs of one robot with itself and with what belongs to none.
std::shared_ptr<const Scene> sceneOf(const Scene& scene, int robot)
{
    std::vector<ObjectPair> pairs;
    for (const ObjectPair& pair : scene.pairs())
    {
        const auto isOther = [&](ObjectIndex i) {
            const std::optional<int> of = scene.model().body(scene.object(i).body).robot;
            return of && *of != robot;
        };
        if (!isOther(pair.a) && !isOther(pair.b))
            pairs.push_back(pair);
    }
    return std::make_shared<const Scene>(scene.model(), scene.objects().list(), pairs, &scene);
}

/// Motions of one robot.
class Edges
{
public:
    Edges(const Problem& problem, const StateMapping& mapping, int robot, const SquareOptions& options)
        : problem_(problem),
          mapping_(mapping),
          robot_(robot),
          options_(options),
          alone_(sceneOf(*problem.scene, robot)),
          states_(alone_, options.tolerance),
          curves_(alone_, {}),
          random_(options.seed + static_cast<std::uint32_t>(robot))
    {}

    std::shared_ptr<RobotCurve> next()
    {
        for (int tries = 0; tries < kMostTries; ++tries)
        {
            const Configuration from = anywhere(), to = near(from);
            if (states_.check(from) != Verdict::Free || states_.check(to) != Verdict::Free)
                continue;
            CurveMotion curve = curveOf(from, to);
            if (curves_.certify(curve, {2000}).verdict != Verdict::Free)
                continue;
            if (!problem_.hasCars())
                return std::make_shared<RobotCurve>(problem_.scene, robot_, from, to);
            return std::make_shared<RobotCurve>(problem_.scene, robot_, std::move(curve));
        }
        throw InputError(problem_.file + ": no free motion of robot " + std::to_string(robot_) + " was found in "
                         + std::to_string(kMostTries) + " tries");
    }

private:
    static constexpr int kMostTries = 100000;

    CurveMotion curveOf(const Configuration& from, const Configuration& to) const
    {
        ompl::base::ScopedState<> a(mapping_.space()), b(mapping_.space());
        mapping_.toState(from, a.get());
        mapping_.toState(to, b.get());
        return mapping_.curve(a.get(), b.get());
    }
    bool isOfRobot(const PlanningJoint& joint) const { return problem_.scene->model().body(joint.body).robot == robot_; }

    Configuration anywhere()
    {
        Configuration q = problem_.start;
        for (const PlanningJoint& joint : problem_.joints)
            if (isOfRobot(joint))
                for (int k = 0; k < joint.count; ++k)
                {
                    const auto& limits = problem_.scene->model().body(joint.body).joint;
                    const auto at = static_cast<std::size_t>(k);
                    const bool is_limited = at < limits.lower.size();
                    q[joint.variable + k] = random_.uniformReal(is_limited ? limits.lower[at] : -kHalfTurn,
                                                                is_limited ? limits.upper[at] : kHalfTurn);
                }
        return q;
    }

    Configuration near(const Configuration& from)
    {
        Configuration q = from;
        for (const PlanningJoint& joint : problem_.joints)
            if (isOfRobot(joint))
                for (int k = 0; k < joint.count; ++k)
                {
                    const auto& limits = problem_.scene->model().body(joint.body).joint;
                    const auto at = static_cast<std::size_t>(k);
                    double& value = q[joint.variable + k];
                    value += random_.uniformReal(-options_.step, options_.step);
                    if (at < limits.lower.size())
                        value = std::min(limits.upper[at], std::max(limits.lower[at], value));
                    else
                        value = normalizedAngle(value);
                }
        return q;
    }

    static constexpr double kHalfTurn = 3.14159;
    const Problem& problem_;
    const StateMapping& mapping_;
    int robot_;
    const SquareOptions& options_;
    std::shared_ptr<const Scene> alone_;
    StaticChecker states_;
    CurveCertifier curves_;
    ompl::RNG random_;
};

/// Microseconds.
Json times(const std::vector<double>& seconds)
{
    const auto microseconds = [](double t) { return numberOrNull(1e6 * t); };
    return {{"count", seconds.size()},
            {"mean_us", microseconds(mean(seconds))},
            {"median_us", microseconds(median(seconds))},
            {"95 %_us", microseconds(quantile(seconds, 0.95))},
            {"largest_us", microseconds(quantile(seconds, 1.0))}};
}

int measure(const SquareOptions& options)
{
    const double reading = timeOfReading();
    const auto since = [reading](double start) { return std::max(0.0, processorTime() - start - reading); };
    for (const std::string& file : options.problems)
    {
        LoadOptions load;
        load.takes_cars = true;
        const Problem problem = loadProblem(file, load);
        const StateMapping mapping(makeStateSpace(problem), problem);
        const auto robots = std::make_shared<const RobotPair>(problem.scene, options.robots[0], options.robots[1]);
        std::vector<double> boxes, apart, near, near_free, near_meet, maps, cells_of_free, tests_of_free, cells_of_meeting,
            tests_of_meeting, cells_of_maps, tests_of_maps;
        std::vector<std::vector<std::shared_ptr<RobotCurve>>> motions(2);
        for (std::size_t k = 0; k < 2; ++k)
        {
            Edges edges(problem, mapping, options.robots[k], options);
            for (int i = 0; i < options.edges; ++i)
                motions[k].push_back(edges.next());
            for (const auto& motion : motions[k])
            {
                const double start = processorTime();
                static_cast<void>(motion->box());
                boxes.push_back(since(start));
            }
        }
        std::map<Verdict, int> verdicts;
        std::vector<double> free_shares;
        for (const auto& a : motions[0])
            for (const auto& b : motions[1])
            {
                if (interrupted())
                    return kInterrupted;
                const double start = processorTime();
                CoordinationSquare square(robots, a, b, options.tolerance);
                const Verdict verdict = square.run({100000});
                const double took = since(start);
                if (square.result().cells == 0)
                {
                    apart.push_back(took);
                    continue;
                }
                near.push_back(took);
                ++verdicts[verdict];
                (verdict == Verdict::Collision ? near_meet : near_free).push_back(took);
                const auto tests = [&] {
                    const CertifyStatistics statistics = square.result().statistics;
                    return static_cast<double>(statistics.bounding_volume_tests + statistics.distance_queries);
                };
                const bool meets = verdict == Verdict::Collision;
                (meets ? cells_of_meeting : cells_of_free).push_back(static_cast<double>(square.result().cells));
                (meets ? tests_of_meeting : tests_of_free).push_back(tests());
                if (verdict != Verdict::Collision)
                    continue;
                const double before = processorTime();
                const CoordinationMap& map = square.map(options.resolution);
                maps.push_back(since(before) + took);
                cells_of_maps.push_back(static_cast<double>(square.result().cells));
                tests_of_maps.push_back(tests());
                free_shares.push_back(map.area(CoordinationMap::State::Free) / (map.whole().s.width() * map.whole().t.width()));
            }
        const Json out = {{"problem", file},
                          {"edges", options.edges},
                          {"step", options.step},
                          {"boxes_of_a_motion", times(boxes)},
                          {"apart_by_boxes", times(apart)},
                          {"near", times(near)},
                          {"near_free", times(near_free)},
                          {"cells_of_free", numberOrNull(mean(cells_of_free))},
                          {"tests_of_free", numberOrNull(mean(tests_of_free))},
                          {"cells_of_meeting", numberOrNull(mean(cells_of_meeting))},
                          {"tests_of_meeting", numberOrNull(mean(tests_of_meeting))},
                          {"near_meet", times(near_meet)},
                          {"near_undecided", verdicts[Verdict::Undecided]},
                          {"maps_of_those_that_meet", times(maps)},
                          {"cells_of_maps", numberOrNull(mean(cells_of_maps))},
                          {"tests_of_maps", numberOrNull(mean(tests_of_maps))},
                          {"resolution", options.resolution},
                          {"mean_free_share", numberOrNull(mean(free_shares))}};
        std::cout << out.dump() << std::endl;
    }
    return kDone;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    using namespace gapless;
    CLI::App app{"What coordination squares cost, for motions of two robots of a problem"};
    app.name("coordination_squares");
    SquareOptions options;
    app.add_option("problem", options.problems, "problem files with two robots or more")->required();
    app.add_option("--robots", options.robots, "which two, as they stand in the problem file, from 0 on")->expected(2);
    app.add_option("--edges", options.edges, "motions of each robot")->check(CLI::PositiveNumber);
    app.add_option("--step", options.step, "how far a motion goes in each joint at most, radians or metres")
        ->check(CLI::PositiveNumber);
    app.add_option("--resolution", options.resolution, "of maps")->check(CLI::Range(kMapResolutionRange.lowest, 1.0));
    app.add_option("--tolerance", options.tolerance, "of witnesses, metres")->check(CLI::PositiveNumber);
    app.add_option("--seed", options.seed, "of the motions");
    return runProgram(app, argc, argv, [&] { return measure(options); });
}
