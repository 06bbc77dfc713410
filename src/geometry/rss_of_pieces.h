// Trees over very many balls or boxes, as of point clouds, depth images and octrees: in a fraction of the time that other trees take.
#pragma once

#include <vector>

#include <gapless/geometry/rss_tree.h>

namespace gapless {

/// Whether treeOfPieces() takes them, and they are enough for its time to matter.
bool areManyPieces(const std::vector<Convex>& leaves);

/// The nodes of an RssTree. The same for any number of threads.
/// @pre areManyPieces()
IndexedVector<NodeIndex, RssNode> treeOfPieces(const std::vector<Convex>& leaves, unsigned int threads = 0);

}  // namespace gapless
