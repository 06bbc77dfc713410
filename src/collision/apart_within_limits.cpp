// Three searches, one in the other:
// - Over pairs of objects (proveApartWithinLimits): links of one robot with one joint that moves between them first, then those with two.
//   A pair like one before (several robots of a kind), or like one of an earlier scene, takes its proof over.
// - Over node pairs (Proof::run): from the roots down. What cannot be covered is opened; two leaves that cannot stay open.
// - Over cells of the joints' limits (Proof::coverBox): where the distance at the centre is more than clearance + 1.5 lambda, the cell is
//   done; else it is halved across the variable that moves the pair most.
//
// Much of what is tried cannot be proven: about a joint there are parts that do touch somewhere in its range. So a node pair is given up
// as soon as two of its leaves are known to be near each other at a cell's centre, which is kept in `near_`. Others are tried at these
// configurations first, since what brought its parent near brings one of its children near, too. A smaller kLeastTravel would prove parts
// that come within millimetres of each other, for many times the cells.
//
// The budgets count tests, not seconds. kRootBudget lets the two roots have nearly all of a pair's: where a whole pair is proven, no
// motion ever looks at it again, which any number of proven parts does not achieve.
#include <gapless/collision/apart_within_limits.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gapless/collision/pair_error.h>
#include <gapless/geometry/pair_distance.h>
#include <gapless/kinematics/motion_bound.h>

namespace gapless {

namespace {

constexpr int kMostVariables = 2;
/// Tests of node pairs, at the most: for one pair of nodes, one pair of objects, and all of a scene (some 1 s).
constexpr std::uint64_t kRootBudget = 10000000;
constexpr std::uint64_t kNodeBudget = 150000;
constexpr std::uint64_t kPairBudget = 11000000;
constexpr std::uint64_t kSceneBudget = 20000000;
/// More open node pairs than this cost more at each motion than starting from the roots.
constexpr std::size_t kMostOpen = 96;
/// A cell whose travel is below this, metres, and still not covered means that the pair comes about this close: not worth more.
constexpr double kLeastTravel = 2e-3;

/// A little more than a full turn, so that rounding leaves no slit.
constexpr double kFullTurn = 2.0 * M_PI * (1.0 + 1e-12);

/// More joints than a proof takes on: seen after few steps, where copying the chain of every pair would be cubic in its length.
bool hasTooManyJoints(const KinematicModel& model, BodyIndex a, BodyIndex b)
{
    int joints = 0;
    while (a != b && joints <= kMostVariables)
    {
        BodyIndex& outer = a > b ? a : b;  // parents precede their children
        joints += model.body(outer).joint.type != JointType::Fixed;
        outer = model.body(outer).parent;
    }
    return joints > kMostVariables;
}

/// The joints between two objects and their nearest common ancestor, as a model of its own with the ancestor as the world.
class RelativeChain
{
public:
    RelativeChain(const KinematicModel& model, const CollisionObject& object_a, const CollisionObject& object_b)
        : a(object_a), b(object_b)
    {
        const BodyIndex ancestor = model.commonAncestor(a.body, b.body);
        this->a.body = append(model, a.body, ancestor);
        this->b.body = append(model, b.body, ancestor);
        low = Eigen::Map<const Configuration>(low_.data(), static_cast<Eigen::Index>(low_.size()));
        high = Eigen::Map<const Configuration>(high_.data(), static_cast<Eigen::Index>(high_.size()));
    }

    /// Do one or two variables with finite ranges move the objects relative to each other?
    bool isEligible() const { return eligible_ && chain.configurationSize() > 0 && chain.configurationSize() <= kMostVariables; }

