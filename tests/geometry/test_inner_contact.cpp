// Contacts that balls within objects tell of are contacts of the objects.
#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>

#include <gapless/geometry/inner_contact.h>
#include <gapless/geometry/inner_radius.h>

#include "support/random_scene.h"
#include "support/reference_scene.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using FindContact = std::function<std::optional<InnerContact>(const CollisionGeometry& A, const CollisionGeometry& B,
                                                              const PairPose& X, double threshold, bool balls_a, bool balls_b)>;

struct TestedObject
{
    CollisionGeometry geometry;
    ReferenceObject reference;

    explicit TestedObject(const std::vector<PlacedShape>& shapes) : geometry(shapes, "random"), reference(geometry) {}

    /// Is it a point of the object, up to 1e-9 m?
    bool holds(const Vec3& p) const
    {
        const auto isNear = [&](const Piece<double>& piece) { return distanceFromPiece<double>(piece, p) < 1e-9; };
        return innerRadius(geometry, p) > 0.0 || std::any_of(reference.pieces.begin(), reference.pieces.end(), isNear);
    }
};

/// Made once: their balls take time to find.
const std::vector<TestedObject>& objects()
{
    static const std::vector<TestedObject> kObjects = [] {
        Random random(77);
        std::vector<TestedObject> made;
        for (int i = 0; i < 60; ++i)
        {
            std::vector<PlacedShape> shapes;
            for (int s = 1 + random.index(3); s > 0; --s)
                shapes.push_back({randomShape(random, 1.0), random.pose(0.5)});
            made.emplace_back(shapes);
        }
        return made;
    }();
    return kObjects;
}

struct Tally
{
    int contacts = 0, none = 0;
    int wrong = 0;  ///< points that are none of the objects, too far apart, or farther than `upper`
};

Tally judge(const FindContact& findContact, double threshold, bool balls_a, bool balls_b)
{
    Random random(78);
    Tally tally;
    for (int i = 0; i < 600; ++i)
    {
        const TestedObject &A = objects()[static_cast<std::size_t>(random.index(60))],
                           &B = objects()[static_cast<std::size_t>(random.index(60))];
        const Pose X_FA = random.pose(2.0), X_FB{random.rotation(), X_FA.p + random.inCube(1.5)};
        const auto contact = findContact(A.geometry, B.geometry, pairPose(X_FA, X_FB), threshold, balls_a, balls_b);
        if (!contact)
        {
            ++tally.none;
            continue;
        }
        ++tally.contacts;
        const auto seenFrom = [&](const Pose& X, const Vec3& p) { return Vec3(X.R.transpose() * (p + X_FA.p - X.p)); };
        tally.wrong += !A.holds(seenFrom(X_FA, contact->point_a)) || !B.holds(seenFrom(X_FB, contact->point_b))
                       || (contact->point_a - contact->point_b).norm() > contact->upper || contact->upper > threshold;
    }
    return tally;
}

std::optional<InnerContact> honest(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X, double threshold,
                                   bool balls_a, bool balls_b)
{
    return findInnerContact(A, B, X, threshold, 1e-12, balls_a, balls_b);
}

}  // namespace

TEST_CASE("Points of an inner contact are points of the objects, as near as is said")
{
    const double threshold = GENERATE(1e-6, 0.05);
    for (const auto& [balls_a, balls_b] : {std::pair(true, true), std::pair(true, false), std::pair(false, true)})
    {
        CAPTURE(threshold, balls_a, balls_b);
        const Tally tally = judge(honest, threshold, balls_a, balls_b);
        CHECK(tally.contacts > 60);
        CHECK(tally.none > 60);
        CHECK(tally.wrong == 0);
    }
    CHECK(judge(honest, threshold, false, false).contacts == 0);
}

TEST_CASE("Points of a shallow contact are points of the objects, as near as is said")
{
    const auto shallow = [](const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X, double threshold, bool,
                            bool) { return findShallowContact(A, B, X, threshold, 1e-12); };
    for (const double threshold : {1e-6, 0.05})
    {
        CAPTURE(threshold);
        const Tally tally = judge(shallow, threshold, true, true);
        CHECK(tally.contacts > 60);
        CHECK(tally.none > 60);
        CHECK(tally.wrong == 0);
    }
}

