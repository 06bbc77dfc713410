// The queries of other projects with exact answers: no contact is missed, none is proven that is not there, few are suspected.
//
// Holds for every query, with t* the exact first time of contact: if there is a contact, the outcome is Contact and lo <= t*, and
// t* <= hi where it is proven; if there is none, no contact is proven.
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/elementary_reference.h"
#include "support/peer_data.h"
#include "support/rotation_vector_path.h"

using namespace gapless;
using namespace gapless::test;

namespace {

struct Query
{
    std::string name;
    OwnedTest test;
    KnownContact known;
};

/// The double that a rational is, or its neighbours around it.
Interval rational(const std::string& numerator, const std::string& denominator)
{
    const Real exact = Real(numerator) / Real(denominator);
    const double x = exact.convert_to<double>();
    return Real(x) == exact ? Interval(x) : Interval(roundedDown(x), roundedUp(x));
}

std::vector<Query> sampleQueries(const std::string& folder)
{
    std::ifstream in(folder + "/exact_toi.json");
    const auto exact = nlohmann::json::parse(in);
    std::vector<Query> out;
    for (const auto& file : exact.at("files").items())
    {
        std::ifstream rows(folder + "/" + file.key());
        for (std::size_t i = 0; i < file.value().size(); ++i)
        {
            IntervalVec3 p[8];
            for (IntervalVec3& vertex : p)
            {
                std::string line, cell[6];
                REQUIRE(std::getline(rows, line));
                std::istringstream cells(line);
                for (std::string& c : cell)
                    REQUIRE(std::getline(cells, c, ','));
                for (int k = 0; k < 3; ++k)
                    vertex[k] = rational(cell[2 * k], cell[2 * k + 1]);
            }
            Query query;
            query.name = file.key() + "#" + std::to_string(i);
            query.test.kind = file.key().find("edge-edge") != std::string::npos ? ElementaryTest::Kind::EdgeEdge
                                                                                : ElementaryTest::Kind::VertexFace;
            for (std::size_t k = 0; k < 4; ++k)
                query.test.path[k] = std::make_shared<LinearVertexPath>(p[k], p[k + 4]);
            const auto& answer = file.value()[i];
            query.known.exists = answer[1].get<int>() != 0;
            if (query.known.exists)
                query.known.time = answer[2].get<double>();
            out.push_back(std::move(query));
        }
    }
    return out;
}

struct Tally
{
    int queries = 0, contacts = 0, proved = 0, suspected = 0, gave_up = 0, broken = 0;
    /// Of the suspected: those whose features are farther apart at lo than rounding explains.
    int suspected_apart = 0;
    double evaluations = 0, most = 0;
    std::string first_broken;
};

/// Of the features where their paths are straight lines between their ends.
double distanceAt(const OwnedTest& test, double t)
{
    using std::sqrt;
    std::array<Vec3, 4> from, to;
    for (std::size_t k = 0; k < 4; ++k)
    {
        from[k] = test.path[k]->position(0.0).middle();
        to[k] = test.path[k]->position(1.0).middle();
    }
    return toDouble(Real(sqrt(squaredFeatureDistance(test.kind, positionsAt(from, to, Real(t))))));
}

Tally tally(const std::vector<Query>& queries, const ElementaryOptions& options, const ElementarySolver& solve, bool reordered)
{
    Tally out;
    for (const Query& query : queries)
    {
        const OwnedTest test = reordered ? query.test.reordered(out.queries) : query.test;
        const ElementaryResult result = solve({test.test()}, {0.0, 1.0}, options);
        ++out.queries;
        out.contacts += query.known.exists;
        out.proved += result.proved();
        out.suspected += !query.known.exists && result.outcome == ElementaryResult::Outcome::Contact;
        if (!query.known.exists && result.outcome == ElementaryResult::Outcome::Contact && distanceAt(test, result.lo) > 1e-12)
            ++out.suspected_apart;
        out.gave_up += result.outcome == ElementaryResult::Outcome::GaveUp;
        out.evaluations += static_cast<double>(result.evaluations);
        out.most = std::max(out.most, static_cast<double>(result.evaluations));
        const std::string broken = brokenPromise(result, query.known, options);
        if (!broken.empty() && ++out.broken == 1)
            out.first_broken = query.name + " " + broken;
    }
    return out;
}

void report(const char* name, const Tally& t)
{
    WARN(name << ": " << t.queries << " queries, " << t.contacts << " contacts of which " << t.proved << " proved, "
              << t.suspected << " suspected where there is none (" << t.suspected_apart
              << " of them more than 1e-12 m apart at lo), " << t.gave_up << " given up, " << t.evaluations / t.queries
              << " evaluations on average, " << t.most << " at most");
}

/// Deliberately broken: a contact needs f to have different signs at the ends of the motion.
ElementaryResult endsOnly(const std::vector<ElementaryTest>& tests, const Interval& t, const ElementaryOptions& options)
{
    ElementaryResult out = earliestContact(tests, t, options);
    const bool face = tests[0].kind == ElementaryTest::Kind::VertexFace;
    const auto sign = [&](double at) {
        Vec3 p[4];
        for (int k = 0; k < 4; ++k)
            p[k] = tests[0].vertex[k]->position(at).middle();
        return face ? (p[0] - p[1]).dot((p[2] - p[1]).cross(p[3] - p[1])) > 0
                    : (p[2] - p[0]).dot((p[1] - p[0]).cross(p[3] - p[2])) > 0;
    };
    if (sign(t.lower) == sign(t.upper))
        out = ElementaryResult();
    return out;
}

/// Deliberately broken: whatever is left is called proven.
ElementaryResult credulous(const std::vector<ElementaryTest>& tests, const Interval& t, const ElementaryOptions& options)
{
    ElementaryResult out = earliestContact(tests, t, options);
    for (auto& active : out.active)
        active.proved = true;
    return out;
}

std::vector<Query> rigidQueries(const std::string& file)
{
    std::ifstream in(file);
    std::vector<Query> out;
    for (const auto& entry : nlohmann::json::parse(in))
    {
        Query query;
        query.name = entry.at("id");
        const auto& q = entry.at("query");
        const auto vector = [](const nlohmann::json& a) { return Vec3(a[0], a[1], a[2]); };
        const bool is_face = q.at("type") == "fv";
        query.test.kind = is_face ? ElementaryTest::Kind::VertexFace : ElementaryTest::Kind::EdgeEdge;
        const char* names[2][4][2] = {{{"edge0", "vertex0"}, {"edge0", "vertex1"}, {"edge1", "vertex0"}, {"edge1", "vertex1"}},
                                      {{"vertex", "vertex"}, {"face", "vertex0"}, {"face", "vertex1"}, {"face", "vertex2"}}};
        for (std::size_t k = 0; k < 4; ++k)
        {
            const auto& body = q.at(names[is_face][k][0]);
            const auto &from = body.at("pose_t0"), &to = body.at("pose_t1");
            const Vec3 c0 = vector(from.at("position")), c1 = vector(to.at("position")),
                       r = vector(body.at(names[is_face][k][1]));
            const Vec3 w0 = vector(from.at("rotation")), w1 = vector(to.at("rotation"));
            // About y alone, as the cylinder of most queries turns: a fixed axis, exactly.
            if (w0.x() == 0 && w0.z() == 0 && w1.x() == 0 && w1.z() == 0)
                query.test.path[k] = std::make_shared<FixedAxisVertexPath>(c0, c1, Vec3::UnitY(), w0.y(), w1.y(), r);
            else
                query.test.path[k] = std::make_shared<RotationVectorVertexPath>(c0, c1, w0, w1, r);
        }
        const auto& toi = entry.at("reference").at("toi");
        query.known.exists = !toi.is_null();
        if (query.known.exists)
            query.known.time = toi;
        query.known.error = 1e-9;  // the reference is numeric
        out.push_back(std::move(query));
    }
    return out;
}

}  // namespace

