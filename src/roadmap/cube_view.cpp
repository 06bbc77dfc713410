#include "roadmap/cube_view.h"

#include <algorithm>
#include <utility>

namespace gapless {

namespace {

constexpr std::uint32_t kNobody = 0xffffffff;

}  // namespace

CellGraph::CellGraph(std::vector<Edge> edges, std::shared_ptr<const CellLists> cells,
                     std::shared_ptr<const CellLists> cells_of_nodes)
    : edges_(std::move(edges)),
      cells_(std::move(cells)),
      cells_of_nodes_(std::move(cells_of_nodes)),
      arcs_(cells_of_nodes_->count()),
      added_(grid().size() + 1),
      is_set_(edges_.size(), 0)
{
    for (std::uint32_t e = 0; e < edges_.size(); ++e)
    {
        arcs_[edges_[e].a].push_back(e);
        arcs_[edges_[e].b].push_back(e);
    }
    makeForest();
}

void CellGraph::makeForest()
{
    components_.assign(nodeCount(), kNobody);
    for (std::uint32_t top = 0; top < nodeCount(); ++top)
    {
        if (components_[top] != kNobody)
            continue;
        components_[top] = top;
        forest_.push_back({top, top, 0});
        for (std::size_t i = forest_.size() - 1; i < forest_.size(); ++i)
        {
            const std::uint32_t v = forest_[i].node;
            for (const std::uint32_t e : arcs_[v])
            {
                const std::uint32_t other = edges_[e].a == v ? edges_[e].b : edges_[e].a;
                if (components_[other] != kNobody)
                    continue;
                components_[other] = top;
                forest_.push_back({other, v, e});
            }
        }
    }
}

void CellGraph::add(const Edge& edge, const CellSet& cells)
{
    const auto e = static_cast<std::uint32_t>(edges_.size());
    edges_.push_back(edge);
    arcs_[edge.a].push_back(e);
    arcs_[edge.b].push_back(e);
    for (const CellIndex cell : cells)
        added_[cell.value()].push_back(e);
}

void CellGraph::setCells(std::uint32_t edge, const CellSet& before, const CellSet& cells)
{
    for (const CellIndex cell : before)
    {
        std::vector<std::uint32_t>& list = added_[cell.value()];
        list.erase(std::remove(list.begin(), list.end(), edge), list.end());
    }
    if (edge < is_set_.size())
        is_set_[edge] = 1;
    for (const CellIndex cell : cells)
        added_[cell.value()].push_back(edge);
}

CubeView::CubeView(const CellGraph& graph, int side)
    : graph_(graph), side_(side), unions_(graph.nodeCount()), node_masks_(graph.nodeCount(), 0), seen_(graph.nodeCount(), 0)
{}

void CubeView::take(const std::array<int, 3>& corner)
{
    for (const std::uint32_t e : edges_)
        edge_masks_[e] = 0;
    for (const std::uint32_t v : nodes_)
        node_masks_[v] = 0;
    edges_.clear();
    nodes_.clear();
    edge_masks_.resize(graph_.edges().size(), 0);
    int bit = 0;
    for (int z = corner[2]; z < corner[2] + side_; ++z)
        for (int y = corner[1]; y < corner[1] + side_; ++y)
            for (int x = corner[0]; x < corner[0] + side_; ++x, ++bit)
            {
                const CellIndex cell = graph_.grid().index(x, y, z);
                const Mask mask = side_ <= kMostSideOfMasks ? Mask{1} << bit : 1;
                const auto marker = [mask](std::vector<Mask>& masks, std::vector<std::uint32_t>& list) {
                    return [mask, &masks, &list](std::uint32_t i) {
                        if (masks[i] == 0)
                            list.push_back(i);
                        masks[i] |= mask;
                    };
                };
                graph_.forEdgesIn(cell, marker(edge_masks_, edges_));
                graph_.forNodesIn(cell, marker(node_masks_, nodes_));
            }
}

/// Most cubes touch few edges. So the forest without those falls into few trees, most nodes are in one, and only the edges of the others are looked at.
void CubeView::joinWhatIsLeft()
{
    sizes_.assign(graph_.nodeCount(), 0);
    std::uint32_t most = 0;
    for (const CellGraph::Below& below : graph_.forest())
    {
        const bool holds = below.node != below.above && isLeft(below.edge) && !isRemoved(below.node) && !isRemoved(below.above);
        const std::uint32_t tree = holds ? unions_.find(below.above) : below.node;
        unions_.put(below.node, tree);
        if (++sizes_[tree] > sizes_[most])
            most = tree;
    }
    for (std::uint32_t v = 0; v < graph_.nodeCount(); ++v)
    {
        if (isRemoved(v) || unions_.find(v) == unions_.find(most))
            continue;
        for (const std::uint32_t e : graph_.arcs(v))
        {
            const CellGraph::Edge& edge = graph_.edges()[e];
            if (isLeft(e) && !isRemoved(edge.a) && !isRemoved(edge.b))
                unions_.join(edge.a, edge.b);
        }
    }
}

const std::vector<std::vector<std::uint32_t>>& CubeView::cutOff()
{
    joinWhatIsLeft();
    sizes_.assign(graph_.nodeCount(), 0);
    for (std::uint32_t v = 0; v < graph_.nodeCount(); ++v)
        if (!isRemoved(v))
            ++sizes_[unions_.find(v)];
    // Of each component, the part that has most.
    largest_.assign(graph_.nodeCount(), kNobody);
    for (std::uint32_t v = 0; v < graph_.nodeCount(); ++v)
        if (std::uint32_t& best = largest_[graph_.component(v)]; sizes_[v] > 0 && (best == kNobody || sizes_[v] > sizes_[best]))
            best = v;
    parts_.clear();
    places_.assign(graph_.nodeCount(), kNobody);
    for (std::uint32_t v = 0; v < graph_.nodeCount(); ++v)
    {
        if (isRemoved(v))
            continue;
        const std::uint32_t part = unions_.find(v);
        if (part == largest_[graph_.component(v)])
            continue;
        if (places_[part] == kNobody)
        {
            places_[part] = static_cast<std::uint32_t>(parts_.size());
            parts_.emplace_back();
        }
        parts_[places_[part]].push_back(v);
    }
    return parts_;
}

bool CubeView::leadsOut()
{
    return std::all_of(nodes_.begin(), nodes_.end(), [this](std::uint32_t start) { return leadsOut(start); });
}

bool CubeView::leadsOut(std::uint32_t start)
{
    ++run_;
    front_.assign(1, start);
    seen_[start] = run_;
    while (!front_.empty())
    {
        const std::uint32_t v = front_.back();
        front_.pop_back();
        for (const std::uint32_t e : graph_.arcs(v))
        {
            const std::uint32_t other = graph_.edges()[e].a == v ? graph_.edges()[e].b : graph_.edges()[e].a;
            if ((edge_masks_[e] & ~node_masks_[start]) != 0 || seen_[other] == run_)
                continue;
            if (!isRemoved(other))
                return true;
            seen_[other] = run_;
            front_.push_back(other);
        }
    }
    return false;
}

}  // namespace gapless
