#include "app/panels/swatch_commands.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "session/palette_edits.h"

#include <imgui.h>

#include <algorithm>

namespace huedrift::app {
namespace {

/// `some` ascend.
bool are_all_in(const std::vector<Rgb>& some, std::span<const Rgb> colors) {
    return std::ranges::all_of(colors, [&](Rgb color) { return std::ranges::binary_search(some, color); });
}

}

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
    return are_all_in(pins_in(recipe), colors);
}

void pin_or_unpin(std::span<const Rgb> colors, Session& session) {
    const Recipe& recipe = session.snapshot().recipe;
    session.set(are_pinned(recipe, colors) ? unpinned(recipe, colors) : pinned(recipe, colors));
}

void join(const Result& result, std::span<const Rgb> colors, Rgb into, Session& session) {
    session.set(joined(session.snapshot().recipe, result, colors, into));
}

void take_back_edits(const Result& result, std::span<const Rgb> colors, Session& session) {
    session.set(unedited(session.snapshot().recipe, result, colors));
}

namespace {

void draw_copying(const std::vector<Rgb>& colors, std::span<const Swatch> list, const FrameContext& frame) {
    ViewState& state = frame.state;
    if (colors.size() == 1) {
        const std::string code = hex_code(colors.front());
        if (menu_item(("Copy " + code).c_str(), frame.gui)) copy(code, code, state);
    } else if (menu_item(("Copy these " + std::to_string(colors.size())).c_str(), "Ctrl+C", false, true,
                         frame.gui)) {
        copy_codes(colors, state);
    }
    if (menu_item("Copy all colours", frame.gui)) {
        std::vector<Rgb> all;
        for (const Swatch& other : list) all.push_back(other.color);
        copy_codes(all, state);
    }
    ImGui::Separator();
}

void draw_showing(const std::vector<Rgb>& colors, const Result& result, const FrameContext& frame) {
    ViewState& state = frame.state;
    const bool is_one = colors.size() == 1;
    if (menu_item(is_one ? "Show alone" : "Show only these", is_one ? "click" : "Enter",
                  is_one && state.isolated == colors.front(), true, frame.gui))
        show_alone(result, colors, state);
    const bool hidden = are_all_in(hidden_in(result, state.display.hidden), colors);
    if (menu_item(hidden ? "Show" : "Hide", "H", false, true, frame.gui)) hide_or_show(result, colors, state);
    if (menu_item("Show all colours", "Backspace", false, state.isolated || !state.display.hidden.empty(),
                  frame.gui))
        state.show_all();
    ImGui::Separator();
}

}

bool draw_swatch_menu(const FrameContext& frame, const Swatch& swatch, std::span<const Swatch> list,
                      const Result& result) {
    const std::vector<Rgb> colors =
        frame.state.selection.has_several() ? frame.state.selection.colors() : std::vector<Rgb>{swatch.color};
    draw_copying(colors, list, frame);
    draw_showing(colors, result, frame);
    if (menu_item(are_pinned(frame.session.snapshot().recipe, colors) ? "Unpin" : "Pin", "P", false, true,
                  frame.gui))
        pin_or_unpin(colors, frame.session);
    const bool is_one = colors.size() == 1;
    if (!is_one &&
        menu_item(("Join into " + hex_code(swatch.color)).c_str(), "Ctrl+J", false, true, frame.gui))
        join(result, colors, swatch.color, frame.session);
    const bool recolors = is_one && menu_item("Recolour\u2026", "double-click", false, true, frame.gui);
    const std::vector<Rgb> all_edited = edited_in(result);
    const bool edited =
        std::ranges::any_of(colors, [&](Rgb color) { return std::ranges::binary_search(all_edited, color); });
    if (menu_item("Restore colour", "Delete", false, edited, frame.gui))
        take_back_edits(result, colors, frame.session);
    return recolors;
}

namespace {

void copy_item(Rgb color, const FrameContext& frame) {
    const std::string code = hex_code(color);
    if (menu_item(("Copy " + code).c_str(), frame.gui)) copy(code, code, frame.state);
}

void pin(Rgb color, const FrameContext& frame) {
    frame.session.set(pinned(frame.session.snapshot().recipe, color));
    frame.state.said = "Pinned " + hex_code(color);
}

}

void PictureMenu::draw_color(const FrameContext& frame, const Result* result) const {
    const auto after = result ? result->result_of(color_) : std::nullopt;
    copy_item(color_, frame);
    if (after && *after != color_) copy_item(*after, frame);
    ImGui::Separator();
    if (is_pinned(frame.snapshot.recipe, color_)) {
        if (menu_item("Unpin", frame.gui))
            frame.session.set(unpinned(frame.session.snapshot().recipe, color_));
    } else if (menu_item(("Pin " + hex_code(color_)).c_str(), "Ctrl+click", false, true, frame.gui)) {
        pin(color_, frame);
    }
    if (after && menu_item(("Show only " + hex_code(*after)).c_str(), frame.gui))
        frame.state.isolated = after;
}

void PictureMenu::draw(const FrameContext& frame) {
    const auto& result = frame.snapshot.result(frame.state.shown(frame.snapshot.weightings));
    if (frame.state.pointed && ImGui::GetIO().KeyCtrl && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        pin(*frame.state.pointed, frame);
    if (frame.state.pointed && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        color_ = *frame.state.pointed;
        ImGui::OpenPopup("picture");
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * frame.gui.scale(), 8 * frame.gui.scale()});
    if (ImGui::BeginPopup("picture")) {
        draw_color(frame, result.get());
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

}
