// How much a picture may cost while things move.
#pragma once

#include <string>

#include "renderer.h"

namespace gapless::viewer {

/// To begin with: 4 samples per pixel on a GPU, 0 where Mesa draws on the CPU.
FastQuality firstFastQuality(const std::string& device);
/// One step less: no multisampling, then fewer pixels, down to half of a row's.
FastQuality lowerQuality(FastQuality quality);

/// Watches the times of fast pictures.
class QualityWatch
{
public:
    /// A little less than 1/20 s: twenty pictures a second are the least.
    static constexpr double kSlowest = 0.045;  // seconds

    /// True once five pictures in a row were too slow; then it begins anew.
    bool isTooSlow(double seconds);

private:
    int slow_ = 0;
};

}  // namespace gapless::viewer
