// Are contacts where they say, on the features that they name, and where the closed form has them?
#include <algorithm>

#include "certify/articulated_checks.h"
#include "support/random_input.h"

namespace gapless::test {
namespace {

/// Contact points are for use, not for a proof: relative to the size of the pair.
constexpr double kPointRounding = 1e-8;

bool isTriangle(const Convex& leaf)
{
    return leaf.type == Convex::Type::Triangle;
}

/// Distance of x, in the frame of the body, from a feature of a triangle.
double distanceFromFeature(Feature feature, const Convex& leaf, const Vec3& x)
{
    Piece<double> face;
    face.count = 3;
    face.p = {leaf.a, leaf.b, leaf.c};
    double best = 1e300;
    for (std::size_t k = 0; k < 3; ++k)
        if (feature == Feature::Vertex)
            best = std::min(best, (x - face.p[k]).norm());
        else if (feature == Feature::Edge)
            best = std::min(best, (x - nearestOnSegment<double>(x, face.p[k], face.p[(k + 1) % 3])).norm());
    return feature == Feature::Face ? distanceFromPiece<double>(face, x) : best;
}

bool hasSolid(const CollisionObject& object)
{
    for (const PlacedShape& placed : object.geometry->shapes())
    {
        const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&placed.shape);
        if (!mesh || (*mesh)->isSolid())
            return true;
    }
    return false;
}

void checkFeature(const CollisionObject& object, const CollisionObject& other, Feature feature, std::optional<int> triangle,
                  const Vec3& x, double slack, std::vector<std::string>& out)
{
    const auto& leaves = object.geometry->leaves();
    if (feature == Feature::Solid)
    {
        // A surface within a solid touches it with all that it is.
        if (!hasSolid(object) && !hasSolid(other))
            out.push_back("a solid touches, but '" + object.name + "' has none");
        if (triangle)
            out.push_back("a solid with a triangle on '" + object.name + "'");
        return;
    }
    if (const auto i = static_cast<std::size_t>(triangle.value_or(-1)); i >= leaves.size() || !isTriangle(leaves[i]))
        out.push_back("no triangle " + std::to_string(triangle.value_or(-1)) + " in '" + object.name + "', which has "
                      + std::to_string(leaves.size()) + " leaves");
    else if (const double off = distanceFromFeature(feature, leaves[i], x); !(off <= slack))
        out.push_back(std::string("contact point ") + digits(off) + " off the " + toString(feature) + " of '" + object.name
                      + "'");
}

Vec3 inBody(const PoseT<long double>& X_WB, const Vec3& x)
{
    const V3<long double> local = X_WB.R.transpose() * (x.cast<long double>() - X_WB.p);
    return local.cast<double>();
}

}  // namespace

void checkContactForm(const ArticulatedMotion& motion, const ArticulatedOptions& options, const ArticulatedResult& result,
                      const MotionOracle& oracle, std::vector<std::string>& out)
{
    const double lo = result.time_of_contact.lower, hi = result.time_of_contact.upper;
    if (result.contacts.empty())
    {
        out.push_back("collision without a contact");
        return;
    }
    bool some_proved = false;
    for (const Contact& contact : result.contacts)
    {
        if (!motion.scene->pairs().has(contact.pair))
        {
            out.push_back("contact of no pair");
            continue;
        }
        const ObjectPair& pair = motion.scene->pair(contact.pair);
        const CollisionObject &A = motion.scene->object(pair.a), &B = motion.scene->object(pair.b);
        const std::string of = " (contact of '" + A.name + "' and '" + B.name + "')";
        if (!(0.0 <= contact.time.lower && contact.time.lower <= contact.time.upper && contact.time.upper <= 1.0
              && 0.0 <= contact.t && contact.t <= contact.time.upper))
        {
            out.push_back("contact at no time" + of);
            continue;
        }
        if (!(contact.time.lower <= result.contacts.front().time.lower + options.time_tolerance * (1 + 1e-12)))
            out.push_back("contact listed that begins later than the first by more than the time tolerance" + of);
        if (contact.time.lower < result.contacts.front().time.lower)
            out.push_back("the first contact is not the first" + of);
        if (contact.proved && contact.time.upper < lo)
            out.push_back("contact proven where the motion is proven free" + of);
        some_proved = some_proved || (contact.proved && contact.time.lower <= hi && contact.time.upper >= lo);

        const auto poses = oracle.poses(contact.t);
        const double slack = oracle.doubt() + kPointRounding * oracle.reference().scaleOf(contact.pair, pair.clearance);
        const double off_a = oracle.reference().pointDistance(poses, pair.a, contact.point_a);
        const double off_b = oracle.reference().pointDistance(poses, pair.b, contact.point_b);
        if (!(off_a <= slack && off_b <= slack))
            out.push_back("contact points off their objects by " + digits(off_a) + " and " + digits(off_b) + of);
        checkFeature(A, B, contact.feature_a, contact.triangle_a, inBody(poses[A.body], contact.point_a), slack, out);
        checkFeature(B, A, contact.feature_b, contact.triangle_b, inBody(poses[B.body], contact.point_b), slack, out);
        const double length = contact.normal.norm();
        if (!(length == 0.0 || std::abs(length - 1.0) <= 1e-9))
            out.push_back("normal of length " + digits(length) + of);
        // Nothing that is listed can be farther apart than what is travelled within the tolerance.
        const double reach = 2 * motion.speed * options.time_tolerance + slack;
        const double excess = oracle.excessOf(contact.pair, contact.t);
        if (!(excess <= reach))
            out.push_back("contact of two that are apart by " + digits(excess) + " more than their clearance" + of);
    }
    const Contact& first = result.contacts.front();
    if (!(first.time.lower <= hi && first.time.upper >= lo))
        out.push_back("the first contact is not at the time of contact");
    // The witness that can be checked by itself: that both points are on their objects is checked above.
    if (motion.scene->pairs().has(first.pair))
    {
        const ObjectPair& pair = motion.scene->pair(first.pair);
        const double apart = (first.point_a - first.point_b).norm(), limit = pair.clearance + options.tolerance;
        if (!(apart <= limit + oracle.doubt()))
            out.push_back("WITNESS: points of the first contact " + digits(apart) + " apart, allowed are " + digits(limit));
    }
    if (result.contact_proved && !some_proved)
        out.push_back("proven, but no contact in the time of contact is");
}

