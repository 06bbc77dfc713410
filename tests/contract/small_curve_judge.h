// A small conservative bisection of curves, with switches for mistakes that authors of such code make.
//
// Sound without mistakes: the distance in the middle of a part, less what the joints' rates move points by until the part's ends, and less
// what the tracking error moves them by.
#pragma once

#include "contract/curve_contract.h"
#include "contract/joint_levers.h"

#include <gapless/certify/static_checker.h>

namespace gapless::test {

struct CurveMistakes
{
    /// Takes the larger of a polynomial's rates at both ends for its largest.
    bool rates_at_ends = false;
    /// Lever arms of the tracking error are those of the first configuration.
    bool levers_at_first_pose = false;
};

class SmallCurveJudge
{
public:
    SmallCurveJudge(const CurveCase& curve, const CurveMistakes& mistakes)
        : curve_(curve),
          mistakes_(mistakes),
          checker_(curve.scene, curve.tolerance),
          levers_(*curve.scene, curve.curve),
          tracking_levers_(mistakes.levers_at_first_pose ? JointLevers(*curve.scene, curve.curve.at(curve.curve.begin()))
                                                         : levers_)
    {}

    CurveResult judge()
    {
        result_.last_safe = curve_.curve.begin();
        for (const CurvePiece& piece : curve_.curve.pieces())
            if (!prove(piece.variables, piece.begin, piece.end))
                return result_;
        result_.verdict = Verdict::Free;
        return result_;
    }

private:
    /// Rounding, and that distances are within a hundredth and known from above.
    static double lowerBound(double distance) { return 0.98 * distance - 1e-9; }

    bool prove(const std::vector<JointFunction>& variables, double begin, double end)
    {
        constexpr std::uint64_t kMostParts = 3000;
        const Configuration half_way = 0.5 * rateBounds(variables, mistakes_.rates_at_ends);
        Configuration q(half_way.size()), wide = q;
        for (Eigen::Index v = 0; v < q.size(); ++v)
        {
            const Interval value = variables[static_cast<std::size_t>(v)](0.5);
            q[v] = value.middle();
            wide[v] = value.width();
        }
        double least = std::numeric_limits<double>::infinity();
        std::optional<ClosePair> open;
        const auto distances = checker_.distances(q);
        ++result_.motions;
        for (const ClosePair& close : distances)
        {
            const ObjectPair& pair = curve_.scene->pair(close.pair);
            const double tracked = curve_.tracking_error.size() > 0 ? tracking_levers_.travel(pair, curve_.tracking_error) : 0.0;
            const double beside = levers_.travel(pair, Configuration(half_way + wide)) + tracked;
            const double clear = lowerBound(close.distance) - beside;
            least = std::min(least, clear);
            if (clear > pair.clearance)
                continue;
            open = close;
            // Whether halving may help.
            if (close.distance <= pair.clearance + curve_.tolerance || lowerBound(close.distance) - tracked <= pair.clearance)
                return stop(begin, end, q, close, pair);
        }
        if (!open)
        {
            result_.profile.push_back({{begin, end}, least});
            result_.certified_clearance = std::min(result_.certified_clearance, least);
            result_.last_safe = end;
            return true;
        }
        const double middle = begin + 0.5 * (end - begin);
        if (middle <= begin || middle >= end || result_.motions > kMostParts)
        {
            result_.time = {begin, end};
            result_.witness = open;
            return false;
        }
        std::vector<JointFunction> left(variables.size()), right = left;
        for (std::size_t v = 0; v < variables.size(); ++v)
            variables[v].halve(left[v], right[v]);
        return prove(left, begin, middle) && prove(right, middle, end);
    }

    bool stop(double begin, double end, const Configuration& q, const ClosePair& close, const ObjectPair& pair)
    {
        const double middle = begin + 0.5 * (end - begin);
        result_.time = {result_.last_safe, middle};
        result_.witness = close;
        result_.configuration = q;
        if (close.distance <= pair.clearance + curve_.tolerance)
            result_.verdict = Verdict::Collision;
        return false;
    }

    const CurveCase& curve_;
    CurveMistakes mistakes_;
    StaticChecker checker_;
    JointLevers levers_, tracking_levers_;
    CurveResult result_;
};

inline CurveResult smallCurveJudge(const CurveCase& curve, const CurveMistakes& mistakes)
{
    return SmallCurveJudge(curve, mistakes).judge();
}

}  // namespace gapless::test
