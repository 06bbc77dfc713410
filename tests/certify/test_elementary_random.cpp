// Elementary tests on random motions against 50 digits, between bodies of random trees, and in lists.
#include <catch2/catch.hpp>

#include "kinematics/random_chain.h"
#include "support/elementary_reference.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Kind = ElementaryTest::Kind;
using Outcome = ElementaryResult::Outcome;
using Points = std::array<Vec3, 4>;

/// Random features about a point `offset` metres off, moving so that more than half of them meet.
OwnedTest randomTest(Random& random, Points& from, Points& to, double offset)
{
    const Kind kind = random.chance(0.5) ? Kind::VertexFace : Kind::EdgeEdge;
    const double size = random.logUniform(1e-3, 10), travel = random.logUniform(1e-3, 10) * size;
    const Vec3 shift = random.direction() * offset;
    const bool second_moves_alone = random.chance(0.3);
    const Vec3 common = random.inCube(travel);
    for (std::size_t k = 0; k < 4; ++k)
    {
        from[k] = shift + random.inCube(size);
        const bool first = k == 0 || (kind == Kind::EdgeEdge && k == 1);
        to[k] = from[k] + (second_moves_alone ? Vec3(first ? common : Vec3(Vec3::Zero())) : random.inCube(travel));
    }
    if (random.chance(0.6))
    {
        // The first feature is shifted so that a point of it meets one of the second at some time, to rounding.
        const double t = random.unit(), s = random.unit(), r = random.unit() * (kind == Kind::VertexFace ? 1.0 - s : 1.0);
        Points p;
        for (std::size_t k = 0; k < 4; ++k)
            p[k] = from[k] + t * (to[k] - from[k]);
        const Vec3 gap = kind == Kind::VertexFace ? Vec3(p[1] + s * (p[2] - p[1]) + r * (p[3] - p[1]) - p[0])
                                                  : Vec3(p[2] + s * (p[3] - p[2]) - p[0] - r * (p[1] - p[0]));
        for (std::size_t k = 0; k < (kind == Kind::VertexFace ? 1u : 2u); ++k)
        {
            from[k] += gap;
            to[k] += gap;
        }
    }
    return linearTest(kind, from, to);
}

/// The first contact that samples of f find, to 2^-150: there may be an earlier one.
KnownContact sampledContact(Kind kind, const Points& from, const Points& to)
{
    const int count = 96;
    Real before = coplanarityOf(kind, positionsAt(from, to, Real(0)));
    for (int i = 1; i <= count; ++i)
    {
        const Real after = coplanarityOf(kind, positionsAt(from, to, Real(i) / count));
        if ((before < Real(0)) != (after < Real(0)))
        {
            const Real t = coplanarTime(kind, from, to, Real(i - 1) / count, Real(i) / count);
            if (squaredFeatureDistance(kind, positionsAt(from, to, t)) < Real(1e-60))
                return {true, toDouble(t), 0x1p-52};
        }
        before = after;
    }
    return {};
}

struct RandomTally
{
    int contacts = 0, proved = 0, suspected = 0, suspected_to_the_last = 0, broken = 0, gave_up = 0;
    double evaluations = 0;
    std::string first;
};

RandomTally randomTally(int count, const ElementarySolver& solve, std::uint64_t seed)
{
    Random random(seed);
    RandomTally out;
    for (int i = 0; i < count; ++i)
    {
        Points from, to;
        const double offset = i % 3 == 0 ? 0.0 : i % 3 == 1 ? random.logUniform(1, 1e3) : 1e3;
        const OwnedTest test = randomTest(random, from, to, offset);
        const ElementaryOptions options = elementaryOptions(random.logUniform(1e-9, 1e-1), random.chance(0.5) ? 0.0 : 1.0);
        const KnownContact known = sampledContact(test.kind, from, to);
        const ElementaryResult result = solve({test.test()}, {0.0, 1.0}, options);
        std::string broken;
        if (known.exists)
            broken = brokenPromise(result, known, options);
        // What is proven is there: f has a root between the ends, and the features meet at it.
        if (result.proved())
        {
            ++out.proved;
            // The root may be at lo to rounding: f is looked at a little before, by more and more.
            Real low = 0, high = result.hi;
            bool changes = false;
            for (double margin = 0x1p-50; margin <= 2.0 * options.time_tolerance && !changes; margin *= 2.0)
            {
                low = std::max(0.0, result.lo - margin);
                changes = (coplanarityOf(test.kind, positionsAt(from, to, low)) < Real(0))
                          != (coplanarityOf(test.kind, positionsAt(from, to, high)) < Real(0));
            }
            const Real t = changes ? coplanarTime(test.kind, from, to, low, high) : Real(0);
            if (!changes)
                broken = "proved without a change of sign";
            else if (squaredFeatureDistance(test.kind, positionsAt(from, to, t)) > Real(1e-60)
                     || t < Real(result.lo) - Real(0x1p-50))
                broken = "proved at " + t.str(20) + ", where they do not meet or before lo " + digits(result.lo);
        }
        out.contacts += known.exists;
        out.suspected += result.outcome == Outcome::Contact && !result.proved();
        out.suspected_to_the_last += result.outcome == Outcome::Contact && !result.proved() && options.unproved_tolerance == 0.0;
        out.gave_up += result.outcome == Outcome::GaveUp;
        out.evaluations += static_cast<double>(result.evaluations) / count;
        if (!broken.empty() && ++out.broken == 1)
            out.first = broken + " in case " + std::to_string(i);
    }
    return out;
}

