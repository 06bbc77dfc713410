#include "playback.h"

#include <algorithm>
#include <cmath>

namespace gapless::viewer {

void Playback::advance(double passed, double duration)
{
    if (!is_playing)
        return;
    seconds += speed * passed;
    if (seconds < duration)
        return;
    is_playing = in_loop && duration > 0.0;
    seconds = is_playing ? std::fmod(seconds, duration) : duration;
}

void Playback::playOrPause(double duration)
{
    is_playing = !is_playing && duration > 0.0;
    if (is_playing && seconds >= duration)
        seconds = 0.0;
}

void Playback::step(double by, double duration)
{
    is_playing = false;
    seconds = std::clamp(seconds + by * duration, 0.0, duration);
}

}  // namespace gapless::viewer
