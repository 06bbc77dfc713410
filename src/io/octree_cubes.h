// The cubes of an octree's file while it is read, and the file of a tree.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <gapless/io/octree_file.h>

namespace gapless {

/// `bytes` is the whole file, `label` names it in errors. @param most more cubes are refused @throws InputError as loadOctree()
std::vector<PlacedShape> readBinaryOctree(std::string_view bytes, const std::string& label, UnknownSpace unknown,
                                          std::size_t most);

/// A file of the nodes' bytes, as octomap_msgs/Octomap has them where it is `binary`; empty if nothing in it is occupied. @param id OcTree or
/// ColorOcTree @param resolution metres @throws InputError as readBinaryOctree()
std::string binaryOctreeFile(std::string_view nodes, const std::string& id, double resolution, const std::string& label);

}  // namespace gapless
