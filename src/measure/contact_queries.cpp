// Continuous collision detection of one robot: random motions as in Redon, Kim, Lin, Manocha 2004, section 6, with stages on and off.
//
// A motion starts at a random collision-free configuration; each joint turns by a random angle up to the largest one, either way, as far
// as its limits let it. Every method judges the same motions in the same process, one after the other: each combination of stages, and the
// adaptive bisection. Prints one JSON object per angle and method, times in microseconds. Exit code 0, 2: bad input, 130: interrupted.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/io/problem.h>

#include "certify/articulated_search.h"
#include "measure/program.h"
#include "measure/statistics.h"

namespace gapless {
namespace {

/// Random configurations that are tried for a free one.
constexpr int kAttempts = 1000000;

struct QueryOptions
{
    std::string problem;
    std::vector<double> angles{1.0, 5.0, 15.0, 30.0, 60.0};  ///< degrees
    int count = 500;
    double tolerance = 1e-3;       ///< metres
    double time_tolerance = 1e-6;  ///< fraction
    std::uint32_t seed = 1;
};

struct Answer
{
    Verdict verdict = Verdict::Undecided;
    bool proved = false;
    double microseconds = 0.0;
    double stages[3] = {0.0, 0.0, 0.0};  ///< microseconds
    double pairs = 0.0, pairs_after_culling = 0.0;
};

/// One way to judge a motion.
class QueryMethod
{
public:
    QueryMethod(const std::shared_ptr<const Scene>& scene, const QueryOptions& options, const std::string& stages) : name_(stages)
    {
        if (stages == "bisection")
        {
            CertifyOptions certify;
            certify.tolerance = options.tolerance;
            certify.check_end_first = false;
            const Configuration q = scene->model().defaultConfiguration();
            bisection_ = std::make_unique<SegmentCertifier>(scene, q, q, certify);
            return;
        }
        ArticulatedOptions articulated;
        articulated.tolerance = options.tolerance;
        articulated.time_tolerance = options.time_tolerance;
        articulated.stages.swept_boxes = stages.find('1') != std::string::npos;
        articulated.stages.swept_volumes = stages.find('2') != std::string::npos;
        const bool equations = stages.find('e') != std::string::npos;
        articulated_ = std::make_unique<ArticulatedCollision>(equations ? ArticulatedSearch::withEquations(scene, articulated)
                                                                        : ArticulatedCollision(scene, articulated));
    }

    Answer judge(const Configuration& q0, const Configuration& q1)
    {
        Answer answer;
        const Stopwatch watch;
        if (bisection_)
        {
            bisection_->reset(q0, q1);
            answer.verdict = bisection_->run();
            answer.microseconds = 1e6 * watch.seconds();
            return answer;
        }
        const ArticulatedResult result = articulated_->check(q0, q1);
        answer.microseconds = 1e6 * watch.seconds();
        answer.verdict = result.verdict;
        answer.proved = result.contact_proved;
        for (int i = 0; i < 3; ++i)
            answer.stages[i] = 1e6 * result.statistics.seconds[i];
        answer.pairs = static_cast<double>(result.statistics.pairs);
        answer.pairs_after_culling = static_cast<double>(result.statistics.pairs_after_culling);
        return answer;
    }

    const std::string& name() const { return name_; }

private:
    std::string name_;
    std::unique_ptr<SegmentCertifier> bisection_;
    std::unique_ptr<ArticulatedCollision> articulated_;
};

class RandomTurns
{
public:
    RandomTurns(const Problem& problem, const QueryOptions& options)
        : problem_(problem), checker_(problem.scene, options.tolerance), random_(options.seed)
    {
        for (const Body& body : problem.scene->model().bodies())
        {
            if (!body.variable)
                continue;
            if (variableCount(body.joint.type) != 1)
                throw InputError(problem.file + ": joint '" + body.joint.name + "' has several variables; robots of revolute and prismatic "
                                                                               "joints only");
            const bool is_limited = !body.joint.lower.empty();
            lower_.push_back(is_limited ? body.joint.lower[0] : -M_PI);
            upper_.push_back(is_limited ? body.joint.upper[0] : M_PI);
        }
    }

    std::pair<Configuration, Configuration> next(double angle)
    {
        Configuration q0(static_cast<Eigen::Index>(lower_.size())), q1(q0.size());
        int attempts = 0;
        do
        {
            if (++attempts > kAttempts)
                throw InputError(problem_.file + ": no free configuration among " + std::to_string(kAttempts) + " random ones");
            for (Eigen::Index i = 0; i < q0.size(); ++i)
                q0[i] = uniform(lower_[static_cast<std::size_t>(i)], upper_[static_cast<std::size_t>(i)]);
        }
        while (checker_.check(q0) != Verdict::Free);
        for (Eigen::Index i = 0; i < q0.size(); ++i)
            q1[i] = std::clamp(q0[i] + uniform(-angle, angle), lower_[static_cast<std::size_t>(i)],
                               upper_[static_cast<std::size_t>(i)]);
        return {q0, q1};
    }

private:
    double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }

