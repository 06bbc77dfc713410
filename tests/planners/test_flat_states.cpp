// FlatStates against the distances of the space, one after the other.
#include "planners/flat_states.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include <catch2/catch.hpp>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>

#include <gapless/ompl/compound_state_space.h>

namespace ob = ompl::base;
using namespace gapless;

namespace {

ob::StateSpacePtr reals(unsigned int dimension, double low, double high)
{
    const auto space = std::make_shared<ob::RealVectorStateSpace>(dimension);
    space->setBounds(low, high);
    return space;
}

/// Two parts of two kinds, one of them of parts itself.
ob::StateSpacePtr nested()
{
    const auto inner = std::make_shared<CompoundStateSpace>();
    inner->addSubspace(reals(3, -2.0, 2.0), 0.75);
    inner->addSubspace(std::make_shared<ob::SO2StateSpace>(), 1.5);
    const auto outer = std::make_shared<ob::CompoundStateSpace>();
    outer->addSubspace(std::make_shared<ob::SO2StateSpace>(), 2.0);
    outer->addSubspace(inner, 0.5);
    outer->addSubspace(reals(9, 0.0, 1.0), 0.125);
    return outer;
}

struct Kind
{
    const char* name;
    std::function<ob::StateSpacePtr()> make;
    double lattice;  // numbers are multiples of it; 0: any
};

/// Those far from the origin differ by less than floats can tell there.
const Kind kKinds[] = {
    {"R^7", [] { return reals(7, -3.0, 3.0); }, 0.0},
    {"a lattice in R^3, where many are equally far", [] { return reals(3, -1.0, 1.0); }, 0.25},
    {"far from the origin", [] { return reals(2, 1e6, 1e6 + 0.05); }, 0.0},
    {"too far for floats", [] { return reals(2, 1e25, 2e25); }, 0.0},
    {"an angle", [] { return std::make_shared<ob::SO2StateSpace>(); }, 0.0},
    {"angles on a lattice", [] { return nested(); }, 0.25},
    {"SE(2)",
     [] {
         const auto space = std::make_shared<ob::SE2StateSpace>();
         ob::RealVectorBounds bounds(2);
         bounds.setLow(-1.0);
         bounds.setHigh(1.0);
         space->setBounds(bounds);
         return space;
     },
     0.0},
    {"a compound of compounds", nested, 0.0},
};

}  // namespace

TEST_CASE("Those that are nearest are the ones that the space's distances say, in their order, those of one distance by number",
          "[flat_states]")
{
    const Kind& kind = kKinds[GENERATE(range(std::size_t{0}, std::size(kKinds)))];
    CAPTURE(kind.name);
    const ob::StateSpacePtr space = kind.make();
    space->setup();
    const auto flat = FlatStates::of(*space);
    REQUIRE(flat);
    std::mt19937 random(7);
    const auto pick = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
    const ob::StateSamplerPtr sampler = space->allocStateSampler();
    std::vector<ob::ScopedState<>> states;
    std::vector<double> numbers;
    const auto add = [&] {
        states.emplace_back(space);
        sampler->sampleUniform(states.back().get());
        if (kind.lattice > 0.0)
        {
            space->copyToReals(numbers, states.back().get());
            for (double& number : numbers)
                number = kind.lattice * std::round(number / kind.lattice);
            space->copyFromReals(states.back().get(), numbers);
            space->enforceBounds(states.back().get());
        }
        flat->add(states.back().get());
    };
    std::size_t asked = 0, queries = 0;
    for (int round = 0; round < 30; ++round)
    {
        // The last ones go, and others come in their places.
        const std::size_t left = states.empty() ? 0 : states.size() - pick(states.size() / 4 + 1);
        states.erase(states.begin() + static_cast<std::ptrdiff_t>(left), states.end());
        flat->truncate(left);
        for (std::size_t more = 1 + pick(150); more > 0; --more)
            add();
        REQUIRE(flat->size() == states.size());

        const std::size_t i = pick(states.size()), among = pick(states.size() + 1), k = pick(4) == 0 ? pick(among + 3) : pick(20);
        const auto distance = [&](std::uint32_t other) {
            ++asked;
            return space->distance(states[i].get(), states[other].get());
        };
        std::vector<std::pair<double, std::uint32_t>> sorted;
        for (std::uint32_t other = 0; other < among; ++other)
        {
            sorted.emplace_back(distance(other), other);
            REQUIRE(flat->distance(i, other) == Approx(sorted.back().first).epsilon(1e-12).margin(1e-12));
        }
        std::sort(sorted.begin(), sorted.end());
        const auto firstOf = [&](std::size_t count) {
            std::vector<std::uint32_t> first;
            for (std::size_t n = 0; n < std::min(count, sorted.size()); ++n)
                first.push_back(sorted[n].second);
            return first;
        };
        std::vector<std::uint32_t> found{1, 2, 3};
        asked = 0;
        flat->nearest(i, k, among, distance, found);
        REQUIRE(found == firstOf(k));
        // Of most others the space is not asked, but where floats do not tell them apart.
        if (kind.lattice == 0.0 && states.front().reals()[0] < 1e5)
            REQUIRE(asked <= std::min(k, among) + among / 8 + 2);
        ++queries;
        if (sorted.empty())
            continue;
        // Of one distance and less, exactly.
        const double radius = pick(5) == 0 ? 0.0 : sorted[pick(sorted.size())].first;
        const auto beyond = std::find_if(sorted.begin(), sorted.end(), [&](const auto& one) { return one.first > radius; });
        flat->within(i, radius, among, distance, found);
        REQUIRE(found == firstOf(static_cast<std::size_t>(beyond - sorted.begin())));
    }
    CHECK(queries == 30);
}

TEST_CASE("Spaces whose distance is another one have no flat states", "[flat_states]")
{
    class Own : public ob::RealVectorStateSpace
    {
    public:
        Own() : ob::RealVectorStateSpace(2) {}
        double distance(const ob::State*, const ob::State*) const override { return 1.0; }
    };
    CHECK_FALSE(FlatStates::of(Own()));
    CHECK_FALSE(FlatStates::of(ob::SE3StateSpace()));
    CHECK_FALSE(FlatStates::of(ob::SO3StateSpace()));
    CHECK_FALSE(FlatStates::of(ob::DubinsStateSpace(1.0)));
    ob::CompoundStateSpace with_one;
    with_one.addSubspace(reals(2, 0.0, 1.0), 1.0);
    with_one.addSubspace(std::make_shared<Own>(), 1.0);
    CHECK_FALSE(FlatStates::of(with_one));
}
