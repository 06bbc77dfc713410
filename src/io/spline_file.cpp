#include "spline_file.h"

#include <algorithm>

#include <gapless/core/error.h>
#include <gapless/kinematics/spline_curves.h>

#include "io/input_text.h"
#include "io/joint_values.h"
#include "io/yaml_checked.h"

namespace gapless {

namespace {

bool isThere(const YamlNode& document, const char* name)
{
    return std::any_of(document.keys.begin(), document.keys.end(), [&](const YamlNode::Key& key) { return key.text == name; });
}

/// JointRows of numbers in the file's order of joints, as full configurations.
class JointRows
{
public:
    JointRows(const YamlMap& map, const std::string& label, const Problem& problem)
        : label_(label),
          problem_(problem),
          count_(readNames(map.require("joint_names"), label, "joint_names").size()),
          order_(orderOfJoints(readNames(map.require("joint_names"), label, "joint_names"), problem.variableNames(), label,
                               map.require("joint_names").line))
    {}

    /// @param rest where joints that do not plan are
    std::vector<Configuration> read(const YamlNode& list, const std::string& what, const Configuration& rest) const
    {
        std::vector<Configuration> rows;
        for (const auto& node : readList(list, label_, what))
        {
            const std::string where = what + "[" + std::to_string(rows.size()) + "]";
            const std::vector<double> numbers = readNumbers(*node, label_, where, count_);
            Configuration q = rest;
            std::size_t next = 0;
            for (const PlanningJoint& joint : problem_.joints)
                for (int k = 0; k < joint.count; ++k)
                    q[joint.variable + k] = numbers[order_[next++]];
            rows.push_back(std::move(q));
        }
        return rows;
    }

private:
    const std::string& label_;
    const Problem& problem_;
    std::size_t count_;
    std::vector<std::size_t> order_;
};

CurveMotion readBSpline(const YamlNode& document, const std::string& label, const Problem& problem)
{
    const YamlMap map(document, label, "the spline", {"joint_names", "degree", "knots", "control_points"});
    const JointRows rows(map, label, problem);
    BSpline spline;
    const double degree = readNumber(map.require("degree"), label, "degree");
    spline.degree = static_cast<int>(std::clamp(degree, -1.0, 1e6));
    if (spline.degree != degree)
        throw inputError(label, map.require("degree").line,
                         "degree is " + formatNumber(degree) + "; it has to be a whole number");
    spline.knots = readNumbers(map.require("knots"), label, "knots");
    spline.control_points = rows.read(map.require("control_points"), "control_points", problem.start);
    if (!spline.knots.empty() && spline.knots.front() < 0.0)
        throw inputError(label, map.require("knots").line, "knots are seconds from the start; they have to be 0 or more");
    try
    {
        return curveOf(problem.scene->model(), spline);
    }
    catch (const InputError& error)
    {
        throw inputError(label, map.require("knots").line, error.what());
    }
}

CurveMotion readPolynomials(const YamlNode& document, const std::string& label, const Problem& problem)
{
    const YamlMap map(document, label, "the trajectory", {"joint_names", "polynomials"});
    const JointRows rows(map, label, problem);
    std::vector<PolynomialPiece> pieces;
    const YamlNode& list = map.require("polynomials");
    for (const auto& node : readList(list, label, "polynomials"))
    {
        const std::string where = "polynomials[" + std::to_string(pieces.size()) + "]";
        const YamlMap piece(*node, label, where, {"duration", "coefficients"});
        PolynomialPiece read;
        read.duration = readPositive(piece.require("duration"), label, "duration of " + where);
        // What does not plan is a constant: it stands in the first coefficient only.
        const YamlNode& coefficients = piece.require("coefficients");
        read.coefficients = rows.read(coefficients, "coefficients of " + where, Configuration::Zero(problem.start.size()));
        if (read.coefficients.empty())
            throw inputError(label, coefficients.line, where + " has no coefficients; at least one is needed");
        Configuration first = problem.start;
        for (const PlanningJoint& joint : problem.joints)
            first.segment(joint.variable, joint.count) = read.coefficients.front().segment(joint.variable, joint.count);
        read.coefficients.front() = first;
        pieces.push_back(std::move(read));
    }
    try
    {
        return curveOf(problem.scene->model(), pieces);
    }
    catch (const InputError& error)
    {
        throw inputError(label, list.line, error.what());
    }
}

}  // namespace

std::optional<CurveMotion> readSplines(std::string_view text, const std::string& label, const Problem& problem)
{
    // Long lists of points are not parsed twice.
    const auto mentions = [&](const char* key) { return text.find(key) != std::string_view::npos; };
    if (!mentions("knots") && !mentions("control_points") && !mentions("polynomials"))
        return std::nullopt;
    const std::shared_ptr<const YamlNode> document = parseYaml(text, label);
    if (document->kind != YamlNode::Kind::Map)
        return std::nullopt;
    const bool is_spline = isThere(*document, "control_points") || isThere(*document, "knots");
    if (!is_spline && !isThere(*document, "polynomials"))
        return std::nullopt;
    CurveMotion curve = is_spline ? readBSpline(*document, label, problem) : readPolynomials(*document, label, problem);
    for (std::size_t i = 0; i <= curve.pieces().size(); ++i)
    {
        const double time = i == 0 ? curve.begin() : curve.pieces()[i - 1].end;
        requireWithinLimits(problem.planningValues(curve.at(time)), problem, label + ": at " + formatNumber(time) + " s it");
    }
    return curve;
}

}  // namespace gapless
