// Depth images of cameras, from PGM and PFM files.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <gapless/geometry/depth_image.h>
#include <gapless/io/mesh_loader.h>

namespace gapless {

/// Metres per unit of a PGM's numbers unless said otherwise: sensors write millimetres.
inline constexpr double kDepthUnit = 1e-3;

/// Reads a file by its ending:
/// - .pgm: P5 with two bytes a pixel (a largest value of 256 or more, mostly 65535), big-endian; 0 is no return;
/// - .pfm: Pf, floating point of either byte order, rows from the bottom, as its header says.
/// @param scale metres per unit; without one kDepthUnit for .pgm and 1 for .pfm
/// @param memory what a scene's geometry may take, bytes
/// @throws InputError naming the file if it is missing, of another format, in colour, or not as large as its header says.
DepthImage loadDepthImage(const std::string& file, const std::optional<double>& scale = std::nullopt,
                          std::size_t memory = kDefaultMemory);

}  // namespace gapless
