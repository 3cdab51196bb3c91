#include "app/panels/swatch_commands.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "session/palette_edits.h"

#include <imgui.h>

#include <algorithm>

namespace huedrift::app {

void show_alone(const Result& result, std::span<const Rgb> colors, ViewState& state) {
    if (colors.size() == 1) {
        state.isolated = state.isolated == colors.front() ? std::nullopt : std::optional(colors.front());
        return;
    }
    std::vector<Rgb> alone(colors.begin(), colors.end()), shown = shown_in(result, state.display.hidden);
    std::ranges::sort(alone);
    std::ranges::sort(shown);
    state.isolated.reset();
    alone == shown ? state.display.hidden.clear() : show_only(result, colors, state.display.hidden);
}

void hide_or_show(const Result& result, std::span<const Rgb> colors, ViewState& state) {
    toggle_hidden(result, colors, state.display.hidden);
    if (state.isolated && is_hidden(result, *state.isolated, state.display.hidden)) state.isolated.reset();
}

void copy_codes(std::span<const Rgb> colors, ViewState& state) {
    std::string codes;
    for (const Rgb color : colors) codes += hex_code(color) + "\n";
    copy(codes, counted(colors.size(), "colour", "colours"), state);
}

bool are_pinned(const Recipe& recipe, std::span<const Rgb> colors) {
    return std::ranges::all_of(colors, [&](Rgb color) { return is_pinned(recipe, color); });
}

void pin_or_unpin(std::span<const Rgb> colors, Session& session) {
    Recipe recipe = session.snapshot().recipe;
    const bool unpins = are_pinned(recipe, colors);
    for (const Rgb color : colors)
        recipe = unpins ? unpinned(std::move(recipe), color) : pinned(std::move(recipe), color);
    session.set(recipe);
}

void join(const Result& result, std::span<const Rgb> colors, Rgb into, Session& session) {
    session.set(joined(session.snapshot().recipe, result, colors, into));
}

void take_back_edits(const Result& result, std::span<const Rgb> colors, Session& session) {
    Recipe recipe = session.snapshot().recipe;
    for (const Rgb color : colors) recipe = unedited(std::move(recipe), result, color);
    session.set(recipe);
}

namespace {

void draw_copying(const std::vector<Rgb>& colors, std::span<const Swatch> list, ViewState& state) {
    if (colors.size() == 1) {
        const std::string code = hex_code(colors.front());
        if (ImGui::MenuItem(("Copy " + code).c_str())) copy(code, code, state);
    } else if (ImGui::MenuItem(("Copy these " + std::to_string(colors.size())).c_str(), "Ctrl+C")) {
        copy_codes(colors, state);
    }
    if (ImGui::MenuItem("Copy all of them")) {
        std::vector<Rgb> all;
        for (const Swatch& other : list) all.push_back(other.color);
        copy_codes(all, state);
    }
    ImGui::Separator();
}

void draw_showing(const std::vector<Rgb>& colors, const Result& result, ViewState& state) {
    const bool is_one = colors.size() == 1;
    if (ImGui::MenuItem(is_one ? "Show alone" : "Show only these", is_one ? "click" : "Enter",
                        is_one && state.isolated == colors.front()))
        show_alone(result, colors, state);
    const bool hidden = std::ranges::all_of(
        colors, [&](Rgb color) { return is_hidden(result, color, state.display.hidden); });
    if (ImGui::MenuItem(hidden ? "Show" : "Hide", "H")) hide_or_show(result, colors, state);
    if (ImGui::MenuItem("Show all", "Backspace", false, state.isolated || !state.display.hidden.empty()))
        state.show_all();
    ImGui::Separator();
}

}

bool draw_swatch_menu(const FrameContext& frame, const Swatch& swatch, std::span<const Swatch> list,
                      const Result& result) {
    const std::vector<Rgb> colors =
        frame.state.selection.has_several() ? frame.state.selection.colors() : std::vector<Rgb>{swatch.color};
    draw_copying(colors, list, frame.state);
    draw_showing(colors, result, frame.state);
    if (ImGui::MenuItem(are_pinned(frame.session.snapshot().recipe, colors) ? "Unpin" : "Pin", "P"))
        pin_or_unpin(colors, frame.session);
    const bool is_one = colors.size() == 1;
    if (!is_one && ImGui::MenuItem(("Join into " + hex_code(swatch.color)).c_str(), "Ctrl+J"))
        join(result, colors, swatch.color, frame.session);
    const bool recolors = is_one && ImGui::MenuItem("Recolour\u2026", "double-click");
    const bool edited = std::ranges::any_of(colors, [&](Rgb color) { return is_edited(result, color); });
    if (ImGui::MenuItem("Back to found", "Delete", false, edited))
        take_back_edits(result, colors, frame.session);
    return recolors;
}

namespace {

void copy_item(Rgb color, ViewState& state) {
    const std::string code = hex_code(color);
    if (ImGui::MenuItem(("Copy " + code).c_str())) copy(code, code, state);
}

}

void PictureMenu::draw(const FrameContext& frame) {
    const auto pin = [&](Rgb color) {
        frame.session.set(pinned(frame.snapshot.recipe, color));
        frame.state.said = "Pinned " + hex_code(color);
    };
    if (frame.state.pointed && ImGui::GetIO().KeyAlt && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        pin(*frame.state.pointed);
    if (frame.state.pointed && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        color_ = frame.state.pointed;
        ImGui::OpenPopup("picture");
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * frame.gui.scale(), 8 * frame.gui.scale()});
    if (ImGui::BeginPopup("picture")) {
        const auto& result = frame.snapshot.result(frame.state.shown(frame.snapshot.weightings));
        const auto after = result ? result->result_of(*color_) : std::nullopt;
        copy_item(*color_, frame.state);
        if (after && *after != *color_) copy_item(*after, frame.state);
        ImGui::Separator();
        if (is_pinned(frame.snapshot.recipe, *color_)) {
            if (ImGui::MenuItem("Unpin")) frame.session.set(unpinned(frame.snapshot.recipe, *color_));
        } else if (ImGui::MenuItem(("Pin " + hex_code(*color_)).c_str(), "Alt-click")) {
            pin(*color_);
        }
        if (after && ImGui::MenuItem(("Show only " + hex_code(*after)).c_str())) frame.state.isolated = after;
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

}
