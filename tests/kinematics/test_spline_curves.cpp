// B-splines and polynomials as curves: 50-digit values lie in what the pieces enclose, and what is no curve is refused.
#include <catch2/catch.hpp>

#include <cmath>

#include "support/random_input.h"
#include "support/real.h"
#include "support/scene_builder.h"

#include <gapless/core/error.h>
#include <gapless/kinematics/spline_curves.h>

using namespace gapless;
using namespace gapless::test;

namespace {

KinematicModel slides(int count)
{
    SceneBuilder builder;
    for (int i = 0; i < count; ++i)
        builder.joint(kWorld, {}, JointType::Prismatic);
    return builder.model;
}

/// Cox - de Boor: the basis function of degree p that begins at knot i, 0 / 0 being 0.
Real basis(const std::vector<double>& t, std::size_t i, std::size_t p, const Real& u, std::size_t span)
{
    if (p == 0)
        return i == span ? Real(1) : Real(0);
    Real sum = 0;
    if (t[i + p] > t[i])
        sum += (u - Real(t[i])) / (Real(t[i + p]) - Real(t[i])) * basis(t, i, p - 1, u, span);
    if (t[i + p + 1] > t[i + 1])
        sum += (Real(t[i + p + 1]) - u) / (Real(t[i + p + 1]) - Real(t[i + 1])) * basis(t, i + 1, p - 1, u, span);
    return sum;
}

bool holds(const Interval& a, const Real& x)
{
    return Real(a.lower) <= x && x <= Real(a.upper);
}

BSpline randomSpline(Random& random, int degree, int points)
{
    BSpline spline;
    spline.degree = degree;
    double t = random.uniform(0, 2);
    const double scale = random.logUniform(1e-3, 1e3), size = random.logUniform(1e-6, 1e6);
    for (int i = 0; i < points + degree + 1; ++i)
    {
        // Inner knots up to `degree` times, ends more often.
        const bool may_repeat = i <= degree || i > points || spline.knots[static_cast<std::size_t>(i - degree)] < t;
        if (i > 0 && !(may_repeat && random.chance(0.4)))
            t += scale * random.uniform(0.1, 1.0);
        spline.knots.push_back(t);
    }
    for (int i = 0; i < points; ++i)
        spline.control_points.push_back(configuration({size * random.uniform(-1, 1), 0.25}));
    return spline;
}

}  // namespace

TEST_CASE("The pieces of a B-spline hold its exact values, at every degree and with knots as often as may be")
{
    Random random(75);
    const KinematicModel model = slides(2);
    int pieces = 0;
    for (int i = 0; i < 600; ++i)
    {
        const int degree = 1 + random.index(Bernstein::kMostDegree);
        const BSpline spline = randomSpline(random, degree, degree + 1 + random.index(6));
        const auto p = static_cast<std::size_t>(degree);
        if (!(spline.knots[p] < spline.knots[spline.control_points.size()]))
            continue;
        INFO("spline " << i << " of degree " << degree);
        const CurveMotion curve = curveOf(model, spline);
        CHECK(curve.begin() == spline.knots[p]);
        CHECK(curve.end() == spline.knots[spline.control_points.size()]);
        double most = 0.0;
        for (const Configuration& q : spline.control_points)
            most = std::max(most, std::abs(q[0]));
        for (const CurvePiece& piece : curve.pieces())
        {
            ++pieces;
            std::size_t span = p;
            while (spline.knots[span + 1] <= piece.begin)
                ++span;
            for (const double s : {0.0, 1.0, 0.5, random.unit()})
            {
                const Real u = Real(piece.begin) + Real(s) * (Real(piece.end) - Real(piece.begin));
                Real value = 0;
                for (std::size_t k = span - p; k <= span; ++k)
                    value += Real(spline.control_points[k][0]) * basis(spline.knots, k, p, u, span);
                const Interval enclosed = piece.variables[0](s);
                CHECK(holds(enclosed, value));
                CHECK(enclosed.width() <= 1e-11 * most);
                CHECK(piece.variables[1](s).width() == 0.0);
            }
        }
    }
    CHECK(pieces > 1000);
}

