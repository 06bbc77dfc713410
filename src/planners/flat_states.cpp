#include "planners/flat_states.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>

#include <gapless/ompl/compound_state_space.h>

#include "ompl/exact_space.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

constexpr float kFull = 6.28318530717958647692F;
/// Squares of larger numbers may be none of float's.
constexpr double kLargest = 1e15;

}  // namespace

std::unique_ptr<FlatStates> FlatStates::of(const ob::StateSpace& space)
{
    std::unique_ptr<FlatStates> states(new FlatStates(space));
    if (!states->takeParts(space, 1.0) || states->numbers_ == 0)
        return nullptr;
    states->lines_ = (states->numbers_ + std::size(Line().numbers) - 1) / std::size(Line().numbers);
    return states;
}

/// In the order of StateSpace::copyToReals().
bool FlatStates::takeParts(const ob::StateSpace& space, double weight)
{
    if (isExactly<ob::RealVectorStateSpace>(space))
        parts_.push_back({numbers_, space.getDimension(), false, weight});
    else if (isExactly<ob::SO2StateSpace>(space))
        parts_.push_back({numbers_, 1, true, weight});
    else if (isExactly<ob::CompoundStateSpace>(space) || isExactly<CompoundStateSpace>(space)
             || isExactly<ob::SE2StateSpace>(space))
    {
        const auto& compound = *space.as<ob::CompoundStateSpace>();
        for (unsigned int i = 0; i < compound.getSubspaceCount(); ++i)
            if (!takeParts(*compound.getSubspace(i), weight * compound.getSubspaceWeight(i)))
                return false;
        return true;
    }
    else
        return false;
    numbers_ += parts_.back().count;
    if (parts_.back().is_angle)
        largest_ = std::max(largest_, 2.0 * M_PI);
    return true;
}

void FlatStates::add(const ob::State* state)
{
    space_.copyToReals(reals_, state);
    rows_.resize(rows_.size() + lines_);
    std::copy(reals_.begin(), reals_.end(), rows_[count_ * lines_].numbers);
    const std::size_t block = count_ / kLanes;
    if (blocks_.size() < (block + 1) * numbers_)
        blocks_.resize((block + 1) * numbers_, Lanes::Zero());
    for (std::size_t n = 0; n < numbers_; ++n)
    {
        blocks_[block * numbers_ + n][static_cast<Eigen::Index>(count_ % kLanes)] = static_cast<float>(reals_[n]);
        largest_ =
            std::abs(reals_[n]) <= kLargest ? std::max(largest_, std::abs(reals_[n])) : std::numeric_limits<double>::infinity();
    }
    ++count_;
}

void FlatStates::truncate(std::size_t count)
{
    if (count >= count_)
        return;
    count_ = count;
    rows_.resize(count * lines_);
    blocks_.resize((count + kLanes - 1) / kLanes * numbers_, Lanes::Zero());
}

double FlatStates::distance(std::size_t i, std::size_t j) const
{
    const double *a = row(i), *b = row(j);
    double distance = 0.0;
    for (const Part& part : parts_)
    {
        double of_part = 0.0;
        if (part.is_angle)
        {
            const double turn = std::abs(a[part.first] - b[part.first]);
            of_part = turn > M_PI ? 2.0 * M_PI - turn : turn;
        }
        else
        {
            for (std::size_t n = part.first; n < part.first + part.count; ++n)
                of_part += (a[n] - b[n]) * (a[n] - b[n]);
            of_part = std::sqrt(of_part);
        }
        distance += part.weight * of_part;
    }
    return distance;
}

FlatStates::Lanes FlatStates::distances(std::size_t block) const
{
    const Lanes* const numbers = blocks_.data() + block * numbers_;
    const auto squared = [&](const Part& part) {
        Lanes sum = Lanes::Zero();
        for (std::size_t n = part.first; n < part.first + part.count; ++n)
            sum += (numbers[n] - point_[n]).square();
        return sum;
    };
    if (isSquared())
        return squared(parts_.front());
    Lanes sum = Lanes::Zero();
    for (const Part& part : parts_)
    {
        const auto weight = static_cast<float>(part.weight);
        if (!part.is_angle)
        {
            sum += weight * squared(part).sqrt();
            continue;
        }
        const Lanes turn = (numbers[part.first] - point_[part.first]).abs();
        sum += weight * turn.min(kFull - turn);
    }
    return sum;
}