    KinematicModel chain;
    CollisionObject a, b;
    Configuration low, high;

private:
    BodyIndex append(const KinematicModel& model, BodyIndex body, BodyIndex ancestor)
    {
        if (body == ancestor)
            return kWorld;
        const BodyIndex parent = append(model, model.body(body).parent, ancestor);
        const Body& source = model.body(body);
        const Joint& joint = source.joint;
        const bool single = joint.type == JointType::Revolute || joint.type == JointType::Prismatic;
        // Continuous joints would need cells that wrap, mimic joints their masters; planar and floating ones have no box.
        eligible_ = eligible_ && !joint.mimic && (joint.type == JointType::Fixed || (single && joint.lower.size() == 1));
        if (!eligible_)
            return kWorld;
        if (single)
        {
            low_.push_back(joint.lower[0]);
            // More than one turn brings nothing new.
            const bool turns = joint.type == JointType::Revolute;
            high_.push_back(
                turns ? std::min(joint.upper[0], joint.lower[0] + kFullTurn + 8.0 * kUnitRoundoff * std::abs(joint.lower[0]))
                      : joint.upper[0]);
            eligible_ = std::isfinite(joint.lower[0]) && std::isfinite(joint.upper[0]);
        }
        return chain.addBody(source.name, parent, source.X_PJ, joint);
    }

    std::vector<double> low_, high_;
    bool eligible_ = true;
};

bool isSamePose(const Pose& x, const Pose& y)
{
    return x.R == y.R && x.p == y.p;
}

/// Which triangles bound a solid depends on how the leaves are divided into shapes, which the leaves alone do not tell.
bool isSameSolids(const CollisionGeometry& x, const CollisionGeometry& y)
{
    const auto same = [](const PlacedShape& s, const PlacedShape& t) {
        const auto *mesh_s = std::get_if<std::shared_ptr<const TriangleMesh>>(&s.shape),
                   *mesh_t = std::get_if<std::shared_ptr<const TriangleMesh>>(&t.shape);
        return (mesh_s == nullptr) == (mesh_t == nullptr)
               && (!mesh_s
                   || ((*mesh_s)->isSolid() == (*mesh_t)->isSolid()
                       && (*mesh_s)->triangles().size() == (*mesh_t)->triangles().size()));
    };
    return std::equal(x.shapes().begin(), x.shapes().end(), y.shapes().begin(), y.shapes().end(), same);
}

bool isSameGeometry(const CollisionGeometry& x, const CollisionGeometry& y)
{
    const auto same = [](const Convex& s, const Convex& t) {
        return s.type == t.type && s.radius == t.radius && s.a == t.a && s.b == t.b && s.c == t.c && s.d == t.d;
    };
    const bool shells = !x.containment().hasSolids() && !y.containment().hasSolids();
    return x.placementError() == y.placementError() && (shells || isSameSolids(x, y))
           && std::equal(x.leaves().begin(), x.leaves().end(), y.leaves().begin(), y.leaves().end(), same);
}

/// Two robots of one kind: what is proven for a pair of the one holds for that of the other.
bool isSameChain(const RelativeChain& x, const RelativeChain& y)
{
    if (x.chain.bodies().size() != y.chain.bodies().size() || x.chain.configurationSize() != y.chain.configurationSize()
        || x.a.body != y.a.body || x.b.body != y.b.body || x.low != y.low || x.high != y.high)
        return false;
    for (const BodyIndex i : x.chain.bodies().indices())
    {
        const Body &s = x.chain.body(i), &t = y.chain.body(i);
        if (s.parent != t.parent || !isSamePose(s.X_PJ, t.X_PJ) || s.joint.type != t.joint.type || s.joint.axis != t.joint.axis)
            return false;
    }
    return isSameGeometry(*x.a.geometry, *y.a.geometry) && isSameGeometry(*x.b.geometry, *y.b.geometry);
}

struct Cell
{
    Configuration low, high;
};

class Proof
{
public:
    Proof(const RelativeChain& pair, double clearance, std::uint64_t& spent) : pair_(pair), clearance_(clearance), spent_(spent)
    {}

