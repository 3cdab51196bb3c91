#include "app/panels/swatch_drawing.h"

#include "app/ui/texts.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "color/css_color.h"
#include "color/position.h"
#include "session/palette_edits.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <unordered_set>
#include <utility>

namespace huedrift::app {

std::optional<Dragged> dragged_over(Rgb color, const SwatchPlace& place, const Gui& gui) {
    const auto& [at, size, gap, is_listed] = place;
    if (ImGui::BeginDragDropSource()) {
        ImGui::SetDragDropPayload("colour", &color, sizeof color);
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + size.y, corner.y + size.y},
                                                  packed(color), 4 * gui.scale());
        ImGui::Dummy({size.y, size.y});
        ImGui::EndDragDropSource();
    }
    // Includes half of the gaps, so that there is no dead space between swatches.
    const ImRect area(at.x - gap / 2, at.y - gap / 2, at.x + size.x + gap / 2, at.y + size.y + gap / 2);
    std::optional<Dragged> dragged;
    if (!ImGui::BeginDragDropTargetCustom(area, ImGui::GetItemID())) return dragged;
    constexpr ImGuiDragDropFlags early =
        ImGuiDragDropFlags_AcceptBeforeDelivery | ImGuiDragDropFlags_AcceptNoDrawDefaultRect;
    if (const ImGuiPayload* const payload = ImGui::AcceptDragDropPayload("colour", early)) {
        std::memcpy(&dragged.emplace().color, payload->Data, sizeof(Rgb));
        const ImVec2 pointer = ImGui::GetIO().MousePos;
        const float share = is_listed ? (pointer.y - at.y) / size.y : (pointer.x - at.x) / size.x;
        if (share < 0.25f) dragged->over = Over::before;
        if (share > 0.75f) dragged->over = Over::after;
        dragged->dropped = payload->IsDelivery();
    }
    ImGui::EndDragDropTarget();
    return dragged;
}

void draw_target(Over over, const SwatchPlace& place, const Gui& gui) {
    const auto& [at, size, gap, is_listed] = place;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float scale = gui.scale(), reach = 2 * scale, width = 2 * scale;
    const std::uint32_t color = packed(gui.theme().accent);
    const ImVec2 end{at.x + size.x, at.y + size.y};
    if (over == Over::middle)
        return list.AddRect({at.x - reach, at.y - reach}, {end.x + reach, end.y + reach}, color, 6 * scale, 0,
                            width);
    const float x = over == Over::before ? at.x - gap / 2 : end.x + gap / 2,
                y = over == Over::before ? at.y - gap / 2 : end.y + gap / 2;
    if (is_listed) return list.AddLine({at.x, y}, {end.x, y}, color, width);
    list.AddLine({x, at.y - reach}, {x, end.y + reach}, color, width);
}

namespace {

std::string percent(const Swatch& swatch, std::uint64_t pixels) {
    const double share = double(swatch.pixels) / double(std::max<std::uint64_t>(pixels, 1));
    return printed(share < 0.0995 ? "%.2f %%" : "%.1f %%", share * 100);
}

/// Draws a disc for a pin and a corner for an edit, visible on every colour.
void draw_marks(const SwatchMarks& marks, ImVec2 at, float side, const Gui& gui) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = 3.5f * gui.scale();
    const ImU32 light = packed(Rgb{255, 255, 255}), dark = packed(Rgb{0, 0, 0});
    if (marks.is_pinned) {
        const ImVec2 middle{at.x + side - 2 * size, at.y + 2 * size};
        list.AddCircleFilled(middle, size, dark);
        list.AddCircleFilled(middle, size - gui.scale(), light);
    }
    if (marks.is_edited) {
        const ImVec2 corner{at.x + size, at.y + side - size};
        list.AddTriangleFilled({corner.x, corner.y - 2.5f * size}, corner, {corner.x + 2.5f * size, corner.y},
                               dark);
        list.AddTriangleFilled({corner.x + gui.scale(), corner.y - 1.6f * size},
                               {corner.x + gui.scale(), corner.y - gui.scale()},
                               {corner.x + 1.6f * size, corner.y - gui.scale()}, light);
    }
}

/// Draws the light and dark squares that show through a soft colour.
void draw_squares(ImVec2 at, ImVec2 end, float rounding) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 middle{std::round((at.x + end.x) / 2), std::round((at.y + end.y) / 2)};
    const ImU32 light = packed(Rgb{255, 255, 255}), dark = packed(Rgb{190, 190, 190});
    list.AddRectFilled(at, end, light, rounding);
    list.AddRectFilled({middle.x, at.y}, {end.x, middle.y}, dark, rounding, ImDrawFlags_RoundCornersTopRight);
    list.AddRectFilled({at.x, middle.y}, {middle.x, end.y}, dark, rounding,
                       ImDrawFlags_RoundCornersBottomLeft);
}

