// greedyDistance against the brute force over all pieces. Obligations:
// 1. Apart: threshold < lower <= true distance;  2. Close: true distance <= upper <= threshold, with points on both objects;
// 3. the error given is subtracted and added;    4. both argument orders;
// 5. what is listed as apart is that, and all of what was asked about where the answer is Apart.
#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "support/leaves_below.h"
#include "support/random_scene.h"
#include "support/reference_scene.h"

#include <gapless/geometry/pair_distance.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// Distance of surfaces and solid primitives, without insides of meshes.
double surfaceDistance(const ReferenceObject& A, const ReferenceObject& B, const PoseT<double>& X_AB)
{
    double best = 1e300;
    for (const auto& b : B.pieces)
    {
        const auto placed = b.placed(X_AB);
        for (const auto& a : A.pieces)
            best = std::min(best, pieceDistance(a, placed, 2000));
    }
    return best;
}

/// In 50 digits: the pieces include slivers for which the projection in double is off.
double distanceFromObject(const ReferenceObject& A, const Vec3& x)
{
    Real best = 1e300;
    for (const auto& piece : A.pieces)
    {
        Piece<Real> P;
        P.kind = static_cast<Piece<Real>::Kind>(piece.kind);
        P.count = piece.count;
        P.radius = piece.radius;
        P.half = piece.half;
        P.round = piece.round;
        for (std::size_t k = 0; k < 3; ++k)
        {
            P.p[k] = lift<Real>(piece.p[k]);
            P.h[k] = lift<Real>(piece.h[k]);
        }
        const Real d = distanceFromPiece<Real>(P, lift<Real>(x));
        best = d < best ? d : best;
    }
    return toDouble(best);
}

CollisionGeometry randomGeometry(Random& random, double size)
{
    std::vector<PlacedShape> shapes;
    for (int i = 1 + random.index(3); i > 0; --i)
        shapes.push_back({randomShape(random, size), random.pose(size)});
    return CollisionGeometry(shapes, "random");
}

}  // namespace

TEST_CASE("Apart and Close are what a brute force over all pieces says, in both orders")
{
    Random random(31);
    int apart = 0, close = 0;
    for (int i = 0; i < 400; ++i)
    {
        const double size = random.logUniform(1e-3, 3);
        const CollisionGeometry A = randomGeometry(random, size), B = randomGeometry(random, size);
        const ReferenceObject a(A), b(B);
        const Pose X_WA = random.pose(random.chance(0.3) ? 1e5 : 1.0);
        Pose X_WB = {random.rotation(), X_WA.p + random.direction() * random.uniform(0, 5) * size};
        const PairPose X = pairPose(X_WA, X_WB);
        const PoseT<double> X_AB = {X.R_A.transpose() * X.R_B, X.R_A.transpose() * X.p_AB};
        const double truth = surfaceDistance(a, b, X_AB);
        const double D = X.p_AB.norm() + A.reach() + B.reach();
        const double e = supportRounding(D) + A.placementError() + B.placementError() + kReferenceRounding * D;
        for (double threshold : {0.0, truth * 0.5, truth * 0.999, truth * 1.001, truth * 2, truth + size})
            for (bool swapped : {false, true})
            {
                const double error =
                    random.chance(0.5) ? supportRounding(D) + A.placementError() + B.placementError() : 0.01 * size;
                const PairPose Y = {X.R_B, X.R_A, -X.p_AB};
                DistanceCounters counters;
                const GreedyDistance d = swapped ? greedyDistance(B, A, Y, threshold, error, &counters)
                                                 : greedyDistance(A, B, X, threshold, error, &counters);
                CAPTURE(i, digits(truth), digits(threshold), digits(error), static_cast<int>(d.outcome), digits(d.lower),
                        digits(d.upper), swapped);
                if (d.outcome == GreedyDistance::Outcome::Apart)
                {
                    ++apart;
                    CHECK(d.lower + error <= truth + e);
                    CHECK(d.lower > threshold);
                    CHECK(truth + e > threshold + error);
                    CHECK(counters.leaf_pairs + counters.bounding_volumes > 0);
                }
                else
                {
                    CHECK(truth <= d.upper + 1e-3 * size + e);  // the brute force is not sharp for cylinders
                    CHECK((d.point_a - d.point_b).norm() <= d.upper + e);
                    const Vec3 on_a = X.R_A.transpose() * (swapped ? Vec3(d.point_b + X.p_AB) : d.point_a);
                    const Vec3 on_b = X.R_B.transpose() * (swapped ? Vec3(d.point_a) : Vec3(d.point_b - X.p_AB));
                    CHECK(distanceFromObject(a, on_a) <= e);
                    CHECK(distanceFromObject(b, on_b) <= e);
                }
                if (d.outcome == GreedyDistance::Outcome::Close)
                {
                    ++close;
                    CHECK(d.upper <= threshold);
                    CHECK(d.upper + e >= error);
                }
                if (d.outcome == GreedyDistance::Outcome::Unclear)
                {
                    // Only where the error does not allow either.
                    CHECK(truth <= threshold + 2 * error + e + 1e-3 * size);  // the brute force is not sharp for cylinders
                }
            }
    }
    CAPTURE(apart, close);
    CHECK(apart > 500);
    CHECK(close > 500);
}