    ApartWithinLimits run()
    {
        ApartWithinLimits proof;
        proof.open.clear();
        const std::uint64_t most = std::min(spent_ + kPairBudget, kSceneBudget);
        const CollisionGeometry &A = *pair_.a.geometry, &B = *pair_.b.geometry;
        std::vector<ApartWithinLimits::NodePair> stack{{}};
        while (!stack.empty())
        {
            const ApartWithinLimits::NodePair nodes = stack.back();
            stack.pop_back();
            if (spent_ >= most || proof.open.size() + stack.size() >= kMostOpen)
            {
                proof.open.push_back(nodes);
                continue;
            }
            if (coverBox(nodes, proof.gap))
                continue;
            const NodeRef a{&A, nodes.a}, b{&B, nodes.b};
            if (a.node().isLeaf() && b.node().isLeaf())
            {
                proof.open.push_back(nodes);
                continue;
            }
            const bool open_a = openFirst(a, b);
            for (const NodeIndex child : (open_a ? a : b).node().children())
                stack.push_back(open_a ? ApartWithinLimits::NodePair{child, nodes.b}
                                       : ApartWithinLimits::NodePair{nodes.a, child});
        }
        if (proof.open.size() >= kMostOpen || (proof.open.empty() && !isOutsideAtCentre()))
            return {};
        return proof;
    }

private:
    /// Lowers `gap` to what the node pair keeps all over the box; false: not proven.
    bool coverBox(const ApartWithinLimits::NodePair& nodes, double& gap)
    {
        // Where a larger node pair failed, its children are likely to fail too: that is cheap to see.
        for (const Configuration& near : near_)
            if (!isApartAt(nodes, near, kLeastTravel))
                return false;
        const bool whole = nodes.a == RssTree::kRoot && nodes.b == RssTree::kRoot;
        const std::uint64_t most = spent_ + (whole ? kRootBudget : kNodeBudget);
        double smallest = gap;
        std::vector<Cell> stack{{pair_.low, pair_.high}};
        while (!stack.empty())
        {
            const Cell cell = stack.back();
            stack.pop_back();
            if (spent_ >= most)
                return false;
            const Configuration middle = 0.5 * (cell.low + cell.high);
            const double lambda = travelFromCentre(cell.low, cell.high);
            // Asking for more than lambda leaves a gap of about a third of the smallest distance, not one of nearly zero.
            const GreedyDistance d = distanceAt(nodes, middle, clearance_ + 1.5 * lambda);
            if (d.outcome == GreedyDistance::Outcome::Apart)
            {
                smallest = std::min(smallest, d.lower - lambda);
                continue;
            }
            if (lambda < kLeastTravel || d.upper <= clearance_ + kLeastTravel)
            {
                near_.push_back(middle);
                return false;
            }
            const Eigen::Index cut = variableOfMostTravel(cell, middle);
            // Limits so far from zero that doubles cannot divide the cell: not proven.
            if (!(cell.low[cut] < middle[cut] && middle[cut] < cell.high[cut]))
                return false;
            Cell lower = cell, upper = cell;
            lower.high[cut] = upper.low[cut] = middle[cut];
            stack.push_back(lower);
            stack.push_back(upper);
        }
        gap = smallest;
        return true;
    }

    /// Bound of the relative travel from the centre of a cell to any of its points: on the way every joint moves at most half of
    /// its range, and the lever arms hold all over the cell, since nothing in their bound says that joints move together:
    /// the ball of the object at the centre, grown by half of the travel of the joints outwards.
    double travelFromCentre(const Configuration& low, const Configuration& high)
    {
        across_.reset(pair_.chain, low, high);
        poses_.reset(across_);
        const int middle = poses_.addInstant(0.5);
        bound_a_.reset(across_, pair_.a.body, *pair_.a.geometry, poses_, middle);
        bound_b_.reset(across_, pair_.b.body, *pair_.b.geometry, poses_, middle);
        return 0.5 * (bound_a_.travel() + bound_b_.travel()) * kInflate;
    }

    Eigen::Index variableOfMostTravel(const Cell& cell, const Configuration& middle)
    {
        Eigen::Index best = 0;
        double most = -1.0;
        for (Eigen::Index k = 0; k < middle.size(); ++k)
        {
            Configuration low = middle, high = middle;
            low[k] = cell.low[k];
            high[k] = cell.high[k];
            const double travel = travelFromCentre(low, high);
            if (travel > most)
            {
                most = travel;
                best = k;
            }
        }
        return best;
    }

    GreedyDistance distanceAt(const ApartWithinLimits::NodePair& nodes, const Configuration& q, double threshold)
    {
        const CollisionGeometry &A = *pair_.a.geometry, &B = *pair_.b.geometry;
        const PairPose X = poseAt(q);
        const double error = pairError(centre_, pair_.a, pair_.b, kWorld, X.p_AB.norm() + A.reach() + B.reach());
        DistanceCounters tests;
        GreedyDistance d = greedyDistance(A, B, X, threshold, error, &tests, nodes.a, nodes.b);
        spent_ += tests.bounding_volumes + tests.leaf_pairs;
        return d;
    }

