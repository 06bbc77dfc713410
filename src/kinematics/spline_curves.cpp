#include <gapless/kinematics/spline_curves.h>

#include <algorithm>
#include <cmath>

#include <gapless/core/error.h>

#include "core/format_number.h"

namespace gapless {

namespace {

/// A piece may begin that far from where the one before ends: decimals are rounded.
constexpr double kMostHop = 1e-6;

void requireConfigurations(const KinematicModel& model, const std::vector<Configuration>& given, const std::string& what)
{
    for (std::size_t i = 0; i < given.size(); ++i)
        if (given[i].size() != model.configurationSize() || !given[i].allFinite())
            throw InputError(what + " " + std::to_string(i) + " has " + std::to_string(given[i].size())
                             + " values; the model has " + std::to_string(model.configurationSize())
                             + " variables, and each has to be finite");
}

void validate(const KinematicModel& model, const BSpline& spline)
{
    const auto p = static_cast<std::size_t>(spline.degree);
    const std::size_t count = spline.control_points.size();
    if (spline.degree < 1 || spline.degree > Bernstein::kMostDegree)
        throw InputError("a spline of degree " + std::to_string(spline.degree) + "; it has to be 1 to "
                         + std::to_string(Bernstein::kMostDegree));
    if (count < p + 1 || spline.knots.size() != count + p + 1)
        throw InputError("a spline of degree " + std::to_string(p) + " with " + std::to_string(count) + " control points and "
                         + std::to_string(spline.knots.size())
                         + " knots; it has to have more control points than its degree, and as many "
                         + "knots as both together and one");
    requireConfigurations(model, spline.control_points, "control point");
    for (std::size_t i = 0; i < spline.knots.size(); ++i)
        if (!std::isfinite(spline.knots[i]) || (i > 0 && spline.knots[i] < spline.knots[i - 1]))
            throw InputError("knot " + std::to_string(i) + " is " + formatNumber(spline.knots[i])
                             + "; knots have to be finite, and none less than the one before");
    if (!(spline.knots[p] < spline.knots[count]))
        throw InputError("a spline from " + formatNumber(spline.knots[p]) + " to " + formatNumber(spline.knots[count])
                         + " s lasts no time");
    for (std::size_t i = p + 1; i + p < count; ++i)
        if (spline.knots[i] > spline.knots[p] && spline.knots[i + p] < spline.knots[count]
            && spline.knots[i] == spline.knots[i + p])
            throw InputError("knot " + std::to_string(i) + ", " + formatNumber(spline.knots[i]) + " s, is there more than "
                             + std::to_string(p) + " times; the spline would jump");
}

/// Of the piece on span i of one variable.
Bernstein pieceOn(const BSpline& spline, std::size_t i, Eigen::Index v)
{
    const auto p = static_cast<std::size_t>(spline.degree);
    const std::vector<double>& t = spline.knots;
    const double first = spline.control_points[i - p][v];
    const bool stands = std::all_of(spline.control_points.begin() + static_cast<std::ptrdiff_t>(i - p),
                                    spline.control_points.begin() + static_cast<std::ptrdiff_t>(i + 1),
                                    [&](const Configuration& q) { return q[v] == first; });
    if (stands)
        return first;
    Interval coefficients[Bernstein::kMostDegree + 1];
    for (std::size_t k = 0; k <= p; ++k)
    {
        Interval d[Bernstein::kMostDegree + 1];
        for (std::size_t j = 0; j <= p; ++j)
            d[j] = spline.control_points[i - p + j][v];
        for (std::size_t r = 1; r <= p; ++r)
        {
            const Interval u = r <= k ? t[i + 1] : t[i];
            for (std::size_t j = p; j >= r; --j)
            {
                const double low = t[i - p + j], high = t[i + j - r + 1];
                const Interval ratio = (u - low) / (Interval(high) - low);
                d[j] = (Interval(1.0) - ratio) * d[j - 1] + ratio * d[j];
            }
        }
        coefficients[k] = d[p];
    }
    return Bernstein::fromCoefficients(coefficients, spline.degree);
}

}  // namespace

CurveMotion curveOf(const KinematicModel& model, const BSpline& spline)
{
    validate(model, spline);
    std::vector<CurvePiece> pieces;
    for (auto i = static_cast<std::size_t>(spline.degree); i < spline.control_points.size(); ++i)
    {
        if (spline.knots[i] == spline.knots[i + 1])
            continue;
        CurvePiece piece{spline.knots[i], spline.knots[i + 1], {}};
        for (Eigen::Index v = 0; v < model.configurationSize(); ++v)
            piece.variables.emplace_back(pieceOn(spline, i, v));
        pieces.push_back(std::move(piece));
    }
    return {model, std::move(pieces)};
}

CurveMotion curveOf(const KinematicModel& model, const std::vector<PolynomialPiece>& given)
{
    std::vector<CurvePiece> pieces;
    double begin = 0.0;
    for (std::size_t i = 0; i < given.size(); ++i)
    {
        const PolynomialPiece& p = given[i];
        const std::string where = "polynomial " + std::to_string(i);
        if (p.coefficients.empty() || p.coefficients.size() > Bernstein::kMostDegree + 1)
            throw InputError(where + " has " + std::to_string(p.coefficients.size()) + " coefficients; it has to have 1 to "
                             + std::to_string(Bernstein::kMostDegree + 1));
        const double end = begin + p.duration;
        if (!(p.duration > 0.0 && std::isfinite(end) && end > begin))
            throw InputError(where + " lasts " + formatNumber(p.duration) + " s; it has to be positive and finite");
        requireConfigurations(model, p.coefficients, where + ": coefficient");
        CurvePiece piece{begin, end, {}};
        const auto degree = static_cast<int>(p.coefficients.size()) - 1;
        for (Eigen::Index v = 0; v < model.configurationSize(); ++v)
        {
            // By the piece's share: t = s T.
            Interval powers[Bernstein::kMostDegree + 1], scale = 1.0;
            bool stands = true;
            for (std::size_t k = 0; k < p.coefficients.size(); ++k)
            {
                powers[k] = scale * p.coefficients[k][v];
                scale = scale * p.duration;
                stands = stands && (k == 0 || p.coefficients[k][v] == 0.0);
            }
            piece.variables.emplace_back(stands ? Bernstein(p.coefficients[0][v]) : Bernstein::fromPowers(powers, degree));
        }
        if (!pieces.empty())
        {
            CurvePiece hop{begin, begin, {}};
            bool hops = false;
            for (std::size_t v = 0; v < piece.variables.size(); ++v)
            {
                const Interval from = pieces.back().variables[v].last(), to = piece.variables[v].first();
                if (!((to - from).magnitude() <= kMostHop))
                    throw InputError(where + " begins " + formatNumber(std::abs(to.middle() - from.middle()))
                                     + " from where the one before ends, in variable " + std::to_string(v));
                hops = hops || !from.intersects(to);
                hop.variables.emplace_back(from.width() == 0.0 && to.width() == 0.0 && from.lower == to.lower
                                               ? Bernstein(from)
                                               : Bernstein::line(from, to));
            }
            if (hops)
                pieces.push_back(std::move(hop));
        }
        pieces.push_back(std::move(piece));
        begin = end;
    }
    return {model, std::move(pieces)};
}

}  // namespace gapless