void checkExpectedContacts(const ArticulatedCase& motion, const ArticulatedOptions& options, const ArticulatedResult& result,
                           std::vector<std::string>& out)
{
    if (motion.contacts.empty())
        return;
    const double moved = motion.speed * options.time_tolerance;
    // Two that overlap by `moved` do so in a lens as wide as the root of that.
    const double point_slack = 1e-6 + 4 * moved + 3 * std::sqrt(moved);
    const double normal_slack = 1e-6 + 10 * point_slack;
    const auto nameOf = [&](ObjectIndex object) { return motion.scene->object(object).name; };
    bool first_is_expected = false;
    for (const ExpectedContact& expected : motion.contacts)
    {
        const std::string of = " ('" + expected.a + "' and '" + expected.b + "')";
        std::string normals;
        bool found = false, at_middle = !expected.middle, along_normal = !expected.normal;
        bool with_features = !expected.feature_a && !expected.feature_b;
        for (const Contact& contact : result.contacts)
        {
            if (!motion.scene->pairs().has(contact.pair))
                continue;
            const ObjectPair& pair = motion.scene->pair(contact.pair);
            const bool same = nameOf(pair.a) == expected.a && nameOf(pair.b) == expected.b;
            const bool swapped = nameOf(pair.a) == expected.b && nameOf(pair.b) == expected.a;
            if (!same && !swapped)
                continue;
            found = true;
            first_is_expected = first_is_expected || &contact == &result.contacts.front();
            const Vec3 middle = 0.5 * (contact.point_a + contact.point_b), normal = same ? contact.normal : Vec3(-contact.normal);
            normals += " " + digits(normal);
            const Feature a = same ? contact.feature_a : contact.feature_b, b = same ? contact.feature_b : contact.feature_a;
            at_middle = at_middle || (middle - *expected.middle).norm() <= point_slack;
            // At the start no instant before the contact tells a direction.
            along_normal =
                along_normal || (*motion.toc == 0.0 && normal.isZero()) || (normal - *expected.normal).norm() <= normal_slack;
            with_features =
                with_features
                || ((!expected.feature_a || a == *expected.feature_a) && (!expected.feature_b || b == *expected.feature_b));
        }
        if (!found)
            out.push_back("PAIR: the pair that touches first is not among the contacts" + of);
        else if (!at_middle)
            out.push_back("POINT: no contact at " + digits(*expected.middle) + of);
        // A coarse time leaves them far apart or deep in each other.
        if (found && options.time_tolerance <= 1e-6)
        {
            if (!along_normal)
                out.push_back("NORMAL: none is " + digits(*expected.normal) + ", but" + normals + of);
            if (!with_features)
                out.push_back("FEATURE: none is " + std::string(expected.feature_a ? toString(*expected.feature_a) : "any")
                              + " against " + (expected.feature_b ? toString(*expected.feature_b) : "any") + of);
        }
    }
    if (!first_is_expected && options.time_tolerance <= 1e-6)
        out.push_back("PAIR: the first contact is of another pair");
}

}  // namespace gapless::test
