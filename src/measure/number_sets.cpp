#include "measure/number_sets.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include <gapless/core/error.h>

namespace gapless {
namespace {

constexpr unsigned int kParameterBits = 5;
constexpr std::uint64_t kMostOnes = 12;

NumberSet complement(const NumberSet& set, std::uint32_t limit)
{
    NumberSet result;
    result.reserve(limit - set.size());
    std::uint32_t next = 0;
    for (const std::uint32_t number : set)
    {
        for (; next < number; ++next)
            result.push_back(next);
        ++next;
    }
    for (; next < limit; ++next)
        result.push_back(next);
    return result;
}

unsigned int logarithm(std::uint64_t value)
{
    unsigned int bits = 0;
    while ((value >> bits) > 1)
        ++bits;
    return bits;
}

std::uint64_t quotientBits(std::uint64_t quotient)
{
    return quotient < kMostOnes ? quotient + 1 : kMostOnes + std::uint64_t{2} * logarithm(quotient - kMostOnes + 1) + 1;
}

std::uint64_t gapBits(const NumberSet& set, unsigned int k)
{
    std::uint64_t bits = set.size() * std::uint64_t(k);
    std::uint32_t next = 0;
    for (const std::uint32_t number : set)
    {
        bits += quotientBits((number - next) >> k);
        next = number + 1;
    }
    return bits;
}

/// Downhill from about the logarithm of the mean.
unsigned int bestParameter(const NumberSet& set)
{
    const std::size_t mean = (set.back() + 1 - set.size()) / set.size();
    unsigned int k = 0;
    while (k + 1 < 32 && (mean >> (k + 1)) > 0)
        ++k;
    std::uint64_t bits = gapBits(set, k);
    for (const int step : {1, -1})
        while ((step > 0 && k + 1 < 32) || (step < 0 && k > 0))
        {
            const unsigned int other = static_cast<unsigned int>(static_cast<int>(k) + step);
            const std::uint64_t other_bits = gapBits(set, other);
            if (other_bits >= bits)
                break;
            k = other;
            bits = other_bits;
        }
    return k;
}

/// The parameter for the next gap.
class Following
{
public:
    Following(unsigned int k, bool follows) : k_(k), follows_(follows), mean_(std::int64_t(kOne) << k) {}

    unsigned int k() const { return k_; }
    void see(std::uint64_t gap)
    {
        if (!follows_)
            return;
        mean_ += (kOne * static_cast<std::int64_t>(gap) - mean_) / kWeight;
        k_ = 0;
        // Half of the gaps are below about 0.7 of their mean.
        for (std::int64_t rest = 7 * mean_ / (10 * kOne); rest > 1 && k_ + 1 < 32; rest >>= 1)
            ++k_;
    }

private:
    static constexpr std::int64_t kOne = 64, kWeight = 6;

