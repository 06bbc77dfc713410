// Sets of small numbers, as bits of words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gapless {

using Bits = std::vector<std::uint64_t>;

inline constexpr std::size_t kBitsPerWord = 64;

/// With room for so many numbers.
inline Bits noBits(std::size_t count)
{
    return Bits(count / kBitsPerWord + 1, 0);
}

inline bool hasBit(const Bits& bits, std::size_t i)
{
    return i / kBitsPerWord < bits.size() && (bits[i / kBitsPerWord] >> (i % kBitsPerWord) & 1U) != 0;
}

inline void setBit(Bits& bits, std::size_t i)
{
    bits[i / kBitsPerWord] |= std::uint64_t{1} << (i % kBitsPerWord);
}

/// The first bit at or after a place; the number of bits without one.
inline std::size_t nextBit(const Bits& bits, std::size_t from)
{
    for (std::size_t word = from / kBitsPerWord; word < bits.size(); ++word)
    {
        std::uint64_t left = bits[word];
        if (word == from / kBitsPerWord)
            left &= ~std::uint64_t{0} << (from % kBitsPerWord);
        for (std::size_t i = 0; left != 0; ++i, left >>= 1)
            if ((left & 1U) != 0)
                return word * kBitsPerWord + i;
    }
    return bits.size() * kBitsPerWord;
}

}  // namespace gapless