TEST_CASE("Every inner knot as often as the degree says makes Bezier curves of the control points themselves")
{
    const KinematicModel model = slides(1);
    BSpline spline;
    spline.degree = 3;
    spline.knots = {0, 0, 0, 0, 2, 2, 2, 5, 5, 5, 5};
    for (const double q : {0.0, 1.0, -2.0, 0.5, 4.0, 1.0, 7.0})
        spline.control_points.push_back(configuration({q}));
    const CurveMotion curve = curveOf(model, spline);
    REQUIRE(curve.pieces().size() == 2);
    for (std::size_t i = 0; i < 2; ++i)
        for (int k = 0; k <= 3; ++k)
            CHECK(holds((*curve.pieces()[i].variables[0].polynomial())[k],
                        Real(spline.control_points[3 * i + static_cast<std::size_t>(k)][0])));
}

TEST_CASE("Polynomials in seconds hold their exact values, one after the other, small hops between them included")
{
    Random random(76);
    const KinematicModel model = slides(2);
    for (int i = 0; i < 500; ++i)
    {
        std::vector<PolynomialPiece> pieces;
        double begin_value = random.uniform(-1, 1);
        for (int n = 0; n < 3; ++n)
        {
            PolynomialPiece piece;
            piece.duration = random.logUniform(1e-2, 10);
            const int degree = random.index(Bernstein::kMostDegree + 1);
            double end = 0.0, power = 1.0;
            for (int k = 0; k <= degree; ++k)
            {
                const double c = k == 0 ? begin_value : random.uniform(-1, 1) / power;
                piece.coefficients.push_back(configuration({c, k == 0 ? 0.5 : 0.0}));
                end += c * power;
                power *= piece.duration;
            }
            pieces.push_back(piece);
            begin_value = end + (random.chance(0.5) ? 1e-9 * random.uniform(-1, 1) : 0.0);
        }
        const CurveMotion curve = curveOf(model, pieces);
        std::size_t at = 0;
        for (const CurvePiece& piece : curve.pieces())
        {
            if (piece.begin == piece.end)
                continue;
            REQUIRE(at < pieces.size());
            const PolynomialPiece& given = pieces[at++];
            for (const double s : {0.0, 1.0, random.unit()})
            {
                Real value = 0;
                for (std::size_t k = given.coefficients.size(); k-- > 0;)
                    value = value * Real(s) * Real(given.duration) + Real(given.coefficients[k][0]);
                CHECK(holds(piece.variables[0](s), value));
                CHECK(piece.variables[1](s).width() == 0.0);
            }
        }
        CHECK(at == 3);
    }
}

TEST_CASE("Splines and polynomials that are none are refused in words that say why")
{
    const KinematicModel model = slides(1);
    const auto has = [](const std::string& words) {
        return Catch::Matchers::Predicate<InputError>(
            [words](const InputError& e) { return std::string(e.what()).find(words) != std::string::npos; });
    };
    const auto refused = [&](int degree, const std::vector<double>& knots, std::size_t points, const std::string& words) {
        const BSpline spline{degree, knots, std::vector<Configuration>(points, configuration({0}))};
        CHECK_THROWS_MATCHES(curveOf(model, spline), InputError, has(words));
    };
    refused(0, {0, 1}, 1, "of degree 0");
    refused(8, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 9, "of degree 8");
    refused(1, {0, 0, 1}, 2, "3 knots");
    refused(2, {0, 0, 1, 1, 1}, 2, "2 control points");
    refused(1, {0, 0, 1, 0.5}, 2, "knot 3 is 0.5");
    refused(1, {0, 0, std::nan(""), 1}, 2, "knot 2");
    refused(1, {0, 1, 1, 2}, 2, "lasts no time");
    refused(1, {0, 0, 1, 1, 2, 2}, 4, "would jump");
    CHECK_THROWS_MATCHES(curveOf(model, BSpline{1, {0, 0, 1, 1}, {configuration({0}), configuration({0, 1})}}), InputError,
                         has("control point 1 has 2 values"));
    const auto refusedPieces = [&](const std::vector<PolynomialPiece>& pieces, const std::string& words) {
        CHECK_THROWS_MATCHES(curveOf(model, pieces), InputError, has(words));
    };
    const Configuration q = configuration({1});
    refusedPieces({}, "piece");
    refusedPieces({{1.0, {}}}, "0 coefficients");
    refusedPieces({{1.0, std::vector<Configuration>(9, q)}}, "9 coefficients");
    refusedPieces({{0.0, {q}}}, "lasts 0 s");
    refusedPieces({{HUGE_VAL, {q}}}, "lasts");
    refusedPieces({{1.0, {configuration({1, 2})}}}, "2 values");
    refusedPieces({{1.0, {q}}, {1.0, {configuration({1.5})}}}, "polynomial 1 begins 0.5");
}
