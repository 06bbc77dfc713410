// Does the first stage, which most motions get no further than (src/certify/lane_prover.h), ever call free what collides? Random motions, each
// judged by SegmentCertifier and by a reference without that stage: ArticulatedCollision with all stages but the last one off, which looks at
// every pair (but for what the joint limits keep apart, proven once for a scene).
//
// A motion starts free and ends anywhere. "violations": called free, and the reference proves a contact. "reversed": called a collision, with
// a witness nearer than the reference proves any pair to come. "unproved": called free, and the reference gets no further than that rounding
// does not tell, or than kMostSteps. "close": called a collision, within the tolerance, and the reference proves it free. With --chain the robot
// is a random chain of joints of every type among random obstacles, another one every kMotionsPerChain motions.
// Prints one JSON object, times in microseconds of the thread's processor time; "first_stage": how many of them reset() alone decided.
// Exit code 0: nothing of the first two kinds, 1: something, 2: bad input, 130: interrupted, nothing printed.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>

#include "measure/program.h"
#include "measure/random_chain.h"
#include "measure/random_motions.h"

namespace gapless {
namespace {

constexpr std::uint64_t kMotionsPerChain = 1000;
/// By what the reference's bound has to exceed a witness's, metres: of what is inside as computed the distance is told as 0, and it may be a
/// rounding error.
constexpr double kRoundingInside = 1e-9;
/// Of each judge. Where several floating joints of a chain hardly turn, what OMPL's curve may be off from ours (Motion, rotation_slack) comes to
/// millimetres, and the articulated engine takes pairs within some of those for touching: it would halve the motion for minutes.
constexpr std::uint64_t kMostSteps = 20000;
/// Of those told that contradict nothing.
constexpr std::size_t kMostUnproved = 20;

struct StageOptions
{
    std::string problem;
    int chain = 0;  ///< joints; 0: the problem's robot
    std::string judge = "certifier";
    std::uint64_t count = 1000;  ///< motions
    double step = 0.5;           ///< largest joint step of a motion, radians or metres; 0: ends anywhere
    double tolerance = 1e-3;     ///< metres
    std::uint32_t seed = 0;
};

struct VerdictCounts
{
    std::uint64_t free = 0, collision = 0, undecided = 0;

    void add(Verdict verdict) { ++(verdict == Verdict::Free ? free : verdict == Verdict::Collision ? collision : undecided); }
    Json report() const { return {{"free", free}, {"collision", collision}, {"undecided", undecided}}; }
};

struct StageVerdict
{
    Verdict verdict = Verdict::Undecided;
    bool at_once = false;           ///< by reset()
    double witness_distance = 0.0;  ///< an upper bound, metres
    PairIndex witness_pair;
};

/// Motions of one scene, and who judges them.
class Bench
{
public:
    Bench(Problem problem, const StageOptions& options, std::uint32_t seed)
        : problem_(std::move(problem)),
          motions_(problem_, options.step, options.tolerance, seed),
          checker_(problem_.scene, options.tolerance),
          certifier_(problem_.scene, certifyOptions(options)),
          reference_(problem_.scene, referenceOptions(options)),
          judges_end_(options.judge == "end")
    {
        budget_.steps = kMostSteps;
        budget_.interrupted = interrupted;
    }

    const Problem& problem() const { return problem_; }
    std::pair<Configuration, Configuration> next() { return motions_.nextFromFree(); }

    StageVerdict judge(const Configuration& q0, const Configuration& q1)
    {
        StageVerdict judgement;
        if (judges_end_)
        {
            ClosePair close;
            judgement.verdict = checker_.check(q1, &close);
            judgement.witness_distance = close.distance;
            judgement.witness_pair = close.pair;
            return judgement;
        }
        certifier_.reset(q0, q1);
        judgement.at_once = certifier_.isDone();
        judgement.verdict = certifier_.run(budget_);
        if (judgement.verdict != Verdict::Collision)
            return judgement;
        const CertifyResult result = certifier_.result();
        judgement.witness_distance = result.witness->distance;
        judgement.witness_pair = result.witness->pair;
        return judgement;
    }

    ArticulatedResult refer(const Configuration& q0, const Configuration& q1) { return reference_.check(q0, q1, budget_); }

private:
    static CertifyOptions certifyOptions(const StageOptions& options)
    {
        CertifyOptions certify;
        certify.tolerance = options.tolerance;
        return certify;
    }

    static ArticulatedOptions referenceOptions(const StageOptions& options)
    {
        ArticulatedOptions reference;
        reference.tolerance = options.tolerance;
        reference.first_contact = false;
        reference.stages.swept_boxes = reference.stages.swept_volumes = false;
        return reference;
    }

