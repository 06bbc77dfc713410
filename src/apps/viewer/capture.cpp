#include "capture.h"

#include <cmath>
#include <cstdio>
#include <filesystem>

#include <gapless/core/error.h>

#include "jpeg_image.h"
#include "offscreen_context.h"
#include "overlay.h"
#include "user_interface.h"

namespace gapless::viewer {
namespace {

/// Everything that a picture takes, made once for many.
class Studio
{
public:
    Studio(Show& show, const CaptureOptions& options)
        : show_(show),
          options_(options),
          context_(OffscreenContext::create()),
          renderer_(show.drawn(), show.stage(options.camera), options.width, options.height),
          interface_(nullptr)
    {}

    Image picture(const PathPlace& place, const PathVerdict& verdict)
    {
        const View view = show_.viewAt(place, options_.camera, options_.shown, verdict);
        for (int k = 0; k < options_.samples; ++k)
            renderer_.refine(view, k);
        // ImGui knows the size of what it has drawn once: the picture proper goes over the first.
        drawText(place, verdict);
        renderer_.develop();
        drawText(place, verdict);
        return renderer_.image();
    }

private:
    void drawText(const PathPlace& place, const PathVerdict& verdict)
    {
        interface_.begin(options_.width, options_.height);
        if (options_.shown.witness)
            drawWitness(show_, place, options_.camera, verdict, options_.width, options_.height);
        drawSquare(show_, place, options_.width);
        if (options_.shown.panel)
        {
            OverlayState state;
            state.shown = options_.shown;
            state.playback.seconds = show_.player().secondsAt(place);
            drawControls(show_, verdict, state, options_.width, options_.height);
        }
        renderer_.picture().bind();
        interface_.end();
    }

    Show& show_;
    const CaptureOptions& options_;
    std::unique_ptr<OffscreenContext> context_;
    Renderer renderer_;
    UserInterface interface_;
};

}  // namespace

void captureScreenshot(Show& show, const PathPlace& place, const PathVerdict& verdict, const CaptureOptions& options,
                       const std::string& file)
{
    const Image image = Studio(show, options).picture(place, verdict);
    const std::string kind = std::filesystem::path(file).extension().string();
    if (kind == ".jpg" || kind == ".jpeg")
        writeJpeg(file, image);
    else
        writePng(file, image);
}

std::size_t frameCount(const PathPlayer& player, double fps, double speed)
{
    return static_cast<std::size_t>(std::ceil(player.duration() / speed * fps - 1e-9)) + 1;
}

std::size_t captureFrames(Show& show, const PathVerdict& verdict, const CaptureOptions& options, const std::string& folder,
                          double fps, double speed, const std::function<bool(std::size_t)>& stop)
{
    Studio studio(show, options);
    std::error_code error;
    std::filesystem::create_directory(folder, error);
    if (error)
        throw InputError("--frames " + folder + ": cannot be made: " + error.message());
    const std::size_t count = frameCount(show.player(), fps, speed);
    std::size_t written = 0;
    for (; written < count && !stop(written); ++written)
    {
        char name[32];
        std::snprintf(name, sizeof name, "frame_%05zu.png", written);
        const double seconds = static_cast<double>(written) * speed / fps;
        writePng((std::filesystem::path(folder) / name).string(), studio.picture(show.player().placeAt(seconds), verdict));
    }
    return written;
}

}  // namespace gapless::viewer
