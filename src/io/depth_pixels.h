// The pixels of a depth image's file.
#pragma once

#include <string>
#include <string_view>

#include <gapless/geometry/depth_image.h>

namespace gapless {

/// `bytes` is the whole file, `label` names it in errors. Depths are numbers of the file times `scale`. @throws InputError as loadDepthImage()
DepthImage readPgmDepth(std::string_view bytes, const std::string& label, double scale);
DepthImage readPfmDepth(std::string_view bytes, const std::string& label, double scale);

}  // namespace gapless
