#include "window_quality.h"

#include <algorithm>

namespace gapless::viewer {
namespace {

constexpr int kFastSamples = 4, kSlowInARow = 5;
constexpr double kFewerPixels = 0.8, kFewestPixels = 0.5;

}  // namespace

FastQuality firstFastQuality(const std::string& device)
{
    for (const char* software : {"llvmpipe", "softpipe", "swrast", "SWR"})
        if (device.find(software) != std::string::npos)
            return {0, 1.0};
    return {kFastSamples, 1.0};
}

FastQuality lowerQuality(FastQuality quality)
{
    if (quality.samples == 0)
        quality.scale = std::max(kFewestPixels, kFewerPixels * quality.scale);
    quality.samples = 0;
    return quality;
}

bool QualityWatch::isTooSlow(double seconds)
{
    slow_ = seconds > kSlowest ? slow_ + 1 : 0;
    if (slow_ < kSlowInARow)
        return false;
    slow_ = 0;
    return true;
}

}  // namespace gapless::viewer
