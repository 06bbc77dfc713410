// Tuples of numbers, numbered in the order in which they come: of placements, and of subgraphs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace gapless {

/// Side by side in one list, found by their hash.
class TupleStore
{
public:
    using Number = std::uint32_t;

    explicit TupleStore(std::size_t length) : length_(length), places_(1024, kNone) {}

    std::size_t size() const { return size_; }
    const std::uint32_t* operator[](Number number) const { return entries_.data() + number * length_; }

    std::optional<Number> find(const std::uint32_t* tuple) const
    {
        const Number number = places_[placeOf(tuple)];
        return number == kNone ? std::nullopt : std::optional(number);
    }

    /// @param tuple of length_, not in this list @pre not there
    Number add(const std::uint32_t* tuple)
    {
        const auto number = static_cast<Number>(size_);
        places_[placeOf(tuple)] = number;
        entries_.insert(entries_.end(), tuple, tuple + length_);
        if (2 * ++size_ > places_.size())
        {
            places_.assign(2 * places_.size(), kNone);
            for (Number i = 0; i < size_; ++i)
                places_[placeOf((*this)[i])] = i;
        }
        return number;
    }

private:
    static constexpr Number kNone = std::numeric_limits<Number>::max();

    /// Where its number is, or is to be.
    std::size_t placeOf(const std::uint32_t* tuple) const
    {
        std::uint64_t hash = 0x9e3779b97f4a7c15u;
        for (std::size_t i = 0; i < length_; ++i)
        {
            hash = (hash ^ tuple[i]) * 0xbf58476d1ce4e5b9u;
            hash ^= hash >> 29;
        }
        const std::size_t mask = places_.size() - 1;
        for (std::size_t place = static_cast<std::size_t>(hash) & mask;; place = (place + 1) & mask)
            if (places_[place] == kNone || std::equal(tuple, tuple + length_, (*this)[places_[place]]))
                return place;
    }

    std::size_t length_, size_ = 0;
    std::vector<std::uint32_t> entries_;
    std::vector<Number> places_;
};

}  // namespace gapless
