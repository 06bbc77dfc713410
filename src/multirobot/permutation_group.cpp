#include "multirobot/permutation_group.h"

#include <algorithm>

namespace gapless {

Permutation Permutation::moving(std::size_t from, std::size_t to)
{
    Permutation result;
    const auto begin = result.places_.begin();
    if (from < to)
        std::rotate(begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(from) + 1,
                    begin + static_cast<std::ptrdiff_t>(to) + 1);
    else
        std::rotate(begin + static_cast<std::ptrdiff_t>(to), begin + static_cast<std::ptrdiff_t>(from),
                    begin + static_cast<std::ptrdiff_t>(from) + 1);
    return result;
}

bool PermutationGroup::contains(Permutation permutation, std::size_t slots) const
{
    if (levels_.empty())
        return permutation.isIdentity();
    for (std::size_t level = slots; level-- > 0;)
    {
        const std::size_t place = permutation[level];
        if (!levels_[level].reaches[place])
            return false;
        permutation = levels_[level].by_place[place].inverse() * permutation;
    }
    return true;
}

bool PermutationGroup::add(const Permutation& permutation)
{
    if (contains(permutation))
        return false;
    if (levels_.empty())
    {
        levels_.resize(Permutation::kMostSlots);
        for (std::size_t level = 0; level < levels_.size(); ++level)
            levels_[level].reaches[level] = true;  // by the identity
    }
    generators_.push_back(permutation);
    addTo(levels_.size() - 1, permutation);
    order_ = 1.0;
    for (const Level& level : levels_)
        order_ *= static_cast<double>(std::count(level.reaches.begin(), level.reaches.end(), true));
    return true;
}

/// @pre not in the level's group
void PermutationGroup::addTo(std::size_t level, const Permutation& permutation)
{
    levels_[level].generators.push_back(permutation);
    // Places that are found meanwhile are offered with all generators there, this one among them.
    const auto reached = levels_[level].reaches;
    for (std::size_t place = 0; place < reached.size(); ++place)
        if (reached[place])
            offer(level, permutation * levels_[level].by_place[place]);
}

/// An element of the level's group to be: either it takes the last slot to a new place, or what it does besides is of the level below.
void PermutationGroup::offer(std::size_t level, const Permutation& element)
{
    const std::size_t place = element[level];
    if (!levels_[level].reaches[place])
    {
        levels_[level].reaches[place] = true;
        levels_[level].by_place[place] = element;
        for (std::size_t i = 0; i < levels_[level].generators.size(); ++i)
            offer(level, levels_[level].generators[i] * element);
        return;
    }
    const Permutation rest = levels_[level].by_place[place].inverse() * element;
    if (level > 0 && !contains(rest, level))
        addTo(level - 1, rest);
}

}  // namespace gapless
