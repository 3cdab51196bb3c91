#include "app/panels/swatches_panel.h"

#include "app/panels/share_strip.h"
#include "app/panels/swatch_drag.h"
#include "app/panels/swatch_drawing.h"
#include "app/ui/clipboard.h"
#include "app/ui/plot.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "session/palette_edits.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace huedrift::app {
namespace {

/// Lights up the pixels of a swatch and says what it is.
void point_at(const Swatch& swatch, const std::shared_ptr<const Result>& result, Session& session,
              ViewState& state, const Gui& gui) {
    state.hovered = swatch.color;
    session.look_at(result, swatch.color);
    show_facts(swatch, *result, gui);
}

/// Once more, and all colours are shown again.
void isolate(Rgb color, ViewState& state) {
    state.isolated = state.isolated == color ? std::nullopt : std::optional(color);
}

}

void SwatchesPanel::sort(const Result& result, ViewState& state) {
    if (result.id == result_) return;
    result_ = result.id;
    sorted_ = layers_of(result);
    const auto gone = [&](Rgb color) {
        return std::ranges::find(sorted_, color, &Swatch::color) == sorted_.end();
    };
    if (state.isolated && gone(*state.isolated)) state.isolated.reset();
}

void SwatchesPanel::draw_menu(const Swatch& swatch, const Result& result, Session& session, ViewState& state,
                              const Gui& gui) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * gui.scale(), 8 * gui.scale()});
    const bool is_open = ImGui::BeginPopupContextItem("menu");
    ImGui::PopStyleVar();
    if (!is_open) return;
    const std::string code = hex_code(swatch.color);
    if (ImGui::MenuItem(("Copy " + code).c_str())) copy(code, code, state);
    if (ImGui::MenuItem("Copy all of them")) {
        std::string all;
        for (const Swatch& other : sorted_) all += hex_code(other.color) + "\n";
        copy(all, counted(sorted_.size(), "colour", "colours"), state);
    }
    ImGui::Separator();
    if (ImGui::MenuItem("Show alone", "click", state.isolated == swatch.color)) isolate(swatch.color, state);
    const bool hidden = is_hidden(result, swatch.color, state.display.hidden);
    if (ImGui::MenuItem(hidden ? "Show" : "Hide", "Ctrl+click"))
        toggle_hidden(result, swatch.color, state.display.hidden);
    if (ImGui::MenuItem("Show all", nullptr, false, state.isolated || !state.display.hidden.empty()))
        state.show_all();
    ImGui::Separator();
    const Recipe recipe = session.snapshot().recipe;
    if (is_pinned(recipe, swatch.color)) {
        if (ImGui::MenuItem("Unpin")) session.set(unpinned(recipe, swatch.color));
    } else if (ImGui::MenuItem("Pin")) {
        session.set(pinned(recipe, swatch.color));
    }
    if (ImGui::MenuItem("Recolour\u2026", "double-click")) {
        recolored_ = source_of(result, swatch.color);
        opens_picker_ = true;
    }
    if (ImGui::MenuItem("Back to found", nullptr, false, is_edited(result, swatch.color)))
        session.set(unedited(recipe, result, swatch.color));
    ImGui::EndPopup();
}

