#include <GL/glew.h>

#include "frame_benchmark.h"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "offscreen_context.h"
#include "overlay.h"
#include "user_interface.h"
#include "window_quality.h"

namespace gapless::viewer {
namespace {

double millisecondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

FrameTimes measureFrames(Show& show, const PathVerdict& verdict, const CaptureOptions& options, int frames,
                         const std::function<bool()>& stop)
{
    const std::unique_ptr<OffscreenContext> context = OffscreenContext::create();
    Renderer renderer(show.drawn(), show.stage(options.camera), options.width, options.height);
    UserInterface interface(nullptr);
    FrameTimes times;
    times.device = Renderer::deviceName();
    times.triangles = show.drawn().triangleCount();
    times.width = options.width;
    times.height = options.height;
    renderer.setFastQuality(firstFastQuality(times.device));
    QualityWatch watch;
    OverlayState state;
    state.shown = options.shown;
    Camera camera = options.camera;
    bool poses_changed = true;

    const auto draw = [&](double seconds) {
        const auto start = std::chrono::steady_clock::now();
        const PathPlace place = show.player().placeAt(seconds);
        renderer.drawFast(show.viewAt(place, camera, options.shown, verdict), poses_changed);
        interface.begin(options.width, options.height);
        drawWitness(show, place, camera, verdict, options.width, options.height);
        state.playback.seconds = seconds;
        drawControls(show, verdict, state, options.width, options.height);
        renderer.picture().bind();
        interface.end();
        // One pixel read back: drivers answer glFinish before the work is done.
        unsigned char pixel[4];
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        return millisecondsSince(start);
    };
    const auto drawAsWindow = [&](double seconds) {
        const double milliseconds = draw(seconds);
        if (watch.isTooSlow(1e-3 * milliseconds))
            renderer.setFastQuality(lowerQuality(renderer.fastQuality()));
        return milliseconds;
    };
    // The first pictures compile shaders.
    for (int i = 0; i < 3; ++i)
        draw(0.0);
    const std::clock_t cpu_start = std::clock();
    poses_changed = false;
    for (int i = 0; i < frames && !stop(); ++i)
    {
        camera.orbit(2.0 * M_PI / frames, 0.0);
        times.turning_ms.push_back(drawAsWindow(0.0));
    }
    poses_changed = true;
    for (int i = 0; i < frames && !stop(); ++i)
    {
        camera.orbit(2.0 * M_PI / frames, 0.0);
        times.playing_ms.push_back(drawAsWindow(show.player().duration() * i / frames));
    }
    times.quality = renderer.fastQuality();
    const std::size_t drawn = std::max<std::size_t>(1, times.turning_ms.size() + times.playing_ms.size());
    times.cpu_ms = 1e3 * static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC / static_cast<double>(drawn);
    const auto start = std::chrono::steady_clock::now();
    const View view = show.viewAt({}, options.camera, options.shown, verdict);
    for (int k = 0; k < options.samples && !stop(); ++k)
        renderer.refine(view, k);
    renderer.develop();
    renderer.image();
    times.still_ms = millisecondsSince(start);
    return times;
}

}  // namespace gapless::viewer
