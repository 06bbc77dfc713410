// The cubes of an octree's file while it is read.
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

}  // namespace gapless
