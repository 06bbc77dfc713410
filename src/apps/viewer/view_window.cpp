// GLEW before anything that includes OpenGL's own header.
#include <GL/glew.h>

#include "view_window.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <tuple>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <spdlog/spdlog.h>

#include <gapless/core/error.h>

#include "glfw_window.h"
#include "offscreen_context.h"
#include "overlay.h"
#include "user_interface.h"
#include "window_quality.h"

namespace gapless::viewer {
namespace {

/// Stands still for so long before it is drawn finely, seconds; so many samples until that looks better.
constexpr double kRest = 0.12;
constexpr int kFirstShown = 12;
/// Fine samples are drawn for so long between two looks at the user, seconds.
constexpr double kRefineSlice = 0.03;
/// How often the verdict is looked at while nothing else happens, seconds.
constexpr double kIdle = 0.1;
constexpr double kTurn = 0.0055, kZoom = 0.88;  // radians a pixel; a notch of the wheel

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// "gapless_view_1.png" and so on: the first that is not there, in the working folder.
std::string nextScreenshot()
{
    for (int k = 1;; ++k)
    {
        const std::string name = "gapless_view_" + std::to_string(k) + ".png";
        if (!std::filesystem::exists(name))
            return name;
    }
}

class ViewWindow
{
public:
    ViewWindow(Show& show, const PathJudge& judge, const PathPlace& place, const CaptureOptions& options)
        : show_(show),
          judge_(judge),
          window_(options.width, options.height, "gapless view", GlfwWindow::Visibility::Visible, 0),
          camera_(options.camera),
          first_camera_(options.camera)
    {
        state_.shown = options.shown;
        state_.playback.seconds = show.player().secondsAt(place);
        loadOpenGl();
        glfwSwapInterval(1);
        glfwSetWindowUserPointer(window_.get(), this);
        glfwSetKeyCallback(window_.get(), [](GLFWwindow* window, int key, int, int action, int modifiers) {
            if (action != GLFW_RELEASE)
                static_cast<ViewWindow*>(glfwGetWindowUserPointer(window))->press(key, modifiers);
        });
        glfwGetFramebufferSize(window_.get(), &width_, &height_);
        renderer_ = std::make_unique<Renderer>(show.drawn(), show.stage(camera_), width_, height_);
        renderer_->setFastQuality(firstFastQuality(Renderer::deviceName()));
        // After the callback above, which it calls in turn.
        interface_ = std::make_unique<UserInterface>(window_.get());
    }

    void run(const std::function<bool()>& stop)
    {
        double before = now();
        while (!glfwWindowShouldClose(window_.get()) && !stop())
        {
            const bool is_idle = !state_.playback.is_playing && sample_ >= Renderer::kFineSamples;
            if (is_idle)
                glfwWaitEventsTimeout(kIdle);
            else
                glfwPollEvents();
            if (glfwGetWindowAttrib(window_.get(), GLFW_ICONIFIED))
            {
                glfwWaitEventsTimeout(kIdle);
                before = now();
                continue;
            }
            resizeIfNeeded();
            const double time = now();
            state_.playback.advance(time - before, show_.player().duration());
            before = time;
            if (seen_version_ != judge_.version())
            {
                seen_version_ = judge_.version();
                verdict_ = judge_.latest();
                is_changed_ = true;
            }
            layOutText();
            drawPicture();
            present();
        }
    }

private:
    PathPlace place() const { return show_.player().placeAt(state_.playback.seconds); }

    void resizeIfNeeded()
    {
        int width = 0, height = 0;
        glfwGetFramebufferSize(window_.get(), &width, &height);
        if (width < 1 || height < 1 || (width == width_ && height == height_))
            return;
        width_ = width;
        height_ = height;
        renderer_->resize(width, height);
        is_changed_ = true;
    }

    /// Controls and mouse. What they change is drawn in the same round.
    void layOutText()
    {
        int width = 0, height = 0;  // ImGui counts in the window's units
        glfwGetWindowSize(window_.get(), &width, &height);
        interface_->begin(width, height);
        moveCamera(height);
        if (state_.shown.witness)
            drawWitness(show_, place(), camera_, verdict_, width, height);
        if (with_panels_)
        {
            const OverlayActions actions = drawControls(show_, verdict_, state_, width, height);
            if (actions.to_witness)
                goToWitness();
            if (actions.reset_camera)
                camera_ = first_camera_;
            if (actions.fit_all)
                show_.fitAll(camera_, static_cast<double>(width_) / height_);
            wants_screenshot_ = wants_screenshot_ || actions.screenshot;
        }
    }

    void moveCamera(int height)
    {
        const ImGuiIO& io = ImGui::GetIO();
        if (io.WantCaptureMouse)
            return;
        const bool pans = ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle)
                          || (ImGui::IsMouseDown(ImGuiMouseButton_Left) && io.KeyShift);
        if (pans)
            camera_.pan(-static_cast<double>(io.MouseDelta.x) / height, static_cast<double>(io.MouseDelta.y) / height);
        else if (ImGui::IsMouseDown(ImGuiMouseButton_Left))
            camera_.orbit(-kTurn * io.MouseDelta.x, kTurn * io.MouseDelta.y);
        if (io.MouseWheel != 0.0f)
            camera_.zoom(std::pow(kZoom, io.MouseWheel));
    }

    void goToWitness()
    {
        if (const std::optional<WitnessNote> note = show_.firstWitness(verdict_))
        {
            state_.playback.is_playing = false;
            state_.playback.seconds = show_.player().secondsAt(note->place);
        }
    }

