// Groups against all their elements, one by one.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "multirobot/component_forest.h"
#include "multirobot/permutation_group.h"
#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

std::size_t below(Random& random, std::size_t count)
{
    return std::min(count - 1, static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(count))));
}

Permutation randomPermutation(Random& random, std::size_t slots, std::size_t moves)
{
    Permutation result;
    for (std::size_t i = 0; i < moves; ++i)
        result = result * Permutation::moving(below(random, slots), below(random, slots));
    return result;
}

/// All products.
std::set<Permutation> closure(const std::vector<Permutation>& generators)
{
    std::set<Permutation> all{Permutation()};
    std::vector<Permutation> open{Permutation()};
    while (!open.empty())
    {
        const Permutation at = open.back();
        open.pop_back();
        for (const Permutation& generator : generators)
            if (all.insert(at * generator).second)
                open.push_back(at * generator);
    }
    return all;
}

}  // namespace

TEST_CASE("A group has just the products of what was added to it")
{
    Random random(3);
    for (int round = 0; round < 200; ++round)
    {
        const std::size_t slots = 2 + below(random, 5);
        std::vector<Permutation> generators;
        PermutationGroup group;
        CHECK(group.order() == 1.0);
        for (std::size_t i = 0; i < 1 + below(random, 3); ++i)
        {
            generators.push_back(randomPermutation(random, slots, 1 + below(random, 2)));
            const bool was_there = group.contains(generators.back());
            CHECK(group.add(generators.back()) != was_there);
        }
        const std::set<Permutation> all = closure(generators);
        CAPTURE(round, slots, all.size());
        CHECK(group.order() == static_cast<double>(all.size()));
        for (int i = 0; i < 50; ++i)
        {
            const Permutation some = randomPermutation(random, slots, 4);
            CHECK(group.contains(some) == (all.count(some) == 1));
        }
    }
}

TEST_CASE("What is moved to a slot is there, what is between moves up, and the inverse takes all back")
{
    for (std::size_t from = 0; from < 6; ++from)
        for (std::size_t to = 0; to < 6; ++to)
        {
            const Permutation move = Permutation::moving(from, to);
            CHECK(move[to] == from);
            CHECK((move * move.inverse()).isIdentity());
            CHECK((move * Permutation::moving(to, from)).isIdentity());
            // Without the one that moved the order is as it was.
            std::vector<std::uint8_t> rest;
            for (std::size_t i = 0; i < Permutation::kMostSlots; ++i)
                if (i != to)
                    rest.push_back(move[i]);
            CHECK(std::is_sorted(rest.begin(), rest.end()));
        }
}

TEST_CASE("A forest joins what a search through all assignments of all nodes reaches")
{
    Random random(5);
    for (int round = 0; round < 100; ++round)
    {
        const std::size_t slots = 2 + below(random, 3), nodes = 1 + below(random, 7);
        const std::set<Permutation> all = closure({Permutation::moving(0, slots - 1), Permutation::moving(0, 1)});
        ComponentForest forest(static_cast<double>(all.size()));
        struct Joined
        {
            ComponentForest::Node u, v;
            Permutation permutation;
        };
        std::vector<Joined> edges;
        for (std::size_t i = 0; i < nodes; ++i)
            forest.add(static_cast<double>(all.size()));
        for (std::size_t i = 0; i < below(random, 10); ++i)
        {
            edges.push_back({static_cast<ComponentForest::Node>(below(random, nodes)),
                             static_cast<ComponentForest::Node>(below(random, nodes)), randomPermutation(random, slots, 2)});
            forest.join(edges.back().u, edges.back().v, edges.back().permutation);
        }
        // Components of ordered tuples, by flooding.
        using State = std::pair<ComponentForest::Node, Permutation>;
        std::map<State, int> component;
        std::vector<std::size_t> sizes;
        for (ComponentForest::Node node = 0; node < nodes; ++node)
            for (const Permutation& robots : all)
            {
                if (component.count({node, robots}) == 1)
                    continue;
                const int number = static_cast<int>(sizes.size());
                std::vector<State> open{{node, robots}};
                component[open.back()] = number;
                sizes.push_back(0);
                while (!open.empty())
                {
                    const State at = open.back();
                    open.pop_back();
                    ++sizes.back();
                    for (const Joined& edge : edges)
                    {
                        if (at.first == edge.u && component.emplace(State{edge.v, at.second * edge.permutation}, number).second)
                            open.push_back({edge.v, at.second * edge.permutation});
                        if (at.first == edge.v
                            && component.emplace(State{edge.u, at.second * edge.permutation.inverse()}, number).second)
                            open.push_back({edge.u, at.second * edge.permutation.inverse()});
                    }
                }
            }
        CAPTURE(round, slots, nodes, edges.size());
        CHECK(forest.componentCount() == static_cast<double>(sizes.size()));
        CHECK(forest.largestShare()
              == Approx(static_cast<double>(*std::max_element(sizes.begin(), sizes.end()))
                        / static_cast<double>(nodes * all.size())));
        for (int i = 0; i < 40; ++i)
        {
            const auto u = static_cast<ComponentForest::Node>(below(random, nodes)),
                       v = static_cast<ComponentForest::Node>(below(random, nodes));
            const Permutation a = randomPermutation(random, slots, 3), b = randomPermutation(random, slots, 3);
            CHECK(forest.areJoined(u, a, v, b) == (component.at({u, a}) == component.at({v, b})));
        }
    }
}