/// Opened outside the grid, where the popups of all swatches share one name.
void SwatchesPanel::draw_picker(const Result& result, Session& session, const Gui& gui) {
    if (std::exchange(opens_picker_, false)) ImGui::OpenPopup("recolour");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12 * gui.scale(), 12 * gui.scale()});
    if (ImGui::BeginPopup("recolour")) {
        const auto now = recolored_ ? result.result_of(*recolored_) : std::nullopt;
        const Recipe recipe = session.snapshot().recipe;
        Rgb color = now.value_or(Rgb{});
        // The recipe may be ahead of the result.
        const auto set = std::ranges::find(recipe.recolors, *recolored_, &Edit::source);
        if (set != recipe.recolors.end()) color = set->target;
        const Change change = now ? picker_.draw(color, gui) : Change::none;
        if (change != Change::none) {
            Recipe changed = recipe;
            if (now)
                std::erase_if(changed.recolors, [&](const Edit& edit) { return edit.source == *recolored_; });
            changed.recolors.push_back({*recolored_, color});
            session.set(changed, gesture_of(change));
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

/// Joins a dragged colour with the one at `number`, or moves it to one of its sides.
void SwatchesPanel::drop(const Dragged& dragged, std::size_t number, const Result& result, Session& session) {
    const Recipe recipe = session.snapshot().recipe;
    if (dragged.over == Over::middle)
        return session.set(joined(recipe, result, dragged.color, sorted_[number].color));
    const auto from = std::ranges::find(sorted_, dragged.color, &Swatch::color);
    if (from == sorted_.end()) return;
    session.set(moved(recipe, result, sorted_, std::size_t(from - sorted_.begin()),
                      dragged.over == Over::before ? number : number + 1));
}

/// What the pointer does on a swatch, or on its row in the list.
void SwatchesPanel::draw_item(const std::shared_ptr<const Result>& result, std::size_t number, bool clicked,
                              const SwatchPlace& place, Session& session, ViewState& state, const Gui& gui) {
    const Swatch& swatch = sorted_[number];
    const bool is_isolated = state.isolated == swatch.color, hovered = ImGui::IsItemHovered();
    if (clicked) {
        if (ImGui::GetIO().KeyCtrl)
            toggle_hidden(*result, swatch.color, state.display.hidden);
        else
            isolate(swatch.color, state);
    }
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        recolored_ = source_of(*result, swatch.color);
        opens_picker_ = true;
        state.isolated.reset();
    }
    const auto dragged = dragged_over(swatch.color, place, gui);
    if (dragged && dragged->dropped) drop(*dragged, number, *result, session);
    draw_menu(swatch, *result, session, state, gui);
    if (hovered || is_isolated || pointed_ == swatch.color) {
        const float reach = 2 * gui.scale();
        const auto& [at, size, gap, is_listed] = place;
        ImGui::GetWindowDrawList()->AddRect(
            {at.x - reach, at.y - reach}, {at.x + size.x + reach, at.y + size.y + reach},
            packed(is_isolated ? gui.theme().accent : gui.theme().text), 4 * gui.scale() + reach, 0, reach);
    }
    if (dragged) draw_target(dragged->over, place, gui);
    if (hovered) point_at(swatch, result, session, state, gui);
}

void SwatchesPanel::draw_square(const std::shared_ptr<const Result>& result, std::size_t number, float side,
                                Session& session, ViewState& state, const Gui& gui) {
    const Swatch& swatch = sorted_[number];
    const SwatchPlace place{ImGui::GetCursorScreenPos(), {side, side}, ImGui::GetStyle().ItemSpacing.x};
    ImGui::PushID(static_cast<int>(number));
    const bool clicked = ImGui::InvisibleButton("swatch", place.size);
    draw_swatch(swatch, *result, is_hidden(*result, swatch.color, state.display.hidden), place.at, side, gui);
    draw_item(result, number, clicked, place, session, state, gui);
    ImGui::PopID();
}

/// An eye to hide the layer by, and all else of it.
void SwatchesPanel::draw_row(const std::shared_ptr<const Result>& result, std::size_t number, float height,
                             Session& session, ViewState& state, const Gui& gui) {
    const Swatch& swatch = sorted_[number];
    const float scale = gui.scale(), gap = ImGui::GetStyle().ItemSpacing.y;
    const bool hidden = is_hidden(*result, swatch.color, state.display.hidden);
    ImGui::PushID(static_cast<int>(number));
    const ImVec2 eye = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("eye", {height, height}))
        toggle_hidden(*result, swatch.color, state.display.hidden);
    draw_eye(!hidden, ImGui::IsItemHovered(), eye, height, gui);
    if (number == 0) first_eye_ = item_area();
    tooltip(hidden ? "Show this colour" : "Hide this colour", gui);
    ImGui::SameLine(0, 4 * scale);
    const float width = ImGui::GetContentRegionAvail().x - 2 * scale;
    const SwatchPlace place{ImGui::GetCursorScreenPos(), {width, height}, gap, true};
    const bool clicked = ImGui::InvisibleButton("swatch", place.size);
    draw_swatch(swatch, *result, hidden, place.at, height, gui);
    draw_layer_texts(swatch, *result, hidden, {place.at.x + height + 8 * scale, place.at.y},
                     place.at.x + width - 6 * scale, height, gui);
    draw_item(result, number, clicked, place, session, state, gui);
    ImGui::PopID();
}

void SwatchesPanel::draw_all(const std::shared_ptr<const Result>& result, Session& session, ViewState& state,
                             const Gui& gui) {
    const float scale = gui.scale(), gap = 5 * scale, wanted = (sorted_.size() > 300 ? 18 : 26) * scale;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {4 * scale, 4 * scale});
    ImGui::BeginChild("grid", {0, 0}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
    const float width = ImGui::GetContentRegionAvail().x;
    const float columns_wanted = is_list_ ? 1 : std::max(1.0f, std::floor((width + gap) / (wanted + gap)));
    const float side = is_list_ ? 22 * scale : std::floor((width + gap) / columns_wanted - gap);
    const auto columns = static_cast<std::size_t>(columns_wanted);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>((sorted_.size() + columns - 1) / columns), side + gap);
    while (clipper.Step()) {
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            const std::size_t first = static_cast<std::size_t>(row) * columns;
            if (is_list_) {
                draw_row(result, first, side, session, state, gui);
                continue;
            }
            for (std::size_t i = first; i < std::min(first + columns, sorted_.size()); ++i) {
                if (i > first) ImGui::SameLine();
                draw_square(result, i, side, session, state, gui);
            }
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
}

