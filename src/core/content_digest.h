// A name for content that nobody can give to other content: BLAKE2b of 256 bits.
//
// J.-P. Aumasson, S. Neves, Z. Wilcox-O'Hearn, C. Winnerlein: "BLAKE2: simpler, smaller, fast as MD5", ACNS 2013; from libsodium. No two
// different contents with one digest are known, also where somebody looks for them.
#pragma once

#include <array>
#include <string_view>

namespace gapless {

using Digest = std::array<unsigned char, 32>;

Digest digestOf(std::string_view content);

/// Its bytes, for as long as it is there.
inline std::string_view asText(const Digest& digest)
{
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace gapless
