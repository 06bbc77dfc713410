// An allowed collision matrix as MoveIt reads one: entries for pairs, and defaults for names.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "conversion/scene_description.h"

namespace gapless_moveit::test {

/// An entry wins over defaults. Where both names have a default, the stricter one counts; where one has, that one.
struct RandomMatrix
{
    std::map<std::pair<std::string, std::string>, Allowed> entries;
    std::map<std::string, Allowed> defaults;

    Allowed operator()(const std::string& a, const std::string& b) const
    {
        const auto entry = entries.find(std::minmax(a, b));
        if (entry != entries.end())
            return entry->second;
        const auto of_a = defaults.find(a), of_b = defaults.find(b);
        if (of_a == defaults.end() || of_b == defaults.end())
            return of_a != defaults.end() ? of_a->second : of_b != defaults.end() ? of_b->second : Allowed::Never;
        for (const Allowed strict : {Allowed::Never, Allowed::Conditional})
            if (of_a->second == strict || of_b->second == strict)
                return strict;
        return Allowed::Always;
    }
};

}  // namespace gapless_moveit::test