/// Between swatches and a list of layers.
void SwatchesPanel::draw_list_button(const Gui& gui) {
    const float side = ImGui::GetFrameHeight(), scale = gui.scale();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Button("##list", {side, side})) is_list_ = !is_list_;
    list_button_ = item_area();
    tooltip(is_list_ ? "Show swatches"
                     : "Show layers in a list: the eye hides one, a click shows it alone, dragging moves it",
            gui);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float inset = std::round(side * 0.3f), step = (side - 2 * inset) / 2;
    const std::uint32_t color = packed(is_list_ ? gui.theme().accent : gui.theme().text);
    for (int i = 0; i < 3; ++i) {
        const float y = std::round(at.y + inset + static_cast<float>(i) * step);
        list.AddLine({at.x + inset, y}, {at.x + side - inset, y}, color, 1.5f * scale);
    }
}

void SwatchesPanel::draw_order(const Result& result, Session& session, const Gui& gui) {
    const Recipe& shown = result.recipe;
    // What was moved by hand is in none of these orders.
    const int chosen =
        shown.arrange.empty() ? static_cast<int>(shown.order.value_or(SwatchOrder::pixels)) : -1;
    const float width =
        ImGui::GetContentRegionAvail().x - 2 * (ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.x);
    const auto clicked =
        shown.to.empty() ? segments("order", {"Pixels", "Lightness", "Hue", "Code"}, chosen, gui, width)
                         : segments("order", {"Pixels", "Light", "Hue", "Code", "Given"}, chosen, gui, width);
    order_choice_ = item_area();
    tooltip("The order of the colours, here and in files. Drag a swatch between two others to move it.", gui);
    if (!clicked) return;
    Recipe recipe = session.snapshot().recipe;
    recipe.order = static_cast<SwatchOrder>(*clicked);
    recipe.arrange.clear();
    session.set(recipe);
}

/// A button, and below it a field for the code of a colour to pin.
void SwatchesPanel::draw_pin(Session& session, ViewState& state, const Gui& gui) {
    const float side = ImGui::GetFrameHeight(), scale = gui.scale();
    if (ImGui::Button("+", {side, side})) {
        pin_field_.clear();
        ImGui::OpenPopup("pin");
    }
    pin_button_ = item_area();
    tooltip("Pin a colour by its code: it stays as it is, whatever the radius.", gui);
    const ImVec2 corner = ImGui::GetItemRectMax();
    ImGui::SetNextWindowPos({corner.x, corner.y + 4 * scale}, ImGuiCond_Always, {1, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12 * scale, 12 * scale});
    if (ImGui::BeginPopup("pin")) {
        if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
        Rgb color{};
        pin_field_.draw("##code", color, 132 * scale, gui);
        const auto typed = pin_field_.typed();
        ImGui::SameLine();
        ImGui::BeginDisabled(!typed);
        const bool pressed = accented_button("Pin", gui, 56 * scale);
        ImGui::EndDisabled();
        if (typed && (pressed || pin_field_.entered())) {
            session.set(pinned(session.snapshot().recipe, *typed));
            state.said = "Pinned " + hex_code(*typed);
            ImGui::CloseCurrentPopup();
        }
        // In a field it would only end the typing.
        if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

void SwatchesPanel::draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui) {
    const std::shared_ptr<const Result>& result = snapshot.result(state.shown(snapshot.weightings));
    if (!result) return empty_plot("The colours of the result will appear here.", gui);
    draw_order(*result, session, gui);
    ImGui::SameLine();
    draw_list_button(gui);
    ImGui::SameLine();
    draw_pin(session, state, gui);
    sort(*result, state);
    pointed_ = state.pointed ? result->result_of(*state.pointed) : std::nullopt;
    if (const Swatch* const pointed = draw_share_strip(sorted_, gui)) {
        if (ImGui::IsItemClicked()) isolate(pointed->color, state);
        point_at(*pointed, result, session, state, gui);
    }
    draw_all(result, session, state, gui);
    draw_picker(*result, session, gui);
}

}