/// The code, with alpha where it is not opaque.
std::string code_of(const Swatch& swatch) {
    return hex_code(swatch.color) + (swatch.alpha == 255 ? "" : printed("%02x", swatch.alpha));
}

/// The name in the palette that the result was mapped to, else the nearest CSS name.
std::string shown_name(const Swatch& swatch) {
    return swatch.name.empty() ? name_near(swatch.color) : swatch.name;
}

}

void draw_swatch(Rgb color, const SwatchMarks& marks, ImVec2 at, float side, const Gui& gui) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float scale = gui.scale(), rounding = 4 * scale;
    const ImVec2 end{at.x + side, at.y + side};
    if (marks.alpha != 255) draw_squares(at, end, rounding);
    list.AddRectFilled(at, end, packed(color, marks.is_hidden ? 0.25f : float(marks.alpha) / 255), rounding);
    list.AddRect(at, end, packed(gui.theme().text, 0.28f), rounding);
    if (marks.is_hidden) {
        const float inset = 3 * scale;
        list.AddLine({at.x + inset, end.y - inset}, {end.x - inset, at.y + inset}, packed(gui.theme().text),
                     1.5f * scale);
    }
    draw_marks(marks, at, side, gui);
}

void draw_rings(const SwatchPlace& place, bool is_chosen, bool is_lit, const Gui& gui) {
    const float width = 2 * gui.scale(), rounding = 4 * gui.scale();
    const auto draw = [&](float reach, Rgb color) {
        const ImVec2 at{place.at.x - reach, place.at.y - reach},
            end{place.at.x + place.size.x + reach, place.at.y + place.size.y + reach};
        ImGui::GetWindowDrawList()->AddRect(at, end, packed(color), rounding + reach, 0, width);
    };
    if (is_chosen) draw(width / 2, gui.theme().accent);
    if (is_lit) draw(is_chosen ? -width / 2 : width, gui.theme().text);
}

void draw_layer_texts(const Swatch& swatch, std::uint64_t pixels, bool is_hidden, ImVec2 at, float right,
                      float height, const Gui& gui) {
    const float gap = 10 * gui.scale(), alpha = is_hidden ? 0.45f : 1;
    const std::uint32_t strong = packed(gui.theme().text, alpha), muted = packed(gui.theme().muted, alpha);
    ImFont *const code = gui.fonts().code, *const small = gui.fonts().small;
    const std::string hex = code_of(swatch), share = percent(swatch, pixels);
    const auto write = [&](ImFont* font, float x, std::uint32_t color, const std::string& text) {
        draw_text(font, {x, std::round(at.y + (height - size_of(font)) / 2)}, color, text);
    };
    write(code, at.x, strong, hex);
    const float name = at.x + width_of(code, hex) + gap, end = right - width_of(small, share);
    write(small, end, strong, share);
    ImGui::PushClipRect({name, at.y}, {end - gap, at.y + height}, true);
    write(small, name, muted, shown_name(swatch));
    ImGui::PopClipRect();
}

void draw_eye(bool is_open, bool is_hovered, ImVec2 at, float side, const Gui& gui) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float scale = gui.scale(), x = at.x + side / 2, y = at.y + side / 2, half = 7 * scale,
                lid = 6 * scale;
    const std::uint32_t color = packed(is_hovered ? gui.theme().text : gui.theme().muted, is_open ? 1 : 0.6f);
    const auto draw_lid = [&](float height) {
        list.AddBezierQuadratic({x - half, y}, {x, y + height}, {x + half, y}, color, 1.3f * scale);
    };
    draw_lid(lid * 1.5f);
    if (!is_open) return;
    draw_lid(-lid * 1.5f);
    list.AddCircleFilled({x, y}, 2.4f * scale, color);
}

void show_facts(const Swatch& swatch, std::uint64_t pixels, const Gui& gui) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * gui.scale(), 7 * gui.scale()});
    ImGui::BeginTooltip();
    ImGui::PushFont(gui.fonts().code);
    ImGui::TextUnformatted(code_of(swatch).c_str());
    ImGui::PopFont();
    ImGui::SameLine(0, 12 * gui.scale());
    ImGui::TextUnformatted(percent(swatch, pixels).c_str());
    ImGui::TextUnformatted(shown_name(swatch).c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().muted));
    const auto [l, a, b] = oklab_from_position(PositionTable(Transfer::srgb)(swatch.color));
    ImGui::Text("Oklab %.3f  %+.3f  %+.3f", l, a, b);
    const std::string from = swatch.colors == 0 ? "" : " from " + counted(swatch.colors, "colour", "colours");
    ImGui::TextUnformatted((counted(swatch.pixels, "pixel", "pixels") + from).c_str());
    ImGui::PopStyleColor();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

