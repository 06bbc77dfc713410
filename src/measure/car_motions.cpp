// Cars: what their proof costs, what OMPL's own validators let pass, and whether the curves that are proven are those that OMPL draws.
//
// Of each problem with one car that plans (`steering`), three things, as many as are asked for:
// - curves (--curves): random, lattice, and nearly equal pairs of states, with radii of --radius; OMPL's states at 64 instants of each lie
//   within what StateMapping::curve() says, and by how much that is wider than a point;
// - motions (--motions): of --step turning radii and as much of a turn, from free states to free states within the bounds: ours and OMPL's own
//   validator with our state checker, at --resolution of the space's extent as OMPL has it. Processor time of the thread;
// - plans (--runs): each of --planners, seed by seed, OMPL's with each of the two, ours with ours; the path is certified as a whole.
// Prints one JSON object per problem. Exit code 0; 1: a state lies outside its curve, or a path of ours is not certified; 2: bad input, 130:
// interrupted.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/core/error.h>
#include <gapless/kinematics/angle.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/planners/planner_registry.h>

#include "measure/program.h"
#include "measure/statistics.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {
namespace {

using CarState = ob::SE2StateSpace::StateType;

struct CarOptions
{
    std::vector<std::string> problems;
    std::string steering;  ///< empty: as the problem says
    int curves = 10000, motions = 2000, runs = 20;
    std::vector<std::string> planners = {"RRTConnect"};
    std::vector<double> radii = {0.1, 1.0, 10.0, 100.0};
    double step = 3.0;         ///< turning radii
    double time = 5.0;         ///< of a run, seconds
    double tolerance = 1e-3;   ///< metres
    double resolution = 0.01;  ///< OMPL's longest valid segment fraction
    std::uint32_t seed = 1;
    std::string validator = toString(ValidatorKind::Adaptive);
};

PlanningJoint& carOf(const std::string& file, Problem& problem)
{
    if (problem.joints.size() != 1 || !problem.joints.front().steering)
        throw InputError(file + ": has to have one car, with `steering`, and nothing else that plans");
    return problem.joints.front();
}

std::shared_ptr<ob::SE2StateSpace> carSpace(const Steering& steering, double radius)
{
    std::shared_ptr<ob::SE2StateSpace> space;
    if (steering.type == Steering::Type::Dubins)
        space = std::make_shared<ob::DubinsStateSpace>(radius);
    else
        space = std::make_shared<ob::ReedsSheppStateSpace>(radius);
    ob::RealVectorBounds bounds(2);
    bounds.setLow(-1e4);
    bounds.setHigh(1e4);
    space->setBounds(bounds);
    return space;
}

/// What OMPL takes for such a space where it is given none; the names of its classes change with its version.
ob::MotionValidatorPtr validatorOfOmpl(const ob::SpaceInformationPtr& si)
{
    const ob::MotionValidatorPtr given = si->getMotionValidator();
    si->setMotionValidator(nullptr);
    si->setup();
    ob::MotionValidatorPtr default_validator = si->getMotionValidator();
    si->setMotionValidator(given);
    si->setup();
    return default_validator;
}

void set(ob::State* state, double x, double y, double heading)
{
    auto* const pose = state->as<CarState>();
    pose->setXY(x, y);
    pose->setYaw(normalizedAngle(heading));
}

/// The k-th pair: by turns anywhere, on a lattice (segments of no length, several curves as short as each other), and nearly equal.
void drawPair(ompl::RNG& random, int k, double radius, ob::State* from, ob::State* to)
{
    const auto anywhere = [&](ob::State* state) {
        set(state, random.uniformReal(-50, 50), random.uniformReal(-50, 50), random.uniformReal(-M_PI, M_PI));
    };
    const auto lattice = [&](ob::State* state) {
        set(state, radius * random.uniformInt(-4, 4), radius * random.uniformInt(-4, 4), 0.5 * M_PI * random.uniformInt(-2, 1));
    };
    if (k % 3 == 1)
    {
        lattice(from);
        lattice(to);
        return;
    }
    anywhere(from);
    anywhere(to);
    if (k % 3 == 2)
    {
        const double near = std::pow(10.0, random.uniformReal(-12, -2));
        const auto* const pose = from->as<CarState>();
        set(to, pose->getX() + near * random.uniformReal(-1, 1), pose->getY() + near * random.uniformReal(-1, 1),
            pose->getYaw() + near * random.uniformReal(-1, 1));
    }
}

struct CurveCount
{
    int outside = 0;
    double widest = 0.0;  ///< of the curve's intervals at a point, turning radii and radians
};

void compareCurve(const StateMapping& mapping, const ob::State* from, const ob::State* to, double radius, CurveCount& count)
{
    const CurveMotion curve = mapping.curve(from, to);
    ob::ScopedState<> state(mapping.space());
    constexpr int kInstants = 64;
    for (int k = 0; k <= kInstants; ++k)
    {
        const double t = static_cast<double>(k) / kInstants;
        mapping.space()->interpolate(from, to, t, state.get());
        const Configuration q = mapping.toConfiguration(state.get());
        // At a break, and at the end, the state may be of either of the pieces that meet there.
        bool is_inside = false;
        for (const CurvePiece& piece : curve.pieces())
        {
            if (t < piece.begin || piece.end < t)
                continue;
            const Interval at = Interval(t) - Interval(piece.begin), length = Interval(piece.end) - Interval(piece.begin);
            const Interval s = length.lower > 0.0 ? intersection(at / length, Interval(0.0, 1.0)) : Interval(0.0, 1.0);
            bool is_here = true;
            for (Eigen::Index v = 0; v < 3; ++v)
            {
                const Interval value = piece.variables[static_cast<std::size_t>(v)](s);
                // Headings mean the same, whole turns apart; taking those off is rounded.
                is_here = is_here
                          && (v < 2 ? value.lower <= q[v] && q[v] <= value.upper
                                    : std::abs(normalizedAngle(q[v] - value.middle())) <= 0.5 * value.width() + 1e-15);
                if (length.lower > 0.0)
                    count.widest = std::max(count.widest, value.width() / (v < 2 ? std::max(1.0, radius) : 1.0));
            }
            is_inside = is_inside || is_here;
        }
        count.outside += is_inside ? 0 : 1;
    }
}

/// @return false: interrupted
bool compareCurves(const Problem& problem, const PlanningJoint& car, const CarOptions& options, Json& row)
{
    ompl::RNG random(options.seed);
    for (const double radius : options.radii)
    {
        const auto space = carSpace(*car.steering, radius);
        const StateMapping mapping(space, problem);
        ob::ScopedState<> from(space), to(space);
        CurveCount count;
        for (int k = 0; k < options.curves; ++k)
        {
            if (interrupted())
                return false;
            drawPair(random, k, radius, from.get(), to.get());
            compareCurve(mapping, from.get(), to.get(), radius, count);
        }
        row["curves"].push_back(
            {{"radius", radius}, {"pairs", options.curves}, {"outside", count.outside}, {"widest", count.widest}});
    }
    return true;
}

/// Motions of one kind.
struct Times
{
    std::vector<double> ours, sampled;  ///< microseconds

