#include "key_command.h"

#include <cctype>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace gapless::viewer {
namespace {

/// Lower case. Where the label is no ASCII sign, as in Greek, the one of the American keyboard; 0 for none.
int signOf(int key, const char* label)
{
    const bool is_digit = key >= GLFW_KEY_0 && key <= GLFW_KEY_9;
    if (!is_digit && label && label[0] > ' ' && label[0] < 127 && label[1] == '\0')
        return std::tolower(label[0]);
    // GLFW numbers these keys by their sign in ASCII.
    return key >= GLFW_KEY_SPACE && key <= GLFW_KEY_GRAVE_ACCENT ? std::tolower(key) : 0;
}

}  // namespace

std::optional<KeyCommand> keyCommand(int key, const char* label)
{
    switch (key)
    {
        case GLFW_KEY_LEFT: return KeyCommand::StepBack;
        case GLFW_KEY_RIGHT: return KeyCommand::StepOn;
        case GLFW_KEY_HOME: return KeyCommand::ToStart;
        case GLFW_KEY_END: return KeyCommand::ToGoal;
        case GLFW_KEY_KP_ADD: return KeyCommand::Faster;
        case GLFW_KEY_KP_SUBTRACT: return KeyCommand::Slower;
        case GLFW_KEY_TAB: return KeyCommand::Panels;
        case GLFW_KEY_ESCAPE: return KeyCommand::Leave;
        default: break;
    }
    switch (signOf(key, label))
    {
        case ' ': return KeyCommand::PlayOrPause;
        case '+':
        case '=': return KeyCommand::Faster;  // + is above = on an American keyboard
        case '-': return KeyCommand::Slower;
        case 'w': return KeyCommand::ToWitness;
        case 'r': return KeyCommand::FirstView;
        case 'f': return KeyCommand::FitAll;
        case '1': return KeyCommand::ShowStart;
        case '2': return KeyCommand::ShowGoal;
        case '3': return KeyCommand::ShowSwept;
        case '4': return KeyCommand::ShowWitness;
        case '5': return KeyCommand::ShowUncovered;
        case '6': return KeyCommand::ShowGrid;
        case 'p': return KeyCommand::Screenshot;
        case 'c': return KeyCommand::PrintCamera;
        case 'h': return KeyCommand::Help;
        case 'q': return KeyCommand::Leave;
        default: return std::nullopt;
    }
}

bool repeats(KeyCommand command)
{
    switch (command)
    {
        case KeyCommand::StepBack:
        case KeyCommand::StepOn:
        case KeyCommand::Faster:
        case KeyCommand::Slower: return true;
        default: return false;
    }
}

}  // namespace gapless::viewer
