// Random motions among nested solids, judged by every engine and compared with a brute-force reference that shares none of their code.
//
// The motions are those of nested_solids.h. For each motion and engine:
// - Free: no sample is closer than the clearance, nor closer than the certified clearance;
// - Collision: the reference finds the pair of the witness within clearance + tolerance at its time;
// - always: no sample before last_valid is closer than the clearance; and the check of one state agrees likewise.
// Prints one JSON object; exit code 0: no violation, 1: at least one, 2: bad input, 130: interrupted, nothing printed.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/kinematics/motion.h>

#include "measure/nested_solids.h"
#include "measure/program.h"
#include "support/reference_scene.h"

namespace gapless::test {
namespace {

struct AuditOptions
{
    std::uint64_t count = 1000;  ///< motions
    std::uint64_t seed = 0;
    int samples = 8;  ///< per motion, besides the instant at which it was constructed
    std::string judge = "all";
};

/// The same with every mesh one triangle short: surfaces without an inside. What is judged there is not what the reference sees.
std::shared_ptr<const Scene> withoutInsides(const Scene& scene)
{
    std::vector<CollisionObject> objects = scene.objects().list();
    for (CollisionObject& object : objects)
    {
        std::vector<PlacedShape> shapes = object.geometry->shapes();
        for (PlacedShape& placed : shapes)
            if (const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&placed.shape))
            {
                std::vector<TriangleMesh::Triangle> triangles((*mesh)->triangles().begin(), (*mesh)->triangles().end() - 1);
                placed.shape = meshOf((*mesh)->vertices(), triangles);
            }
        object.geometry = std::make_shared<CollisionGeometry>(shapes, object.name);
    }
    return std::make_shared<Scene>(scene.model(), objects, scene.pairs().list());
}

/// What an engine claims of a motion.
struct Claim
{
    const char* engine = "";
    Verdict verdict = Verdict::Undecided;
    double last_valid = 0.0;
    double certified_clearance = 0.0;
    std::optional<PairIndex> pair;
    double t = 0.0;
    /// The articulated engine looks for contact, not for closeness: its witness may lie as far as the time tolerance beside t.
    double t_end = 0.0;
};

class Audit
{
public:
    explicit Audit(const AuditOptions& options) : options_(options), random_(options.seed) {}

    void judgeOne(std::uint64_t index);
    Json report() const;
    bool failed() const { return violations_ > 0; }

private:
    void compare(const Case& motion, const ReferenceScene& reference, const Claim& claim);
    void violated(const Case& motion, const Claim& claim, const std::string& what);
    void checkStates(const Case& motion, const ReferenceScene& reference);
    std::vector<Claim> claims(const Case& motion);

