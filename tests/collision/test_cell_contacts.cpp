// Where tables of joint values have two links touch: that they do there, and that nobody takes it for a proof.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/geometry/convex_distance.h>
#include <gapless/kinematics/motion.h>

#include "certify/lane_prover.h"
#include "collision/kept_limit_proofs.h"
#include "collision/turned_objects.h"
#include "support/cache_folder.h"
#include "support/gap_on_motion.h"
#include "support/random_input.h"
#include "support/random_scene.h"
#include "support/sanitized.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr PairIndex kPair{0};

/// A base and a hand of several boxes, an elbow and a wrist between them; and, where it rolls, a joint more that turns the hand, and a thumb on it.
struct Arm
{
    std::vector<PlacedShape> base, hand, thumb;
    Vec3 elbow = Vec3::UnitZ(), wrist = Vec3::UnitY();
    double clearance = 0.0;
    bool rolls = false, hand_first = false;

    std::shared_ptr<const Scene> scene() const
    {
        SceneBuilder b;
        const BodyIndex below = b.model.addBody("below", kWorld, at(0, 0, 1), Joint(), 0);
        const BodyIndex middle =
            b.model.addBody("middle", below, at(0.2, 0, 0.1), limited(JointType::Revolute, elbow, -2.0, 2.5, "elbow"), 0);
        BodyIndex above =
            b.model.addBody("above", middle, at(-0.25, 0.05, 0), limited(JointType::Revolute, wrist, -2.2, 1.8, "wrist"), 0);
        if (rolls)
        {
            Joint roll;
            roll.name = "roll";
            roll.type = JointType::Continuous;
            roll.axis = Vec3::UnitX();
            above = b.model.addBody("roll", above, at(0.05, 0, 0), roll, 0);
        }
        const auto add = [&](const std::string& name, BodyIndex body, const std::vector<PlacedShape>& shapes) {
            b.objects.push_back({name, body, ObjectKind::Link, std::make_shared<CollisionGeometry>(shapes, name), {}, {}});
        };
        if (hand_first)
            add("hand", above, hand);
        add("base", below, base);
        if (!hand_first)
            add("hand", above, hand);
        std::vector<ObjectPair> pairs{{ObjectIndex(0), ObjectIndex(1), clearance}};
        if (rolls)
        {
            add("thumb", above, thumb);
            pairs.push_back({ObjectIndex(hand_first ? 1 : 0), ObjectIndex(2), clearance});
        }
        return std::make_shared<const Scene>(b.model, b.objects, pairs);
    }
};

Arm randomArm(Random& random)
{
    Arm arm;
    const auto boxes = [&](double away) {
        std::vector<PlacedShape> shapes;
        for (int k = 3 + random.index(4); k > 0; --k)
            shapes.push_back({boxMesh({random.uniform(0.01, 0.06), random.uniform(0.01, 0.06), random.uniform(0.01, 0.06)}),
                              {random.rotation(), away * random.direction()}});
        return shapes;
    };
    arm.base = boxes(0.1);
    arm.hand = boxes(0.12);
    arm.thumb = boxes(0.15);
    arm.elbow = random.direction();
    arm.wrist = random.direction();
    arm.clearance = random.chance(0.5) ? 0.0 : 0.01;
    arm.hand_first = random.chance(0.5);
    return arm;
}

/// By cells and their centres.
struct Centred
{
    Configuration centre;
    std::int32_t contact;
};

