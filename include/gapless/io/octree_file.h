// Occupancy maps of OctoMap.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <gapless/geometry/shape.h>
#include <gapless/io/mesh_loader.h>

namespace gapless {

/// What a map says nothing about.
enum class UnknownSpace
{
    Free,
    /// Solid, up to the edge of the map: 2^16 cells of the finest size along each axis, about the origin.
    Occupied,
};

/// Reads a binary map (.bt, as OctoMap's writeBinary() makes it: Hornung, Wurm, Bennewitz, Stachniss, Burgard: "OctoMap: an efficient
/// probabilistic 3D mapping framework based on octrees", Autonomous Robots 2013): its occupied leaves as solid cubes, for a CollisionGeometry,
/// in the frame of the map, metres. Leaves are not joined; those that touch have faces in common, up to rounding.
/// @param memory what a scene's geometry may take, bytes
/// @throws InputError naming the file if it is missing, of another format, cut short or longer than it says, if nothing in it is occupied, or
///         if there are more cubes than fit in the memory.
std::vector<PlacedShape> loadOctree(const std::string& file, UnknownSpace unknown = UnknownSpace::Free,
                                    std::size_t memory = kDefaultMemory);

}  // namespace gapless
