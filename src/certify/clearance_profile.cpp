#include <gapless/certify/clearance_profile.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include <gapless/certify/minimum_distance.h>
#include <gapless/core/error.h>

#include "certify/curve_straightener.h"

namespace gapless {

namespace {

/// Parts are halved no more often than that.
constexpr int kMostHalvings = 12;
/// Instants of one pair in one part.
constexpr std::uint64_t kMostInstants = 200;

class ProfileSearch
{
public:
    ProfileSearch(const std::shared_ptr<const Scene>& scene, const ClearanceProfileOptions& options)
        : scene_(scene),
          options_(options),
          straightener_(*scene, options.tracking_error),
          search_(scene),
          start_(std::chrono::steady_clock::now())
    {
        for (const PairIndex pair : scene->pairs().indices())
            order_.push_back(pair);
    }

    bool isStopped() const
    {
        return (options_.budget.interrupted && options_.budget.interrupted())
               || std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() > options_.budget.seconds;
    }

    /// Appends the bounds of a part of a piece, from `begin` to `end` of it. @return false: stopped
    bool append(const CurvePiece& piece, double begin, double end, int halvings, std::vector<ProvenPart>& profile)
    {
        if (isStopped())
            return false;
        // A little beyond both ends: the times that are told are rounded.
        const double length = piece.end - piece.begin;
        const double slack = length > 0.0 ? 0x1p-50 * (1.0 + (std::abs(piece.begin) + std::abs(piece.end)) / length) : 0.0;
        const auto around = [&](double s) {
            return s == 0.0 || s == 1.0 ? Interval(s) : Interval(std::max(0.0, s - slack), std::min(1.0, s + slack));
        };
        variables_.clear();
        for (const JointFunction& variable : piece.variables)
            variables_.push_back(variable.part(around(begin), around(end)));
        const double bulge = straightener_.take(piece, variables_, begin, end);
        if (bulge > options_.tolerance && halvings < kMostHalvings)
        {
            const double middle = 0.5 * (begin + end);
            return append(piece, begin, middle, halvings + 1, profile) && append(piece, middle, end, halvings + 1, profile);
        }
        straightener_.start(search_);
        const double clearance = smallest();
        const auto seconds = [&](double s) {
            return s == 0.0 ? piece.begin : s == 1.0 ? piece.end : piece.begin + s * (piece.end - piece.begin);
        };
        profile.push_back({{seconds(begin), seconds(end)}, clearance});
        return true;
    }

private:
    /// The pair that was nearest last time first: all others need only be known to be farther.
    double smallest()
    {
        MinimumDistanceOptions options;
        options.tolerance = options_.tolerance;
        options.relative = options_.relative;
        options.budget.steps = kMostInstants;
        double lower = std::numeric_limits<double>::infinity();
        std::size_t nearest = 0;
        for (std::size_t k = 0; k < order_.size(); ++k)
        {
            const MinimumDistance found = search_.find(order_[k], options);
            if (found.lower < lower)
                nearest = k;
            lower = std::min(lower, found.lower);
            options.no_more_than = std::min(options.no_more_than, std::max(found.upper, options_.tolerance));
        }
        if (nearest > 0)
            std::swap(order_[0], order_[nearest]);
        return lower;
    }

    std::shared_ptr<const Scene> scene_;
    const ClearanceProfileOptions& options_;
    CurveStraightener straightener_;
    MinimumDistanceSearch search_;
    std::chrono::steady_clock::time_point start_;
    std::vector<PairIndex> order_;
    std::vector<JointFunction> variables_;
};

}  // namespace

std::vector<ProvenPart> clearanceProfile(const std::shared_ptr<const Scene>& scene, const CurveMotion& curve,
                                         const ClearanceProfileOptions& options)
{
    if (!scene)
        throw InputError("a profile of clearance needs a scene");
    curve.requireFits(scene->model());
    NumberRange::positive("seconds").require(options.width, "the width of a profile's parts");
    kToleranceRange.require(options.tolerance, "the tolerance of a profile");
    NumberRange::notNegative("fractions of the distance").require(options.relative, "its relative tolerance");
    ProfileSearch search(scene, options);
    std::vector<ProvenPart> profile;
    for (const CurvePiece& piece : curve.pieces())
    {
        const double count = std::max(1.0, std::ceil((piece.end - piece.begin) / options.width));
        for (double k = 0.0; k < count; ++k)
            if (!search.append(piece, k / count, k + 1.0 == count ? 1.0 : (k + 1.0) / count, 0, profile))
                return profile;
    }
    return profile;
}

}  // namespace gapless
