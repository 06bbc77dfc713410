// Continuous collision detection of articulated models: is there a contact during a motion, when is the first, and where?
//
// S. Redon, Y. J. Kim, M. C. Lin, D. Manocha: "Fast Continuous Collision Detection for Articulated Models", Journal of Computing and
// Information Science in Engineering 2005 (ACM Solid Modeling 2004). Three stages: boxes of what each object sweeps, in a hierarchy
// (section 4.1); swept line-swept spheres against the obstacles (4.2); continuous overlap tests of bounding volumes and elementary
// tests of features over intervals of time, the earliest first, all pairs at once (5). Unlike the paper: nothing is lost to
// tessellation, images or rounding, primitives take part, and so do self-collision and pairs of robots.
//
// Contact is where the distance of a pair is its clearance or less: touching, where none is asked for.
//
// Proof. An interval of time is discarded for a pair of nodes where the chord bound proves them apart (certify/front.h); what is not is
// handed to the halves of the interval, and the earlier half is worked off first, for all pairs together. So when a contact is found in
// [lo, hi], every active pair has been proven farther apart than its clearance at every t < lo.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gapless/certify/motion_certifier.h>
#include <gapless/culling/culler.h>

namespace gapless {

/// Which parts of the pipeline work. The answer is the same without them, up to what only rounding keeps from being proven.
struct ArticulatedStages
{
    /// Stage 1, with what the joint limits and nodes in lanes keep apart (src/certify/lane_prover.h).
    bool swept_boxes = true;
    /// Stage 2. Off: for one motion at a time on the CPU it costs about what it saves the third stage (docs/benchmarks.md). Batches of
    /// motions are another matter, see motion_culling.h. Where it culls, `certified_clearance` is no more than the clearance.
    bool swept_volumes = false;
};

struct ArticulatedOptions
{
    /// Largest width of `time_of_contact`, in kTimeToleranceRange; 2^-42 where less is asked for.
    double time_tolerance = 1e-6;
    /// In kToleranceRange. The points of the first contact, a witness that can be checked by itself, are at most clearance + tolerance
    /// apart. And where rounding keeps contact and a gap from being told apart, a pair within that is a collision (contact not proven),
    /// any other is Undecided.
    double tolerance = 1e-3;
    /// false: any contact will do, not the first. Where one is found, `time_of_contact` is [last_valid, a time at which it is there], and
    /// may be wider than the tolerance.
    bool first_contact = true;
    ArticulatedStages stages;
    /// Who culls in stage 2; null: a CpuSweptVolumeCuller of its own. Several can share one.
    std::shared_ptr<const Culler> culler;
};

/// What of an object touches.
enum class Feature
{
    Vertex,
    Edge,
    Face,
    Solid,  ///< a primitive, or the inside of a closed mesh
};
const char* toString(Feature feature);

/// One contact, as it is at `t`: the last instant before it at which the pair is proven apart, where the first was looked for.
struct Contact
{
    PairIndex pair;
    Feature feature_a = Feature::Solid, feature_b = Feature::Solid;
    /// Indices into the objects' CollisionGeometry::leaves(), where the triangles of meshes stand as loaded, shape by shape; none for a
    /// primitive or an inside.
    std::optional<int> triangle_a, triangle_b;
    /// Nearest points of the two features, in the world, metres; their middle is the contact point.
    Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
    /// Unit vector from A to B, in the world, along which they part; zero where none can be told (one is deep inside the other).
    Vec3 normal = Vec3::Zero();
    /// Fraction of the motion.
    double t = 0.0;
    /// Encloses the time at which the distance of these two first comes down to the clearance, if it does.
    Interval time;
    /// Whether it is proven that it does.
    bool proved = false;
};

struct ArticulatedStatistics
{
    std::uint64_t pairs = 0;                ///< pairs that stage 1 left
    std::uint64_t pairs_after_culling = 0;  ///< pairs that stage 2 left
    std::uint64_t configurations = 0;       ///< distinct t at which poses were computed
    std::uint64_t bounding_volume_tests = 0;
    std::uint64_t elementary_tests = 0;  ///< leaf pairs on an interval
    /// Seconds in stages 1 (with the start of the motion), 2 and 3.
    double seconds[3] = {0.0, 0.0, 0.0};
};

struct [[nodiscard]] ArticulatedResult
{
    /// Free: proven for every t. Collision: a contact, or what rounding cannot tell from one. Undecided: the budget ran out, or rounding
    /// keeps a gap of more than the tolerance from being proven.
    Verdict verdict = Verdict::Undecided;
    /// Collision: the first contact, [lo, hi]: the motion is proven free on [0, lo), and hi - lo <= time_tolerance. If contact_proved, the
    /// distance of a pair comes down to its clearance in [lo, hi]; if not, it comes so close there that doubles cannot tell.
    Interval time_of_contact = 1.0;
    bool contact_proved = false;
    /// Collision: every contact found whose time begins within the tolerance of the first one's, the first one first.
    std::vector<Contact> contacts;
    /// Collision: where everything is at hi. Undecided: where it was given up.
    Configuration configuration;
    /// Proven free on [0, last_valid); 1 when free.
    double last_valid = 0.0;
    /// Free: proven lower bound of the smallest distance of any active pair, metres.
    double certified_clearance = 0.0;
    ArticulatedStatistics statistics;
};

class ArticulatedSearch;

class ArticulatedCollision final : public MotionCertifier
{
public:
    /// @throws InputError if an option is out of range, or the culler is of another scene.
    explicit ArticulatedCollision(std::shared_ptr<const Scene> scene, const ArticulatedOptions& options = {});
    ~ArticulatedCollision() override;
    ArticulatedCollision(ArticulatedCollision&&) noexcept;
    ArticulatedCollision& operator=(ArticulatedCollision&&) noexcept;

    void reset(const Configuration& q0, const Configuration& q1) override;
    void resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube) override;
    using MotionCertifier::run;
    Verdict run(const Budget& budget) override;
    /// Undecided for rounding is final, too.
    bool isDone() const override;
    /// What is left of the time, times the travel of the pair that travels most.
    double uncoveredLength() const override;
    /// The first contact as the witness, where its points are nearest.
    CertifyResult result() const override;
    /// One, from last_valid to the end.
    std::vector<UncoveredInterval> uncoveredIntervals() const override;

    /// The full answer so far.
    ArticulatedResult contactResult() const;
    /// reset(), run() and contactResult() in one.
    ArticulatedResult check(const Configuration& q0, const Configuration& q1, const Budget& budget = {});
    /// run() and contactResult(): goes on with the last motion where the budget left it.
    ArticulatedResult resume(const Budget& budget = {});

private:
    friend class ArticulatedSearch;
    std::unique_ptr<ArticulatedSearch> search_;
};

}  // namespace gapless