/// Deliberately broken: looks at f at the ends of every eighth of the motion.
ElementaryResult sampling(const std::vector<ElementaryTest>& tests, const Interval&, const ElementaryOptions& options)
{
    ElementaryResult out;
    for (int i = 0; i < 8; ++i)
    {
        const auto f = [&](double t) {
            std::array<V3<Real>, 4> p;
            for (std::size_t k = 0; k < 4; ++k)
                p[k] = lift<Real>(tests[0].vertex[k]->position(t).middle());
            return coplanarityOf(tests[0].kind, p) < Real(0);
        };
        if (f(i / 8.0) == f((i + 1) / 8.0))
            continue;
        return earliestContact(tests, {i / 8.0, (i + 1) / 8.0}, options);
    }
    return out;
}

/// Deliberately broken: starts a little late.
ElementaryResult late(const std::vector<ElementaryTest>& tests, const Interval& t, const ElementaryOptions& options)
{
    ElementaryResult out = earliestContact(tests, t, options);
    out.lo += 1e-9;
    return out;
}

}  // namespace

TEST_CASE("On random linear motions no contact that 50 digits find is missed, and what is proven is there")
{
    const RandomTally tally = randomTally(3000, librarySolver, 921);
    WARN("random: " << tally.contacts << " contacts sampled, " << tally.proved << " proved, " << tally.suspected
                    << " suspected, of which " << tally.suspected_to_the_last << " down to 2^-48, " << tally.evaluations
                    << " evaluations on average");
    INFO(tally.first);
    CHECK(tally.broken == 0);
    CHECK(tally.gave_up == 0);
    CHECK(tally.contacts > 1500);
    CHECK(tally.proved >= tally.contacts * 9 / 10);
    CHECK(tally.suspected_to_the_last <= 36);  // 2 % of the contacts: small features far from the origin
}