    Json row() const
    {
        return {{"motions", ours.size()},
                {"ours_mean_us", numberOrNull(mean(ours))},
                {"ours_median_us", numberOrNull(median(ours))},
                {"sampled_mean_us", numberOrNull(mean(sampled))},
                {"sampled_median_us", numberOrNull(median(sampled))}};
    }
};

bool measureMotions(const ProblemSetup& ready, const ob::MotionValidator& sampled, double radius, const CarOptions& options,
                    Json& row)
{
    const auto si = ready.setup->getSpaceInformation();
    const ob::StateSpacePtr& space = si->getStateSpace();
    const ob::MotionValidator& ours = *si->getMotionValidator();
    ob::ScopedState<> from(space), to(space);
    const auto sampler = si->allocValidStateSampler();
    Times free, colliding;
    int missed = 0;
    for (int k = 0; k < options.motions;)
    {
        if (interrupted())
            return false;
        if (!sampler->sample(from.get()) || !sampler->sampleNear(to.get(), from.get(), options.step * radius))
            continue;
        bool answers[2] = {};
        double times[2] = {};
        for (int turn = 0; turn < 2; ++turn)
        {
            const int which = (turn + k) % 2;
            const double begin = processorTime();
            answers[which] = (which == 0 ? ours : sampled).checkMotion(from.get(), to.get());
            times[which] = 1e6 * (processorTime() - begin);
        }
        Times& kind = answers[0] ? free : colliding;
        kind.ours.push_back(times[0]);
        kind.sampled.push_back(times[1]);
        missed += !answers[0] && answers[1];
        ++k;
    }
    row["motions"] = {{"free", free.row()}, {"not_free", colliding.row()}, {"missed_by_samples", missed}};
    return true;
}

/// Plans of one planner with the validator that is set. @return false: interrupted
bool measurePlanner(const std::string& planner, const ProblemSetup& ready, const CarOptions& options, Json& row)
{
    og::SimpleSetup& setup = *ready.setup;
    PathCertificationOptions certification;
    certification.tolerance = options.tolerance;
    certification.validator = validatorKind(options.validator);
    int solved = 0, certified = 0, colliding = 0;
    std::vector<double> seconds, lengths;
    for (int run = 0; run < options.runs; ++run)
    {
        if (interrupted())
            return false;
        setup.setPlanner(makePlanner(planner, setup.getSpaceInformation()));
        setup.clear();
        const Stopwatch watch;
        setup.solve(options.time);
        if (!setup.haveExactSolutionPath())
            continue;
        seconds.push_back(watch.seconds());
        lengths.push_back(setup.getSolutionPath().length());
        ++solved;
        const Verdict verdict = certifyPath(*ready.mapping, setup.getSolutionPath(), certification).verdict;
        certified += verdict == Verdict::Free;
        colliding += verdict == Verdict::Collision;
    }
    row["runs"] = options.runs;
    row["solved"] = solved;
    row["certified"] = certified;
    row["colliding"] = colliding;
    row["median_s"] = numberOrNull(median(seconds));
    row["median_length"] = numberOrNull(median(lengths));
    return true;
}

bool comparePlans(const std::string& file, const ProblemSetup& ready, const ob::MotionValidatorPtr& sampled,
                  const Problem& problem, const CarOptions& options, Json& row)
{
    if (!problem.has_start || !problem.goal)
        throw InputError(file + ": has to have a start and a goal configuration for --runs; or --runs 0");
    const auto si = ready.setup->getSpaceInformation();
    const ob::MotionValidatorPtr ours = si->getMotionValidator();
    for (const std::string& planner : options.planners)
        for (const bool is_ours : {true, false})
        {
            const std::string& name = findPlanner(planner).name;
            // Ours prove their edges themselves.
            if (!is_ours && name.rfind("gapless::", 0) == 0)
                continue;
            si->setMotionValidator(is_ours ? ours : sampled);
            Json plans{{"planner", name}, {"validator", is_ours ? "ours" : "sampled"}};
            if (!measurePlanner(planner, ready, options, plans))
                return false;
            row["plans"].push_back(plans);
        }
    si->setMotionValidator(ours);
    return true;
}

int measureAll(const CarOptions& options)
{
    const NumberRange radii = NumberRange::positive("metres");
    for (const double radius : options.radii)
        radii.require(radius, "--radius");
    NumberRange::positive("turning radii").require(options.step, "--step");
    NumberRange::positive("seconds").require(options.time, "--time");
    for (const std::string& planner : options.planners)
        static_cast<void>(findPlanner(planner));
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    ompl::RNG::setSeed(options.seed);
    int code = kDone;
    for (const std::string& file : options.problems)
    {
        LoadOptions load;
        load.takes_cars = true;
        Problem problem = loadProblem(file, load);
        PlanningJoint& car = carOf(file, problem);
        if (!options.steering.empty())
            car.steering->type = options.steering == "dubins" ? Steering::Type::Dubins : Steering::Type::ReedsShepp;
        SetupOptions setup_options;
        setup_options.motion.tolerance = options.tolerance;
        setup_options.validator = validatorKind(options.validator);
        const ProblemSetup ready = makeProblemSetup(problem, setup_options);
        const auto si = ready.setup->getSpaceInformation();
        si->setStateValidityCheckingResolution(options.resolution);
        si->setup();
        const ob::MotionValidatorPtr sampled = validatorOfOmpl(si);
        Json row;
        row["problem"] = file;
        if ((options.curves > 0 && !compareCurves(problem, car, options, row))
            || (options.motions > 0 && !measureMotions(ready, *sampled, car.steering->radius, options, row))
            || (options.runs > 0 && !comparePlans(file, ready, sampled, problem, options, row)))
            return kInterrupted;
        std::cout << row.dump() << std::endl;
        for (const Json& curves : row.value("curves", Json::array()))
            code = curves["outside"] > 0 ? kViolation : code;
        for (const Json& plans : row.value("plans", Json::array()))
            code = plans["validator"] == "ours" && plans["certified"] != plans["solved"] ? kViolation : code;
    }
    return code;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::CarOptions options;
    CLI::App app("cars: what their proof costs, and what OMPL's own validators let pass", "car_motions");
    app.add_option("problems", options.problems, "problem files with one car")->required();
    app.add_option("--steering", options.steering, "dubins or reeds_shepp; default: as the problem says")
        ->check(CLI::IsMember({"dubins", "reeds_shepp"}));
    app.add_option("--curves", options.curves, "pairs of states per radius; default 10000")->check(CLI::NonNegativeNumber);
    app.add_option("--radius", options.radii, "of those curves, metres; default 0.1 1 10 100")->expected(1, 100);
    app.add_option("--motions", options.motions, "motions to time; default 2000")->check(CLI::NonNegativeNumber);
    app.add_option("--step", options.step, "how far a motion may go, turning radii; default 3");
    app.add_option("--runs", options.runs, "plans with each planner and validator; default 20")->check(CLI::NonNegativeNumber);
    app.add_option("--planners", options.planners, "names that `gapless planners` lists; default RRTConnect")->expected(1, 100);
    app.add_option("--time", options.time, "for a plan, seconds; default 5");
    app.add_option("--tolerance", options.tolerance, "of the certification, metres; default 1e-3");
    app.add_option("--resolution", options.resolution, "of OMPL's validator, by share of the space's extent; default 0.01")
        ->check(CLI::Range(1e-6, 1.0));
    app.add_option("--seed", options.seed, "default 1")->check(CLI::Range(1u, 4294967295u));
    app.add_option("--validator", options.validator, "adaptive or articulated; default adaptive")
        ->check(CLI::IsMember({"adaptive", "articulated"}));
    return gapless::runProgram(app, argc, argv, [&] { return gapless::measureAll(options); });
}
