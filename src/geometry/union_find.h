// Disjoint sets of the numbers from 0 on, each a tree whose nodes name their parents and whose root names itself.
#pragma once

#include <cstddef>
#include <vector>

namespace gapless {

/// The root of i's tree; the path to it is halved.
inline int findRoot(std::vector<int>& parent, int i)
{
    while (parent[static_cast<std::size_t>(i)] != i)
    {
        parent[static_cast<std::size_t>(i)] = parent[static_cast<std::size_t>(parent[static_cast<std::size_t>(i)])];
        i = parent[static_cast<std::size_t>(i)];
    }
    return i;
}

}  // namespace gapless
