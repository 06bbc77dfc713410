// A hash of bytes, the same on every machine: FNV-1a of 64 bits.
//
// G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake: "The FNV Non-Cryptographic Hash Algorithm", IETF draft, 2019. It guards against
// mistakes and damage, not against forgery. A single byte that changes always changes it: each step is a bijection.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include <gapless/core/types.h>

namespace gapless {

class ContentHash
{
public:
    void add(std::string_view bytes)
    {
        for (const char c : bytes)
            value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    }
    void add(std::uint64_t number)
    {
        for (int shift = 0; shift < 64; shift += 8)
            value_ = (value_ ^ ((number >> shift) & 0xff)) * 0x100000001b3ull;
    }
    void add(int number) { add(static_cast<std::uint64_t>(number)); }
    /// Bit by bit: 0.0 and -0.0 differ.
    void add(double number)
    {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &number, sizeof bits);
        add(bits);
    }
    void add(const Vec3& v)
    {
        for (int i = 0; i < 3; ++i)
            add(v[i]);
    }
    void add(const Pose& X)
    {
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                add(X.R(i, j));
        add(X.p);
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325ull;
};

}  // namespace gapless
