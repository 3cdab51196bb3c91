#include "app/ui/oklab_picker.h"

#include "color/position.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

/// Half the side of the plane, which holds all sRGB colours.
constexpr double reach = 0.33;

Rgb shown(const Oklab& color) {
    const LinearRgb linear = linear_from_oklab(color);
    return {encode(linear.r, Transfer::srgb), encode(linear.g, Transfer::srgb),
            encode(linear.b, Transfer::srgb)};
}

bool in_gamut(const Oklab& color) {
    constexpr double slack = 1e-3;
    const LinearRgb linear = linear_from_oklab(color);
    return std::min({linear.r, linear.g, linear.b}) >= -slack &&
           std::max({linear.r, linear.g, linear.b}) <= 1 + slack;
}

/// The colour, or where the line from it to the grey of its lightness enters the gamut.
Oklab within_gamut(const Oklab& color) {
    if (in_gamut(color)) return color;
    double inside = 0, outside = 1;
    for (int i = 0; i < 20; ++i) {
        const double middle = (inside + outside) / 2;
        (in_gamut({color.l, color.a * middle, color.b * middle}) ? inside : outside) = middle;
    }
    return {color.l, color.a * inside, color.b * inside};
}

}

void OklabPicker::look_at(Rgb color) {
    if (color_ == color) return;
    color_ = color;
    at_ = oklab_from_position(PositionTable(Transfer::srgb)(color));
    hex_code(color).copy(code_.data(), 7);
}

Change OklabPicker::draw_plane(Rgb& color, const Gui& gui) {
    constexpr int cells = 56;
    const float cell = std::round(4 * gui.scale()), side = cell * cells;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("plane", {side, side});
    const bool active = ImGui::IsItemActive() && ImGui::GetIO().MouseDown[0];
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + side, at.y + side}, packed(gui.theme().canvas));
    for (int y = 0; y < cells; ++y)
        for (int x = 0; x < cells; ++x) {
            const Oklab here{at_.l, ((x + 0.5) * 2 / cells - 1) * reach, (1 - (y + 0.5) * 2 / cells) * reach};
            if (!in_gamut(here)) continue;
            const ImVec2 corner{at.x + cell * static_cast<float>(x), at.y + cell * static_cast<float>(y)};
            list.AddRectFilled(corner, {corner.x + cell, corner.y + cell}, packed(shown(here)));
        }
    if (active) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        at_ = within_gamut({at_.l, (std::clamp((mouse.x - at.x) / side, 0.0f, 1.0f) * 2 - 1) * reach,
                            (1 - std::clamp((mouse.y - at.y) / side, 0.0f, 1.0f) * 2) * reach});
        color = shown(at_);
    }
    const ImVec2 mark{at.x + static_cast<float>((at_.a / reach + 1) / 2) * side,
                      at.y + static_cast<float>((1 - at_.b / reach) / 2) * side};
    list.AddCircle(mark, 7 * gui.scale(), packed(Rgb{0, 0, 0}), 0, 3 * gui.scale());
    list.AddCircle(mark, 7 * gui.scale(), packed(Rgb{255, 255, 255}), 0, 1.5f * gui.scale());
    if (active) return Change::ongoing;
    return ImGui::IsItemDeactivated() ? Change::complete : Change::none;
}

Change OklabPicker::draw_lightness(Rgb& color, const Gui& gui) {
    double lightness = at_.l;
    const Change change = slider("lightness", lightness, 0.01, gui, 56 * std::round(4 * gui.scale()));
    if (change == Change::none) return change;
    at_ = within_gamut({lightness, at_.a, at_.b});
    color = shown(at_);
    return change;
}

Change OklabPicker::draw_code(Rgb& color) {
    ImGui::SetNextItemWidth(-1);
    const bool entered =
        ImGui::InputText("##code", code_.data(), code_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    const auto typed = rgb_from_hex(code_.data());
    if (!entered || !typed) return Change::none;
    color = *typed;
    return Change::complete;
}

Change OklabPicker::draw(Rgb& color, const Gui& gui) {
    look_at(color);
    Rgb picked = color;
    const Change change = std::max({draw_plane(picked, gui), draw_lightness(picked, gui), draw_code(picked)});
    if (change == Change::none) return change;
    if (picked != color) {
        color_ = picked; // at_ is more precise than the code
        if (shown(at_) != picked) color_.reset();
        hex_code(picked).copy(code_.data(), 7);
        color = picked;
    }
    return change;
}

}