bool FlatStates::isSquared() const
{
    return parts_.size() == 1 && !parts_.front().is_angle;
}

double FlatStates::error() const
{
    double weights = 0.0;
    for (const Part& part : parts_)
        weights += isSquared() ? 1.0 : part.weight;
    const double u = std::ldexp(1.0, -24), n = static_cast<double>(numbers_), parts = static_cast<double>(parts_.size());
    // And what is less than float has numbers for.
    return 16.0 * u * (n + parts + 4.0) * n * weights * largest_ + 1e-15;
}

/// Whoever is as near as that by distances() may be as near as `distance`, and nobody else.
float FlatStates::boundOf(double distance) const
{
    const double bound = distance + error();
    const double rounded_up = 1.0 + 1e-6;
    return static_cast<float>(rounded_up * (isSquared() ? bound * bound : bound));
}

/// Calls take(number, distance) for those of the first `among` whose distance is at most bound(), which may fall meanwhile.
template <class Bound, class Take>
void FlatStates::visit(std::size_t i, std::size_t among, const Bound& bound, const Take& take)
{
    point_.assign(row(i), row(i) + numbers_);
    for (std::size_t first = 0; first < among; first += kLanes)
    {
        const Lanes near = distances(first / kLanes);
        if (near.minCoeff() > bound())
            continue;
        const std::size_t end = std::min(kLanes, among - first);
        for (std::size_t lane = 0; lane < end; ++lane)
            if (near[static_cast<Eigen::Index>(lane)] <= bound())
                take(static_cast<std::uint32_t>(first + lane), near[static_cast<Eigen::Index>(lane)]);
    }
}

/// Nearest first, those of one distance by number; at most k, and none beyond `radius`.
void FlatStates::sort(const Distance& distance, std::size_t k, double radius, std::vector<std::uint32_t>& found)
{
    sorted_.clear();
    for (const std::uint32_t state : found)
        if (const double d = distance(state); d <= radius)
            sorted_.emplace_back(d, state);
    std::sort(sorted_.begin(), sorted_.end());
    found.clear();
    for (std::size_t n = 0; n < std::min(k, sorted_.size()); ++n)
        found.push_back(sorted_[n].second);
}

void FlatStates::nearest(std::size_t i, std::size_t k, std::size_t among, const Distance& distance,
                         std::vector<std::uint32_t>& found)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    found.clear();
    candidates_.clear();
    least_.clear();
    if (k == 0)
        return;
    float bound = std::numeric_limits<float>::infinity();
    const auto take = [&](std::uint32_t state, float near) {
        candidates_.push_back({near, state});
        least_.push_back(near);
        std::push_heap(least_.begin(), least_.end());
        if (least_.size() > k)
        {
            std::pop_heap(least_.begin(), least_.end());
            least_.pop_back();
        }
        if (least_.size() == k && largest_ < kInfinity)
            bound = boundOf((isSquared() ? std::sqrt(static_cast<double>(least_.front())) : least_.front()) + error());
    };
    visit(
        i, among, [&] { return bound; }, take);
    for (const Candidate& candidate : candidates_)
        if (candidate.distance <= bound)
            found.push_back(candidate.state);
    sort(distance, k, kInfinity, found);
}

void FlatStates::within(std::size_t i, double radius, std::size_t among, const Distance& distance,
                        std::vector<std::uint32_t>& found)
{
    found.clear();
    const double unweighted = isSquared() ? radius / parts_.front().weight : radius;
    const float bound =
        largest_ < std::numeric_limits<double>::infinity() ? boundOf(unweighted) : std::numeric_limits<float>::infinity();
    visit(
        i, among, [&] { return bound; }, [&](std::uint32_t state, float) { found.push_back(state); });
    sort(distance, among, radius, found);
}

}  // namespace gapless