TEST_CASE("What overlaps by less than two balls take has a shallow contact, whichever is listed first")
{
    // Balls within the plate are few and small, and none is in the box.
    const CollisionGeometry box({{boxMesh(Vec3(0.5, 0.5, 0.5)), {}}}, "box"),
        plate({{boxMesh(Vec3(20.0, 20.0, 1e-4)), {}}}, "plate");
    const Vec3 place(1.7, 2.3, 0.45);
    const PairPose X = pairPose({}, {Mat3::Identity(), place});
    CHECK_FALSE(findInnerContact(box, plate, X, 1e-9, 1e-12, true, true));
    const auto contact = findShallowContact(box, plate, X, 1e-9, 1e-12),
               back = findShallowContact(plate, box, X.swapped(), 1e-9, 1e-12);
    REQUIRE(contact);
    REQUIRE(back);
    CHECK(contact->upper <= 1e-9);
    CHECK(back->upper <= 1e-9);
    CHECK_FALSE(findShallowContact(box, plate, pairPose({}, at(1.7, 2.3, 0.501)), 1e-9, 1e-12));
}

TEST_CASE("Inner contacts broken on purpose are found out")
{
    const auto is_seen_from_b = [](const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X, double threshold,
                                   bool balls_a, bool balls_b) {
        auto contact = honest(A, B, X, threshold, balls_a, balls_b);
        if (contact)
            contact->point_b -= X.p_AB;
        return contact;
    };
    CHECK(judge(is_seen_from_b, 0.05, true, true).wrong > 10);
    const auto is_generous = [](const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X, double threshold,
                                bool balls_a, bool balls_b) { return honest(A, B, X, 4.0 * threshold, balls_a, balls_b); };
    CHECK(judge(is_generous, 0.05, true, true).wrong > 0);
}

TEST_CASE("Solids that overlap deeply have an inner contact, whichever is listed first")
{
    const CollisionGeometry box({{boxMesh(Vec3(0.5, 0.5, 0.5)), {}}}, "box"), post({{Box{Vec3(0.1, 0.1, 2.0)}, {}}}, "post"),
        wall({{boxMesh(Vec3(2.0, 0.1, 2.0)), {}}}, "wall");
    for (const CollisionGeometry* other : {&post, &wall})
        for (const bool balls : {false, true})
        {
            const PairPose X = pairPose({}, at(0.2, 0.1, 0.3));
            CAPTURE(balls, other == &post);
            const auto contact = findInnerContact(box, *other, X, 1e-9, 1e-12, true, balls);
            REQUIRE(contact);
            CHECK(contact->upper <= 1e-9);
            const auto back = findInnerContact(*other, box, X.swapped(), 1e-9, 1e-12, balls, true);
            REQUIRE(back);
            CHECK(back->upper <= 1e-9);
            // What overlaps does so wherever it is moved by less than that.
            Random random(3);
            for (const InnerContact& overlap : {*contact, *back})
                for (int round = 0; round < 20 && overlap.gap < 0.0; ++round)
                {
                    const Vec3 moved = Vec3(0.2, 0.1, 0.3) - 0.999 * overlap.gap * random.direction();
                    CHECK(findInnerContact(box, *other, pairPose({}, {Mat3::Identity(), moved}), 1e-9, 1e-12, true, balls));
                }
            CHECK((contact->gap < 0.0) == (balls || other == &post));
        }
}

TEST_CASE("Of a mesh only what lies below the node given has an inner contact, whichever object is listed first")
{
    // The box is cut by one face of the wall, far from the opposite one.
    const CollisionGeometry box({{boxMesh(Vec3(0.5, 0.5, 0.5)), {}}}, "box"), wall({{boxMesh(Vec3(2.0, 1.0, 2.0)), {}}}, "wall");
    const Pose X_wall = at(0.1, 1.1, 0.2);
    const PairPose X = pairPose({}, X_wall);
    int some = 0, none = 0;
    for (const NodeIndex index : wall.tree().nodes().indices())
    {
        if (!wall.tree().node(index).isLeaf())
            continue;
        const Convex& leaf = wall.leaves()[wall.tree().node(index).leaf()];
        bool has_near_corner = false;
        for (const Vec3& corner : {leaf.a, leaf.b, leaf.c})
            has_near_corner = has_near_corner || corner.y() < 0.0;
        const auto contact = findInnerContact(box, wall, X, 1e-9, 1e-12, true, false, {RssTree::kRoot, index});
        const auto back = findInnerContact(wall, box, X.swapped(), 1e-9, 1e-12, false, true, {index, RssTree::kRoot});
        CHECK(contact.has_value() == back.has_value());
        if (!contact)
        {
            ++none;
            continue;
        }
        ++some;
        CHECK(has_near_corner);
        CHECK(std::abs(contact->point_b.y() - (X_wall.p.y() - 1.0)) < 0.5 + 1e-9);
        CHECK(contact->upper <= 1e-9);
    }
    CHECK(some > 0);
    CHECK(none > 0);
    CHECK(findInnerContact(box, wall, X, 1e-9, 1e-12, true, false));
}