    void press(int key, int modifiers)
    {
        const double duration = show_.player().duration(), step = modifiers & GLFW_MOD_SHIFT ? 0.001 : 0.01;
        Shown& shown = state_.shown;
        switch (key)
        {
            case GLFW_KEY_SPACE: state_.playback.playOrPause(duration); break;
            case GLFW_KEY_LEFT: state_.playback.step(-step, duration); break;
            case GLFW_KEY_RIGHT: state_.playback.step(step, duration); break;
            case GLFW_KEY_HOME: state_.playback.step(-1.0, duration); break;
            case GLFW_KEY_END: state_.playback.step(1.0, duration); break;
            case GLFW_KEY_EQUAL:
            case GLFW_KEY_KP_ADD: state_.playback.speed = std::min(8.0, state_.playback.speed * 1.25); break;
            case GLFW_KEY_MINUS:
            case GLFW_KEY_KP_SUBTRACT: state_.playback.speed = std::max(0.05, state_.playback.speed / 1.25); break;
            case GLFW_KEY_W: goToWitness(); break;
            case GLFW_KEY_R: camera_ = first_camera_; break;
            case GLFW_KEY_F: show_.fitAll(camera_, static_cast<double>(width_) / height_); break;
            case GLFW_KEY_1: shown.start = !shown.start; break;
            case GLFW_KEY_2: shown.goal = !shown.goal; break;
            case GLFW_KEY_3: shown.swept = !shown.swept; break;
            case GLFW_KEY_4: shown.witness = !shown.witness; break;
            case GLFW_KEY_5: shown.uncovered = !shown.uncovered; break;
            case GLFW_KEY_6: shown.grid = !shown.grid; break;
            case GLFW_KEY_P: wants_screenshot_ = true; break;
            case GLFW_KEY_C: std::cout << "--camera " << camera_.text() << std::endl; break;
            case GLFW_KEY_TAB: with_panels_ = !with_panels_; break;
            case GLFW_KEY_H: state_.with_help = !state_.with_help; break;
            case GLFW_KEY_Q:
            case GLFW_KEY_ESCAPE: glfwSetWindowShouldClose(window_.get(), GLFW_TRUE); break;
            default: break;
        }
    }

    /// Fast if anything changed; finer and finer when it has stood still for a moment.
    void drawPicture()
    {
        const Shown& shown = state_.shown;
        const bool same_shown = std::tie(shown.start, shown.goal, shown.swept, shown.witness, shown.uncovered, shown.grid)
                                == std::tie(drawn_shown_.start, drawn_shown_.goal, drawn_shown_.swept, drawn_shown_.witness,
                                            drawn_shown_.uncovered, drawn_shown_.grid);
        const bool same_poses = state_.playback.seconds == drawn_seconds_;
        const double time = now();
        if (is_changed_ || !same_shown || !same_poses || camera_.text() != drawn_camera_)
        {
            view_ = show_.viewAt(place(), camera_, shown, verdict_);
            renderer_->drawFast(view_, !same_poses);
            glFinish();
            if (watch_.isTooSlow(now() - time))
                renderer_->setFastQuality(lowerQuality(renderer_->fastQuality()));
            is_changed_ = false;
            drawn_shown_ = shown;
            drawn_seconds_ = state_.playback.seconds;
            drawn_camera_ = camera_.text();
            changed_at_ = time;
            sample_ = 0;
            return;
        }
        if (time - changed_at_ < kRest)
            return;
        const bool is_finished_now = sample_ < Renderer::kFineSamples;
        while (sample_ < Renderer::kFineSamples && now() - time < kRefineSlice)
        {
            renderer_->refine(view_, sample_++);
            glFinish();
        }
        if (is_finished_now && sample_ >= kFirstShown)
            renderer_->develop();
    }

    void present()
    {
        renderer_->picture().copyTo(0, width_, height_);
        glViewport(0, 0, width_, height_);
        interface_->end();
        glfwSwapBuffers(window_.get());
        if (!wants_screenshot_ || sample_ < Renderer::kFineSamples)
            return;
        wants_screenshot_ = false;
        try
        {
            const std::string file = nextScreenshot();
            writePng(file, renderer_->image());
            state_.message = "written: " + file;
            spdlog::info("written: {}", file);
        }
        catch (const InputError& error)
        {
            state_.message = error.what();
            spdlog::warn("{}", error.what());
        }
    }

    Show& show_;
    const PathJudge& judge_;
    GlfwWindow window_;
    std::unique_ptr<Renderer> renderer_;
    std::unique_ptr<UserInterface> interface_;
    Camera camera_, first_camera_;
    OverlayState state_;
    PathVerdict verdict_;
    QualityWatch watch_;
    int width_ = 0, height_ = 0;
    bool with_panels_ = true, wants_screenshot_ = false;

    // What was drawn last.
    View view_;
    Shown drawn_shown_;
    double drawn_seconds_ = -1.0, changed_at_ = 0.0;
    std::string drawn_camera_;
    unsigned seen_version_ = ~0u;
    bool is_changed_ = true;
    int sample_ = 0;
};

}  // namespace

void runWindow(Show& show, const PathJudge& judge, const PathPlace& place, const CaptureOptions& options,
               const std::function<bool()>& stop)
{
    ViewWindow(show, judge, place, options).run(stop);
}

}  // namespace gapless::viewer
