// Proofs that live with the edges of a tree or roadmap.
//
// Schwarzer, Saha, Latombe 2002, section 3.4: the queues of segments that are neither proven free nor colliding are cached, so that
// work on them is not repeated when they are part of other paths.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <ompl/base/PlannerTerminationCondition.h>

#include <gapless/certify/path_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/ompl/exact_motion_validator.h>

namespace gapless {

class CurveStraightener;
class ProofHistory;

/// What is known of one edge: of the motion that the space draws from its first state to its second. Where that is a car's curve the way back
/// is another motion, of which nothing is known by that (StateMapping).
struct EdgeProof
{
    enum class State
    {
        Open,
        Free,       ///< proven
        Colliding,  ///< a witness, or no proof possible: never part of a path
    };
    State state = State::Open;
    /// The queues of a proof that was begun, one for each piece of the motion, in order (a straight motion is one piece); null of a piece that
    /// was not begun. None before, and once the edge is settled.
    std::vector<std::unique_ptr<MotionCertifier>> queues;
    /// At how many states it was sampled, without a collision, see EdgeProver::prove(). Nothing is proven by that.
    unsigned int samples = 0;
    /// The scene in which all of its pairs were proven last, by the number that the prover's history has for it; 0: none. What has not changed since is proven
    /// in the present scene as well.
    std::uint32_t proven_in = 0;
    /// How much of an edge whose proof is not begun is to be proven, or is likely to collide: 1 where nothing is known.
    double doubt = 1.0;
    /// Of a colliding one: the pair of the present scene that is too near, where it is known.
    std::optional<PairIndex> witness = {};

    /// About what is still to be proven, as a share of the motion: 1 before the proof is begun, 0 once it is free; in between, the share that
    /// the most uncovered entry of its queues spans.
    [[nodiscard]] double unproven() const;
};

/// Proves candidate paths. Used by one thread at a time.
class EdgeProver
{
public:
    /// Takes the validator that si has now, behind a SwappableMotionValidator too.
    /// @throws InputError that names `planner` if it is not an ExactMotionValidator.
    EdgeProver(const ompl::base::SpaceInformation& si, const std::string& planner);
    /// Of that validator, which must not be swappable: for planners that hold on to one scene while they solve.
    /// @throws InputError as above.
    EdgeProver(const ompl::base::MotionValidatorPtr& validator, const std::string& planner);

    /// @throws InputError if the kind is not exact or the tolerance out of range.
    EdgeProver(std::shared_ptr<const StateMapping> mapping, double tolerance, ValidatorKind kind = ValidatorKind::Adaptive);
    ~EdgeProver();
    EdgeProver(EdgeProver&& other) noexcept;
    EdgeProver& operator=(EdgeProver&& other) noexcept;

    /// Proves of an edge only what its proof in an earlier scene leaves open. @param history whose present scene is the prover's
    void follow(std::shared_ptr<ProofHistory> history) { history_ = std::move(history); }

    /// `keep` false: queues of edges that stay open are thrown away.
    void setKeepsQueues(bool keep) { keeps_queues_ = keep; }

    struct PathEdge
    {
        EdgeProof* proof = nullptr;
        const ompl::base::State *from = nullptr, *to = nullptr;
    };
    /// Colliding: `edge` is. Free: all are. Open: the condition held.
    struct Answer
    {
        EdgeProof::State state = EdgeProof::State::Free;
        std::size_t edge = 0;
    };
    /// Works on all open edges of the path together, most uncovered first, until one of them is Colliding, all are Free, or the condition
    /// holds (asked every few milliseconds). An edge whose proof was not begun counts by its length in the metric of the space, or by
    /// the longest part of it without a sample. An edge that the rounding of doubles leaves open counts as Colliding, and so does one whose
    /// car leaves the bounds of its space on the way, or for which the space knows no curve.
    ///
    /// Before proofs are begun, some states are sampled, of the longest part without a sample first, as long as that finds collisions
    /// often enough to pay: a collision found so is as good a witness as any, finding none says nothing.
    Answer prove(const std::vector<PathEdge>& path, const ompl::base::PlannerTerminationCondition& ptc);

    /// How many edges collided at a state that was sampled before their proof was begun.
    std::uint64_t sampledCount() const { return sampled_; }
    /// How many proofs were begun, and how many of them were resumed later.
    std::uint64_t begunCount() const { return begun_; }
    std::uint64_t resumedCount() const { return resumed_; }

    /// Does what this one has proven hold for the other: the same scene, mapped the same way, and the same tolerance?
    bool isOfSceneOf(const EdgeProver& other) const
    {
        return mapping_ == other.mapping_ && kind_ == other.kind_ && tolerance() == other.tolerance();
    }
    const std::shared_ptr<const StateMapping>& mapping() const { return mapping_; }
    double tolerance() const { return options_.tolerance; }

private:
    explicit EdgeProver(const ExactMotionValidator& validator);

    /// An edge of the path that is not settled yet.
    struct OpenEdge
    {
        const PathEdge* edge = nullptr;
        std::size_t index = 0;
        double length = 0.0;
        bool is_begun = false;
        std::optional<CurveMotion> curve = {};  // where motions are not straight, once it was asked for
    };
    bool takeCurve(OpenEdge& open) const;
    std::unique_ptr<MotionCertifier> begin(OpenEdge& open, std::size_t piece);
    bool sampleNext(const OpenEdge& open);
    OpenEdge* findCollision(std::vector<OpenEdge>& open);
    void settle(EdgeProof& proof);

    std::shared_ptr<const StateMapping> mapping_;
    ValidatorKind kind_;
    CertifyOptions options_;
    bool keeps_queues_ = true;
    Configuration q0_, q1_;
    std::shared_ptr<ProofHistory> history_;  // null: every edge is to be proven for all pairs
    /// Settled certifiers, for their memory, by EdgeProof::proven_in.
    std::map<std::uint32_t, std::vector<std::unique_ptr<MotionCertifier>>> spare_;
    std::unique_ptr<CurveStraightener> straightener_;  // null where all motions are straight
    /// Of the first sample in a call of prove(), the second ...
    struct Chance
    {
        std::uint64_t samples = 0, collisions = 0;
        bool isWorthwhile() const;
    };
    StaticChecker checker_;
    std::array<Chance, 32> chances_;
    std::uint64_t sampled_ = 0, begun_ = 0, resumed_ = 0;
};

}  // namespace gapless
