#include "app/ui/color_picker.h"

#include "color/oklab.h"
#include "color/position.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace huedrift::app {
namespace {

/// Half the side of the plane, which holds all sRGB colours.
constexpr double reach = 0.33;

constexpr int ways = 144, steps = 12; ///< of Gamut

constexpr NumberRange lightnesses{0, 1}, chromas{0, 0.4}, hues{0, 360, false, "\u00b0"};

Rgb shown(const Oklab& color) {
    const LinearRgb linear = linear_from_oklab(color);
    return {encode(linear.r, Transfer::srgb), encode(linear.g, Transfer::srgb),
            encode(linear.b, Transfer::srgb)};
}

Oklab oklab_of(Rgb color) { return oklab_from_position(PositionTable(Transfer::srgb)(color)); }

bool in_gamut(const Oklab& color) {
    constexpr double slack = 1e-3;
    const LinearRgb linear = linear_from_oklab(color);
    return std::min({linear.r, linear.g, linear.b}) >= -slack &&
           std::max({linear.r, linear.g, linear.b}) <= 1 + slack;
}

/// The colour, or the point where the line from it to the grey of its lightness enters the gamut.
Oklab within_gamut(const Oklab& color) {
    if (in_gamut(color)) return color;
    double inside = 0, outside = 1;
    for (int i = 0; i < 20; ++i) {
        const double middle = (inside + outside) / 2;
        (in_gamut({color.l, color.a * middle, color.b * middle}) ? inside : outside) = middle;
    }
    return {color.l, color.a * inside, color.b * inside};
}

double chroma_of(const Oklab& color) { return std::hypot(color.a, color.b); }

/// In degrees, 0 to 360; 0 for greys.
double hue_of(const Oklab& color) {
    if (chroma_of(color) < 5e-5) return 0;
    const double hue = std::atan2(color.b, color.a) * 180 / std::numbers::pi;
    return hue < 0 ? hue + 360 : hue;
}

Oklab from_chroma(double lightness, double chroma, double hue) {
    const double angle = hue * std::numbers::pi / 180;
    return {lightness, chroma * std::cos(angle), chroma * std::sin(angle)};
}

double rounded(double value, double to) { return std::round(value / to) * to; }

ImVec2 place_on(ImVec2 at, float side, const Oklab& color) {
    return {at.x + static_cast<float>((color.a / reach + 1) / 2) * side,
            at.y + static_cast<float>((1 - color.b / reach) / 2) * side};
}

/// White within black, so that it is visible on every colour.
void draw_ring_mark(ImVec2 at, float radius, const Gui& gui) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircle(at, radius, packed(Rgb{0, 0, 0}, 0.7f), 0, 3 * gui.scale());
    list.AddCircle(at, radius, packed(Rgb{255, 255, 255}), 0, 1.5f * gui.scale());
}

}

void ColorPicker::open(Rgb old) {
    old_ = old;
    color_.reset();
}

void ColorPicker::look_at(Rgb color) {
    if (color_ == color) return;
    color_ = color;
    at_ = oklab_of(color);
}

Change ColorPicker::take(const Oklab& place, Change change, Rgb& color) {
    at_ = within_gamut(place);
    color = shown(at_);
    color_ = color;
    return change;
}