const Swatch* draw_share_strip(const Layers& layers, const Gui& gui) {
    const float height = 16 * gui.scale(), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("shares", {width, height});
    const float pointer = ImGui::IsItemHovered() ? ImGui::GetIO().MousePos.x : -FLT_MAX;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double pixels = double(std::max<std::uint64_t>(layers.pixels(), 1));
    const auto right_of = [&](std::uint64_t end) {
        return at.x + static_cast<float>(double(end) / pixels) * width;
    };
    const Swatch* pointed = nullptr;
    float drawn = at.x;
    for (auto end = layers.ends.begin();; ++end) {
        // Below a third of a pixel, only some of the colours can be visible.
        end = std::partition_point(end, layers.ends.end(),
                                   [&](std::uint64_t last) { return right_of(last) - drawn < 0.33f; });
        if (end == layers.ends.end()) break;
        const float right = right_of(*end);
        const Swatch& swatch = layers.list[std::size_t(end - layers.ends.begin())];
        const ImVec2 from{drawn, at.y}, to{right, at.y + height};
        if (swatch.alpha != 255) list.AddRectFilled(from, to, packed(Rgb{222, 222, 222}));
        list.AddRectFilled(from, to, packed(swatch.color, float(swatch.alpha) / 255));
        if (drawn <= pointer && pointer < right) pointed = &swatch;
        drawn = right;
    }
    list.AddRect(at, {at.x + width, at.y + height}, packed(gui.theme().text, 0.28f));
    return pointed;
}

namespace {

bool are_pinned(const Recipe& recipe, std::span<const Rgb> colors) {
    const std::vector<Rgb> pins = pins_in(recipe);
    return std::ranges::all_of(colors, [&](Rgb color) { return std::ranges::binary_search(pins, color); });
}

}

void show_alone(const Result& result, std::span<const Rgb> colors, ViewState& state) {
    if (colors.size() == 1) return state.isolate(colors.front());
    std::vector<Rgb> alone(colors.begin(), colors.end()), shown = shown_in(result, state.display.hidden);
    std::ranges::sort(alone);
    std::ranges::sort(shown);
    state.isolated.reset();
    alone == shown ? state.display.hidden.clear() : show_only(result, colors, state.display.hidden);
}

void hide_or_show(const Result& result, std::span<const Rgb> colors, ViewState& state) {
    toggle_hidden(result, colors, state.display.hidden);
    if (state.isolated && HiddenIn(result, state.display.hidden)(*state.isolated)) state.isolated.reset();
}

void copy_codes(std::span<const Rgb> colors, ViewState& state) {
    std::string codes;
    for (const Rgb color : colors) codes += hex_code(color) + "\n";
    copy(codes, counted(colors.size(), "colour", "colours"), state);
}

void copy_codes(std::span<const Swatch> swatches, ViewState& state) {
    std::vector<Rgb> colors(swatches.size());
    std::ranges::transform(swatches, colors.begin(), &Swatch::color);
    copy_codes(colors, state);
}

void pin_or_unpin(std::span<const Rgb> colors, Session& session) {
    const Recipe& recipe = session.recipe();
    session.set(are_pinned(recipe, colors) ? unpinned(recipe, colors) : pinned(recipe, colors));
}

void pin(Rgb color, const FrameContext& frame) {
    frame.session.set(pinned(frame.session.recipe(), color));
    frame.state.said = "Pinned " + hex_code(color);
}

void join(const Result& result, std::span<const Rgb> colors, Rgb into, Session& session) {
    session.set(joined(session.recipe(), result, colors, into));
}

void take_back_edits(const Result& result, std::span<const Rgb> colors, Session& session) {
    session.set(unedited(session.recipe(), result, colors));
}