TEST_CASE("Of 7279 linear queries with exact answers no contact is missed, none is wrongly proven, and few are suspected")
{
    const auto folder = peerDataFolder();
    if (!folder)
        return;
    const std::vector<Query> queries = sampleQueries(*folder + "/ccd_queries/sample_queries");
    REQUIRE(queries.size() == 7279);
    for (bool reordered : {false, true})
    {
        const Tally coarse = tally(queries, elementaryOptions(1e-3, 1e-3), librarySolver, reordered);
        const Tally at_once = tally(queries, elementaryOptions(1e-6, 1e-6), librarySolver, reordered);
        const Tally refined = tally(queries, elementaryOptions(1e-6, 0.0), librarySolver, reordered);
        report("stop at 1e-3", coarse);
        report("stop at 1e-6", at_once);
        report("1e-6, unproved to 2^-48", refined);
        for (const Tally* t : {&coarse, &at_once, &refined})
        {
            INFO(t->first_broken);
            CHECK(t->broken == 0);
            CHECK(t->contacts == 435);
            CHECK(t->gave_up == 0);
        }
        // These data graze: their scenes rest on one another, and the gaps left over are below 1e-15 m, the rounding of positions.
        for (const Tally* t : {&coarse, &at_once, &refined})
            CHECK(t->suspected <= 218);  // 3 %
        CHECK(refined.suspected_apart == 0);
        CHECK(at_once.suspected_apart <= 7);  // 0.1 %
        CHECK(refined.proved >= 217);         // half of the contacts
    }
}

TEST_CASE("Solvers that look at the ends only, or call everything proven, are caught by the queries")
{
    const auto folder = peerDataFolder();
    if (!folder)
        return;
    const std::vector<Query> queries = sampleQueries(*folder + "/ccd_queries/sample_queries");
    CHECK(tally(queries, elementaryOptions(1e-6, 1e-6), endsOnly, false).broken > 0);
    CHECK(tally(queries, elementaryOptions(1e-3, 1e-3), credulous, false).broken > 0);
}

TEST_CASE("Of 403 queries with turning bodies no contact is missed and none is proven that is not there")
{
    const auto folder = peerDataFolder();
    if (!folder)
        return;
    const std::vector<Query> queries = rigidQueries(*folder + "/ccd_queries/rigid_ipc/queries.json");
    REQUIRE(queries.size() == 403);
    for (bool reordered : {false, true})
        for (double unproved : {1e-6, 0.0})
        {
            const Tally t = tally(queries, elementaryOptions(1e-6, unproved), librarySolver, reordered);
            report(unproved > 0.0 ? "rigid, stop at 1e-6" : "rigid, 1e-6, unproved to 2^-48", t);
            INFO(t.first_broken);
            CHECK(t.broken == 0);
            CHECK(t.contacts == 13);
            CHECK(t.gave_up == 0);
            CHECK(t.suspected <= 4);
        }
}
