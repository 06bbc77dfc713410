// Proofs and covers that are kept on disk: taken where nothing that they rest on differs, and worked out where anything does.
#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>

#include "collision/kept_limit_proofs.h"
#include "core/disk_cache.h"
#include "geometry/geometry_content.h"
#include "support/cache_folder.h"
#include "support/random_input.h"
#include "support/random_scene.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// A base and a tool with two joints between them, and what a proof of the two rests on.
struct Arm
{
    Joint first = joint("first"), second = joint("second");
    Pose X_first = at(0, 0, 0.6), X_second = at(0.4, 0, 0.1), X_flange = at(0.1, 0.2, 0);
    std::vector<Vec3> tool = boxVertices(Vec3(0.1, 0.1, 0.3));
    std::vector<TriangleMesh::Triangle> triangles = boxTriangles();
    Pose X_tool = at(0, 0, 0.1);
    std::vector<PlacedShape> base = {{Box{Vec3(0.3, 0.2, 0.5)}, {}}, {Capsule{0.1, 0.3}, at(0.3, 0, 0)}};
    double clearance = 0.01;
    bool tool_listed_first = false, has_third_link = false;
    // Nothing that it rests on.
    std::string name = "tool";
    Pose X_base;
    bool has_obstacle = false;

    static Joint joint(const std::string& name)
    {
        Joint joint;
        joint.name = name;
        joint.type = JointType::Revolute;
        joint.axis = name == "first" ? Vec3::UnitZ() : Vec3::UnitY();
        joint.lower = {-1.5};
        joint.upper = {1.0};
        return joint;
    }

    std::shared_ptr<const Scene> scene() const
    {
        SceneBuilder b;
        const BodyIndex below = b.joint(kWorld, X_base, JointType::Revolute);
        const BodyIndex middle = b.model.addBody("middle", below, X_first, first, 0);
        const BodyIndex above = b.model.addBody("above", middle, X_second, second, 0);
        const BodyIndex flange = b.joint(above, X_flange, JointType::Fixed);
        const auto add = [&](const std::string& link, BodyIndex body, const std::vector<PlacedShape>& shapes) {
            b.objects.push_back({link, body, ObjectKind::Link, std::make_shared<CollisionGeometry>(shapes, link), {}, {}});
        };
        const std::vector<PlacedShape> tool_shapes = {{meshOf(tool, triangles), X_tool}};
        if (tool_listed_first)
            add(name, flange, tool_shapes);
        add("base", below, base);
        if (!tool_listed_first)
            add(name, flange, tool_shapes);
        if (has_third_link)
            add("third", flange, {{Sphere{0.02}, at(0, 0, 0.9)}});
        if (has_obstacle)
            b.obstacle("post", Box{Vec3(0.1, 0.1, 2)}, at(5, 0, 0));
        Clearances clearances;
        clearances.all = clearance;
        return std::make_shared<const Scene>(b.model, b.objects, AllowedCollisionMatrix(), clearances);
    }
};

ApartWithinLimits proofOf(const Arm& arm)
{
    const auto scene = arm.scene();
    return scene->apartWithinLimits(PairIndex(0));
}

bool isSame(const ApartCells& x, const ApartCells& y)
{
    return std::equal(x.axes().begin(), x.axes().end(), y.axes().begin(), y.axes().end(),
                      [](const auto& a, const auto& b) { return a.low == b.low && a.high == b.high && a.upper == b.upper; })
           && std::equal(
               x.nodes().begin(), x.nodes().end(), y.nodes().begin(), y.nodes().end(),
               [](const auto& a, const auto& b) { return a.value == b.value && a.child == b.child && a.variable == b.variable; })
           && std::equal(x.contacts().begin(), x.contacts().end(), y.contacts().begin(), y.contacts().end(),
                         [](const auto& a, const auto& b) { return a.a == b.a && a.b == b.b; });
}

bool isSame(const ApartWithinLimits& x, const ApartWithinLimits& y)
{
    return x.gap == y.gap && x.variables == y.variables
           && std::equal(x.open.begin(), x.open.end(), y.open.begin(), y.open.end(),
                         [](const NodePair& a, const NodePair& b) { return a.a == b.a && a.b == b.b; })
           && (x.cells == nullptr) == (y.cells == nullptr) && (!x.cells || isSame(*x.cells, *y.cells));
}

std::vector<ApartWithinLimits> proofsOf(const Scene& scene)
{
    std::vector<ApartWithinLimits> proofs;
    for (const PairIndex i : scene.pairs().indices())
        proofs.push_back(scene.apartWithinLimits(i));
    return proofs;
}