    Problem problem_;
    RandomMotions motions_;
    StaticChecker checker_;
    SegmentCertifier certifier_;
    ArticulatedCollision reference_;
    Budget budget_;
    bool judges_end_;  // alone, at its end
};

std::unique_ptr<Bench> makeBench(const StageOptions& options, std::uint64_t chain)
{
    const std::uint64_t seed = options.seed * 0x9E3779B97F4A7C15ull + chain;
    return std::make_unique<Bench>(options.chain > 0 ? randomChain(options.chain, seed) : loadProblem(options.problem), options,
                                   static_cast<std::uint32_t>(options.seed + chain));
}

/// All that is needed to look at it again; distances in metres.
Json describe(const Bench& bench, const char* what, std::uint64_t motion, const std::pair<Configuration, Configuration>& ends,
              const StageVerdict& judgement, const ArticulatedResult& reference)
{
    const Scene& scene = *bench.problem().scene;
    const PairIndex pair = reference.contacts.empty() ? judgement.witness_pair : reference.contacts.front().pair;
    Json json;
    json["what"] = what;
    json["motion"] = motion;
    json["start"] = bench.problem().planningValues(ends.first);
    json["end"] = bench.problem().planningValues(ends.second);
    json["pair"] = {scene.object(scene.pair(pair).a).name, scene.object(scene.pair(pair).b).name};
    json["first_stage"] = judgement.at_once;
    if (judgement.verdict == Verdict::Collision)
        json["witness_distance"] = numberOrNull(judgement.witness_distance);
    if (reference.verdict == Verdict::Collision)
        json["contact"] = {{"from", reference.time_of_contact.lower}, {"to", reference.time_of_contact.upper}};
    else
        json["proven_distance"] = numberOrNull(reference.certified_clearance);
    return json;
}

int compare(const StageOptions& options)
{
    std::unique_ptr<Bench> bench;
    VerdictCounts verdicts, at_once, references;
    std::uint64_t violations = 0, reversed = 0, unproved = 0, close = 0;
    double judge_seconds = 0.0, reference_seconds = 0.0;
    Json details = Json::array();
    for (std::uint64_t i = 0; i < options.count; ++i)
    {
        if (!bench || (options.chain > 0 && i % kMotionsPerChain == 0))
            bench = makeBench(options, i / kMotionsPerChain);
        const std::pair<Configuration, Configuration> ends = bench->next();
        StageVerdict judgement;
        ArticulatedResult reference;
        const auto judge = [&] {
            const double begun = processorTime();
            judgement = bench->judge(ends.first, ends.second);
            judge_seconds += processorTime() - begun;
        };
        const auto refer = [&] {
            const double begun = processorTime();
            reference = bench->refer(ends.first, ends.second);
            reference_seconds += processorTime() - begun;
        };
        // In turn, so that none always finds the caches warm.
        if (i % 2 == 0)
            judge();
        refer();
        if (i % 2 != 0)
            judge();
        if (interrupted())
            return kInterrupted;
        verdicts.add(judgement.verdict);
        references.add(reference.verdict);
        if (judgement.at_once)
            at_once.add(judgement.verdict);
        const bool is_violated = judgement.verdict == Verdict::Free && reference.contact_proved;
        const bool is_reversed = judgement.verdict == Verdict::Collision && reference.verdict == Verdict::Free
                                 && judgement.witness_distance + kRoundingInside < reference.certified_clearance;
        const bool is_unproved = judgement.verdict == Verdict::Free && reference.verdict != Verdict::Free && !is_violated;
        violations += is_violated;
        reversed += is_reversed;
        unproved += is_unproved;
        close += judgement.verdict == Verdict::Collision && reference.verdict == Verdict::Free && !is_reversed;
        const char* what = is_violated ? "violation" : is_reversed ? "reversed" : "unproved";
        if (is_violated || is_reversed || (is_unproved && unproved <= kMostUnproved))
            details.push_back(describe(*bench, what, i, ends, judgement, reference));
    }
    const double microseconds = 1e6 / static_cast<double>(options.count);
    Json report;
    report["problem"] = bench->problem().file;
    report["judge"] = options.judge;
    report["step"] = options.step;
    report["tolerance"] = options.tolerance;
    report["seed"] = options.seed;
    report["motions"] = options.count;
    report["verdicts"] = verdicts.report();
    report["first_stage"] = at_once.report();
    report["reference"] = references.report();
    report["violations"] = violations;
    report["reversed"] = reversed;
    report["unproved"] = unproved;
    report["close"] = close;
    report["mean_us"] = numberOrNull(microseconds * judge_seconds);
    report["reference_mean_us"] = numberOrNull(microseconds * reference_seconds);
    report["details"] = details;
    std::cout << report.dump() << std::endl;
    return violations + reversed == 0 ? kDone : kViolation;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::StageOptions options;
    CLI::App app("random motions, each judged by the certifier and by an exact engine without its first stage", "stage_verdicts");
    CLI::Option_group* robot = app.add_option_group("robot");
    robot->add_option("PROBLEM", options.problem, "problem file (YAML)");
    robot->add_option("--chain", options.chain, "random chains of so many joints, instead of a problem")
        ->check(CLI::Range(1, 1000));
    robot->require_option(1);
    app.add_option("--count", options.count, "motions; default 1000")->check(CLI::PositiveNumber);
    app.add_option("--step", options.step,
                   "largest joint step of a motion, radians or metres; 0: from anywhere to anywhere; default 0.5")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--tolerance", options.tolerance, "metres; default 0.001");
    app.add_option("--judge", options.judge,
                   "certifier, or end, which looks there alone, to see the comparison fail; default certifier")
        ->check(CLI::IsMember({"certifier", "end"}));
    app.add_option("--seed", options.seed, "of motions and chains; default 0");
    return gapless::runProgram(app, argc, argv, [&] { return gapless::compare(options); });
}
