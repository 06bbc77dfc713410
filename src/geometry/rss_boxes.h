// The boxes about a tree's nodes.
#pragma once

#include <vector>

#include <gapless/geometry/rss_tree.h>

namespace gapless {

/// @pre children stand behind their parents
IndexedVector<NodeIndex, RssBox> rssBoxes(const IndexedVector<NodeIndex, RssNode>& nodes, const std::vector<Convex>& leaves);

}  // namespace gapless