    const Problem& problem_;
    StaticChecker checker_;
    std::mt19937 random_;
    std::vector<double> lower_, upper_;
};

/// Times and counts of the motions with one verdict.
Json report(const std::vector<Answer>& answers, Verdict verdict, const std::vector<bool>& counts)
{
    std::vector<double> total, stages[3], pairs, left;
    int number = 0, proved = 0;
    for (std::size_t i = 0; i < answers.size(); ++i)
    {
        if (!counts[i])
            continue;
        const Answer& answer = answers[i];
        ++number;
        proved += answer.verdict == verdict && answer.proved;
        total.push_back(answer.microseconds);
        for (int k = 0; k < 3; ++k)
            stages[k].push_back(answer.stages[k]);
        pairs.push_back(answer.pairs);
        left.push_back(answer.pairs_after_culling);
    }
    Json json;
    json["motions"] = number;
    if (verdict == Verdict::Collision)
        json["proved"] = proved;
    json["us_mean"] = numberOrNull(mean(total));
    json["us_median"] = numberOrNull(median(total));
    json["stage_us_mean"] = {numberOrNull(mean(stages[0])), numberOrNull(mean(stages[1])), numberOrNull(mean(stages[2]))};
    json["pairs_mean"] = numberOrNull(mean(pairs));
    json["pairs_after_culling_mean"] = numberOrNull(mean(left));
    return json;
}

int askAll(const QueryOptions& options)
{
    const Problem problem = loadProblem(options.problem);
    RandomTurns turns(problem, options);
    for (const double degrees : options.angles)
    {
        std::vector<std::unique_ptr<QueryMethod>> methods;
        for (const char* stages : {"1+2+3", "1+3", "1+3 eq", "2+3", "3", "bisection"})
            methods.push_back(std::make_unique<QueryMethod>(problem.scene, options, stages));
        std::vector<std::vector<Answer>> answers(methods.size());
        for (int i = 0; i < options.count; ++i)
        {
            const auto [q0, q1] = turns.next(degrees * M_PI / 180.0);
            // Each motion starts with another method, so that none always finds the caches warm.
            for (std::size_t k = 0; k < methods.size(); ++k)
            {
                const std::size_t m = (k + static_cast<std::size_t>(i)) % methods.size();
                answers[m].push_back(methods[m]->judge(q0, q1));
            }
            if (interrupted())
                return kInterrupted;
        }
        // What the full pipeline says of a motion counts for all: the bisection may call one colliding that merely comes close.
        std::vector<bool> is_free, is_colliding;
        int disagreements = 0;
        for (std::size_t i = 0; i < answers[0].size(); ++i)
        {
            is_free.push_back(answers[0][i].verdict == Verdict::Free);
            is_colliding.push_back(answers[0][i].verdict == Verdict::Collision);
        }
        for (std::size_t m = 1; m + 1 < methods.size(); ++m)
            for (std::size_t i = 0; i < answers[m].size(); ++i)
                disagreements += answers[m][i].verdict != answers[0][i].verdict;
        for (std::size_t m = 0; m < methods.size(); ++m)
        {
            Json json;
            json["angle_degrees"] = degrees;
            json["stages"] = methods[m]->name();
            json["disagreements"] = disagreements;
            json["colliding"] = report(answers[m], Verdict::Collision, is_colliding);
            json["free"] = report(answers[m], Verdict::Free, is_free);
            std::cout << json.dump() << std::endl;
        }
    }
    return kDone;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::QueryOptions options;
    CLI::App app("random motions of a robot, judged by continuous collision detection with stages on and off, and by bisection",
                 "contact_queries");
    app.add_option("PROBLEM", options.problem, "problem file (YAML)")->required();
    app.add_option("--angles", options.angles, "largest turns of a joint, degrees; default 1 5 15 30 60")
        ->check(CLI::PositiveNumber);
    app.add_option("--count", options.count, "motions per angle; default 500")->check(CLI::PositiveNumber);
    app.add_option("--tolerance", options.tolerance, "metres; default 0.001");
    app.add_option("--time-tolerance", options.time_tolerance, "fraction; default 1e-6");
    app.add_option("--seed", options.seed, "default 1");
    return gapless::runProgram(app, argc, argv, [&] { return gapless::askAll(options); });
}
