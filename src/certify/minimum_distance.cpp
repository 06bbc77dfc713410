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

/// Of the distance at an instant: a bound below, and the width that was asked for.
struct Look
{
    double t, lower, width;
};

/// A part of the motion, with a bound below of the distance on all of it.
struct Part
{
    Look begin, end;
    double lower;

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
    // Of the first, nothing is known that its width could go by: its own size will do.
    const auto width = [&] {
        return std::isfinite(result.upper) ? std::max(kShare * wanted(), kShare * options.tolerance) : options.tolerance;
    };
    const auto look = [&](double t) {
        const double asked = width();
        const Enclosure d = distanceAt(t, asked, std::min(result.upper, options.no_more_than));
        if (d.upper < result.upper)
        {
            result.upper = d.upper;
            result.t = t;
        }
        return Look{t, d.lower, asked};
    };
    std::priority_queue<Part> parts;
    const auto push = [&](const Look& begin, const Look& end, double inherited) {
        // Deflated by what rounding of the formula may add; a subtraction of near numbers is exact to their size.
        const double slack = 8.0 * kUnitRoundoff * (begin.lower + end.lower + travel);
        const double bound = 0.5 * (begin.lower + end.lower - travel * (end.t - begin.t)) - slack;
        parts.push({begin, end, std::max({0.0, inherited, std::min({bound, begin.lower, end.lower})})});
    };
    // What was looked at while the distance seemed larger holds the bound down. @return whether it has been looked at again
    const auto sharpen = [&](Look& at) {
        if (!(at.lower <= std::min(result.upper, options.no_more_than) && at.width > 2.0 * width()))
            return false;
        const Look again = look(at.t);
        at = {at.t, std::max(at.lower, again.lower), again.width};
        return true;
    };
    const Containment::Answer inside = insideAt(0.0);
    if (inside == Containment::Answer::Inside)
        return {0.0, 0.0, 0.0, true};
    const Look first = look(0.0), last = look(1.0);
    push(first, last, 0.0);
    const auto enough = [&] { return result.upper - result.lower <= wanted() || result.lower >= options.no_more_than + tube; };
    for (;;)
    {
        Part part = parts.top();
        // Inside at t = 0 where doubles cannot tell: nothing is known to keep them apart.
        result.lower = inside == Containment::Answer::Outside ? std::min(part.lower, result.upper) : 0.0;
        if ((result.is_complete = enough()) || watch.isSpent(steps) || part.end.t - part.begin.t <= kShortest
            || inside != Containment::Answer::Outside)
            break;
        parts.pop();
        ++steps;
        if (sharpen(part.begin) || sharpen(part.end))
        {
            push(part.begin, part.end, part.lower);
            continue;
        }
        const Look middle = look(0.5 * (part.begin.t + part.end.t));
        push(part.begin, middle, part.lower);
        push(middle, part.end, part.lower);
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