TEST_CASE("What is close by a smaller threshold, or apart by a larger one, is not left unclear by those between")
{
    Random random(34);
    int close = 0, apart = 0;
    for (int i = 0; i < 3000; ++i)
    {
        const CollisionGeometry A({{randomShape(random, 1.0), random.pose(0.3)}}, "first");
        const CollisionGeometry B({{randomShape(random, 1.0), random.pose(0.3)}}, "second");
        const PairPose X = pairPose({}, {random.rotation(), 3.0 * random.direction()});
        const double error = random.logUniform(1e-9, 1e-4);
        const auto at = [&](double threshold) { return greedyDistance(A, B, X, threshold, error); };
        // The bounds at which iterations end that nothing asks for more.
        const GreedyDistance upper = at(10.0), lower = at(0.0);
        for (const double threshold : {upper.upper - 0.5 * error, upper.upper - 0.999 * error, lower.lower + 0.5 * error})
        {
            const bool is_close = at(threshold - 4.0 * error).outcome == GreedyDistance::Outcome::Close;
            const bool is_apart = at(threshold + 4.0 * error).outcome == GreedyDistance::Outcome::Apart;
            CAPTURE(i, digits(threshold), digits(error));
            if (is_close)
                CHECK(at(threshold).outcome == GreedyDistance::Outcome::Close);
            if (is_apart)
                CHECK(at(threshold).outcome == GreedyDistance::Outcome::Apart);
            close += is_close;
            apart += is_apart;
        }
    }
    CAPTURE(close, apart);
    CHECK(close > 100);
    CHECK(apart > 100);
}

TEST_CASE("A distance that takes more tests than allowed is unclear, what is said with fewer holds")
{
    Random random(31);
    int unclear = 0, apart = 0, close = 0;
    for (int round = 0; round < 300; ++round)
    {
        const CollisionGeometry A = randomGeometry(random, 1.0), B = randomGeometry(random, 1.0);
        const PairPose X = pairPose({}, random.pose(1.5));
        const GreedyDistance whole = greedyDistance(A, B, X, 0.1, 0.0);
        for (const int most : {0, 1, 4, 16, 64})
        {
            DistanceCounters tests;
            const GreedyDistance part = greedyDistance(A, B, X, 0.1, 0.0, &tests, {}, most);
            CHECK(tests.leaf_pairs + tests.bounding_volumes <= static_cast<std::uint64_t>(most) + 2);
            unclear += part.outcome == GreedyDistance::Outcome::Unclear;
            apart += part.outcome == GreedyDistance::Outcome::Apart;
            close += part.outcome == GreedyDistance::Outcome::Close;
            if (part.outcome != GreedyDistance::Outcome::Unclear)
                CHECK(part.outcome == whole.outcome);
        }
    }
    CHECK(unclear > 50);
    CHECK(apart > 50);
    CHECK(close > 50);
}

TEST_CASE("What is listed as apart is so along its direction, and together it is all that was asked about, whatever came before")
{
    Random random(33);
    int listed = 0, parts = 0;
    for (int round = 0; round < 300; ++round)
    {
        const CollisionGeometry A = randomGeometry(random, 1.0), B = randomGeometry(random, 1.0);
        const PairPose X = pairPose(random.pose(2.0), random.pose(2.0));
        // Of any two nodes, beginning with any direction.
        const auto anyNode = [&](const CollisionGeometry& geometry) {
            return NodeIndex(random.chance(0.5)
                                 ? 0
                                 : static_cast<std::size_t>(random.index(static_cast<int>(geometry.tree().nodes().size()))));
        };
        const NodePair within{anyNode(A), anyNode(B), random.chance(0.5) ? random.direction() : Vec3(Vec3::Zero())};
        const double threshold = random.uniform(0.0, 0.3), error = random.chance(0.5) ? 0.0 : 0.01;
        const NodePair before{RssTree::kRoot, RssTree::kRoot, Vec3::UnitY()};
        std::vector<NodePair> apart{before};
        const GreedyDistance d =
            greedyDistance(A, B, X, threshold, error, nullptr, within, std::numeric_limits<int>::max(), &apart);
        const GreedyDistance without = greedyDistance(A, B, X, threshold, error, nullptr, within);
        CHECK((without.outcome == d.outcome && without.lower == d.lower));
        REQUIRE(!apart.empty());
        CHECK((apart[0].a == before.a && apart[0].b == before.b && apart[0].n == before.n));
        // Each leaf pair below `within`, by how many of the listed it is below.
        std::vector<std::pair<std::size_t, std::size_t>> covered, all;
        const auto addLeaves = [&](const NodePair& nodes, std::vector<std::pair<std::size_t, std::size_t>>& to) {
            for (const std::size_t a : leavesBelow(A, nodes.a))
                for (const std::size_t b : leavesBelow(B, nodes.b))
                    to.emplace_back(a, b);
        };
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 1; i < apart.size(); ++i)
        {
            CHECK(std::abs(apart[i].n.norm() - 1.0) < 1e-12);
            const double gap = nodeGap({&A, apart[i].a}, {&B, apart[i].b}, X, apart[i].n);
            CHECK(gap > threshold + error - 1e-12);
            least = std::min(least, gap);
            addLeaves(apart[i], covered);
            ++listed;
        }
        parts += apart.size() > 2;
        const auto isNearest = [&](const NodePair& nodes) {
            return nodes.a == d.nearest.a && nodes.b == d.nearest.b && nodes.n == d.nearest.n;
        };
        CHECK((apart.size() == 1 ? d.nearest.n == Vec3::Zero() : std::any_of(apart.begin() + 1, apart.end(), isNearest)));
        if (d.outcome == GreedyDistance::Outcome::Apart)
        {
            const GreedyDistance of_nearest = greedyDistance(A, B, X, threshold, error, nullptr, d.nearest);
            CHECK(of_nearest.outcome == GreedyDistance::Outcome::Apart);
            CHECK(of_nearest.lower >= d.lower - 1e-12);
        }
        std::sort(covered.begin(), covered.end());
        CHECK(std::adjacent_find(covered.begin(), covered.end()) == covered.end());
        addLeaves(within, all);
        std::sort(all.begin(), all.end());
        CHECK(std::includes(all.begin(), all.end(), covered.begin(), covered.end()));
        if (d.outcome != GreedyDistance::Outcome::Apart)
            continue;
        CHECK(covered == all);
        CHECK(d.lower <= least - error + 1e-12);
    }
    CHECK(listed > 300);
    CHECK(parts > 30);
}

