#include "overlay.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <vector>

#include <imgui.h>

#include "timeline_bar.h"

namespace gapless::viewer {
namespace {

constexpr float kMargin = 12.0f, kTimelineHeight = 114.0f, kBarHeight = 20.0f, kProfileHeight = 34.0f, kMoverHeight = 7.0f;
/// Of the notes at a witness, pixels.
constexpr float kRing = 15.0f, kDot = 4.5f;

ImU32 packed(const Colour& colour, float opacity = 1.0f)
{
    return ImGui::ColorConvertFloat4ToU32(ImVec4(colour.x(), colour.y(), colour.z(), opacity));
}

Colour colourOf(BarState state)
{
    switch (state)
    {
        case BarState::Proven: return kProvenColour;
        case BarState::Pending: return Colour(0.70f, 0.72f, 0.75f);
        case BarState::Uncovered: return kUncoveredColour;
        case BarState::Witness: return kWitnessColour;
    }
    return Colour::Zero();
}

ImVec2 toScreen(const Eigen::Vector2d& p)
{
    return ImVec2(static_cast<float>(p.x()), static_cast<float>(p.y()));
}

/// Dark text on a light plate, kept inside of the picture.
void drawPlate(ImDrawList& list, ImVec2 at, const std::string& text, int width, int height)
{
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float pad = 7.0f;
    at.x = std::clamp(at.x, pad + 2.0f, std::max(pad + 2.0f, static_cast<float>(width) - size.x - pad - 2.0f));
    at.y = std::clamp(at.y, pad + 2.0f, std::max(pad + 2.0f, static_cast<float>(height) - size.y - pad - 2.0f));
    list.AddRectFilled(ImVec2(at.x - pad, at.y - pad + 2), ImVec2(at.x + size.x + pad, at.y + size.y + pad - 2),
                       IM_COL32(252, 252, 253, 232), 5.0f);
    list.AddText(at, IM_COL32(30, 32, 36, 255), text.c_str());
}

/// Of the robots that plan, in the order of the joints: that of the last link of each.
std::vector<Colour> robotColours(const Show& show)
{
    const Scene& scene = show.scene();
    std::vector<int> robots;
    std::vector<Colour> colours;
    for (const PlanningJoint& joint : show.problem().joints)
    {
        const std::optional<int> robot = scene.model().body(joint.body).robot;
        if (!robot || std::find(robots.begin(), robots.end(), *robot) != robots.end())
            continue;
        robots.push_back(*robot);
        colours.emplace_back(Colour::Zero());
        for (const ObjectIndex i : scene.objects().indices())
            if (scene.object(i).kind == ObjectKind::Link && scene.model().body(scene.object(i).body).robot == robot)
                colours.back() = viewer::colourOf(scene, i);
    }
    return colours;
}

/// Pixels of the panel with the timeline.
float playerHeight(const Show& show)
{
    const std::size_t robots = robotColours(show).size();
    const bool has_rows = robots > 1 && show.player().duration() > 0.0;
    return kTimelineHeight + (has_rows ? kMoverHeight * static_cast<float>(robots) + 4.0f : 0.0f);
}

/// The bar with its colours, way-points and the place now; dragging on it moves there.
void drawTimeline(const Show& show, const PathVerdict& verdict, Playback& playback)
{
    const PathPlayer& player = show.player();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = std::max(20.0f, ImGui::GetContentRegionAvail().x);
    ImGui::InvisibleButton("timeline", ImVec2(width, kBarHeight + 6.0f));
    if (ImGui::IsItemActive() && player.duration() > 0.0)
    {
        const float share = (ImGui::GetIO().MousePos.x - from.x) / width;
        playback.seconds = std::clamp(static_cast<double>(share), 0.0, 1.0) * player.duration();
        playback.is_playing = false;
    }
    const std::vector<BarState> bar = timelineBar(verdict, player, static_cast<int>(width));
    for (std::size_t x = 0; x < bar.size();)
    {
        std::size_t end = x;
        while (end < bar.size() && bar[end] == bar[x])
            ++end;
        const bool is_witness = bar[x] == BarState::Witness;
        const float grow = is_witness ? 3.0f : 0.0f;
        list.AddRectFilled(ImVec2(from.x + static_cast<float>(x) - grow * 0.4f, from.y + 3.0f - grow),
                           ImVec2(from.x + static_cast<float>(end) + grow * 0.4f, from.y + 3.0f + kBarHeight + grow),
                           packed(colourOf(bar[x])));
        x = end;
    }
    if (player.duration() <= 0.0)
        return;
    // More way-points than that would be one dark bar.
    if (player.segmentCount() <= static_cast<std::size_t>(width / 6.0f))
        for (std::size_t i = 1; i < player.segmentCount(); ++i)
        {
            const float x = from.x + width * static_cast<float>(player.secondsAt({i, 0.0}) / player.duration());
            list.AddLine(ImVec2(x, from.y + 3.0f), ImVec2(x, from.y + 3.0f + kBarHeight), IM_COL32(255, 255, 255, 190), 1.5f);
        }
    const float now = from.x + width * static_cast<float>(playback.seconds / player.duration());
    list.AddRectFilled(ImVec2(now - 2.0f, from.y - 2.0f), ImVec2(now + 2.0f, from.y + kBarHeight + 8.0f),
                       IM_COL32(25, 27, 30, 255), 2.0f);
}

/// Of several robots, below the bar: a row for each, in its colour where it moves.
void drawMovers(const Show& show, const Playback& playback)
{
    const PathPlayer& player = show.player();
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = std::max(20.0f, ImGui::GetContentRegionAvail().x);
    const std::vector<std::vector<bool>> rows = moversBar(show.problem(), player, static_cast<int>(width));
    if (rows.empty() || player.duration() <= 0.0)
        return;
    const float height = kMoverHeight * static_cast<float>(rows.size());
    ImGui::Dummy(ImVec2(width, height));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::vector<Colour> colours = robotColours(show);
    for (std::size_t row = 0; row < rows.size(); ++row)
    {
        const float top = from.y + kMoverHeight * static_cast<float>(row);
        for (std::size_t x = 0; x < rows[row].size();)
        {
            std::size_t end = x;
            while (end < rows[row].size() && rows[row][end] == rows[row][x])
                ++end;
            if (rows[row][x])
                list.AddRectFilled(ImVec2(from.x + static_cast<float>(x), top + 1.0f),
                                   ImVec2(from.x + static_cast<float>(end), top + kMoverHeight - 1.0f), packed(colours[row]));
            x = end;
        }
    }
    const float now = from.x + width * static_cast<float>(playback.seconds / player.duration());
    list.AddLine(ImVec2(now, from.y), ImVec2(now, from.y + height), IM_COL32(25, 27, 30, 255), 2.0f);
}

/// The largest clearance that is proven anywhere, metres; 0 if none is, or nothing is near anything.
double largestClearance(const PathVerdict& verdict)
{
    double largest = 0.0;
    for (const SegmentVerdict& segment : verdict.segments)
        for (const ProvenPart& part : segment.profile)
            if (std::isfinite(part.clearance))
                largest = std::max(largest, part.clearance);
    return largest;
}

/// Below the bar, by time: how far everything is proven to keep apart. The top is the largest clearance.
void drawProfile(const Show& show, const PathVerdict& verdict, const Playback& playback)
{
    const PathPlayer& player = show.player();
    const double largest = largestClearance(verdict);
    if (player.duration() <= 0.0 || largest <= 0.0)
        return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = std::max(20.0f, ImGui::GetContentRegionAvail().x), bottom = from.y + kProfileHeight;
    ImGui::Dummy(ImVec2(width, kProfileHeight));
    list.AddRectFilled(from, ImVec2(from.x + width, bottom), IM_COL32(235, 237, 240, 255));
    std::optional<double> here;
    for (std::size_t i = 0; i < verdict.segments.size(); ++i)
        for (const ProvenPart& part : verdict.segments[i].profile)
        {
            const double begin = player.secondsAt({i, part.time.lower}), end = player.secondsAt({i, part.time.upper});
            const double share = std::min(1.0, part.clearance / largest);
            list.AddRectFilled(ImVec2(from.x + width * static_cast<float>(begin / player.duration()),
                                      bottom - kProfileHeight * static_cast<float>(share)),
                               ImVec2(from.x + width * static_cast<float>(end / player.duration()), bottom),
                               packed(kProvenColour, 0.8f));
            if (begin <= playback.seconds && playback.seconds <= end)
                here = std::min(part.clearance, here.value_or(part.clearance));
        }
    const float now = from.x + width * static_cast<float>(playback.seconds / player.duration());
    list.AddLine(ImVec2(now, from.y), ImVec2(now, bottom), IM_COL32(25, 27, 30, 255), 2.0f);
    char text[96];
    if (here && std::isfinite(*here))
        std::snprintf(text, sizeof text, "clearance: here at least %.3g mm; top %.3g mm", *here * 1e3, largest * 1e3);
    else
        std::snprintf(text, sizeof text, "clearance: here nothing is proven; top %.3g mm", largest * 1e3);
    list.AddText(ImVec2(from.x + 6.0f, from.y + 2.0f), IM_COL32(30, 32, 36, 255),
                 here && std::isinf(*here) ? "clearance: nothing moves relative to anything else here" : text);
}

void drawPanel(Show& show, const PathVerdict& verdict, OverlayState& state, OverlayActions& actions)
{
    ImGui::SetNextWindowPos(ImVec2(kMargin, kMargin));
    ImGui::Begin(
        "panel", nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav);
    const std::filesystem::path file(show.problem().file);
    const std::string folder = std::filesystem::absolute(file).parent_path().filename().string();
    ImGui::Text("%s / %s", folder.c_str(), file.filename().string().c_str());
    ImGui::TextDisabled("%zu triangles, %d joints", show.drawn().triangleCount(), static_cast<int>(show.problem().joints.size()));
    ImGui::Separator();
    const std::string line = verdictLine(verdict, show.player().duration() <= 0.0);
    const bool is_free = verdict.verdict() == Verdict::Free && verdict.proven;
    const Colour colour = verdict.verdict() == Verdict::Collision ? kWitnessColour
                          : is_free                               ? Colour(0.13f, 0.47f, 0.24f)
                                                                  : Colour(0.45f, 0.36f, 0.05f);
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(colour.x(), colour.y(), colour.z(), 1.0f));
    ImGui::TextUnformatted(line.c_str());
    ImGui::PopStyleColor();
    if (show.firstWitness(verdict) && ImGui::Button("show the witness (W)"))
        actions.to_witness = true;
    ImGui::Separator();
    ImGui::Checkbox("start", &state.shown.start);
    ImGui::SameLine();
    ImGui::Checkbox("goal", &state.shown.goal);
    ImGui::SameLine();
    ImGui::Checkbox("swept volume", &state.shown.swept);
    ImGui::Checkbox("witness", &state.shown.witness);
    ImGui::SameLine();
    ImGui::Checkbox("not proven", &state.shown.uncovered);
    ImGui::SameLine();
    ImGui::Checkbox("grid", &state.shown.grid);
    if (state.shown.swept)
    {
        if (show.swept().instants.size() > 1 && show.swept().largest_step == 0.0)
            ImGui::TextDisabled("swept: %zu instants", show.swept().instants.size());
        else if (show.swept().instants.size() > 1)
            ImGui::TextDisabled("swept: %zu instants, no point moves\nmore than %.3g m between two", show.swept().instants.size(),
                                show.swept().largest_step);
        else
            ImGui::TextDisabled("swept: nothing moves");
    }
    if (ImGui::Button("reset view"))
        actions.reset_camera = true;
    ImGui::SameLine();
    if (ImGui::Button("fit all"))
        actions.fit_all = true;
    ImGui::SameLine();
    if (ImGui::Button("screenshot"))
        actions.screenshot = true;
    ImGui::SameLine();
    ImGui::Checkbox("help", &state.with_help);
    if (!state.message.empty())
        ImGui::TextDisabled("%s", state.message.c_str());
    ImGui::End();
}

void drawPlayer(const Show& show, const PathVerdict& verdict, OverlayState& state, int width, int height)
{
    const PathPlayer& player = show.player();
    ImGui::SetNextWindowPos(ImVec2(kMargin, static_cast<float>(height) - playerHeight(show) - kMargin));
    ImGui::SetNextWindowSize(ImVec2(std::max(200.0f, static_cast<float>(width) - 2.0f * kMargin), playerHeight(show)));
    ImGui::Begin(
        "player", nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
    if (ImGui::Button(state.playback.is_playing ? "pause" : "play", ImVec2(72, 0)))
        state.playback.playOrPause(player.duration());
    ImGui::SameLine();
    ImGui::SetNextItemWidth(150);
    float speed = static_cast<float>(state.playback.speed);
    // No typing of numbers: the keys have their meanings.
    if (ImGui::SliderFloat("speed", &speed, 0.05f, 8.0f, "%.2f x", ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoInput))
        state.playback.speed = speed;
    ImGui::SameLine();
    ImGui::Checkbox("loop", &state.playback.in_loop);
    ImGui::SameLine(0.0f, 24.0f);
    if (player.duration() > 0.0)
    {
        const PathPlace place = player.placeAt(state.playback.seconds);
        ImGui::Text("segment %zu of %zu, t = %.4f", place.segment, player.segmentCount(), place.t);
        ImGui::SameLine(0.0f, 24.0f);
        ImGui::TextDisabled("%.2f of %.2f s", state.playback.seconds, player.duration());
    }
    else
        ImGui::TextDisabled("one configuration, nothing to play");
    drawTimeline(show, verdict, state.playback);
    drawMovers(show, state.playback);
    drawProfile(show, verdict, state.playback);
    ImGui::End();
}

void drawHelp(int width, int height)
{
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(width) - kMargin, kMargin), ImGuiCond_Always, ImVec2(1.0f, 0.0f));
    // It may lie over the panel, and is scrolled where the window is small.
    ImGui::SetNextWindowBgAlpha(0.97f);
    ImGui::SetNextWindowSizeConstraints(ImVec2(0.0f, 0.0f), ImVec2(std::max(50.0f, static_cast<float>(width) - 2.0f * kMargin),
                                                                   std::max(50.0f, static_cast<float>(height) - 2.0f * kMargin)));
    ImGui::Begin("help", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse
                     | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav);
    const char* const lines[][2] = {{"left drag", "turn"},
                                    {"right drag, shift + left", "move"},
                                    {"wheel", "nearer, farther"},
                                    {"R, F", "reset view, fit all"},
                                    {"space", "play, pause"},
                                    {"left, right (shift: fine)", "step"},
                                    {"home, end", "to start, to goal"},
                                    {"+, -", "faster, slower"},
                                    {"W", "to the witness"},
                                    {"1, 2, 3, 4, 5, 6", "start, goal, swept, witness, not proven, grid"},
                                    {"P", "screenshot"},
                                    {"C", "print the camera"},
                                    {"tab", "hide the panels"},
                                    {"H", "this help"},
                                    {"Q, escape", "leave"}};
    for (const auto& line : lines)
    {
        ImGui::TextUnformatted(line[0]);
        ImGui::SameLine(230.0f);
        ImGui::TextUnformatted(line[1]);
    }
    const std::pair<BarState, const char*> legend[] = {{BarState::Proven, "proven free"},
                                                       {BarState::Pending, "not looked at, or only sampled"},
                                                       {BarState::Uncovered, "not proven"},
                                                       {BarState::Witness, "collision, with a witness"}};
    ImGui::Separator();
    for (const auto& [state, text] : legend)
    {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, at.y + 3.0f), ImVec2(at.x + 28.0f, at.y + 16.0f),
                                                  packed(colourOf(state)), 3.0f);
        ImGui::Dummy(ImVec2(28.0f, 18.0f));
        ImGui::SameLine(44.0f);
        ImGui::TextUnformatted(text);
    }
    ImGui::End();
}

}  // namespace

