// Permutations of slots, and the groups that they generate.
//
// D. Knuth: "Efficient representation of perm groups", Combinatorica 11, 1991: a group as a chain of stabilisers, each with one element for every place that it
// can take its slot to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gapless {

/// Of up to kMostSlots slots; beyond those in use it is the identity.
class Permutation
{
public:
    static constexpr std::size_t kMostSlots = 16;

    Permutation()
    {
        for (std::size_t i = 0; i < kMostSlots; ++i)
            places_[i] = static_cast<std::uint8_t>(i);
    }
    /// What is in slot `from` goes to slot `to`, and what is between moves up.
    static Permutation moving(std::size_t from, std::size_t to);

    std::uint8_t operator[](std::size_t slot) const { return places_[slot]; }
    std::uint8_t& operator[](std::size_t slot) { return places_[slot]; }
    /// First this one, then the other, as paths are put one after the other: (a * b)[i] is a[b[i]].
    Permutation operator*(const Permutation& then) const
    {
        Permutation both;
        for (std::size_t i = 0; i < kMostSlots; ++i)
            both.places_[i] = places_[then.places_[i]];
        return both;
    }
    Permutation inverse() const
    {
        Permutation back;
        for (std::size_t i = 0; i < kMostSlots; ++i)
            back.places_[places_[i]] = static_cast<std::uint8_t>(i);
        return back;
    }
    bool isIdentity() const { return places_ == Permutation().places_; }
    friend bool operator==(const Permutation& a, const Permutation& b) { return a.places_ == b.places_; }
    friend bool operator<(const Permutation& a, const Permutation& b) { return a.places_ < b.places_; }

private:
    std::array<std::uint8_t, kMostSlots> places_;
};

/// What some permutations generate. Empty: the identity alone.
class PermutationGroup
{
public:
    /// @return whether it was not in the group
    bool add(const Permutation& permutation);
    bool contains(const Permutation& permutation) const { return contains(permutation, Permutation::kMostSlots); }
    /// How many elements there are.
    double order() const { return order_; }
    /// Some that generate it.
    const std::vector<Permutation>& generators() const { return generators_; }

private:
    /// The elements that move no slot from the level's number on, but those below it.
    struct Level
    {
        std::vector<Permutation> generators;
        std::array<bool, Permutation::kMostSlots> reaches{};        // by the slot that its last one is taken to
        std::array<Permutation, Permutation::kMostSlots> by_place;  // one of its elements that does so
    };

    bool contains(Permutation permutation, std::size_t slots) const;
    void addTo(std::size_t level, const Permutation& permutation);
    void offer(std::size_t level, const Permutation& permutation);

    std::vector<Permutation> generators_;
    std::vector<Level> levels_;  // of the slots up to and with that number; made with the first element
    double order_ = 1.0;
};

}  // namespace gapless
