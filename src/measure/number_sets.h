// Sets of numbers below a limit as bits: gaps in Rice's code, of the set or of what it lacks.
//
// One bit: whether what follows is the complement. How many numbers, plus one, in Elias' gamma code. If there are some, one bit: whether the parameter k of
// Rice's code follows the gaps; and k in five bits. Then of each number how many the set leaves out before it, q 2^k + r: q ones, a zero, and k bits of r; 12 ones, q - 11 in
// Elias' code, and k bits of r, where q is 12 or more. (Rice: "Some practical universal noiseless coding techniques", 1979.) A k that stays is the one with the fewest bits. One that follows, as where numbers are in clusters, is that of a
// mean of the last gaps. Whatever has fewer bits is taken.
#pragma once

#include <cstdint>
#include <vector>

#include "measure/cell_map.h"

namespace gapless {

using CodeBytes = std::vector<std::uint8_t>;

/// Of each of so many numbers, from 0 on.
unsigned int bitsFor(std::uint32_t count);

/// Lowest bits first.
class BitWriter
{
public:
    /// @pre bits <= 32, value < 2^bits
    void put(std::uint64_t value, unsigned int bits);
    /// @pre value >= 1
    void putGamma(std::uint32_t value);
    /// @pre ascending, each once, less than limit
    void putSet(const NumberSet& set, std::uint32_t limit);
    /// The bytes, the last one filled up with zeros.
    CodeBytes finish();

private:
    void putOnes(std::uint64_t ones);
    void putGaps(const NumberSet& set, unsigned int k, bool follows);

    CodeBytes bytes_;
    std::uint64_t buffer_ = 0;
    unsigned int held_ = 0;
};

class BitReader
{
public:
    explicit BitReader(const CodeBytes& bytes) : bytes_(bytes) {}
    /// @throws InputError at the end
    std::uint32_t get(unsigned int bits);
    /// @throws InputError at the end, and for what is no code of a number
    std::uint32_t getGamma();
    /// @throws InputError at the end, and for what is no code of a set of numbers below the limit
    void getSet(std::uint32_t limit, NumberSet& set);
    /// Where the next byte begins. @throws InputError if there are ones before
    std::size_t nextByte() const;
    /// @throws InputError unless but zeros of the last byte are left
    void requireEnd() const;

private:
    bool getBit();

    const CodeBytes& bytes_;
    std::size_t at_ = 0;  // bits
};

/// Numbers in exactly one of two sets. @param result none of the two
void symmetricDifference(const NumberSet& a, const NumberSet& b, NumberSet& result);

/// How many there are.
std::size_t symmetricDifferenceSize(const NumberSet& a, const NumberSet& b);

}  // namespace gapless