/// Two robots of a kind, with several links each.
std::shared_ptr<const Scene> randomRobots(std::uint32_t seed)
{
    SceneBuilder b;
    for (int robot = 0; robot < 2; ++robot)
    {
        Random same(seed);
        BodyIndex body = kWorld;
        for (int k = 0; k < 4; ++k)
        {
            Joint joint;
            joint.name = "joint_" + std::to_string(robot) + std::to_string(k);
            joint.type = same.chance(0.8) ? JointType::Revolute : JointType::Prismatic;
            joint.axis = same.direction();
            joint.lower = {same.uniform(-1.5, 0)};
            joint.upper = {same.uniform(0.1, 1.5)};
            const Pose X = {same.rotation(), same.uniform(0.3, 0.8) * same.direction()};
            body = b.model.addBody(joint.name, body, X, joint, robot);
            const std::string name = "link_" + std::to_string(robot) + std::to_string(k);
            // Some have leaves enough for tables of three joints.
            std::vector<PlacedShape> shapes{{randomMesh(same, 0.3), {}}};
            for (int i = same.index(2) * 2; i > 0; --i)
                shapes.push_back({boxMesh(Vec3(0.1, 0.05, 0.02)), same.pose(0.3)});
            b.objects.push_back({name, body, ObjectKind::Link, std::make_shared<CollisionGeometry>(shapes, name), {}, {}});
        }
    }
    return b.build();
}

constexpr double kForgedGap = 123.0;

/// Says of the pair what nobody proved: what has that gap was taken from the cache.
void forge(const Arm& arm)
{
    const auto scene = arm.scene();
    const ObjectPair& pair = scene->pair(PairIndex(0));
    const RelativeChain chain(scene->model(), scene->object(pair.a), scene->object(pair.b));
    const std::vector<LimitQuestion> questions = {{&chain, pair.clearance}};
    ApartWithinLimits proof;
    proof.gap = kForgedGap;
    KeptLimitProofs(questions).keep({{proof}, 0});
}

double next(double value)
{
    return std::nextafter(value, std::numeric_limits<double>::infinity());
}

}  // namespace

TEST_CASE("A scene that is loaded again has the proofs that it had")
{
    const CacheFolder cache;
    std::size_t kept = 0, open = 0, apart = 0, with_cells = 0, of_three = 0, contacts = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed)
    {
        const std::vector<ApartWithinLimits> first = proofsOf(*randomRobots(seed)), again = proofsOf(*randomRobots(seed));
        CAPTURE(seed);
        CHECK(std::equal(first.begin(), first.end(), again.begin(), again.end(),
                         [](const ApartWithinLimits& x, const ApartWithinLimits& y) { return isSame(x, y); }));
        for (const ApartWithinLimits& proof : first)
        {
            open += proof.open.size();
            apart += proof.open.empty();
            with_cells += proof.cells != nullptr;
            contacts += proof.cells ? proof.cells->contacts().size() : 0;
            of_three += proof.cells && proof.cells->axes().size() == 3;
        }
    }
    for (const auto& file : cache.files())
        kept += file.extension() == ".kept";
    CAPTURE(open, apart, with_cells, of_three, contacts);
    CHECK(kept >= 10);
    CHECK(contacts > 100);
    CHECK(apart > 10);
    CHECK(with_cells > 10);
    CHECK(of_three > 5);
}

