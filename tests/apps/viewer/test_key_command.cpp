// What the keys of the window do, on keyboards of several countries.

#include <string>

#include <catch2/catch.hpp>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "apps/viewer/key_command.h"

using namespace gapless::viewer;

TEST_CASE("On an American keyboard every key that the help names does something of its own", "[viewer]")
{
    const std::pair<int, KeyCommand> signs[] = {
        {'R', KeyCommand::FirstView},   {'F', KeyCommand::FitAll},        {' ', KeyCommand::PlayOrPause},
        {'=', KeyCommand::Faster},      {'-', KeyCommand::Slower},        {'W', KeyCommand::ToWitness},
        {'1', KeyCommand::ShowStart},   {'2', KeyCommand::ShowGoal},      {'3', KeyCommand::ShowSwept},
        {'4', KeyCommand::ShowWitness}, {'5', KeyCommand::ShowUncovered}, {'6', KeyCommand::ShowGrid},
        {'P', KeyCommand::Screenshot},  {'C', KeyCommand::PrintCamera},   {'H', KeyCommand::Help},
        {'Q', KeyCommand::Leave}};
    for (const auto& [key, command] : signs)
    {
        CAPTURE(key);
        const std::string label(1, static_cast<char>(key >= 'A' ? key + 'a' - 'A' : key));
        CHECK(keyCommand(key, key == ' ' ? nullptr : label.c_str()) == command);
    }
    CHECK(keyCommand(GLFW_KEY_LEFT, nullptr) == KeyCommand::StepBack);
    CHECK(keyCommand(GLFW_KEY_RIGHT, nullptr) == KeyCommand::StepOn);
    CHECK(keyCommand(GLFW_KEY_HOME, nullptr) == KeyCommand::ToStart);
    CHECK(keyCommand(GLFW_KEY_END, nullptr) == KeyCommand::ToGoal);
    CHECK(keyCommand(GLFW_KEY_KP_ADD, "+") == KeyCommand::Faster);
    CHECK(keyCommand(GLFW_KEY_KP_SUBTRACT, "-") == KeyCommand::Slower);
    CHECK(keyCommand(GLFW_KEY_TAB, nullptr) == KeyCommand::Panels);
    CHECK(keyCommand(GLFW_KEY_ESCAPE, nullptr) == KeyCommand::Leave);
    CHECK_FALSE(keyCommand(GLFW_KEY_A, "a"));
    CHECK_FALSE(keyCommand(GLFW_KEY_F1, nullptr));
    CHECK_FALSE(keyCommand(GLFW_KEY_UNKNOWN, nullptr));
}

TEST_CASE("Letters and signs are where the user reads them, digits where they always are", "[viewer]")
{
    // French: A and Q, W and Z have changed places, and signs are printed below the digits.
    CHECK(keyCommand(GLFW_KEY_A, "q") == KeyCommand::Leave);
    CHECK_FALSE(keyCommand(GLFW_KEY_Q, "a"));
    CHECK(keyCommand(GLFW_KEY_Z, "w") == KeyCommand::ToWitness);
    CHECK_FALSE(keyCommand(GLFW_KEY_W, "z"));
    CHECK(keyCommand(GLFW_KEY_1, "&") == KeyCommand::ShowStart);
    CHECK(keyCommand(GLFW_KEY_6, "-") == KeyCommand::ShowGrid);
    // German: plus and minus have keys of their own elsewhere.
    CHECK(keyCommand(GLFW_KEY_RIGHT_BRACKET, "+") == KeyCommand::Faster);
    CHECK(keyCommand(GLFW_KEY_SLASH, "-") == KeyCommand::Slower);
    // Greek has no W: its place is as good.
    CHECK(keyCommand(GLFW_KEY_W, "\u03c2") == KeyCommand::ToWitness);
}

TEST_CASE("Only what is done bit by bit is repeated while a key is held down", "[viewer]")
{
    CHECK(repeats(KeyCommand::StepOn));
    CHECK(repeats(KeyCommand::Slower));
    CHECK_FALSE(repeats(KeyCommand::ShowSwept));
    CHECK_FALSE(repeats(KeyCommand::Screenshot));
    CHECK_FALSE(repeats(KeyCommand::PlayOrPause));
}
