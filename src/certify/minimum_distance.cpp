#include <gapless/certify/minimum_distance.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

#include <gapless/collision/pair_error.h>
#include <gapless/core/error.h>
#include <gapless/geometry/pair_distance.h>
#include <gapless/kinematics/motion_bound.h>

#include "certify/budget_watch.h"

namespace gapless {
namespace {

/// Distances at instants take this share of the width that is asked for; where that is of no use, this share of themselves.
constexpr double kShare = 0.25, kCoarse = 0.2;
/// More halvings of the distance than doubles have room for.
constexpr int kMostTests = 200;
/// Halves of shorter intervals begin and end at one double.
constexpr double kShortest = 0x1p-48;

struct Enclosure
{
    double lower = 0.0, upper = std::numeric_limits<double>::infinity();
};

/// A part of the motion, with bounds below of the distance at its ends and on all of it.
struct Part
{
    double begin, end, at_begin, at_end, lower;

    bool operator<(const Part& other) const { return lower > other.lower; }  // the smallest comes first
};

}  // namespace

class MinimumDistanceSearch::Impl
{
public:
    explicit Impl(std::shared_ptr<const Scene> scene) : scene_(std::move(scene))
    {
        if (!scene_)
            throw InputError("a search for the minimum distance needs a scene");
        bounds_.resize(scene_->objects().size());
    }

    void reset(const Configuration& q0, const Configuration& q1, const MotionTube* tube);
    MinimumDistance find(PairIndex pair, const MinimumDistanceOptions& options);

private:
    int instantAt(double t);
    PairPose poseAt(double t);
    Enclosure distanceAt(double t, double width, double best);
    Containment::Answer insideAt(double t);
    void boundTravel(ObjectIndex object);

