// Geometry as content that a digest can be made of.
#pragma once

#include <gapless/geometry/collision_geometry.h>

#include "core/content_bytes.h"

namespace gapless {

/// Of shapes and their poses, all that geometry is made from: two with one digest have the same points. (Not of the tree over them, which a
/// library that sorts otherwise may build otherwise.)
Digest digestOfShapes(const std::vector<PlacedShape>& shapes);

/// Of the tree's nodes: which children or leaf each has. With the shapes, this says what a node of that number holds.
Digest digestOfNodes(const RssTree& tree);

}  // namespace gapless
