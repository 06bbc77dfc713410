// Configurations by number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gapless/certify/static_checker.h>
#include <gapless/io/problem.h>

namespace gapless {

/// The same ones in every process: each depends on the seed and its number alone. Keeps memory: one per thread.
class NodeSampler
{
public:
    /// @throws InputError if a joint shifts without limits
    NodeSampler(const Problem& problem, std::uint32_t seed, double tolerance);

    /// Uniform within the limits of the planning joints among what keeps all clearances of the scene; joints that do not plan as in `start`.
    /// @throws InputError if there is none among kTries
    Configuration node(std::size_t number);
    static constexpr int kTries = 100000;

private:
    void draw(std::uint64_t& state, Configuration& q) const;

    const Problem& problem_;
    std::uint32_t seed_;
    StaticChecker checker_;
};

}  // namespace gapless
