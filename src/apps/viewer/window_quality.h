// How much a picture may cost while things move.
#pragma once

#include <string>

namespace gapless::viewer {

/// Samples per pixel of fast pictures to begin with: 4 on a GPU, 0 where Mesa draws on the CPU.
int firstFastSamples(const std::string& device);

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