double coveredBelow(const Show& show, int height)
{
    return std::min(0.5, static_cast<double>(playerHeight(show) + 2.0f * kMargin) / height);
}

std::string verdictLine(const PathVerdict& verdict, bool is_still)
{
    const std::size_t count = verdict.segments.size();
    const std::string segments = std::to_string(count) + (count == 1 ? " segment" : " segments");
    switch (verdict.verdict())
    {
        case Verdict::Free:
            if (!verdict.proven)
                return "free at all samples: NOT PROVEN";
            return "free: proven for " + (is_still ? "this configuration" : "all of " + segments);
        case Verdict::Collision:
            if (is_still)
                return "collision in this configuration";
            for (std::size_t i = 0; i < count; ++i)
                if (const SegmentVerdict& s = verdict.segments[i]; s.is_done && s.verdict == Verdict::Collision)
                    return "collision: segment " + std::to_string(i) + " of " + std::to_string(count);
            break;
        case Verdict::Undecided: break;
    }
    const auto done =
        std::count_if(verdict.segments.begin(), verdict.segments.end(), [](const SegmentVerdict& s) { return s.is_done; });
    if (!verdict.is_done)
        return "being certified: " + std::to_string(done) + " of " + segments + " done";
    const auto free = std::count_if(verdict.segments.begin(), verdict.segments.end(),
                                    [](const SegmentVerdict& s) { return s.is_done && s.verdict == Verdict::Free; });
    return "undecided: " + std::to_string(free) + " of " + segments + (verdict.proven ? " proven free" : " free at all samples");
}

