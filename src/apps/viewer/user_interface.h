// Text and controls over the picture, by Dear ImGui.
#pragma once

struct GLFWwindow;

namespace gapless::viewer {

/// One at a time. @pre the context that it was made in is current, for all of it
class UserInterface
{
public:
    /// `window` may be null: nobody can press anything then.
    explicit UserInterface(GLFWwindow* window);
    ~UserInterface();
    UserInterface(const UserInterface&) = delete;
    UserInterface& operator=(const UserInterface&) = delete;

    /// Between the two, ImGui's functions and overlay.h may be called. Size in pixels.
    void begin(int width, int height);
    /// Draws into the framebuffer that is bound.
    void end();
    /// Instead of end(): only what is written into the picture itself, such as the note at a witness, without panels.
    void endWithNotes();

private:
    GLFWwindow* window_;
};

}  // namespace gapless::viewer