TEST_CASE("Kept proofs are taken where all is the same that they rest on, and nowhere else")
{
    const CacheFolder cache;
    const Arm plain;
    const double gap = proofOf(plain).gap;
    REQUIRE(std::isfinite(gap));
    forge(plain);
    CHECK(proofOf(plain).gap == kForgedGap);

    Arm renamed = plain;
    renamed.name = "gripper";
    CHECK(proofOf(renamed).gap == kForgedGap);
    Arm moved = plain;
    moved.X_base = at(1, 2, 3);
    CHECK(proofOf(moved).gap == kForgedGap);

    using Edit = std::function<void(Arm&)>;
    const std::vector<std::pair<const char*, Edit>> edits = {
        {"lower limit", [](Arm& arm) { arm.first.lower[0] = next(arm.first.lower[0]); }},
        {"upper limit", [](Arm& arm) { arm.second.upper[0] = next(arm.second.upper[0]); }},
        {"joint type", [](Arm& arm) { arm.second.type = JointType::Prismatic; }},
        {"axis", [](Arm& arm) { arm.first.axis = Vec3(0, 0.1, 1).normalized(); }},
        {"the other way round", [](Arm& arm) { arm.second.axis = -arm.second.axis; }},
        {"place of a joint", [](Arm& arm) { arm.X_first.p.x() = 1e-17; }},
        {"rotation of a joint", [](Arm& arm) { arm.X_second.R = Eigen::AngleAxisd(1e-9, Vec3::UnitX()).toRotationMatrix(); }},
        {"place of a fixed joint", [](Arm& arm) { arm.X_flange.p.y() = next(arm.X_flange.p.y()); }},
        {"clearance", [](Arm& arm) { arm.clearance = next(arm.clearance); }},
        {"no clearance", [](Arm& arm) { arm.clearance = 0.0; }},
        {"a vertex", [](Arm& arm) { arm.tool[3].z() = next(arm.tool[3].z()); }},
        {"order of triangles", [](Arm& arm) { std::swap(arm.triangles[2], arm.triangles[5]); }},
        {"orientation of triangles", [](Arm& arm) { arm.triangles = boxTriangles(0, true); }},
        {"no solid", [](Arm& arm) { arm.triangles.pop_back(); }},
        {"place of a mesh", [](Arm& arm) { arm.X_tool.p.z() = next(arm.X_tool.p.z()); }},
        {"place of a shape", [](Arm& arm) { arm.base[1].X_BS.p.x() = next(arm.base[1].X_BS.p.x()); }},
        {"extent of a shape", [](Arm& arm) { arm.base[0].shape = Box{Vec3(0.3, 0.2, next(0.5))}; }},
        {"type of a shape",
         [](Arm& arm) {
             arm.base[1].shape = Cylinder{0.1, 0.3};
         }},
        {"order of shapes", [](Arm& arm) { std::swap(arm.base[0], arm.base[1]); }},
        {"order of objects", [](Arm& arm) { arm.tool_listed_first = true; }},
        {"another pair", [](Arm& arm) { arm.has_third_link = true; }},
    };
    for (const auto& [what, edit] : edits)
    {
        Arm edited = plain;
        edit(edited);
        CAPTURE(what);
        CHECK(proofOf(edited).gap != kForgedGap);
    }
    CHECK(proofOf(plain).gap == kForgedGap);
}

TEST_CASE("Limits of more than a turn are told from others that have the same cells")
{
    const CacheFolder cache;
    Arm plain;
    plain.first.lower = {-4};
    plain.first.upper = {4};
    forge(plain);
    REQUIRE(proofOf(plain).gap == kForgedGap);
    Arm wider = plain;
    wider.first.upper = {5};
    CHECK(proofOf(wider).gap != kForgedGap);
}

TEST_CASE("Of two links of one shape it matters which is which")
{
    const CacheFolder cache;
    const auto scene = [](bool tip_first) {
        SceneBuilder b;
        const BodyIndex below = b.joint(kWorld, {}, JointType::Revolute);
        const BodyIndex above = b.model.addBody("above", below, at(0, 0, 0.6), Arm::joint("first"), 0);
        const auto geometry = geometryOf(boxMesh(Vec3(0.3, 0.2, 0.1)));
        b.objects.push_back({"a", tip_first ? above : below, ObjectKind::Link, geometry, {}, {}});
        b.objects.push_back({"b", tip_first ? below : above, ObjectKind::Link, geometry, {}, {}});
        return b.build();
    };
    const auto plain = scene(false);
    REQUIRE(plain->pairs().size() == 1);
    const RelativeChain chain(plain->model(), plain->object(ObjectIndex(0)), plain->object(ObjectIndex(1)));
    const std::vector<LimitQuestion> questions = {{&chain, 0.0}};
    ApartWithinLimits proof;
    proof.gap = kForgedGap;
    KeptLimitProofs(questions).keep({{proof}, 0});
    CHECK(scene(false)->apartWithinLimits(PairIndex(0)).gap == kForgedGap);
    CHECK(scene(true)->apartWithinLimits(PairIndex(0)).gap != kForgedGap);
}

TEST_CASE("Trees of the same leaves that are divided otherwise have other digests")
{
    const auto leaves = geometryOf(boxMesh(Vec3(0.3, 0.2, 0.1)))->leaves();
    std::vector<Convex> turned(leaves.begin() + 1, leaves.end());
    turned.push_back(leaves.front());
    CHECK(digestOfNodes(RssTree(leaves)) == digestOfNodes(RssTree(leaves)));
    CHECK(digestOfNodes(RssTree(leaves)) != digestOfNodes(RssTree(turned)));
    CHECK(digestOfNodes(RssTree(leaves)) != digestOfNodes(RssTree({leaves[0], leaves[1]})));
}