void drawWitness(const Show& show, const PathPlace& place, const Camera& camera, const PathVerdict& verdict, int width,
                 int height)
{
    const std::optional<WitnessNote> note = show.witnessAt(place, verdict);
    if (!note)
        return;
    const auto a = camera.project(note->close.point_a, width, height), b = camera.project(note->close.point_b, width, height);
    if (!a || !b)
        return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 from = toScreen(*a), to = toScreen(*b), middle((from.x + to.x) / 2, (from.y + to.y) / 2);
    const float ring = kRing + 0.5f * std::hypot(to.x - from.x, to.y - from.y);
    list.AddCircle(middle, ring, IM_COL32(255, 255, 255, 220), 40, 5.0f);
    list.AddCircle(middle, ring, packed(kWitnessColour), 40, 2.5f);
    list.AddLine(from, to, packed(kWitnessColour), 2.5f);
    for (const ImVec2& end : {from, to})
    {
        list.AddCircleFilled(end, kDot, IM_COL32(255, 255, 255, 255));
        list.AddCircleFilled(end, kDot - 1.5f, packed(kWitnessColour));
    }
    drawPlate(list, ImVec2(middle.x + ring + 12.0f, middle.y - ring - 36.0f), note->text, width, height);
}

void drawSquare(const Show& show, const PathPlace& place, int width)
{
    if (!show.square())
        return;
    const SquareView& square = *show.square();
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto w = static_cast<float>(square.width()), h = static_cast<float>(square.height());
    const float line = ImGui::GetTextLineHeight() + 4.0f;
    const ImVec2 plate(std::max(0.0f, static_cast<float>(width) - kMargin - SquareView::kSide - 16.0f), kMargin);
    const ImVec2 corner(plate.x + 8.0f, plate.y + 4.0f + line);
    list.AddRectFilled(plate, ImVec2(plate.x + SquareView::kSide + 16.0f, corner.y + h + line + 4.0f),
                       IM_COL32(252, 252, 253, 232), 5.0f);
    list.AddRectFilled(corner, ImVec2(corner.x + w, corner.y + h), packed(kUncoveredColour));
    for (const SquareView::Run& run : square.free)
        list.AddRectFilled(ImVec2(corner.x + static_cast<float>(run.begin), corner.y + static_cast<float>(run.row)),
                           ImVec2(corner.x + static_cast<float>(run.end), corner.y + static_cast<float>(run.row + 1)),
                           packed(kProvenColour));
    const double scale = SquareView::kSide / std::max(square.end_s, square.end_t);
    const auto onScreen = [&](const Eigen::Vector2d& p) {
        return ImVec2(corner.x + static_cast<float>(scale * p.x()),
                      corner.y + static_cast<float>(scale * (square.end_t - p.y())));
    };
    for (const auto& segment : square.segments)
        for (const SquareView::Stretch& stretch : segment)
            list.AddLine(onScreen(stretch.from), onScreen(stretch.to), IM_COL32(13, 51, 166, 255), 2.5f);
    const ImVec2 now = onScreen(square.at(place));
    list.AddCircleFilled(now, kDot + 2.0f, IM_COL32(255, 255, 255, 255));
    list.AddCircleFilled(now, kDot, IM_COL32(25, 27, 30, 255));
    list.AddText(ImVec2(corner.x, plate.y + 4.0f), IM_COL32(30, 32, 36, 255), square.name_t.c_str());
    const float name = ImGui::CalcTextSize(square.name_s.c_str()).x;
    list.AddText(ImVec2(corner.x + std::max(0.0f, w - name), corner.y + h + 2.0f), IM_COL32(30, 32, 36, 255),
                 square.name_s.c_str());
}

OverlayActions drawControls(Show& show, const PathVerdict& verdict, OverlayState& state, int width, int height)
{
    OverlayActions actions;
    drawPanel(show, verdict, state, actions);
    drawPlayer(show, verdict, state, width, height);
    if (state.with_help)
        drawHelp(width, height);
    return actions;
}

}  // namespace gapless::viewer