std::vector<Centred> contactsOf(const ApartCells& cells)
{
    struct Part
    {
        std::size_t node;
        ApartCells::Values low, high;
    };
    Part whole{0, {}, {}};
    for (std::size_t v = 0; v < cells.axes().size(); ++v)
    {
        whole.low[v] = cells.axes()[v].low;
        whole.high[v] = cells.axes()[v].high;
    }
    std::vector<Centred> found;
    std::vector<Part> stack{whole};
    while (!stack.empty())
    {
        const Part part = stack.back();
        stack.pop_back();
        const ApartCells::Node& node = cells.nodes()[part.node];
        if (node.child == ApartCells::kCell)
        {
            if (node.value > ApartCells::kOpen || node.variable == ApartCells::kNone)
                continue;
            Configuration centre(static_cast<Eigen::Index>(cells.axes().size()));
            for (Eigen::Index v = 0; v < centre.size(); ++v)
                centre[v] = 0.5 * (part.low[static_cast<std::size_t>(v)] + part.high[static_cast<std::size_t>(v)]);
            found.push_back({centre, node.variable});
            continue;
        }
        Part below = part, above = part;
        below.node = static_cast<std::size_t>(node.child);
        above.node = below.node + 1;
        below.high[static_cast<std::size_t>(node.variable)] = above.low[static_cast<std::size_t>(node.variable)] = node.value;
        stack.push_back(below);
        stack.push_back(above);
    }
    return found;
}

double distanceOf(const Scene& scene, const ApartCells::Contact& leaves, const Configuration& q)
{
    const ObjectPair& pair = scene.pair(kPair);
    const CollisionObject &a = scene.object(pair.a), &b = scene.object(pair.b);
    const Motion motion(scene.model(), q, q);
    const PairPose X = pairPose(motion.worldPose(a.body, 0.0), motion.worldPose(b.body, 0.0));
    const NodeRef of_a{a.geometry.get(), leaves.a}, of_b{b.geometry.get(), leaves.b};
    return convexDistance(of_a.leaf()->placed(X.R_A, Vec3::Zero()), of_b.leaf()->placed(X.R_B, X.p_AB), Vec3::Zero(), 0.0).upper;
}

std::pair<Configuration, Configuration> randomMotion(const KinematicModel& model, Random& random)
{
    const Configuration q0 = randomWithinLimits(model, random), q1 = randomWithinLimits(model, random);
    return {q0, q0 + random.logUniform(0.02, 0.5) * (q1 - q0)};
}

/// Keeps it for the next such scene with these cells.
void keepWith(const Scene& scene, const ApartCells& cells)
{
    const ObjectPair& pair = scene.pair(kPair);
    const RelativeChain chain(scene.model(), scene.object(pair.a), scene.object(pair.b));
    ApartWithinLimits changed = scene.apartWithinLimits(kPair);
    changed.cells = std::make_shared<const ApartCells>(cells);
    KeptLimitProofs({{&chain, pair.clearance}}).keep({{changed}, 0});
}

}  // namespace

TEST_CASE("Leaves of a contact touch where its cell has its centre, or within millimetres of it")
{
    Random random(91);
    int tables = 0, contacts = 0, far = 0, exchanged = 0;
    for (int k = 0; k < (kSanitized ? 4 : 25); ++k)
    {
        const Arm arm = randomArm(random);
        const auto scene = arm.scene();
        const ApartWithinLimits& proof = scene->apartWithinLimits(kPair);
        if (!proof.cells)
            continue;
        ++tables;
        const std::vector<Centred> found = contactsOf(*proof.cells);
        CHECK(found.size() == proof.cells->contacts().size());
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            const auto& of = proof.cells->contacts();
            const auto contact = static_cast<std::size_t>(found[i].contact);
            ++contacts;
            // What was near at a cell's centre, and is that of the larger cell, which is small itself.
            far += distanceOf(*scene, of[contact], found[i].centre) > arm.clearance + 5e-4 + 3e-3;
            exchanged +=
                distanceOf(*scene, of[(contact + of.size() / 2) % of.size()], found[i].centre) > arm.clearance + 5e-4 + 3e-3;
        }
    }
    CAPTURE(tables, contacts, far, exchanged);
    CHECK(tables > (kSanitized ? 1 : 12));
    CHECK(contacts > (kSanitized ? 100 : 2000));
    CHECK(far == 0);
    // Another's are mostly not there.
    CHECK(exchanged > contacts / 4);
}

