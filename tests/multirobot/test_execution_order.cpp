// ExecutionOrder against all states of small orders, found one by one: places are whole numbers, so that each place and what is between two of them stand for all.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

#include <gapless/core/error.h>
#include <gapless/multirobot/execution_order.h>

#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Parameters = ExecutionOrder::Parameters;

Parameters endsOf(std::size_t robots, double end)
{
    return Parameters(robots, end);
}

std::vector<Dependency> randomDependencies(Random& random, std::size_t robots, int end, int count)
{
    std::vector<Dependency> dependencies;
    for (int k = 0; k < count; ++k)
    {
        const auto waits = static_cast<std::size_t>(random.index(static_cast<int>(robots)));
        const std::size_t first = (waits + 1 + static_cast<std::size_t>(random.index(static_cast<int>(robots) - 1))) % robots;
        dependencies.push_back({RobotIndex(waits), static_cast<double>(random.index(end + 1)), RobotIndex(first),
                                static_cast<double>(random.index(end + 1))});
    }
    return dependencies;
}

bool keeps(const std::vector<double>& x, const std::vector<Dependency>& dependencies)
{
    return std::none_of(dependencies.begin(), dependencies.end(),
                        [&](const Dependency& d) { return x[d.waits.value()] > d.s && x[d.first.value()] < d.t; });
}

/// All states of executions, at whole numbers and between them: they are come to from the beginning by steps of one robot each, which keep the order.
std::set<std::vector<double>> statesOf(std::size_t robots, double end, const std::vector<Dependency>& dependencies)
{
    std::set<std::vector<double>> known{std::vector<double>(robots, 0.0)};
    std::vector<std::vector<double>> open(known.begin(), known.end());
    while (!open.empty())
    {
        const std::vector<double> x = open.back();
        open.pop_back();
        for (std::size_t i = 0; i < robots; ++i)
        {
            std::vector<double> y = x;
            y[i] += 0.5;
            if (y[i] <= end && keeps(y, dependencies) && known.insert(y).second)
                open.push_back(y);
        }
    }
    return known;
}

}  // namespace

TEST_CASE("What an order excludes is what no execution comes to, and a cyclic order is refused")
{
    Random random(3);
    int cyclic = 0, excluded = 0, allowed = 0, by_consequence = 0;
    for (int round = 0; round < 400; ++round)
    {
        const std::size_t robots = 2 + static_cast<std::size_t>(random.index(3));
        const int end = robots == 4 ? 3 : 4;
        const std::vector<Dependency> dependencies = randomDependencies(random, robots, end, 1 + random.index(7));
        const std::set<std::vector<double>> states = statesOf(robots, end, dependencies);
        const bool is_possible = states.count(std::vector<double>(robots, end)) > 0;
        INFO("order " << round);
        if (!is_possible)
        {
            ++cyclic;
            CHECK_THROWS_AS(ExecutionOrder(endsOf(robots, end), dependencies), InputError);
            continue;
        }
        const ExecutionOrder order(endsOf(robots, end), dependencies);
        for (std::size_t a = 0; a < robots; ++a)
            for (std::size_t b = 0; b < robots; ++b)
                for (int i = 0; a != b && i <= 2 * end; ++i)
                    for (int j = 0; j <= 2 * end; ++j)
                    {
                        const double s = 0.5 * i, t = 0.5 * j;
                        std::optional<std::vector<double>> least;
                        for (const std::vector<double>& x : states)
                        {
                            if (x[a] != s || x[b] != t)
                                continue;
                            for (std::size_t k = 0; least && k < robots; ++k)
                                (*least)[k] = std::min((*least)[k], x[k]);
                            if (!least)
                                least = x;
                        }
                        const auto state = order.stateWith(RobotIndex(a), s, RobotIndex(b), t);
                        REQUIRE(state.has_value() == least.has_value());
                        if (state)
                        {
                            CHECK(state->list().at(a) == s);
                            CHECK(order.allows(*state));
                        }
                        if (i % 2 == 0 || j % 2 == 0)
                            continue;
                        const bool excludes =
                            order.excludes(RobotIndex(a), {s - 0.5, s + 0.5}, RobotIndex(b), {t - 0.5, t + 0.5});
                        REQUIRE(excludes == !least.has_value());
                        ++(excludes ? excluded : allowed);
                        std::vector<double> x(robots, 0.0);
                        const auto forbids = [&](const Dependency& d) {
                            return (d.waits == RobotIndex(a) && d.first == RobotIndex(b) && s > d.s && t < d.t)
                                   || (d.waits == RobotIndex(b) && d.first == RobotIndex(a) && t > d.s && s < d.t);
                        };
                        if (excludes && std::none_of(dependencies.begin(), dependencies.end(), forbids))
                            ++by_consequence;
                    }
    }
    CHECK(cyclic > 30);
    CHECK(excluded > 1000);
    CHECK(allowed > 1000);
    CHECK(by_consequence > 100);
}

