#include "app/ui/dialog.h"

#include "app/ui/desktop.h"
#include "app/ui/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace huedrift::app {
namespace {

/// A height from the last frame, which Dear ImGui keeps with the dialog's window; 0 in the first frame.
float& stored_height(const char* what) { return *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(what)); }

/// A share of the window's height.
constexpr float highest = 0.84f;

}

bool begin_dialog(const char* name, DialogKind kind, bool& opens, float width, const Gui& gui) {
    if (opens) ImGui::OpenPopup(name);
    opens = false;
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    const float scale = gui.scale();
    ImGui::SetNextWindowPos({std::round(whole.x / 2), std::round(whole.y * 0.12f)}, ImGuiCond_Always,
                            {0.5f, 0});
    const float available = std::min(width * scale, whole.x - 40 * scale);
    ImGui::SetNextWindowSize({available, 0});
    ImGui::SetNextWindowSizeConstraints({available, 0}, {available, std::round(whole.y * highest)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {18 * scale, 16 * scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 10 * scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    const bool open =
        ImGui::BeginPopupModal(name, nullptr,
                               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar(3);
    if (!open) return false;
    // Dear ImGui fades in over several frames, which an idle window does not draw.
    ImGui::GetCurrentContext()->DimBgRatio = 1;
    const bool is_clicked_away = kind == DialogKind::list && ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                                 !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId) &&
                                 !ImGui::GetCurrentWindow()->Rect().Contains(ImGui::GetIO().MousePos);
    if (is_clicked_away || key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
    return true;
}

void end_dialog() {
    if (const float begins = stored_height("footer begins"); begins > 0)
        stored_height("footer") = ImGui::GetCursorPosY() - begins;
    stored_height("footer begins") = 0;
    ImGui::EndPopup();
}

void dialog_title(const std::string& text, const Gui& gui) {
    ImGui::PushFont(gui.fonts().title);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopFont();
}

float dialog_room(const Gui& gui) {
    return std::round(ImGui::GetIO().DisplaySize.y * highest) - ImGui::GetCursorPosY() -
           ImGui::GetCurrentWindow()->WindowPadding.y - 8 * gui.scale();
}

float end_button_width(const Gui& gui) { return 96 * gui.scale(); }

void cancel_button(const Gui& gui) {
    const float width = end_button_width(gui);
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 2 * width - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::Button("Cancel", {width, 0})) ImGui::CloseCurrentPopup();
    ImGui::SameLine();
}

bool default_button(const char* label, bool enabled, const Gui& gui) {
    const bool pressed = accented_button(label, gui, end_button_width(gui), enabled);
    // Ignores the key that opened the dialog.
    const bool entered = !ImGui::IsWindowAppearing() && key_pressed(ImGuiKey_Enter);
    return enabled && (pressed || entered);
}

bool ask_to_replace(const std::string& sentence, const Gui& gui) {
    int& last_frame = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID(sentence.c_str()));
    const int frame = ImGui::GetFrameCount();
    const bool is_new = std::exchange(last_frame, frame) != frame - 1;
    ImGui::BeginDisabled(is_new);
    const bool agrees = ImGui::Button("Replace", {end_button_width(gui), 0});
    ImGui::EndDisabled();
    ImGui::SameLine();
    warning_text(sentence, gui);
    return agrees;
}

void warning_text(const std::string& sentence, const Gui& gui) {
    ImGui::AlignTextToFramePadding();
    wrapped_text(sentence, gui.theme().warning);
}

void draw_written(const std::vector<std::string>& names, const std::string& folder,
                  const std::filesystem::path& file, ShowInFolder& show_in_folder, const Gui& gui) {
    begin_body(gui);
    for (const std::string& name : names) ImGui::TextWrapped("%s", name.c_str());
    wrapped_text("in " + folder, gui.theme().muted);
    end_body();
    ImGui::Spacing();
    if (ImGui::Button("Show in Folder")) show_in_folder.show(file);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - end_button_width(gui));
    if (default_button("Close", true, gui)) ImGui::CloseCurrentPopup();
}

void begin_body(const Gui& gui) {
    const float room = dialog_room(gui) - stored_height("footer");
    const float height = std::max(std::min(stored_height("body"), room), ImGui::GetFrameHeight());
    ImGui::BeginChild("body", {0, height}, false, ImGuiWindowFlags_NavFlattened);
}

void end_body() {
    const float height = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
    ImGui::EndChild();
    stored_height("body") = height;
    stored_height("footer begins") = ImGui::GetCursorPosY();
}

namespace {

/// `pivot` is the point of the window that lies at `at`, as shares of its size.
void begin(const char* name, float width, Rgb border, const Gui& gui, ImVec2 at, ImVec2 pivot) {
    const float scale = gui.scale(), margin = 14 * scale;
    ImGui::SetNextWindowPos({std::round(at.x), std::round(at.y)}, ImGuiCond_Always, pivot);
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 9 * scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {margin, 9 * scale});
    ImGui::PushStyleColor(ImGuiCol_Border, packed(border));
    begin_plain_window(name, ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
}

void begin(const char* name, float width, Rgb border, const Gui& gui, const Box& area) {
    const float readout = 44 * gui.scale(); // leaves the row below to the values under the pointer
    begin(name, width, border, gui, {area[0] + area[2] / 2, area[1] + area[3] - readout}, {0.5f, 1});
}

void draw_colors(std::span<const Rgb> colors, const Gui& gui) {
    const float side = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float end = draw_color_row(colors, at, side);
    ImGui::GetWindowDrawList()->AddRect(at, {end, at.y + side}, packed(gui.theme().line));
    ImGui::Dummy({end - at.x, side});
}

float answer_width(const std::string& answer) {
    return ImGui::CalcTextSize(answer.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
}

float widest_answer(const std::vector<std::string>& answers) {
    float widest = 0;
    for (const std::string& answer : answers) widest = std::max(widest, answer_width(answer));
    return widest;
}

/// Buttons beside each other, in as many rows as they need; returns the one pressed.
std::optional<std::size_t> draw_answers(const std::vector<std::string>& answers, bool accents_first,
                                        const Gui& gui) {
    std::optional<std::size_t> pressed;
    const ImGuiStyle& style = ImGui::GetStyle();
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const char* const label = answers[i].c_str();
        const float width = answer_width(answers[i]);
        const bool fits = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + style.ItemSpacing.x + width <=
                          ImGui::GetContentRegionMax().x;
        if (i > 0 && fits) ImGui::SameLine();
        if (accents_first && i == 0 ? accented_button(label, gui) : ImGui::Button(label)) pressed = i;
    }
    return pressed;
}

std::optional<std::size_t> ask(const std::string& sentence, const std::vector<std::string>& answers,
                               std::span<const Rgb> colors, const Gui& gui) {
    ImGui::TextWrapped("%s", sentence.c_str());
    if (!colors.empty()) draw_colors(colors, gui);
    auto pressed = draw_answers(answers, true, gui);
    if (gui.dismisses("question")) pressed = answers.size() - 1;
    ImGui::End();
    return pressed;
}

}

std::optional<std::size_t> draw_message(const std::string& sentence, bool is_warning, const Gui& gui,
                                        const Box& area, const std::vector<std::string>& answers) {
    const float scale = gui.scale(), margin = 14 * scale, button = 26 * scale;
    // Wide enough for the longest word and the widest answer, and for both in a row where there is room.
    const float room = std::min(area[2] - 2 * margin, 640 * scale) - button - 4 * margin;
    const float least = std::min(room, std::max(widest_answer(answers), 320 * scale));
    const float text =
        std::max(ImGui::CalcTextSize(sentence.c_str(), nullptr, false, room).x, answers.empty() ? 0 : least);
    Box above = area;
    if (const ImGuiWindow* const question = ImGui::FindWindowByName("question"); question && question->Active)
        above[3] -= question->Size.y + 8 * scale;
    const char* const window = is_warning ? "warning" : "message";
    begin(window, text + button + 4 * margin, is_warning ? gui.theme().warning : gui.theme().line, gui,
          above);
    const ImVec2 at = ImGui::GetWindowPos();
    if (is_warning)
        ImGui::GetWindowDrawList()->AddRectFilled(
            {at.x + 1, at.y + 10 * scale}, {at.x + 4 * scale, at.y + ImGui::GetWindowHeight() - 10 * scale},
            packed(gui.theme().warning), 2 * scale);
    ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(margin + text + margin);
    ImGui::TextUnformatted(sentence.c_str());
    ImGui::PopTextWrapPos();
    ImGui::SameLine(ImGui::GetWindowWidth() - margin - button);
    ImGui::PushStyleColor(ImGuiCol_Button, packed(gui.theme().panel, 0));
    const bool dismissed = ImGui::Button("\u00d7", {button, 0}) || gui.dismisses(window);
    ImGui::PopStyleColor();
    const auto pressed = draw_answers(answers, false, gui);
    ImGui::End();
    return dismissed ? answers.size() : pressed;
}

std::optional<std::size_t> draw_question(const std::string& sentence, const std::vector<std::string>& answers,
                                         const Gui& gui, const Box& area, std::span<const Rgb> colors) {
    begin("question", std::min(area[2] - 28 * gui.scale(), 640 * gui.scale()), gui.theme().accent, gui, area);
    return ask(sentence, answers, colors, gui);
}

std::optional<std::size_t> draw_hint(const std::string& sentence, const std::vector<std::string>& answers,
                                     const Gui& gui, const Box& explained) {
    if (gui.question_hides_focus()) return std::nullopt;
    const ImGuiWindow* const last = ImGui::FindWindowByName("question");
    const float lowest = ImGui::GetIO().DisplaySize.y - (last ? last->Size.y : 0);
    begin("question", explained[2], gui.theme().accent, gui,
          {explained[0], std::min(explained[1] + explained[3] + 8 * gui.scale(), lowest)}, {0, 0});
    return ask(sentence, answers, {}, gui);
}

}