TEST_CASE("What no proof can be is not taken from the cache, whatever its digest says")
{
    const CacheFolder cache;
    const Arm arm;
    const ApartWithinLimits proof = proofOf(arm);
    const auto scene = arm.scene();
    const ObjectPair& pair = scene->pair(PairIndex(0));
    const RelativeChain chain(scene->model(), scene->object(pair.a), scene->object(pair.b));
    const std::vector<LimitQuestion> questions = {{&chain, pair.clearance}};
    const KeptLimitProofs kept(questions);
    ApartWithinLimits good;
    good.gap = kForgedGap;
    const std::vector<ApartCells::Axis> axes = {{-1.5, 1.0, 1.0}, {-1.5, 1.0, 1.0}};
    const auto cellsOf = [&](const std::vector<ApartCells::Axis>& of, const std::vector<ApartCells::Node>& nodes,
                             const std::vector<ApartCells::Contact>& contacts = {}) {
        ApartWithinLimits changed = good;
        changed.cells = std::make_shared<const ApartCells>(of, nodes, contacts);
        return changed;
    };
    const auto isTaken = [&](const std::vector<ApartWithinLimits>& proofs) {
        kept.keep({proofs, 0});
        const bool is_found = kept.find().has_value();
        CHECK((proofOf(arm).gap == kForgedGap) == is_found);
        return is_found;
    };
    CHECK(isTaken({good}));
    CHECK(isTaken({cellsOf(axes, {{0.2}})}));
    CHECK(isTaken({cellsOf(axes, {{0.0, 1, 0}, {0.2}, {0.3}})}));

    const RssTree &tree_a = chain.a.geometry->tree(), &tree_b = chain.b.geometry->tree();
    const auto aLeafOf = [](const RssTree& tree) {
        NodeIndex leaf = RssTree::kRoot;
        while (!tree.node(leaf).isLeaf())
            leaf = tree.node(leaf).children()[1];
        return leaf;
    };
    const NodeIndex leaf_a = aLeafOf(tree_a), leaf_b = aLeafOf(tree_b);
    const auto withContact = [&](std::int32_t named, NodeIndex a, NodeIndex b) {
        return cellsOf(axes, {{0.0, 1, 0}, {0.2}, {ApartCells::kOpen, ApartCells::kCell, named}}, {{a, b}});
    };
    CHECK(isTaken({withContact(0, leaf_a, leaf_b)}));
    CHECK(isTaken({withContact(ApartCells::kNone, leaf_a, leaf_b)}));

    // Of what is turned all together nobody could say what the leaves are.
    for (const auto turned : {LimitQuestion::Turned::All, LimitQuestion::Turned::One})
    {
        const std::vector<LimitQuestion> of_rings = {{&chain, pair.clearance, turned}};
        const KeptLimitProofs kept_rings(of_rings);
        kept_rings.keep({{withContact(0, leaf_a, leaf_b)}, 0});
        CHECK(kept_rings.find().has_value() == (turned == LimitQuestion::Turned::One));
    }

    CHECK_FALSE(isTaken({}));
    CHECK_FALSE(isTaken({good, good}));
    CHECK_FALSE(isTaken({withContact(1, leaf_a, leaf_b)}));
    CHECK_FALSE(isTaken({withContact(-2, leaf_a, leaf_b)}));
    CHECK_FALSE(isTaken({withContact(0, RssTree::kRoot, leaf_b)}));
    CHECK_FALSE(isTaken({withContact(0, leaf_a, RssTree::kRoot)}));
    CHECK_FALSE(isTaken({withContact(0, NodeIndex(tree_a.nodes().size()), leaf_b)}));
    CHECK_FALSE(isTaken({withContact(0, leaf_a, NodeIndex(tree_b.nodes().size()))}));
    ApartWithinLimits bad = good;
    for (const double gap : {arm.clearance, -1.0, std::numeric_limits<double>::quiet_NaN()})
    {
        bad.gap = gap;
        CHECK_FALSE(isTaken({bad}));
    }
    bad = good;
    bad.open = {{NodeIndex(chain.a.geometry->tree().nodes().size()), RssTree::kRoot}};
    CHECK_FALSE(isTaken({bad}));
    bad.open = {{RssTree::kRoot, NodeIndex(chain.b.geometry->tree().nodes().size())}};
    CHECK_FALSE(isTaken({bad}));
    CHECK_FALSE(isTaken({cellsOf({axes[0]}, {{0.2}})}));
    CHECK_FALSE(isTaken({cellsOf({axes[0], {-1.5, 1.0, 2.0}}, {{0.2}})}));
    CHECK_FALSE(isTaken({cellsOf(axes, {{0.0, 1, 2}, {0.2}, {0.3}})}));
    CHECK_FALSE(isTaken({cellsOf(axes, {{0.0, 1, -1}, {0.2}, {0.3}})}));
    CHECK_FALSE(isTaken({cellsOf(axes, {{0.0, 0, 0}, {0.2}, {0.3}})}));
    CHECK_FALSE(isTaken({cellsOf(axes, {{0.0, 2, 0}, {0.2}, {0.3}})}));
    CHECK_FALSE(isTaken({cellsOf(axes, {{0.0, -2, 0}, {0.2}, {0.3}})}));
    // Children of node 2k are 2k + 1, a cell, and 2k + 2.
    std::vector<ApartCells::Node> chain_of_cuts;
    for (std::int32_t k = 0; k <= ApartCells::kDeepest; ++k)
    {
        chain_of_cuts.push_back({0.0, 2 * k + 1, 0});
        chain_of_cuts.push_back({0.2});
    }
    chain_of_cuts.push_back({0.3});
    CHECK_FALSE(isTaken({cellsOf(axes, chain_of_cuts)}));
    CHECK(isSame(proofOf(arm), proof));
}