    std::shared_ptr<const Scene> scene_;
    Motion motion_;
    PoseCache poses_;
    std::unordered_map<double, int> instants_;
    IndexedVector<ObjectIndex, MotionBound> bounds_;
    IndexedVector<ObjectIndex, char> bounded_;
    const CollisionObject *a_ = nullptr, *b_ = nullptr;  // the pair in hand
};

void MinimumDistanceSearch::Impl::reset(const Configuration& q0, const Configuration& q1, const MotionTube* tube)
{
    scene_->model().validate(q0);
    scene_->model().validate(q1);
    if (tube)
    {
        validateTube(scene_->model(), *tube);
        motion_.resetTube(scene_->model(), q0, q1, *tube);
    }
    else
        motion_.reset(scene_->model(), q0, q1);
    poses_.reset(motion_);
    instants_.clear();
    bounded_.assign(bounds_.size(), false);
}

int MinimumDistanceSearch::Impl::instantAt(double t)
{
    const auto [place, is_new] = instants_.try_emplace(t, 0);
    if (is_new)
        place->second = poses_.addInstant(t);
    return place->second;
}

PairPose MinimumDistanceSearch::Impl::poseAt(double t)
{
    const int instant = instantAt(t);
    return pairPose(poses_.pose(instant, a_->body), poses_.pose(instant, b_->body));
}

void MinimumDistanceSearch::Impl::boundTravel(ObjectIndex i)
{
    const CollisionObject& o = scene_->object(i);
    if (bounded_[i] || scene_->model().body(o.body).is_static)
        return;
    bounds_[i].reset(motion_, o.body, *o.geometry, poses_, instantAt(0.5));
    bounded_[i] = true;
}

/// Of the surfaces, and of solid primitives. As narrow as `width`; coarser where it is proven to be farther than `best`.
///
/// By bisection on the threshold of greedyDistance(), from a bound of the distance of any two points downwards: quarters of the distance
/// known while nothing is proven, for the true one may be of any size, then halves. An instant that is farther than the best one needs no
/// more than to be known to be: there a fifth of itself will do, which takes fewer tests, though its bound carries less far along the
/// motion.
Enclosure MinimumDistanceSearch::Impl::distanceAt(double t, double width, double best)
{
    const PairPose X = poseAt(t);
    const double D = X.p_AB.norm() + a_->geometry->reach() + b_->geometry->reach();
    const double error = pairError(motion_, *a_, *b_, kWorld, D);
    Enclosure d;
    d.upper = (D + error) * kInflate;  // of any two points
    double threshold = d.upper;
    for (int i = 0; i < kMostTests; ++i)
    {
        const GreedyDistance test = greedyDistance(*a_->geometry, *b_->geometry, X, threshold, error);
        if (test.outcome == GreedyDistance::Outcome::Apart)
            d.lower = std::max({d.lower, threshold, test.lower});
        else
            d.upper = std::min(d.upper, test.upper);
        const double enough = d.lower > best ? std::max(width, kCoarse * d.lower) : std::max(width, 16.0 * error);
        if (test.outcome == GreedyDistance::Outcome::Unclear || !(d.upper - d.lower > enough))
            break;
        threshold = d.lower > 0.0 ? 0.5 * (d.lower + d.upper) : 0.25 * d.upper;
    }
    d.lower = std::min(d.lower, d.upper);
    return d;
}

Containment::Answer MinimumDistanceSearch::Impl::insideAt(double t)
{
    return insideOneAnother(*a_->geometry, *b_->geometry, poseAt(t));
}

MinimumDistance MinimumDistanceSearch::Impl::find(PairIndex pair, const MinimumDistanceOptions& options)
{
    kToleranceRange.require(options.tolerance, "the tolerance of a minimum distance");
    NumberRange::notNegative("fractions of the distance").require(options.relative, "its relative tolerance");
    if (!scene_->pairs().has(pair))
        throw InputError("a minimum distance of pair " + std::to_string(pair.value()) + " is asked for; the scene has "
                         + std::to_string(scene_->pairs().size()) + " active pairs");
    const ObjectPair& objects = scene_->pair(pair);
    a_ = &scene_->object(objects.a);
    b_ = &scene_->object(objects.b);
    boundTravel(objects.a);
    boundTravel(objects.b);
    const BodyIndex ancestor = scene_->model().commonAncestor(a_->body, b_->body);
    const double travel = (bounds_[objects.a].travel(ancestor) + bounds_[objects.b].travel(ancestor)) * kInflate;
    const double tube = (bounds_[objects.a].tube(ancestor) + bounds_[objects.b].tube(ancestor)) * kInflate;

    MinimumDistance result;
    const BudgetWatch watch(options.budget);
    std::uint64_t steps = 0;
    const auto wanted = [&] { return std::max(options.tolerance, options.relative * result.upper); };
    const auto look = [&](double t) {
        // Of the first, nothing is known that its width could go by: its own size will do.
        const double width = std::isfinite(result.upper) ? kShare * wanted() : options.tolerance;
        const Enclosure d =
            distanceAt(t, std::max(width, kShare * options.tolerance), std::min(result.upper, options.no_more_than));
        if (d.upper < result.upper)
        {
            result.upper = d.upper;
            result.t = t;
        }
        return d.lower;
    };
    std::priority_queue<Part> parts;
    const auto push = [&](double begin, double end, double at_begin, double at_end, double inherited) {
        // Deflated by what rounding of the formula may add; a subtraction of near numbers is exact to their size.
        const double slack = 8.0 * kUnitRoundoff * (at_begin + at_end + travel);
        const double bound = 0.5 * (at_begin + at_end - travel * (end - begin)) - slack;
        parts.push({begin, end, at_begin, at_end, std::max({0.0, inherited, std::min({bound, at_begin, at_end})})});
    };
    const Containment::Answer inside = insideAt(0.0);
    if (inside == Containment::Answer::Inside)
        return {0.0, 0.0, 0.0, true};
    const double at_begin = look(0.0), at_end = look(1.0);
    push(0.0, 1.0, at_begin, at_end, 0.0);
    const auto enough = [&] { return result.upper - result.lower <= wanted() || result.lower >= options.no_more_than + tube; };
    for (;;)
    {
        const Part part = parts.top();
        // Inside at t = 0 where doubles cannot tell: nothing is known to keep them apart.
        result.lower = inside == Containment::Answer::Outside ? std::min(part.lower, result.upper) : 0.0;
        if ((result.is_complete = enough()) || watch.isSpent(steps) || part.end - part.begin <= kShortest
            || inside != Containment::Answer::Outside)
            break;
        parts.pop();
        ++steps;
        const double middle = 0.5 * (part.begin + part.end);
        const double at_middle = look(middle);
        push(part.begin, middle, part.at_begin, at_middle, part.lower);
        push(middle, part.end, at_middle, part.at_end, part.lower);
    }
    // The surfaces may have met. Where the nearest instant is inside, that is the distance.
    if (result.lower == 0.0 && result.upper > 0.0 && insideAt(result.t) == Containment::Answer::Inside)
        result = {0.0, 0.0, result.t, true};
    if (tube > 0.0)
        result.lower = std::max(0.0, (Interval(result.lower) - tube).lower);
    return result;
}

MinimumDistanceSearch::MinimumDistanceSearch(std::shared_ptr<const Scene> scene) : impl_(std::make_unique<Impl>(std::move(scene)))
{}
MinimumDistanceSearch::~MinimumDistanceSearch() = default;

void MinimumDistanceSearch::reset(const Configuration& q0, const Configuration& q1)
{
    impl_->reset(q0, q1, nullptr);
}

void MinimumDistanceSearch::resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube)
{
    impl_->reset(q0, q1, &tube);
}

MinimumDistance MinimumDistanceSearch::find(PairIndex pair, const MinimumDistanceOptions& options)
{
    return impl_->find(pair, options);
}

}  // namespace gapless
