#include "app/panels/swatches_panel.h"

#include "app/panels/share_strip.h"
#include "app/ui/clipboard.h"
#include "app/ui/plot.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "color/css_color.h"
#include "color/position.h"
#include "pipeline/palette_list.h"
#include "session/palette_edits.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

namespace huedrift::app {
namespace {

std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, share < 0.0995 ? "%.2f %%" : "%.1f %%", share * 100);
    return text;
}

void show_facts(const Swatch& swatch, const Result& result, const Gui& gui) {
    const double share =
        double(swatch.pixels) / double(std::max<std::uint64_t>(result.picture->colors.pixels(), 1));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * gui.scale(), 7 * gui.scale()});
    ImGui::BeginTooltip();
    ImGui::PushFont(gui.fonts().code);
    ImGui::TextUnformatted(hex_code(swatch.color).c_str());
    ImGui::PopFont();
    ImGui::SameLine(0, 12 * gui.scale());
    ImGui::TextUnformatted(percent(share).c_str());
    const NamedColor& named = nearest_css_color(swatch.color);
    ImGui::TextUnformatted(((named.color == swatch.color ? "" : "near ") + std::string(named.name)).c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().muted));
    const auto [l, a, b] = oklab_from_position(PositionTable(Transfer::srgb)(swatch.color));
    ImGui::Text("Oklab %.3f  %+.3f  %+.3f", l, a, b);
    ImGui::TextUnformatted(
        (counted(swatch.pixels, "pixel", "pixels") + " of " + counted(swatch.colors, "colour", "colours"))
            .c_str());
    ImGui::PopStyleColor();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

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
    Recipe recipe = result.recipe;
    if (!recipe.order) recipe.order = SwatchOrder::pixels;
    recipe.transparent_index.reset(); // which is no colour
    sorted_ = listed(result.palette, recipe, arranged(result));
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

namespace {

/// A swatch dragged over another one.
struct Dragged {
    Rgb color;
    SwatchesPanel::Over over = SwatchesPanel::Over::middle;
    bool dropped = false;
};

/// Lets swatches be dragged; returns the one over this, which is at `at`.
std::optional<Dragged> dragged_over(Rgb color, ImVec2 at, float side, float gap, const Gui& gui) {
    if (ImGui::BeginDragDropSource()) {
        ImGui::SetDragDropPayload("colour", &color, sizeof color);
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + side, corner.y + side}, packed(color),
                                                  4 * gui.scale());
        ImGui::Dummy({side, side});
        ImGui::EndDragDropSource();
    }
    // With the gaps around it, so that there is no place between swatches where nothing happens.
    const ImRect area(at.x - gap / 2, at.y - gap / 2, at.x + side + gap / 2, at.y + side + gap / 2);
    std::optional<Dragged> dragged;
    if (!ImGui::BeginDragDropTargetCustom(area, ImGui::GetItemID())) return dragged;
    constexpr ImGuiDragDropFlags early =
        ImGuiDragDropFlags_AcceptBeforeDelivery | ImGuiDragDropFlags_AcceptNoDrawDefaultRect;
    if (const ImGuiPayload* const payload = ImGui::AcceptDragDropPayload("colour", early)) {
        std::memcpy(&dragged.emplace().color, payload->Data, sizeof(Rgb));
        const float x = (ImGui::GetIO().MousePos.x - at.x) / side;
        if (x < 0.25f) dragged->over = SwatchesPanel::Over::left;
        if (x > 0.75f) dragged->over = SwatchesPanel::Over::right;
        dragged->dropped = payload->IsDelivery();
    }
    ImGui::EndDragDropTarget();
    return dragged;
}

/// A ring around the swatch that would be joined, or a line where the dragged one would go.
void draw_target(SwatchesPanel::Over over, ImVec2 at, float side, float gap, const Gui& gui) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float scale = gui.scale();
    const std::uint32_t color = packed(gui.theme().accent);
    if (over == SwatchesPanel::Over::middle)
        return list.AddRect({at.x - 2 * scale, at.y - 2 * scale},
                            {at.x + side + 2 * scale, at.y + side + 2 * scale}, color, 6 * scale, 0,
                            2 * scale);
    const float x = over == SwatchesPanel::Over::left ? at.x - gap / 2 : at.x + side + gap / 2;
    list.AddLine({x, at.y - 2 * scale}, {x, at.y + side + 2 * scale}, color, 2 * scale);
}