TEST_CASE("Motions that end in a contact mostly have their witness there, and it is one")
{
    Random random(92);
    int collisions = 0, at_once = 0;
    for (int k = 0; k < (kSanitized ? 3 : 12); ++k)
    {
        const Arm arm = randomArm(random);
        const auto scene = arm.scene();
        const ApartWithinLimits& proof = scene->apartWithinLimits(kPair);
        if (!proof.cells)
            continue;
        CertifyOptions options;
        options.tolerance = 1e-3;
        SegmentCertifier certifier(scene, options);
        for (int i = 0; i < 200; ++i)
        {
            const auto [q0, q1] = randomMotion(scene->model(), random);
            const std::optional<ApartWithinLimits::OnMotion::Meeting> meeting = proof.onMotion(q0, q1).meeting;
            certifier.reset(q0, q1);
            if (!meeting || certifier.run({}) != Verdict::Collision)
                continue;
            ++collisions;
            const CertifyResult result = certifier.result();
            at_once += result.t == meeting->t && result.statistics.distance_queries == 1;
            CHECK(result.witness->distance <= arm.clearance + options.tolerance);
            const double close = arm.clearance + options.tolerance + 1e-9;
            const Gap gap = gapAt(*scene, kPair, q0 + result.t * (q1 - q0), close);
            CHECK((gap.distance <= close || !gap.outside));
        }
    }
    CAPTURE(collisions, at_once);
    CHECK(collisions > (kSanitized ? 50 : 300));
    CHECK(at_once > collisions / 2);
}

TEST_CASE("Contacts that are lies change no verdict, of a motion or of a configuration")
{
    Random random(93);
    int asked = 0, lies = 0, free = 0;
    for (int k = 0; k < (kSanitized ? 3 : 10); ++k)
    {
        const CacheFolder cache;
        const Arm arm = randomArm(random);
        const auto honest = arm.scene();
        const ApartWithinLimits& proof = honest->apartWithinLimits(kPair);
        if (!proof.cells || proof.cells->contacts().empty())
            continue;
        // Any two leaves, and such for cells that have none.
        const ObjectPair& pair = honest->pair(kPair);
        const auto anyLeaf = [&](ObjectIndex object) {
            const RssTree& tree = honest->object(object).geometry->tree();
            NodeIndex leaf = RssTree::kRoot;
            while (!tree.node(leaf).isLeaf())
                leaf = tree.node(leaf).children()[static_cast<std::size_t>(random.index(2))];
            return leaf;
        };
        std::vector<ApartCells::Contact> contacts(proof.cells->contacts().size());
        for (ApartCells::Contact& contact : contacts)
            contact = {anyLeaf(pair.a), anyLeaf(pair.b)};
        keepWith(*honest, {proof.cells->axes(), proof.cells->nodes(), contacts});
        const auto forged = arm.scene();
        const auto& taken = forged->apartWithinLimits(kPair).cells->contacts();
        REQUIRE(taken.size() == contacts.size());
        lies += !std::equal(taken.begin(), taken.end(), proof.cells->contacts().begin(),
                            [](const auto& x, const auto& y) { return x.a == y.a && x.b == y.b; });
        CertifyOptions options;
        options.tolerance = 1e-6;
        SegmentCertifier by_truth(honest, options), by_lies(forged, options);
        const StaticChecker states(honest, 1e-6), states_by_lies(forged, 1e-6);
        for (int i = 0; i < 300; ++i)
        {
            const auto [q0, q1] = randomMotion(honest->model(), random);
            by_truth.reset(q0, q1);
            by_lies.reset(q0, q1);
            const Verdict truth = by_truth.run({});
            CHECK(by_lies.run({}) == truth);
            CHECK(states_by_lies.check(q1) == states.check(q1));
            asked += forged->apartWithinLimits(kPair).onMotion(q0, q1).meeting.has_value();
            free += truth == Verdict::Free;
        }
    }
    CAPTURE(asked, lies, free);
    CHECK(asked > (kSanitized ? 50 : 300));
    CHECK(lies > 0);
    CHECK(free > 50);
}

