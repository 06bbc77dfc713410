#include <gapless/multirobot/subdivision_tree.h>

#include <numeric>
#include <utility>

#include "multirobot/subgraph_growth.h"

namespace gapless {

SubdivisionTree::SubdivisionTree(const TwoWayRoadmap& roadmap) : order_(roadmap.size())
{
    std::iota(order_.begin(), order_.end(), Node{0});
    const std::size_t count = order_.size();
    SubgraphGrowth growth(roadmap);
    const auto append = [](const std::vector<std::size_t>& sizes, std::vector<std::uint32_t>& begins) {
        for (const std::size_t size : sizes)
            begins.push_back(begins.back() + static_cast<std::uint32_t>(size));
    };
    std::vector<std::uint32_t> begins{0};
    append(growth.split(order_.data(), order_.data() + count), begins);
    addLevel(std::move(begins));
    for (std::size_t parts = 1, most = count; most > 1;)
    {
        parts *= 2;
        most = (count + parts - 1) / parts;
        // Each subgraph's nodes are put in the order of the new level, and stay within their places.
        const std::vector<std::uint32_t> above = levels_.back().begins;
        begins = {0};
        for (std::size_t i = 0; i + 1 < above.size(); ++i)
            append(growth.split(order_.data() + above[i], order_.data() + above[i + 1], most), begins);
        addLevel(std::move(begins));
    }
}

void SubdivisionTree::addLevel(std::vector<std::uint32_t> begins)
{
    Level level{std::move(begins), std::vector<Subgraph>(order_.size())};
    for (Subgraph i = 0; i + 1 < level.begins.size(); ++i)
        for (std::uint32_t k = level.begins[i]; k < level.begins[i + 1]; ++k)
            level.at[order_[k]] = i;
    levels_.push_back(std::move(level));
}

}  // namespace gapless
