#include "window_quality.h"

namespace gapless::viewer {
namespace {

constexpr int kFastSamples = 4, kSlowInARow = 5;

}  // namespace

int firstFastSamples(const std::string& device)
{
    for (const char* software : {"llvmpipe", "softpipe", "swrast", "SWR"})
        if (device.find(software) != std::string::npos)
            return 0;
    return kFastSamples;
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