    unsigned int k_;
    bool follows_;
    std::int64_t mean_;
};

std::uint64_t followingBits(const NumberSet& set, unsigned int k)
{
    Following following(k, true);
    std::uint64_t bits = 0;
    std::uint32_t next = 0;
    for (const std::uint32_t number : set)
    {
        bits += quotientBits((number - next) >> following.k()) + following.k();
        following.see(number - next);
        next = number + 1;
    }
    return bits;
}

}  // namespace

unsigned int bitsFor(std::uint32_t count)
{
    unsigned int bits = 0;
    while (bits < 32 && count > 0 && (count - 1) >> bits > 0)
        ++bits;
    return bits;
}

void BitWriter::put(std::uint64_t value, unsigned int bits)
{
    buffer_ |= value << held_;
    held_ += bits;
    while (held_ >= 8)
    {
        bytes_.push_back(static_cast<std::uint8_t>(buffer_));
        buffer_ >>= 8;
        held_ -= 8;
    }
}

void BitWriter::putOnes(std::uint64_t ones)
{
    constexpr unsigned int kAtOnce = 32;
    for (; ones >= kAtOnce; ones -= kAtOnce)
        put((std::uint64_t(1) << kAtOnce) - 1, kAtOnce);
    put((std::uint64_t(1) << ones) - 1, static_cast<unsigned int>(ones));
}

void BitWriter::putGamma(std::uint32_t value)
{
    const unsigned int bits = logarithm(value);
    putOnes(bits);
    put(0, 1);
    put(value - (std::uint64_t(1) << bits), bits);
}

void BitWriter::putGaps(const NumberSet& set, unsigned int k, bool follows)
{
    Following following(k, follows);
    std::uint32_t next = 0;
    for (const std::uint32_t number : set)
    {
        const std::uint32_t gap = number - next;
        const std::uint32_t quotient = gap >> following.k();
        putOnes(std::min<std::uint64_t>(quotient, kMostOnes));
        if (quotient < kMostOnes)
            put(0, 1);
        else
            putGamma(quotient - static_cast<std::uint32_t>(kMostOnes) + 1);
        put(gap & ((std::uint32_t(1) << following.k()) - 1), following.k());
        following.see(gap);
        next = number + 1;
    }
}

void BitWriter::putSet(const NumberSet& set, std::uint32_t limit)
{
    const bool is_most = 2 * set.size() > limit;
    put(is_most ? 1 : 0, 1);
    const NumberSet others = is_most ? complement(set, limit) : NumberSet();
    const NumberSet& coded = is_most ? others : set;
    putGamma(static_cast<std::uint32_t>(coded.size()) + 1);
    if (coded.empty())
        return;
    const unsigned int k = bestParameter(coded);
    const bool follows = followingBits(coded, k) < gapBits(coded, k);
    put(follows ? 1 : 0, 1);
    put(k, kParameterBits);
    putGaps(coded, k, follows);
}

CodeBytes BitWriter::finish()
{
    if (held_ > 0)
        put(0, 8 - held_);
    return std::move(bytes_);
}

bool BitReader::getBit()
{
    if (at_ / 8 >= bytes_.size())
        throw InputError("the code of a set of numbers ends too early");
    const bool bit = (bytes_[at_ / 8] >> (at_ % 8)) & 1;
    ++at_;
    return bit;
}

std::uint32_t BitReader::get(unsigned int bits)
{
    if (8 * bytes_.size() - at_ < bits)
        throw InputError("the code of a set of numbers ends too early");
    std::uint64_t value = 0;
    for (unsigned int held = 0; held < bits;)
    {
        const auto offset = static_cast<unsigned int>(at_ % 8);
        const unsigned int taken = std::min(8 - offset, bits - held);
        value |= std::uint64_t((bytes_[at_ / 8] >> offset) & ((1u << taken) - 1)) << held;
        held += taken;
        at_ += taken;
    }
    return static_cast<std::uint32_t>(value);
}

std::uint32_t BitReader::getGamma()
{
    unsigned int bits = 0;
    while (getBit())
        if (++bits >= 32)
            throw InputError("a count of numbers is too large");
    return (std::uint32_t(1) << bits) + get(bits);
}

void BitReader::getSet(std::uint32_t limit, NumberSet& set)
{
    set.clear();
    const bool is_most = getBit();
    const std::uint32_t count = getGamma() - 1;
    if (count > limit)
        throw InputError("a set has more numbers than there are");
    const bool follows = count > 0 && getBit();
    Following following(count > 0 ? get(kParameterBits) : 0, follows);
    set.reserve(count);
    std::uint64_t next = 0;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        std::uint64_t quotient = 0;
        while (quotient < kMostOnes && getBit())
            ++quotient;
        if (quotient == kMostOnes)
            quotient += getGamma() - 1;
        const std::uint64_t gap = (quotient << following.k()) + get(following.k());
        next += gap;
        following.see(gap);
        if (next >= limit)
            throw InputError("a set has a number that there is not");
        set.push_back(static_cast<std::uint32_t>(next++));
    }
    if (is_most)
        set = complement(set, limit);
}

std::size_t BitReader::nextByte() const
{
    if (at_ % 8 != 0 && (bytes_[at_ / 8] >> (at_ % 8)) != 0)
        throw InputError("the code of sets of numbers is not filled up with zeros");
    return (at_ + 7) / 8;
}

void BitReader::requireEnd() const
{
    if (nextByte() != bytes_.size())
        throw InputError("something follows the code of a map from cells to edges");
}

void symmetricDifference(const NumberSet& a, const NumberSet& b, NumberSet& result)
{
    result.clear();
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
}

std::size_t symmetricDifferenceSize(const NumberSet& a, const NumberSet& b)
{
    std::size_t common = 0;
    auto i = a.begin(), j = b.begin();
    // Without branches on what is random: each step moves on in one of the sets, or both.
    while (i != a.end() && j != b.end())
    {
        const std::uint32_t x = *i, y = *j;
        common += x == y;
        i += x <= y;
        j += y <= x;
    }
    return a.size() + b.size() - 2 * common;
}

}  // namespace gapless