TEST_CASE("Robots that take turns keep the order and come to their ends")
{
    Random random(4);
    int orders = 0;
    for (int round = 0; round < 300; ++round)
    {
        const std::size_t robots = 2 + static_cast<std::size_t>(random.index(4));
        std::optional<ExecutionOrder> order;
        try
        {
            order.emplace(endsOf(robots, 6.0), randomDependencies(random, robots, 6, 1 + random.index(10)));
        }
        catch (const InputError&)
        {
            continue;
        }
        ++orders;
        Parameters at(robots, 0.0);
        for (const ExecutionOrder::Move& move : order->inTurns())
        {
            CHECK(move.from == at[move.robot]);
            CHECK(move.to > move.from);
            for (const double share : {0.25, 0.5, 1.0})
            {
                at[move.robot] = move.from + share * (move.to - move.from);
                CHECK(order->allows(at));
            }
        }
        CHECK(at.list() == order->ends().list());
    }
    CHECK(orders > 50);
}

TEST_CASE("An order without what follows from the rest excludes the same, and not without any of what is left")
{
    Random random(5);
    int dropped = 0, orders = 0;
    for (int round = 0; round < 200; ++round)
    {
        const std::size_t robots = 2 + static_cast<std::size_t>(random.index(2));
        const int end = 4;
        const std::vector<Dependency> dependencies = randomDependencies(random, robots, end, 1 + random.index(8));
        const auto states = statesOf(robots, end, dependencies);
        if (states.count(std::vector<double>(robots, end)) == 0)
            continue;
        ++orders;
        const ExecutionOrder reduced = ExecutionOrder(endsOf(robots, end), dependencies).reduced();
        dropped += static_cast<int>(dependencies.size() - reduced.dependencies().size());
        INFO("order " << round);
        CHECK(statesOf(robots, end, reduced.dependencies()) == states);
        for (std::size_t k = 0; k < reduced.dependencies().size(); ++k)
        {
            std::vector<Dependency> fewer = reduced.dependencies();
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
            CHECK(statesOf(robots, end, fewer).size() > states.size());
        }
    }
    CHECK(orders > 50);
    CHECK(dropped > 50);
}

TEST_CASE("Who waits for a robot to be at a place does not wait for what that robot waits for there")
{
    // Robot 1 at 2 has not gone beyond 2: whether robot 2 is at 3 is not asked yet. Beyond it is.
    const auto excludes = [](double place) {
        const ExecutionOrder order(endsOf(3, 4.0),
                                   {{RobotIndex(0), 1.0, RobotIndex(1), place}, {RobotIndex(1), 2.0, RobotIndex(2), 3.0}});
        return order.excludes(RobotIndex(0), {1.0, 2.0}, RobotIndex(2), {2.0, 3.0});
    };
    CHECK_FALSE(excludes(2.0));
    CHECK(excludes(2.0 + 1e-15 * 4.0));
    CHECK(excludes(3.0));
}

TEST_CASE("An order of no robots, of places that are none, or of a robot with itself is refused in one line")
{
    const auto refused = [](const std::vector<Dependency>& dependencies, const std::string& what) {
        CHECK_THROWS_WITH(ExecutionOrder(endsOf(2, 3.0), dependencies), Catch::Contains(what));
    };
    const RobotIndex a(0), b(1), none(2);
    refused({{none, 1.0, b, 1.0}}, "names no robot");
    refused({{a, 1.0, none, 1.0}}, "names no robot");
    refused({{a, 1.0, a, 1.0}}, "wait for itself");
    refused({{a, 1.0, b, 1.0}, {a, -0.5, b, 1.0}}, "dependency 1");
    refused({{a, 1.0, b, 3.5}}, "from 0 to 3");
    refused({{a, std::numeric_limits<double>::quiet_NaN(), b, 1.0}}, "dependency 0");
    refused({{a, 1.0, b, 2.0}, {b, 1.0, a, 2.0}}, "cyclic");
    // A robot that waits at its end, or for one to begin, waits for nothing.
    CHECK(ExecutionOrder(endsOf(2, 3.0), {{a, 3.0, b, 3.0}, {b, 0.0, a, 0.0}}).reduced().dependencies().size() <= 2);
}
