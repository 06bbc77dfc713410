// What the controls of the window change.
#pragma once

namespace gapless::viewer {

struct Playback
{
    double seconds = 0.0;  ///< since the start of the path
    double speed = 1.0;
    bool is_playing = false;
    bool in_loop = true;

    /// After `passed` seconds of the clock.
    void advance(double passed, double duration);
    /// From the end it begins anew.
    void playOrPause(double duration);
    /// By fractions of the duration; stops playing.
    void step(double by, double duration);
};

}  // namespace gapless::viewer
