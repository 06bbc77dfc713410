// What the keys of the window do.
#pragma once

#include <optional>

namespace gapless::viewer {

enum class KeyCommand
{
    PlayOrPause,
    StepBack,
    StepOn,
    ToStart,
    ToGoal,
    Faster,
    Slower,
    ToWitness,
    FirstView,
    FitAll,
    ShowStart,
    ShowGoal,
    ShowSwept,
    ShowWitness,
    ShowUncovered,
    ShowGrid,
    Screenshot,
    PrintCamera,
    Panels,
    Help,
    Leave,
};

/// `key` as GLFW numbers it, by its place on an American keyboard; `label` as glfwGetKeyName gives it, what is printed on the key,
/// or null. Letters and signs are found by their label: Q is where the user reads Q. Digits are found by their place, for on some
/// keyboards they are printed above signs.
std::optional<KeyCommand> keyCommand(int key, const char* label);

/// Whether a key that is held down does it again and again.
bool repeats(KeyCommand command);

}  // namespace gapless::viewer
