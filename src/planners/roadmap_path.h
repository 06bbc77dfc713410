// Paths over a LazyRoadmap.
#pragma once

#include <algorithm>
#include <vector>

#include "planners/lazy_roadmap.h"

namespace gapless {

/// vertices.size() == edges.size() + 1.
struct RoadmapPath
{
    std::vector<LazyRoadmap::VertexId> vertices;
    std::vector<LazyRoadmap::EdgeId> edges;
    double length = 0.0;
};

/// The path that ends in v, where parent_edge(v) is the edge by which a milestone was reached and `none` stands for the first.
template <class ParentEdge>
RoadmapPath pathBack(const LazyRoadmap& roadmap, LazyRoadmap::VertexId v, LazyRoadmap::EdgeId none, const ParentEdge& parent_edge)
{
    RoadmapPath path;
    path.vertices.push_back(v);
    for (LazyRoadmap::EdgeId e = parent_edge(v); e != none; e = parent_edge(v))
    {
        v = roadmap.edge(e).other(v);
        path.edges.push_back(e);
        path.vertices.push_back(v);
        path.length += roadmap.edge(e).length;
    }
    std::reverse(path.vertices.begin(), path.vertices.end());
    std::reverse(path.edges.begin(), path.edges.end());
    return path;
}

}  // namespace gapless