TEST_CASE("Between bodies of random trees no contact that 50 digits find is missed or proven at another time")
{
    Random random(925);
    int contacts = 0, proved = 0, reported = 0;
    double evaluations = 0;
    for (int i = 0; i < 150; ++i)
    {
        const SceneBuilder builder = randomTree(random, i % 2 ? 0.0 : 100.0);
        const KinematicModel& model = builder.model;
        const Configuration q0 = randomConfiguration(model, random, 0.5),
                            q1 = nearbyConfiguration(model, random, q0, random.logUniform(1e-2, 2.0));
        const Motion motion(model, q0, q1);
        IntervalMotion boxes(motion, 0.0);
        const BodyIndex a(1 + random.index(static_cast<int>(model.bodies().size()) - 1)), b = random.index(model.bodies());
        // A point of the first feature meets one of the second at some time, to rounding.
        const double t = random.unit(), u = random.unit(), r = random.unit();
        OwnedTest test;
        test.kind = random.chance(0.5) ? Kind::VertexFace : Kind::EdgeEdge;
        const bool is_face = test.kind == Kind::VertexFace;
        BodyIndex body[4];
        Points p, at_t;
        for (std::size_t k = 0; k < 4; ++k)
        {
            body[k] = k == 0 || (k == 1 && !is_face) ? a : b;
            p[k] = random.inCube(0.3);
            at_t[k] = motion.worldPose(body[k], t) * p[k];
        }
        const Vec3 gap = is_face ? Vec3(at_t[1] + u * (at_t[2] - at_t[1]) + (1 - u) * r * (at_t[3] - at_t[1]) - at_t[0])
                                 : Vec3(at_t[2] + u * (at_t[3] - at_t[2]) - at_t[0] - r * (at_t[1] - at_t[0]));
        for (std::size_t k = 0; k < 4; ++k)
        {
            if (body[k] == a && (k == 0 || (k == 1 && !is_face)))
                p[k] += motion.worldPose(a, t).R.transpose() * gap;
            test.path[k] = std::make_shared<BodyVertexPath>(boxes, body[k], p[k]);
        }
        const auto positions = [&](const Real& s) {
            const auto X = referencePoses<Real>(model, q0, q1, s);
            std::array<V3<Real>, 4> out;
            for (std::size_t k = 0; k < 4; ++k)
                out[k] = X[body[k]] * lift<Real>(p[k]);
            return out;
        };
        KnownContact known;
        Real low = 0, f_low = coplanarityOf(test.kind, positions(low));
        for (int k = 1; k <= 40 && !known.exists; ++k)
        {
            Real high = Real(k) / 40, f_high = coplanarityOf(test.kind, positions(high));
            const Real next = high, f_next = f_high;
            if ((f_low < Real(0)) != (f_high < Real(0)))
            {
                for (int n = 0; n < 70; ++n)
                {
                    const Real middle = (low + high) / 2;
                    ((coplanarityOf(test.kind, positions(middle)) < Real(0)) == (f_low < Real(0)) ? low : high) = middle;
                }
                if (squaredFeatureDistance(test.kind, positions(low)) < Real(1e-30))
                    known = {true, toDouble(low), 1e-15};
            }
            low = next;
            f_low = f_next;
        }
        const ElementaryOptions options = elementaryOptions(1e-6, 0.0);
        const ElementaryResult result = earliestContact({test.test()}, {0.0, 1.0}, options);
        INFO("tree " << i << " bodies " << a.value() << " " << b.value() << "\nq0 " << digits(q0) << "\nq1 " << digits(q1));
        CHECK(result.outcome != Outcome::GaveUp);
        if (known.exists)
            CHECK(brokenPromise(result, known, options) == "");
        contacts += known.exists;
        proved += result.proved();
        reported += result.outcome == Outcome::Contact;
        evaluations += static_cast<double>(result.evaluations) / 150;
    }
    WARN("bodies: " << contacts << " contacts sampled, " << proved << " proved, " << reported << " reported, " << evaluations
                    << " evaluations on average");
    CHECK(contacts > 15);
    CHECK(proved >= contacts * 8 / 10);
}

TEST_CASE("Solvers that sample the motion, or report a contact late, are caught")
{
    CHECK(randomTally(500, sampling, 922).broken > 0);
    CHECK(randomTally(300, late, 923).broken > 0);
}

TEST_CASE("Of a list of tests the first contact is reported, whichever it is and in whatever order")
{
    Random random(924);
    int contacts = 0;
    for (int i = 0; i < 60; ++i)
    {
        std::vector<OwnedTest> owned;
        KnownContact first;
        for (int k = 0; k < 40; ++k)
        {
            Points from, to;
            owned.push_back(randomTest(random, from, to, 1.0));
            const KnownContact known = sampledContact(owned.back().kind, from, to);
            if (known.exists && (!first.exists || known.time < first.time))
                first = known;
        }
        contacts += first.exists;
        std::vector<ElementaryTest> tests;
        for (const OwnedTest& test : owned)
            tests.push_back(test.test());
        const ElementaryOptions options = elementaryOptions(1e-6, 0.0);
        const ElementaryResult result = earliestContact(tests, {0.0, 1.0}, options);
        std::reverse(tests.begin(), tests.end());
        const ElementaryResult reversed = earliestContact(tests, {0.0, 1.0}, options);
        CAPTURE(i);
        if (first.exists)
        {
            CHECK(brokenPromise(result, first, options) == "");
            CHECK(brokenPromise(reversed, first, options) == "");
        }
        CHECK(result.lo == reversed.lo);
        CHECK(result.hi == reversed.hi);
        CHECK(result.proved() == reversed.proved());
        REQUIRE(result.active.size() == reversed.active.size());
        for (std::size_t k = 0; k < result.active.size(); ++k)
            CHECK(result.active[k].test
                  == static_cast<int>(tests.size()) - 1 - reversed.active[reversed.active.size() - 1 - k].test);
    }
    CHECK(contacts > 30);
}
