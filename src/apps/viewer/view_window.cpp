// GLEW before anything that includes OpenGL's own header.
#include <GL/glew.h>

#include "view_window.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <tuple>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <spdlog/spdlog.h>

#include <gapless/core/error.h>

#include "glfw_window.h"
#include "key_command.h"
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
        std::string name = "gapless_view_" + std::to_string(k) + ".png";
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
        glfwSetKeyCallback(window_.get(), [](GLFWwindow* window, int key, int scancode, int action, int modifiers) {
            // Alt and tab, for example, is for the window manager.
            if (action == GLFW_RELEASE || (modifiers & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0)
                return;
            const std::optional<KeyCommand> command = keyCommand(key, glfwGetKeyName(key, scancode));
            if (command && (action == GLFW_PRESS || repeats(*command)))
                static_cast<ViewWindow*>(glfwGetWindowUserPointer(window))->obey(*command, (modifiers & GLFW_MOD_SHIFT) != 0);
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
                // Most news is for the timeline only; drawn anew, the picture would stay coarse while a long path is certified.
                if (!(show_.markAt(place(), state_.shown, verdict_) == view_.mark))
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
        drawSquare(show_, place(), width);
        if (with_panels_)
        {
            const OverlayActions actions = drawControls(show_, verdict_, state_, width, height);
            if (actions.to_witness)
                goToWitness();
            if (actions.reset_camera)
                camera_ = first_camera_;
            if (actions.fit_all)
                fitAll();
            if (actions.screenshot)
                requestScreenshot();
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

    void fitAll()
    {
        int width = 0, height = 0;  // the panels are laid out in the window's units
        glfwGetWindowSize(window_.get(), &width, &height);
        show_.fitAll(camera_, static_cast<double>(width_) / height_, with_panels_ ? coveredBelow(show_, height) : 0.0);
    }

    /// It is written when the picture is fine, which it never is while the path is played.
    void requestScreenshot()
    {
        wants_screenshot_ = true;
        state_.playback.is_playing = false;
        state_.message = "drawing the screenshot ...";
    }

    /// `is_fine`: smaller steps.
    void obey(KeyCommand command, bool is_fine)
    {
        const double duration = show_.player().duration(), step = is_fine ? 0.001 : 0.01;
        Shown& shown = state_.shown;
        switch (command)
        {
            case KeyCommand::PlayOrPause: state_.playback.playOrPause(duration); break;
            case KeyCommand::StepBack: state_.playback.step(-step, duration); break;
            case KeyCommand::StepOn: state_.playback.step(step, duration); break;
            case KeyCommand::ToStart: state_.playback.step(-1.0, duration); break;
            case KeyCommand::ToGoal: state_.playback.step(1.0, duration); break;
            case KeyCommand::Faster: state_.playback.speed = std::min(8.0, state_.playback.speed * 1.25); break;
            case KeyCommand::Slower: state_.playback.speed = std::max(0.05, state_.playback.speed / 1.25); break;
            case KeyCommand::ToWitness: goToWitness(); break;
            case KeyCommand::FirstView: camera_ = first_camera_; break;
            case KeyCommand::FitAll: fitAll(); break;
            case KeyCommand::ShowStart: shown.start = !shown.start; break;
            case KeyCommand::ShowGoal: shown.goal = !shown.goal; break;
            case KeyCommand::ShowSwept: shown.swept = !shown.swept; break;
            case KeyCommand::ShowWitness: shown.witness = !shown.witness; break;
            case KeyCommand::ShowUncovered: shown.uncovered = !shown.uncovered; break;
            case KeyCommand::ShowGrid: shown.grid = !shown.grid; break;
            case KeyCommand::Screenshot: requestScreenshot(); break;
            case KeyCommand::PrintCamera: std::cout << "--camera " << camera_.text() << std::endl; break;
            case KeyCommand::Panels: with_panels_ = !with_panels_; break;
            case KeyCommand::Help: state_.with_help = !state_.with_help; break;
            case KeyCommand::Leave: glfwSetWindowShouldClose(window_.get(), GLFW_TRUE); break;
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
        if (wants_screenshot_ && sample_ >= Renderer::kFineSamples)
        {
            writeScreenshot();
            return;
        }
        renderer_->picture().copyTo(0, width_, height_);
        glViewport(0, 0, width_, height_);
        interface_->end();
        glfwSwapBuffers(window_.get());
    }

    /// The picture and the note at the witness, without the panels. Takes the place of a round's present().
    void writeScreenshot()
    {
        wants_screenshot_ = false;
        renderer_->picture().bind();
        interface_->endWithNotes();
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
        // Without the note, which is drawn anew in each round.
        renderer_->develop();
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
    std::optional<double> drawn_seconds_;
    double changed_at_ = 0.0;
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