TEST_CASE("How far a motion is free is not looked for in contacts, nor is what a tube holds")
{
    Random random(95);
    int collisions = 0, met = 0;
    for (int k = 0; k < (kSanitized ? 3 : 10); ++k)
    {
        const CacheFolder cache;
        const Arm arm = randomArm(random);
        const auto with = arm.scene();
        const ApartWithinLimits& proof = with->apartWithinLimits(kPair);
        if (!proof.cells || proof.cells->contacts().empty())
            continue;
        keepWith(*with, proof.cells->withoutContacts());
        const auto without = arm.scene();
        REQUIRE(without->apartWithinLimits(kPair).cells->contacts().empty());
        CertifyOptions options;
        options.tolerance = 1e-3;
        SegmentCertifier tube_with(with, options), tube_without(without, options);
        options.last_valid_resolution = 1e-3;
        SegmentCertifier last_with(with, options), last_without(without, options);
        const Configuration deviation = Configuration::Constant(with->model().configurationSize(), 1e-4);
        for (int i = 0; i < 100; ++i)
        {
            const auto [q0, q1] = randomMotion(with->model(), random);
            met += proof.onMotion(q0, q1).meeting.has_value();
            last_with.reset(q0, q1);
            last_without.reset(q0, q1);
            const Verdict verdict = last_without.run({});
            collisions += verdict == Verdict::Collision;
            CHECK(last_with.run({}) == verdict);
            CHECK(last_with.result().last_valid == last_without.result().last_valid);
            CHECK(last_with.result().t == last_without.result().t);
            tube_with.resetTube(q0, q1, {deviation});
            tube_without.resetTube(q0, q1, {deviation});
            CHECK(tube_with.run({}) == tube_without.run({}));
            CHECK(tube_with.result().t == tube_without.result().t);
            CHECK(tube_with.result().statistics.distance_queries == tube_without.result().statistics.distance_queries);
        }
    }
    CAPTURE(collisions, met);
    CHECK(collisions > (kSanitized ? 20 : 100));
    CHECK(met > (kSanitized ? 20 : 100));
}

TEST_CASE("The vector stage asks about each meeting that its pairs have, as they have it, until one is true")
{
    Random random(96);
    int asked = 0, of_turned = 0, ended = 0;
    for (int k = 0; k < (kSanitized ? 4 : 16); ++k)
    {
        Arm arm = randomArm(random);
        arm.rolls = k % 4 != 0;
        const auto scene = arm.scene();
        LaneProver prover;
        std::vector<PairIndex> left;
        for (int i = 0; i < 100; ++i)
        {
            const auto [q0, q1] = randomMotion(scene->model(), random);
            const Motion motion(scene->model(), q0, q1);
            prover.reset(*scene, motion);
            std::vector<Suspect> suspects;
            static_cast<void>(prover.cull(q0, q1, true, left, [&](const Suspect& suspect) {
                suspects.push_back(suspect);
                return false;
            }));
            std::size_t expected = 0;
            for (const PairIndex pair : left)
            {
                const ApartWithinLimits& proof = scene->apartWithinLimits(pair);
                const auto meeting = proof.onMotion(q0, q1).meeting;
                if (!meeting)
                    continue;
                of_turned += proof.turned != nullptr;
                REQUIRE(expected < suspects.size());
                const Suspect& suspect = suspects[expected++];
                CHECK(suspect.pair == pair);
                CHECK(suspect.t == meeting->t);
                CHECK(suspect.within.a == meeting->within.a);
                CHECK(suspect.within.b == meeting->within.b);
            }
            CHECK(expected == suspects.size());
            asked += static_cast<int>(expected);
            if (expected < 2)
                continue;
            int calls = 0;
            prover.reset(*scene, motion);
            static_cast<void>(prover.cull(q0, q1, true, left, [&](const Suspect&) { return ++calls == 1; }));
            CHECK(calls == 1);
            ++ended;
        }
    }
    CAPTURE(asked, of_turned, ended);
    CHECK(asked > (kSanitized ? 50 : 300));
    CHECK(of_turned > (kSanitized ? 10 : 50));
    CHECK(ended > 0);
}