namespace {

void copy_item(Rgb color, const FrameContext& frame) {
    const std::string code = hex_code(color);
    if (menu_item("Copy " + code, frame.gui)) copy(code, code, frame.state);
}

void draw_copying(const std::vector<Rgb>& colors, std::span<const Swatch> list, const FrameContext& frame) {
    if (colors.size() == 1)
        copy_item(colors.front(), frame);
    else if (menu_item("Copy these " + std::to_string(colors.size()), frame.gui, "Ctrl+C"))
        copy_codes(colors, frame.state);
    if (menu_item("Copy all colours", frame.gui)) copy_codes(list, frame.state);
    ImGui::Separator();
}

void draw_showing(const std::vector<Rgb>& colors, const Result& result, const FrameContext& frame) {
    ViewState& state = frame.state;
    const bool is_one = colors.size() == 1;
    if (menu_item(is_one ? "Show alone" : "Show only these", frame.gui, is_one ? "click" : "Enter", true,
                  is_one && state.isolated == colors.front()))
        show_alone(result, colors, state);
    const HiddenIn is_hidden(result, state.display.hidden);
    const bool hidden = std::ranges::all_of(colors, std::cref(is_hidden));
    if (menu_item(hidden ? "Show" : "Hide", frame.gui, "H")) hide_or_show(result, colors, state);
    if (menu_item("Show all colours", frame.gui, "Backspace",
                  state.isolated || !state.display.hidden.empty()))
        state.show_all();
    ImGui::Separator();
}

}

bool SwatchMenu::follow(const std::shared_ptr<const Result>& newest) {
    if (newest == result) return true;
    if (!newest || newest->picture != result->picture) return false;
    std::vector<Rgb> all = colors, listed = colors_of(newest->swatches), now;
    const auto place = std::size_t(std::ranges::find(all, color) - all.begin());
    if (place == all.size()) all.push_back(color);
    const std::vector<std::optional<Rgb>> sources = sources_of(*result, all);
    std::ranges::sort(listed);
    std::unordered_set<std::uint32_t> known;
    std::optional<Rgb> swatch;
    for (std::size_t i = 0; i < all.size(); ++i) {
        // Dithering mixes in colours without a source.
        auto becomes = sources[i] ? newest->result_of(*sources[i]) : std::optional(all[i]);
        if (becomes && !std::ranges::binary_search(listed, *becomes)) becomes.reset();
        if (i == place) swatch = becomes;
        if (becomes && i < colors.size() && known.insert(becomes->code()).second) now.push_back(*becomes);
    }
    if (!swatch || now.empty()) return false;
    result = newest;
    color = *swatch;
    colors = std::move(now);
    return true;
}

bool draw_swatch_menu(const FrameContext& frame, const SwatchMenu& menu, std::span<const Swatch> list) {
    const Result& result = *menu.result;
    const std::vector<Rgb>& colors = menu.colors;
    draw_copying(colors, list, frame);
    draw_showing(colors, result, frame);
    if (menu_item(are_pinned(frame.session.recipe(), colors) ? "Unpin" : "Pin", frame.gui, "P"))
        pin_or_unpin(colors, frame.session);
    const bool is_one = colors.size() == 1;
    if (!is_one && menu_item("Join into " + hex_code(menu.color), frame.gui, "Ctrl+J"))
        join(result, colors, menu.color, frame.session);
    const bool recolors = is_one && menu_item("Recolour\u2026", frame.gui, "double-click");
    const std::vector<Rgb> all_edited = edited_in(result);
    const bool edited =
        std::ranges::any_of(colors, [&](Rgb color) { return std::ranges::binary_search(all_edited, color); });
    if (menu_item("Restore colour", frame.gui, "Delete", edited))
        take_back_edits(result, colors, frame.session);
    return recolors;
}

namespace {

void draw_color_menu(Rgb color, const FrameContext& frame) {
    const auto after = frame.result() ? frame.result()->result_of(color) : std::nullopt;
    copy_item(color, frame);
    if (after && *after != color) copy_item(*after, frame);
    ImGui::Separator();
    if (is_pinned(*frame.snapshot.recipe, color)) {
        if (menu_item("Unpin", frame.gui)) frame.session.set(unpinned(frame.session.recipe(), color));
    } else if (menu_item("Pin " + hex_code(color), frame.gui, "Ctrl+click")) {
        pin(color, frame);
    }
    if (after && menu_item("Show only " + hex_code(*after), frame.gui)) frame.state.isolated = after;
}

}

void draw_picture_menu(const FrameContext& frame) {
    if (frame.state.pointed && ImGui::GetIO().KeyCtrl && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        pin(*frame.state.pointed, frame);
    if (frame.state.pointed && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        frame.state.menu_color = *frame.state.pointed;
        ImGui::OpenPopup("picture");
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * frame.gui.scale(), 8 * frame.gui.scale()});
    if (ImGui::BeginPopup("picture")) {
        draw_color_menu(frame.state.menu_color, frame);
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

}
