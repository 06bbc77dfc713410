// Random motions among nested solids, judged by every engine and compared with a brute-force reference that shares none of their code.
//
// Bodies are sets of closed shells about common centres: hollow, inverted, holding lumps, of one mesh or of several collision elements,
// beside primitives and open surfaces, on trees of every joint type. The centres are put where the moving links are at a random instant of
// the motion, so that what is inside what changes from link to obstacle. For each motion and engine:
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
#include <gapless/collision/static_checker.h>
#include <gapless/kinematics/motion.h>

#include "measure/program.h"
#include "support/random_scene.h"
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

/// A closed shell of radius about `radius` (of its circumscribed ball) about the origin; `inward`: its normals point inwards.
std::pair<std::vector<Vec3>, std::vector<TriangleMesh::Triangle>> shell(Random& random, double radius, bool inward)
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    const Mat3 R = random.rotation();
    switch (random.index(3))
    {
        case 0:
            vertices = boxVertices(Vec3::Constant(radius / std::sqrt(3.0)));
            triangles = boxTriangles();
            break;
        case 1:
            vertices = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
            for (Vec3& v : vertices)
                v *= radius / std::sqrt(3.0);
            triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
            break;
        default:
            for (int i = 0; i < 3; ++i)
                for (const double sign : {radius, -radius})
                    vertices.emplace_back(sign * Vec3::Unit(i));
            triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
            break;
    }
    // Turned, so that no edge lies along an axis, but sometimes not: rays along x then meet edges and faces.
    if (random.chance(0.8))
        for (Vec3& v : vertices)
            v = R * v;
    // The tetrahedron's order is checked here rather than by eye.
    double volume = 0.0;
    for (const auto& t : triangles)
        volume += vertices[static_cast<std::size_t>(t[0])].dot(
            vertices[static_cast<std::size_t>(t[1])].cross(vertices[static_cast<std::size_t>(t[2])]));
    if ((volume < 0.0) != inward)
        for (auto& t : triangles)
            std::swap(t[1], t[2]);
    return {vertices, triangles};
}

/// The shapes of one object, gathered shell by shell.
struct Solid
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    std::vector<PlacedShape> shapes;

    void add(const std::vector<Vec3>& v, const std::vector<TriangleMesh::Triangle>& t, const Pose& X)
    {
        const auto first = static_cast<std::int32_t>(vertices.size());
        for (const Vec3& x : v)
            vertices.push_back(X * x);
        for (const auto& triangle : t)
            triangles.push_back({triangle[0] + first, triangle[1] + first, triangle[2] + first});
    }
    /// What was added since becomes one mesh.
    void closeMesh()
    {
        if (!triangles.empty())
            shapes.push_back({meshOf(std::exchange(vertices, {}), std::exchange(triangles, {})), Pose{}});
    }
};

/// One motion in a scene of its own.
struct Case
{
    std::shared_ptr<const Scene> scene;
    Configuration q0, q1;
    double t = 0.5;  ///< the instant at which the nests were put together
};

Case randomCase(Random& random)
{
    Case out;
    SceneBuilder builder;
    const int joints = 1 + random.index(4);
    const BodyIndex first = kWorld.next();
    for (int i = 0; i < joints; ++i)
    {
        constexpr std::array<JointType, 6> kTypes{JointType::Revolute, JointType::Continuous, JointType::Prismatic,
                                                  JointType::Planar,   JointType::Floating,   JointType::Fixed};
        const JointType type =
            i == 0 ? kTypes[static_cast<std::size_t>(random.index(5))] : kTypes[static_cast<std::size_t>(random.index(6))];
        const BodyIndex parent = i == 0 || random.chance(0.2) ? kWorld : BodyIndex(builder.model.bodies().size() - 1);
        std::optional<Mimic> mimic;
        if (i > 0 && random.chance(0.1) && (type == JointType::Revolute || type == JointType::Prismatic)
            && builder.model.body(first).joint.type == JointType::Prismatic && !builder.model.body(first).joint.mimic)
            mimic = Mimic{first, random.uniform(-2, 2), random.uniform(-0.3, 0.3)};
        builder.joint(parent, random.pose(0.4), type, type == JointType::Planar ? Vec3(Vec3::UnitZ()) : random.direction(),
                      mimic);
    }
    out.q0 = randomConfiguration(builder.model, random, 1.0);
    out.q1 = nearbyConfiguration(builder.model, random, out.q0, random.logUniform(1e-3, 2.0));
    out.t = random.chance(0.3) ? random.index(2) : random.unit();
    const Motion motion(builder.model, out.q0, out.q1);

    const int links = 1 + random.index(2), obstacles = 1 + random.index(2);
    std::vector<Solid> solids(static_cast<std::size_t>(links + obstacles));
    std::vector<BodyIndex> body(solids.size(), kWorld);
    const int last = static_cast<int>(builder.model.bodies().size()) - 1;
    for (int i = 0; i < links; ++i)
        body[static_cast<std::size_t>(i)] = BodyIndex(last - (i == 0 ? 0 : random.index(last)));

    const int nests = 1 + random.index(2);
    for (int nest = 0; nest < nests; ++nest)
    {
        const Vec3 p_W = motion.worldPose(body[0], out.t) * random.inCube(0.3);
        double radius = random.logUniform(0.05, 0.6);
        const int shells = 1 + random.index(6);
        // A wall is two shells of one object, the inner one inward; at random the rule is broken.
        auto owner = static_cast<std::size_t>(random.index(static_cast<int>(solids.size())));
        bool inward = false;
        for (int k = 0; k < shells; ++k)
        {
            Solid& solid = solids[owner];
            Pose X_WS{Mat3::Identity(), p_W + random.inCube(0.05 * radius)};
            const auto [v, t] = shell(random, radius, inward != random.chance(0.1));
            solid.add(v, t, motion.worldPose(body[owner], out.t).inverse() * X_WS);
            if (random.chance(0.4))
                solid.closeMesh();
            radius *= random.uniform(random.chance(0.2) ? 0.6 : 0.1, random.chance(0.3) ? 1.1 : 0.6);
            if (!inward && random.chance(0.6))
                inward = true;
            else
            {
                inward = false;
                owner = static_cast<std::size_t>(random.index(static_cast<int>(solids.size())));
            }
        }
        // Something that may lie in the innermost.
        if (random.chance(0.3))
            solids[owner].shapes.push_back(
                {random.chance(0.5) ? Shape(Sphere{0.3 * radius}) : Shape(Box{Vec3::Constant(0.2 * radius)}),
                 motion.worldPose(body[owner], out.t).inverse() * Pose{random.rotation(), p_W}});
    }
    for (std::size_t i = 0; i < solids.size(); ++i)
    {
        solids[i].closeMesh();
        if (random.chance(0.1))
            solids[i].shapes.push_back({randomShape(random, 0.1), random.pose(0.5)});
        if (!solids[i].shapes.empty())
        {
            const bool is_link = i < static_cast<std::size_t>(links);
            builder.objects.push_back({(is_link ? "link_" : "obstacle_") + std::to_string(i),
                                       body[i],
                                       is_link ? ObjectKind::Link : ObjectKind::Obstacle,
                                       std::make_shared<CollisionGeometry>(solids[i].shapes, "shells"),
                                       {}});
        }
    }
    builder.clearances.all = random.chance(0.3) ? random.logUniform(1e-6, 0.02) : 0.0;
    out.scene = builder.build();
    return out;
}

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
