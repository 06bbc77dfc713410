#include "user_interface.h"

#include <filesystem>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace gapless::viewer {
namespace {

constexpr float kTextSize = 17.0f;

void chooseFont()
{
    const char* const places[] = {GAPLESS_FONT, "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"};
    std::error_code ignored;
    for (const char* place : places)
        if (std::filesystem::is_regular_file(place, ignored) && ImGui::GetIO().Fonts->AddFontFromFileTTF(place, kTextSize))
            return;
    // ImGui brings one of 13 pixels.
    ImGui::GetIO().Fonts->AddFontDefault();
    ImGui::GetIO().FontGlobalScale = kTextSize / 13.0f;
}

void chooseLook()
{
    ImGui::StyleColorsLight();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 6.0f;
    style.FrameRounding = 4.0f;
    style.GrabRounding = 4.0f;
    style.WindowBorderSize = 0.0f;
    style.WindowPadding = ImVec2(12, 10);
    style.Colors[ImGuiCol_WindowBg] = ImVec4(0.98f, 0.98f, 0.99f, 0.86f);
    style.Colors[ImGuiCol_Text] = ImVec4(0.12f, 0.13f, 0.15f, 1.0f);
    style.Colors[ImGuiCol_TextDisabled] = ImVec4(0.36f, 0.38f, 0.42f, 1.0f);
    style.Colors[ImGuiCol_FrameBg] = ImVec4(0.86f, 0.87f, 0.89f, 1.0f);
}

}  // namespace

UserInterface::UserInterface(GLFWwindow* window) : window_(window)
{
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    chooseFont();
    chooseLook();
    if (window_)
        ImGui_ImplGlfw_InitForOpenGL(window_, true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

UserInterface::~UserInterface()
{
    ImGui_ImplOpenGL3_Shutdown();
    if (window_)
        ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void UserInterface::begin(int width, int height)
{
    ImGui_ImplOpenGL3_NewFrame();
    if (window_)
        ImGui_ImplGlfw_NewFrame();
    else
    {
        ImGui::GetIO().DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
        ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
    }
    ImGui::NewFrame();
}

void UserInterface::endWithNotes()
{
    ImGui::Render();
    ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i)
        if (data.CmdLists[i] != ImGui::GetBackgroundDrawList())
            data.CmdLists[i]->CmdBuffer.resize(0);
    ImGui_ImplOpenGL3_RenderDrawData(&data);
}

void UserInterface::end()
{
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace gapless::viewer