TEST_CASE("Of what a joint turns a contact names a leaf of what it meets, on that object's side, and all of itself")
{
    Random random(94);
    int meetings[2] = {}, found = 0;
    for (int k = 0; k < (kSanitized ? 4 : 16); ++k)
    {
        Arm arm = randomArm(random);
        arm.rolls = true;
        arm.hand_first = k % 2 == 1;
        const auto scene = arm.scene();
        for (const PairIndex i : scene->pairs().indices())
        {
            const ApartWithinLimits& proof = scene->apartWithinLimits(i);
            CHECK((!proof.cells || (proof.turned && proof.cells->contacts().empty())));
            if (!proof.alone)
                continue;
            const ObjectPair& pair = scene->pair(i);
            const bool base_is_a = scene->object(pair.a).name == "base";
            const CollisionGeometry& base = *scene->object(base_is_a ? pair.a : pair.b).geometry;
            for (int m = 0; m < 100; ++m)
            {
                Configuration q0 = randomWithinLimits(scene->model(), random);
                const Configuration q1 = randomWithinLimits(scene->model(), random);
                q0 += random.unit() * (q1 - q0);
                const auto on = proof.onMotion(q0, q1);
                CHECK_FALSE((on.gap && on.meeting));
                if (!on.meeting)
                    continue;
                ++meetings[base_is_a];
                const NodePair& within = on.meeting->within;
                CHECK((base_is_a ? within.b : within.a) == RssTree::kRoot);
                const NodeIndex leaf = base_is_a ? within.a : within.b;
                REQUIRE(base.tree().nodes().has(leaf));
                CHECK(base.tree().node(leaf).isLeaf());
                // Somewhere in the turn it mostly is met.
                const Configuration q = q0 + on.meeting->t * (q1 - q0);
                for (int turn = 0; turn < 24; ++turn)
                {
                    Configuration turned = q;
                    turned[turned.size() - 1] = 2.0 * M_PI * turn / 24.0;
                    if (gapAt(*scene, i, turned, 0.03).distance < 0.03)
                    {
                        ++found;
                        break;
                    }
                }
            }
        }
    }
    CAPTURE(meetings[0], meetings[1], found);
    CHECK(std::min(meetings[0], meetings[1]) > (kSanitized ? 5 : 50));
    CHECK(found > (meetings[0] + meetings[1]) / 2);
}

TEST_CASE("Of what a joint turns balls within it often tell that it meets the leaf's surface, before any tree is searched")
{
    Random random(97);
    int met = 0, by_balls = 0;
    for (int k = 0; k < (kSanitized ? 4 : 16); ++k)
    {
        Arm arm = randomArm(random);
        arm.rolls = true;
        const auto scene = arm.scene();
        SegmentCertifier certifier(scene, CertifyOptions());
        for (int i = 0; i < 200; ++i)
        {
            const auto [q0, q1] = randomMotion(scene->model(), random);
            certifier.reset(q0, q1);
            if (certifier.run({}) != Verdict::Collision)
                continue;
            const CertifyResult result = certifier.result();
            const auto meeting = scene->apartWithinLimits(result.witness->pair).onMotion(q0, q1).meeting;
            if (!meeting || result.t != meeting->t)
                continue;
            ++met;
            by_balls += result.statistics.bounding_volume_tests == 0;
            const double close = arm.clearance + CertifyOptions().tolerance + 1e-9;
            CHECK(result.witness->distance <= close);
            const Gap gap = gapAt(*scene, result.witness->pair, q0 + result.t * (q1 - q0), close);
            CHECK((gap.distance <= close || !gap.outside));
        }
    }
    CAPTURE(met, by_balls);
    CHECK(met > (kSanitized ? 20 : 200));
    CHECK(by_balls > met / 5);
}