TEST_CASE("Ball, reach and box of an object hold all of its points")
{
    Random random(32);
    for (int i = 0; i < 200; ++i)
    {
        const double size = random.logUniform(1e-3, 10);
        std::vector<PlacedShape> shapes;
        for (int k = 1 + random.index(3); k > 0; --k)
            shapes.push_back({randomShape(random, size), {random.rotation(), random.inCube(random.chance(0.2) ? 1e6 : size)}});
        const CollisionGeometry A(shapes, "random");
        const ReferenceObject a(A);
        for (const auto& piece : a.pieces)
            for (int k = 0; k < 20; ++k)
            {
                // A point of the piece: the nearest to something far away, with the sweep added.
                const Vec3 far = piece.centre() + random.direction() * 100 * size;
                const Vec3 core = nearestOnCore<double>(piece, far);
                const Vec3 x = core + (far - core).normalized() * piece.radius;
                const double slack = 1e-14 * (x.norm() + size);
                CAPTURE(i, digits(x), digits(A.centre()), digits(A.radius()), digits(A.reach()));
                CHECK((x - A.centre()).norm() <= A.radius() + slack);
                CHECK(x.norm() <= A.reach() + slack);
                CHECK(((x - A.boxCentre()).cwiseAbs() - A.boxHalfExtents()).maxCoeff() <= slack);
            }
    }
}

TEST_CASE("Placed shapes are within placementError of where the shapes define them")
{
    Random random(33);
    for (int i = 0; i < 200; ++i)
    {
        const auto mesh = triangleMesh(random.inCube(3), random.inCube(3), random.inCube(3));
        const Pose X = {random.rotation(), random.inCube(random.chance(0.5) ? 1e6 : 1.0)};
        const CollisionGeometry A({{mesh, X}}, "triangle");
        REQUIRE(A.leaves().size() == 1);
        const Convex& leaf = A.leaves()[0];
        const PoseT<Real> exact = lift<Real>(X);
        for (const Vec3* v : {&leaf.a, &leaf.b, &leaf.c})
        {
            Real nearest = 1e300;
            for (const Vec3& w : mesh->vertices())
            {
                const Real d = lengthOf<Real>(exact * lift<Real>(w) - lift<Real>(*v));
                nearest = d < nearest ? d : nearest;
            }
            CAPTURE(digits(*v), digits(X.p), A.placementError());
            CHECK(nearest <= Real(A.placementError()));
        }
    }
}

TEST_CASE("Objects of degenerate triangles have distances that are numbers")
{
    const Vec3 p(0.3, 0.4, 0.5);
    const auto point = geometryOf(triangleMesh(p, p, p)), segment = geometryOf(triangleMesh(p, 2 * p, 1.5 * p)),
               whole = geometryOf(triangleMesh(-Vec3::UnitX(), Vec3::UnitX(), Vec3::UnitY()));
    for (const auto& A : {point, segment, whole})
        for (const auto& B : {point, segment, whole})
            for (double x : {0.0, 1e-12, 0.5, 1e6})
            {
                const GreedyDistance d = greedyDistance(*A, *B, {Mat3::Identity(), Mat3::Identity(), Vec3(x, 0, 0)}, 0.1, 1e-9);
                CHECK_FALSE(std::isnan(d.lower));
                CHECK_FALSE(std::isnan(d.upper));
                CHECK(d.point_a.allFinite());
                CHECK(d.point_b.allFinite());
            }
}
