#include "app/panels/swatches_panel.h"

#include "app/ui/clipboard.h"
#include "app/ui/plot.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

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
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().muted));
    ImGui::TextUnformatted(
        (counted(swatch.pixels, "pixel", "pixels") + " of " + counted(swatch.colors, "colour", "colours"))
            .c_str());
    ImGui::PopStyleColor();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

}

void SwatchesPanel::sort(const Result& result, ViewState& state) {
    if (result.id == result_) return;
    result_ = result.id;
    sorted_ = result.palette;
    sort_swatches(sorted_, order_);
    const auto gone = [&](Rgb color) {
        return std::ranges::find(sorted_, color, &Swatch::color) == sorted_.end();
    };
    if (state.isolated && gone(*state.isolated)) state.isolated.reset();
}

/// All colours in a row, each as wide as its share.
void SwatchesPanel::draw_strip(const Result& result, const Gui& gui) const {
    const float height = 10 * gui.scale(), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double pixels = double(std::max<std::uint64_t>(result.picture->colors.pixels(), 1));
    double seen = 0;
    float drawn = at.x;
    for (const Swatch& swatch : sorted_) {
        seen += double(swatch.pixels) / pixels;
        const float right = at.x + static_cast<float>(seen) * width;
        // Of those narrower than a third of a pixel, only some can be seen.
        if (right - drawn < 0.33f) continue;
        list.AddRectFilled({drawn, at.y}, {right, at.y + height}, packed(swatch.color));
        drawn = right;
    }
    list.AddRect(at, {at.x + width, at.y + height}, packed(gui.theme().line));
    ImGui::Dummy({width, height});
}

void SwatchesPanel::copy_menu(const Swatch& swatch, ViewState& state) const {
    if (!ImGui::BeginPopupContextItem("copy")) return;
    const std::string code = hex_code(swatch.color);
    if (ImGui::MenuItem(("Copy " + code).c_str())) copy(code, code, state);
    if (ImGui::MenuItem("Copy all of them")) {
        std::string all;
        for (const Swatch& other : sorted_) all += hex_code(other.color) + "\n";
        copy(all, counted(sorted_.size(), "colour", "colours"), state);
    }
    ImGui::EndPopup();
}

void SwatchesPanel::draw_swatch(const std::shared_ptr<const Result>& result, std::size_t number, float side,
                                Session& session, ViewState& state, const Gui& gui) const {
    const Swatch& swatch = sorted_[number];
    const Theme& theme = gui.theme();
    const float scale = gui.scale(), rounding = 4 * scale;
    ImGui::PushID(static_cast<int>(number));
    const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + side, at.y + side};
    const bool is_isolated = state.isolated == swatch.color;
    if (ImGui::InvisibleButton("swatch", {side, side})) {
        if (is_isolated)
            state.isolated.reset();
        else
            state.isolated = swatch.color;
    }
    const bool hovered = ImGui::IsItemHovered();
    copy_menu(swatch, state);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, end, packed(swatch.color), rounding);
    list.AddRect(at, end, packed(theme.text, 0.14f), rounding);
    const bool is_pointed = pointed_ == swatch.color;
    if (hovered || is_isolated || is_pointed) {
        const Rgb ring = is_isolated ? theme.accent : theme.text;
        list.AddRect({at.x - 2 * scale, at.y - 2 * scale}, {end.x + 2 * scale, end.y + 2 * scale},
                     packed(ring), rounding + 2 * scale, 0, 2 * scale);
    }
    if (hovered) {
        state.hovered = swatch.color;
        session.look_at(result, swatch.color);
        show_facts(swatch, *result, gui);
    }
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

void SwatchesPanel::draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui) {
    const std::shared_ptr<const Result>& result = snapshot.result(state.shown(snapshot.weightings));
    if (!result) return empty_plot("The colours of the result will be here.", gui);
    if (const auto clicked =
            segments("order", {"Pixels", "Lightness", "Hue"}, static_cast<int>(order_), gui)) {
        order_ = static_cast<SwatchOrder>(*clicked);
        result_ = 0;
    }
    sort(*result, state);
    pointed_ = state.pointed ? result->result_of(*state.pointed) : std::nullopt;
    draw_strip(*result, gui);
    draw_grid(result, session, state, gui);
}

}