    AuditOptions options_;
    Random random_;
    std::uint64_t index_ = 0, motions_ = 0, states_ = 0, violations_ = 0;
    std::array<std::uint64_t, 3> verdicts_{};
    Json details_ = Json::array();
    double tolerance_ = 1e-3;
    std::vector<double> times_;
    std::vector<IndexedVector<PairIndex, double>> distances_;  // per time
};

void Audit::violated(const Case& motion, const Claim& claim, const std::string& what)
{
    ++violations_;
    if (details_.size() < 20)
        details_.push_back({{"motion", index_},
                            {"engine", claim.engine},
                            {"what", what},
                            {"t", claim.t},
                            {"start", digits(motion.q0)},
                            {"end", digits(motion.q1)},
                            {"tolerance", tolerance_}});
}

std::vector<Claim> Audit::claims(const Case& motion)
{
    std::vector<Claim> out;
    const std::shared_ptr<const Scene> scene = options_.judge == "surfaces" ? withoutInsides(*motion.scene) : motion.scene;
    const auto wants = [&](const char* name) {
        return options_.judge == "all" || options_.judge == "surfaces" || options_.judge == name;
    };
    if (wants("adaptive"))
    {
        CertifyOptions options;
        options.tolerance = tolerance_;
        options.last_valid_resolution = random_.chance(0.5) ? 0.01 : 0.0;
        options.check_end_first = random_.chance(0.5);
        SegmentCertifier certifier(scene, motion.q0, motion.q1, options);
        Budget budget;
        budget.steps = 20000;
        certifier.run(budget);
        const CertifyResult r = certifier.result();
        out.push_back({"adaptive", r.verdict, r.last_valid, r.certified_clearance,
                       r.witness ? std::optional(r.witness->pair) : std::nullopt, r.t, r.t});
    }
    if (wants("articulated"))
    {
        ArticulatedOptions options;
        options.tolerance = tolerance_;
        options.first_contact = random_.chance(0.5);
        options.stages.swept_volumes = random_.chance(0.3);
        Budget budget;
        budget.steps = 20000;
        const ArticulatedResult r = ArticulatedCollision(scene, options).check(motion.q0, motion.q1, budget);
        out.push_back({"articulated", r.verdict, r.last_valid, r.certified_clearance,
                       r.contacts.empty() ? std::nullopt : std::optional(r.contacts.front().pair), r.time_of_contact.lower,
                       r.time_of_contact.upper});
    }
    return out;
}

void Audit::compare(const Case& motion, const ReferenceScene& reference, const Claim& claim)
{
    ++verdicts_[static_cast<std::size_t>(claim.verdict)];
    const Scene& scene = *motion.scene;
    for (std::size_t k = 0; k < times_.size(); ++k)
        for (const PairIndex p : scene.pairs().indices())
        {
            const double d = distances_[k][p];
            const double slack = kReferenceRounding * reference.scaleOf(p, d);
            const bool touches = d < scene.pair(p).clearance - slack || d == 0.0;
            if (claim.verdict == Verdict::Free && (touches || d < claim.certified_clearance - slack))
                return violated(
                    motion, claim,
                    "free, but pair " + std::to_string(p.value()) + " is at " + digits(d) + " at t = " + digits(times_[k]));
            if (touches && times_[k] < claim.last_valid)
                return violated(motion, claim,
                                "last_valid " + digits(claim.last_valid) + ", but pair " + std::to_string(p.value()) + " is at "
                                    + digits(d) + " at t = " + digits(times_[k]));
        }
    if (claim.verdict != Verdict::Collision)
        return;
    if (!claim.pair)
        return violated(motion, claim, "a collision without a witness");
    const ObjectPair& pair = scene.pair(*claim.pair);
    double nearest = 1e300;
    constexpr int kLooks = 5;
    for (int k = 0; k < kLooks; ++k)
    {
        const double t = claim.t + (claim.t_end - claim.t) * k / (kLooks - 1);
        nearest = std::min(nearest, reference.pairDistance(reference.poses(motion.q0, motion.q1, t), *claim.pair));
    }
    // Distances of cylinders and cones are above the true ones in the reference, which alternates projections on them: by 1.2e-4 m once.
    const auto isRound = [&](ObjectIndex object) {
        const auto& pieces = reference.object(object).pieces;
        return std::any_of(pieces.begin(), pieces.end(), [](const auto& piece) { return piece.isRound(); });
    };
    if (nearest > pair.clearance + tolerance_ + (isRound(pair.a) || isRound(pair.b) ? 1e-3 : 1e-6))
        violated(motion, claim, "the pair of the witness is at " + digits(nearest));
}

void Audit::checkStates(const Case& motion, const ReferenceScene& reference)
{
    const StaticChecker checker(motion.scene, tolerance_);
    for (std::size_t k = 0; k < times_.size(); ++k)
    {
        ++states_;
        const Configuration q = interpolate(motion.scene->model(), motion.q0, motion.q1, times_[k]);
        const Verdict verdict = checker.check(q);
        if (verdict != Verdict::Free)
            continue;
        for (const PairIndex p : motion.scene->pairs().indices())
        {
            const double d = distances_[k][p];
            // The configuration is rounded: it is another by some 1e-15 of the extent.
            if (d < motion.scene->pair(p).clearance + tolerance_ - 1e-9 * (1.0 + reference.scaleOf(p, d)))
                return violated(motion, {"state", verdict, 0, 0, p, times_[k], times_[k]},
                                "a free state, but pair " + std::to_string(p.value()) + " is at " + digits(d));
        }
    }
}

void Audit::judgeOne(std::uint64_t index)
{
    index_ = index;
    random_ = Random(options_.seed * 0x9E3779B97F4A7C15ull + index);
    const Case motion = randomCase(random_);
    tolerance_ = std::pow(10.0, -random_.uniform(3.0, 7.0));
    const ReferenceScene reference(*motion.scene);
    times_ = {motion.t, 0.0, 1.0};
    while (static_cast<int>(times_.size()) < 1 + options_.samples)
        times_.push_back(random_.unit());
    distances_.assign(times_.size(), {});
    for (std::size_t k = 0; k < times_.size(); ++k)
    {
        const ReferenceScene::Poses poses = reference.poses(motion.q0, motion.q1, times_[k]);
        for (const PairIndex p : motion.scene->pairs().indices())
            distances_[k].push_back(reference.pairDistance(poses, p));
    }
    ++motions_;
    for (const Claim& claim : claims(motion))
        compare(motion, reference, claim);
    if (options_.judge == "all")
        checkStates(motion, reference);
}

Json Audit::report() const
{
    return {{"motions", motions_},       {"seed", options_.seed},     {"judge", options_.judge},
            {"states", states_},         {"free", verdicts_[0]},      {"collision", verdicts_[1]},
            {"undecided", verdicts_[2]}, {"violations", violations_}, {"details", details_}};
}

}  // namespace
}  // namespace gapless::test

int main(int argc, char** argv)
{
    gapless::test::AuditOptions options;
    std::uint64_t first = 0;
    CLI::App app("random motions among nested solids, each judged by the engines and compared with a brute-force reference",
                 "audit_solids");
    app.add_option("--count", options.count, "motions; default 1000")->check(CLI::PositiveNumber);
    app.add_option("--first", first, "number of the first motion, to see one again; default 0");
    app.add_option("--samples", options.samples, "samples per motion; default 8")->check(CLI::Range(2, 100000));
    app.add_option("--judge", options.judge,
                   "all, adaptive, articulated; surfaces: insides are forgotten, to see the audit fail; default all")
        ->check(CLI::IsMember({"all", "adaptive", "articulated", "surfaces"}));
    app.add_option("--seed", options.seed, "default 0");
    return gapless::runProgram(app, argc, argv, [&] {
        gapless::test::Audit audit(options);
        for (std::uint64_t i = 0; i < options.count; ++i)
        {
            if (gapless::interrupted())
                return gapless::kInterrupted;
            audit.judgeOne(first + i);
        }
        std::cout << audit.report().dump() << std::endl;
        return audit.failed() ? gapless::kViolation : gapless::kDone;
    });
}