    bool isApartAt(const ApartWithinLimits::NodePair& nodes, const Configuration& q, double threshold)
    {
        return distanceAt(nodes, q, clearance_ + threshold).outcome == GreedyDistance::Outcome::Apart;
    }

    PairPose poseAt(const Configuration& q)
    {
        centre_.reset(pair_.chain, q, q);
        return pairPose(centre_.worldPose(pair_.a.body, 0.0), centre_.worldPose(pair_.b.body, 0.0));
    }

    bool isOutsideAtCentre()
    {
        const Configuration middle = 0.5 * (pair_.low + pair_.high);
        return insideOneAnother(*pair_.a.geometry, *pair_.b.geometry, poseAt(middle)) == Containment::Answer::Outside;
    }

    const RelativeChain& pair_;
    double clearance_;
    std::uint64_t& spent_;
    Motion across_, centre_;
    PoseCache poses_;
    MotionBound bound_a_, bound_b_;
    std::vector<Configuration> near_;
};

/// What an earlier scene has proven of two objects like those of the chain, for a gap that is enough; or null.
const ApartWithinLimits* findProof(const Scene& earlier, const RelativeChain& chain, double clearance)
{
    for (const PairIndex i : earlier.pairs().indices())
    {
        const ObjectPair& pair = earlier.pair(i);
        const CollisionObject &a = earlier.object(pair.a), &b = earlier.object(pair.b);
        if (a.geometry == chain.a.geometry && b.geometry == chain.b.geometry && earlier.apartWithinLimits(i).gap > clearance
            && isSameChain(RelativeChain(earlier.model(), a, b), chain))
            return &earlier.apartWithinLimits(i);
    }
    return nullptr;
}

}  // namespace

IndexedVector<PairIndex, ApartWithinLimits> proveApartWithinLimits(const KinematicModel& model,
                                                                   const IndexedVector<ObjectIndex, CollisionObject>& objects,
                                                                   const IndexedVector<PairIndex, ObjectPair>& pairs,
                                                                   const Scene* earlier)
{
    IndexedVector<PairIndex, ApartWithinLimits> proofs(pairs.size());
    struct Done
    {
        RelativeChain chain;
        PairIndex pair;
    };
    std::vector<Done> done;
    std::uint64_t spent = 0;
    const auto prove = [&](PairIndex i, int variables) {
        const CollisionObject &a = objects[pairs[i].a], &b = objects[pairs[i].b];
        const std::optional<int> robot = model.body(a.body).robot;
        if (!robot || robot != model.body(b.body).robot)
            return;
        if (hasTooManyJoints(model, a.body, b.body))
            return;
        RelativeChain chain(model, a, b);
        if (!chain.isEligible() || chain.chain.configurationSize() != variables)
            return;
        const auto twin = std::find_if(done.begin(), done.end(), [&](const Done& d) {
            return pairs[d.pair].clearance == pairs[i].clearance && isSameChain(d.chain, chain);
        });
        if (twin != done.end())
        {
            proofs[i] = proofs[twin->pair];
            return;
        }
        if (const ApartWithinLimits* const known = earlier ? findProof(*earlier, chain, pairs[i].clearance) : nullptr)
            proofs[i] = *known;
        else
            proofs[i] = Proof(chain, pairs[i].clearance, spent).run();
        done.push_back({std::move(chain), i});
    };
    // Those across one joint first: they are cheap, and should find some of the scene's budget left.
    for (int variables = 1; variables <= kMostVariables; ++variables)
        for (const PairIndex i : pairs.indices())
            prove(i, variables);
    return proofs;
}

bool isWithinLimits(const KinematicModel& model, const Configuration& q)
{
    for (const Body& body : model.bodies())
        if (body.variable && (body.joint.type == JointType::Revolute || body.joint.type == JointType::Prismatic))
            for (std::size_t k = 0; k < body.joint.lower.size(); ++k)
            {
                const double value = q[*body.variable + static_cast<int>(k)];
                if (value < body.joint.lower[k] || value > body.joint.upper[k])
                    return false;
            }
    return true;
}

}  // namespace gapless