TEST_CASE("Damaged files cost time only")
{
    const CacheFolder cache;
    // Of one that took long enough to be kept.
    std::uint32_t seed = 0;
    std::vector<ApartWithinLimits> first;
    while (cache.files().empty() && seed < 100)
        first = proofsOf(*randomRobots(++seed));
    const auto isAsBefore = [&] {
        const std::vector<ApartWithinLimits> now = proofsOf(*randomRobots(seed));
        return std::equal(first.begin(), first.end(), now.begin(), now.end(),
                          [](const ApartWithinLimits& x, const ApartWithinLimits& y) { return isSame(x, y); });
    };
    REQUIRE(cache.files().size() == 1);
    const auto file = cache.files()[0];
    std::ifstream in(file, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    Random random(5);
    for (int k = 0; k < 3; ++k)
    {
        std::string damaged = whole;
        damaged[random.index(static_cast<int>(whole.size()))] ^= 4;
        std::ofstream(file, std::ios::binary) << damaged;
        CHECK(isAsBefore());
        std::ifstream mended(file, std::ios::binary);
        CHECK(std::string{std::istreambuf_iterator<char>(mended), std::istreambuf_iterator<char>()} == whole);
    }
}

TEST_CASE("A cover that is kept is that of these shapes")
{
    const CacheFolder cache;
    const auto isSameCover = [](const CollisionGeometry& x, const CollisionGeometry& y) {
        return std::equal(x.cover().nodes().begin(), x.cover().nodes().end(), y.cover().nodes().begin(), y.cover().nodes().end(),
                          [](const BallNode& a, const BallNode& b) {
                              return a.ball.centre == b.ball.centre && a.ball.radius == b.ball.radius && a.isLeaf() == b.isLeaf();
                          });
    };
    const Vec3 half(0.3, 0.2, 0.1);
    const auto geometry = [&] { return geometryOf(boxMesh(half)); };
    const auto first = geometry(), second = geometry();
    first->cover();
    REQUIRE(cache.files().size() == 1);
    CHECK(isSameCover(*first, *second));
    CHECK(cache.files().size() == 1);

    const auto other = geometryOf(boxMesh(half, Vec3(1e-9, 0, 0)));
    CHECK_FALSE(isSameCover(*first, *other));
    CHECK(cache.files().size() == 2);
    // What is covered at once.
    for (const Shape& shape : {Shape(Sphere{0.1}), Shape(Box{half}), Shape(Capsule{0.1, 0.3})})
        geometryOf(shape)->cover();
    CHECK(cache.files().size() == 2);

    ContentWriter forged;
    forged.put(Vec3(0, 0, 0));
    forged.putDouble(kForgedGap);
    const auto keep = [&](const std::string& content) {
        DiskCache::ofUser().keep(DiskCache::keyOf("cover by balls", asText(digestOfShapes(first->shapes()))), content);
    };
    keep(forged.bytes() + forged.bytes());
    CHECK(geometry()->cover().nodes().list().back().ball.radius == kForgedGap);
    keep(forged.bytes() + "and more");
    CHECK(isSameCover(*first, *geometry()));
}