/// Draws the old and the new colour; a click on the old one returns to it.
Change ColorPicker::draw_colors(Rgb& color, const Gui& gui) const {
    const float scale = gui.scale(), half = width(gui) / 2, height = 44 * scale, rounding = 6 * scale;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool goes_back = ImGui::InvisibleButton("old", {half, height});
    tooltip("Back to the old colour", gui);
    ImGui::SameLine(0, 0);
    ImGui::Dummy({half, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end{at.x + 2 * half, at.y + height};
    const auto draw = [&](float left, Rgb filled, const char* name, ImDrawFlags corners) {
        list.AddRectFilled({left, at.y}, {left + half, end.y}, packed(filled), rounding, corners);
        ImFont* const font = gui.fonts().small;
        draw_text(font, {left + 9 * scale, std::round(end.y - size_of(font) - 6 * scale)},
                  packed(legible_on(filled), 0.85f), std::string(name) + "  " + hex_code(filled));
    };
    draw(at.x, old_, "Old", ImDrawFlags_RoundCornersLeft);
    draw(at.x + half, color, "New", ImDrawFlags_RoundCornersRight);
    list.AddRect(at, end, packed(gui.theme().text, 0.28f), rounding);
    if (!goes_back || color == old_) return Change::none;
    color = old_;
    return Change::complete;
}

/// Draws triangles between the ways, with colours that blend, and a smooth line around them.
void ColorPicker::draw_gamut(ImVec2 at, float side, const Gui& gui) {
    if (gamut_.lightness != at_.l) {
        gamut_ = {at_.l};
        for (int way = 0; way < ways; ++way) {
            const Oklab edge = within_gamut(from_chroma(at_.l, 2 * reach, way * 360.0 / ways));
            for (int step = 0; step <= steps; ++step) {
                const double share = double(step) / steps;
                gamut_.places.push_back({at_.l, edge.a * share, edge.b * share});
                gamut_.colors.push_back(packed(shown(gamut_.places.back())));
            }
        }
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    list.PrimReserve(ways * steps * 6, ways * (steps + 1));
    const auto first = static_cast<ImDrawIdx>(list._VtxCurrentIdx);
    std::vector<ImVec2> edge;
    for (std::size_t i = 0; i < gamut_.places.size(); ++i) {
        const ImVec2 place = place_on(at, side, gamut_.places[i]);
        list.PrimWriteVtx(place, white, gamut_.colors[i]);
        if (i % (steps + 1) == steps) edge.push_back(place);
    }
    for (int way = 0; way < ways; ++way)
        for (int step = 0; step < steps; ++step) {
            const auto corner = [&](int w, int s) {
                return static_cast<ImDrawIdx>(first + w % ways * (steps + 1) + s);
            };
            for (const ImDrawIdx index :
                 {corner(way, step), corner(way, step + 1), corner(way + 1, step + 1), corner(way, step),
                  corner(way + 1, step + 1), corner(way + 1, step)})
                list.PrimWriteIdx(index);
        }
    list.AddPolyline(edge.data(), static_cast<int>(edge.size()), packed(gui.theme().text, 0.45f),
                     ImDrawFlags_Closed, 1.5f * gui.scale());
}

Change ColorPicker::draw_plane(Rgb& color, float side, const Gui& gui) {
    const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + side, at.y + side};
    ImGui::InvisibleButton("plane", {side, side});
    const bool held = ImGui::IsItemActive() && ImGui::GetIO().MouseDown[0],
               released = ImGui::IsItemDeactivated();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, end, packed(gui.theme().canvas), 6 * gui.scale());
    draw_gamut(at, side, gui);
    draw_ring_mark(place_on(at, side, oklab_of(old_)), 3 * gui.scale(), gui);
    Change change = released ? Change::complete : Change::none;
    if (held) {
        const ImVec2 pointer = ImGui::GetIO().MousePos;
        change = take({at_.l, (std::clamp((pointer.x - at.x) / side, 0.0f, 1.0f) * 2 - 1) * reach,
                       (1 - std::clamp((pointer.y - at.y) / side, 0.0f, 1.0f) * 2) * reach},
                      Change::ongoing, color);
    }
    draw_ring_mark(place_on(at, side, at_), 7 * gui.scale(), gui);
    return change;
}

/// Draws a bar of the colour at all lightnesses.
Change ColorPicker::draw_lightness(Rgb& color, float height, const Gui& gui) {
    const float scale = gui.scale(), wide = width(gui) - height - 12 * scale;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("lightness", {wide, height});
    const bool held = ImGui::IsItemActive() && ImGui::GetIO().MouseDown[0],
               released = ImGui::IsItemDeactivated(), hovered = ImGui::IsItemHovered();
    tooltip("Lightness", gui);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    constexpr int bands = 48;
    const auto color_at = [&](int band) {
        return packed(shown(within_gamut({1 - double(band) / bands, at_.a, at_.b})));
    };
    for (int band = 0; band < bands; ++band) {
        const float top = at.y + height * static_cast<float>(band) / bands;
        const std::uint32_t above = color_at(band), below = color_at(band + 1);
        list.AddRectFilledMultiColor({at.x, top}, {at.x + wide, top + height / bands}, above, above, below,
                                     below);
    }
    list.AddRect(at, {at.x + wide, at.y + height}, packed(gui.theme().text, 0.28f));
    Change change = released ? Change::complete : Change::none;
    if (held) {
        const double share = std::clamp((ImGui::GetIO().MousePos.y - at.y) / height, 0.0f, 1.0f);
        change = take({1 - share, at_.a, at_.b}, Change::ongoing, color);
    } else if (hovered && ImGui::GetIO().MouseWheel != 0) {
        const double lightness = at_.l + 0.01 * double{ImGui::GetIO().MouseWheel};
        change = take({std::clamp(lightness, 0.0, 1.0), at_.a, at_.b}, Change::complete, color);
    }
    if (hovered) ImGui::SetItemUsingMouseWheel();
    const float y = at.y + height * static_cast<float>(1 - at_.l);
    const auto draw_mark = [&](std::uint32_t tone, float thickness) {
        list.AddLine({at.x - 3 * scale, y}, {at.x + wide + 3 * scale, y}, tone, thickness * scale);
    };
    draw_mark(packed(Rgb{0, 0, 0}, 0.7f), 5);
    draw_mark(packed(Rgb{255, 255, 255}), 2);
    return change;
}

Change ColorPicker::draw_fields(Rgb& color, const Gui& gui) {
    const float scale = gui.scale(), left = ImGui::GetCursorPosX(), third = width(gui) / 3, name = 20 * scale;
    caption("Code", gui, left + 48 * scale);
    Change change = code_field_.draw("##code", color, width(gui) - 48 * scale, gui);
    const double chroma = chroma_of(at_), hue = hue_of(at_);
    const auto number = [&](const char* text, int column, NumberField& field, double now,
                            const NumberRange& range, const auto& place) {
        const float x = left + static_cast<float>(column) * third + (column > 0 ? 8 * scale : 0);
        if (column > 0) ImGui::SameLine(x);
        caption(text, gui, x + name);
        const float wide = left + static_cast<float>(column + 1) * third - x - name;
        if (field.draw((std::string("##") + text).c_str(), now, range, wide, gui) == Change::complete)
            change = take(place(now), Change::complete, color);
    };
    number("L", 0, lightness_field_, rounded(at_.l, 0.001), lightnesses, [&](double typed) {
        return Oklab{typed, at_.a, at_.b};
    });
    number("C", 1, chroma_field_, rounded(chroma, 0.0001), chromas,
           [&](double typed) { return from_chroma(at_.l, typed, hue); });
    number("h", 2, hue_field_, rounded(hue, 0.1), hues,
           [&](double typed) { return from_chroma(at_.l, chroma, typed); });
    return change;
}

Change ColorPicker::draw(Rgb& color, const Gui& gui) {
    look_at(color);
    const float scale = gui.scale(),
                side = std::clamp(ImGui::GetIO().DisplaySize.y - 280 * scale, 120 * scale, 256 * scale);
    Change change = draw_colors(color, gui);
    change = std::max(change, draw_plane(color, side, gui));
    ImGui::SameLine(0, 12 * scale);
    change = std::max(change, draw_lightness(color, side, gui));
    return std::max(change, draw_fields(color, gui));
}

}