/// A disc for a pin, a corner for an edit, visible on every colour.
void draw_marks(const Result& result, Rgb color, ImVec2 at, float side, const Gui& gui) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = 3.5f * gui.scale();
    const ImU32 light = packed(Rgb{255, 255, 255}), dark = packed(Rgb{0, 0, 0});
    if (is_pinned(result.recipe, color)) {
        const ImVec2 middle{at.x + side - 2 * size, at.y + 2 * size};
        list.AddCircleFilled(middle, size, dark);
        list.AddCircleFilled(middle, size - gui.scale(), light);
    }
    if (is_edited(result, color)) {
        const ImVec2 corner{at.x + size, at.y + side - size};
        list.AddTriangleFilled({corner.x, corner.y - 2.5f * size}, corner, {corner.x + 2.5f * size, corner.y},
                               dark);
        list.AddTriangleFilled({corner.x + gui.scale(), corner.y - 1.6f * size},
                               {corner.x + gui.scale(), corner.y - gui.scale()},
                               {corner.x + 1.6f * size, corner.y - gui.scale()}, light);
    }
}

}

/// Joins a dragged colour with the one at `number`, or moves it to one of its sides.
void SwatchesPanel::drop(Rgb color, std::size_t number, Over over, const Result& result, Session& session) {
    const Recipe recipe = session.snapshot().recipe;
    if (over == Over::middle) return session.set(joined(recipe, result, color, sorted_[number].color));
    const auto from = std::ranges::find(sorted_, color, &Swatch::color);
    if (from == sorted_.end()) return;
    session.set(moved(recipe, result, sorted_, std::size_t(from - sorted_.begin()),
                      over == Over::left ? number : number + 1));
}

void SwatchesPanel::draw_swatch(const std::shared_ptr<const Result>& result, std::size_t number, float side,
                                Session& session, ViewState& state, const Gui& gui) {
    const Swatch& swatch = sorted_[number];
    const Theme& theme = gui.theme();
    const float scale = gui.scale(), rounding = 4 * scale;
    ImGui::PushID(static_cast<int>(number));
    const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + side, at.y + side};
    if (ImGui::InvisibleButton("swatch", {side, side})) isolate(swatch.color, state);
    const bool is_isolated = state.isolated == swatch.color;
    const bool hovered = ImGui::IsItemHovered();
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        recolored_ = source_of(*result, swatch.color);
        opens_picker_ = true;
        state.isolated.reset();
    }
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const auto dragged = dragged_over(swatch.color, at, side, gap, gui);
    if (dragged && dragged->dropped) drop(dragged->color, number, dragged->over, *result, session);
    draw_menu(swatch, *result, session, state, gui);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, end, packed(swatch.color), rounding);
    list.AddRect(at, end, packed(theme.text, 0.28f), rounding);
    draw_marks(*result, swatch.color, at, side, gui);
    const bool is_pointed = pointed_ == swatch.color;
    if (hovered || is_isolated || is_pointed) {
        const Rgb ring = is_isolated ? theme.accent : theme.text;
        list.AddRect({at.x - 2 * scale, at.y - 2 * scale}, {end.x + 2 * scale, end.y + 2 * scale},
                     packed(ring), rounding + 2 * scale, 0, 2 * scale);
    }
    if (dragged) draw_target(dragged->over, at, side, gap, gui);
    if (hovered) point_at(swatch, result, session, state, gui);
    ImGui::PopID();
}

void SwatchesPanel::draw_grid(const std::shared_ptr<const Result>& result, Session& session, ViewState& state,
                              const Gui& gui) {
    const float scale = gui.scale(), gap = 5 * scale, wanted = (sorted_.size() > 300 ? 18 : 26) * scale;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {4 * scale, 4 * scale});
    ImGui::BeginChild("grid", {0, 0}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
    const float width = ImGui::GetContentRegionAvail().x;
    const float columns_wanted = std::max(1.0f, std::floor((width + gap) / (wanted + gap))),
                side = std::floor((width + gap) / columns_wanted - gap);
    const auto columns = static_cast<std::size_t>(columns_wanted);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>((sorted_.size() + columns - 1) / columns), side + gap);
    while (clipper.Step()) {
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            const std::size_t first = static_cast<std::size_t>(row) * columns;
            for (std::size_t i = first; i < std::min(first + columns, sorted_.size()); ++i) {
                if (i > first) ImGui::SameLine();
                draw_swatch(result, i, side, session, state, gui);
            }
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
}

void SwatchesPanel::draw_order(const Result& result, Session& session, const Gui& gui) {
    const Recipe& shown = result.recipe;
    // What was moved by hand is in none of these orders.
    const int chosen =
        shown.arrange.empty() ? static_cast<int>(shown.order.value_or(SwatchOrder::pixels)) : -1;
    const float width =
        ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - ImGui::GetStyle().ItemSpacing.x;
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
    draw_pin(session, state, gui);
    sort(*result, state);
    pointed_ = state.pointed ? result->result_of(*state.pointed) : std::nullopt;
    if (const Swatch* const pointed = draw_share_strip(sorted_, gui)) {
        if (ImGui::IsItemClicked()) isolate(pointed->color, state);
        point_at(*pointed, result, session, state, gui);
    }
    draw_grid(result, session, state, gui);
    draw_picker(*result, session, gui);
}

}
