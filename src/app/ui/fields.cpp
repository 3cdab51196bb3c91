#include "app/ui/fields.h"

#include "app/ui/texts.h"
#include "color/position.h"

#include <imgui.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace huedrift::app {
namespace {

constexpr int refocusing_frames = 3;

std::string text_of(double value, const NumberRange& range) {
    if (!range.whole) return short_number(value) + range.unit;
    return std::to_string(std::llround(value)) + range.unit;
}

/// "1,234" without its comma; unchanged where the commas do not separate groups of three digits.
std::string without_groups(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t next = std::min(text.find(',', i + 1), text.size());
        if (text[i] == ',' && next - i != 4) return std::string(text);
        if (text[i] != ',') plain += text[i];
    }
    return plain;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Shown below the field, on top of everything else.
void say_range(const NumberRange& range, const Gui& gui) {
    const std::string max =
        range.whole ? grouped(static_cast<std::uint64_t>(range.max)) : short_number(range.max);
    const std::string text = "from " + short_number(range.min) + " to " + max + range.unit;
    const float scale = gui.scale(), padding = 7 * scale;
    const ImVec2 size = ImGui::CalcTextSize(text.c_str()), low = ImGui::GetItemRectMin(),
                 high = ImGui::GetItemRectMax();
    const float width = size.x + 2 * padding,
                x = std::min(low.x, ImGui::GetIO().DisplaySize.x - width - padding), y = high.y + 4 * scale;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const std::uint32_t warning = packed(gui.theme().warning);
    list.AddRect(low, high, warning, 6 * scale, 0, 1.5f * scale);
    list.AddRectFilled({x, y}, {x + width, y + size.y + padding}, packed(gui.theme().panel), 6 * scale);
    list.AddRect({x, y}, {x + width, y + size.y + padding}, warning, 6 * scale);
    list.AddText({x + padding, y + padding / 2}, packed(gui.theme().text), text.c_str());
}

}

std::optional<double> read_number(std::string_view text, const NumberRange& range) {
    text = trimmed(text);
    if (const std::string_view unit = trimmed(range.unit); !unit.empty() && text.ends_with(unit))
        text = trimmed(text.substr(0, text.size() - unit.size()));
    std::string number = range.whole ? without_groups(text) : std::string(text);
    std::ranges::replace(number, ',', '.');
    double value = 0;
    const char* const end = number.data() + number.size();
    const auto [rest, failure] = std::from_chars(number.data(), end, value);
    if (failure != std::errc{} || rest != end || !(value >= range.min && value <= range.max)) return {};
    if (range.whole && value != std::floor(value)) return {};
    return value;
}

Change NumberField::draw(const char* id, double& value, const NumberRange& range, float width,
                         const Gui& gui) {
    const std::string before = text_of(value, range);
    if (!typed_) std::snprintf(text_.data(), text_.size(), "%s", before.c_str());
    // Dear ImGui ends editing on Return, but a refused number is to be corrected in place.
    if (refocusing_ == refocusing_frames) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(width);
    const bool entered =
        ImGui::InputText(id, text_.data(), text_.size(),
                         ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
    const bool left = ImGui::IsItemDeactivated(), changed = text_.data() != before;
    const std::optional<double> number = read_number(text_.data(), range);
    entered_ = entered && number;
    if (entered && changed && !number)
        refocusing_ = refocusing_frames;
    else
        refocusing_ = ImGui::IsItemActive() ? 0 : std::max(refocusing_ - 1, 0);
    typed_ = ImGui::IsItemActive() || refocusing_ > 0;
    if (typed_ && changed && !number) say_range(range, gui);
    if (!left || !changed || !number) return Change::none;
    value = *number;
    return Change::complete;
}

Change slider_and_field(const char* id, NumberField& field, int& value, const NumberRange& range,
                        const Gui& gui) {
    const float width = field_width * gui.scale();
    const double extent = range.max - range.min;
    double share = (value - range.min) / extent;
    const Change moved = slider(id, share, 1 / extent, gui,
                                ImGui::GetContentRegionAvail().x - width - ImGui::GetStyle().ItemSpacing.x);
    if (moved != Change::none) value = static_cast<int>(std::lround(range.min + share * extent));
    ImGui::SameLine();
    double number = value;
    if (field.draw(("##" + std::string(id)).c_str(), number, range, width, gui) != Change::complete)
        return moved;
    value = static_cast<int>(number);
    return Change::complete;
}

void HexField::clear() {
    text_ = {};
    typed_ = true;
}

Change HexField::draw(const char* id, Rgb& color, float width, const Gui& gui) {
    if (!typed_) hex_code(color).copy(text_.data(), 7);
    const float side = ImGui::GetFrameHeight(), spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SetNextItemWidth(width - side - spacing);
    ImGui::PushFont(gui.fonts().code);
    const bool returned =
        ImGui::InputTextWithHint(id, "#rrggbb", text_.data(), text_.size(),
                                 ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopFont();
    const bool left = ImGui::IsItemDeactivated(), active = ImGui::IsItemActive();
    const std::optional<Rgb> code = typed();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = 4 * gui.scale();
    if (!code && text_[0] != '\0' && !active)
        list.AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), packed(gui.theme().warning), rounding,
                     0, 1.5f * gui.scale());
    ImGui::SameLine(0, spacing);
    const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + side, at.y + side};
    if (code) list.AddRectFilled(at, end, packed(*code), rounding);
    list.AddRect(at, end, packed(gui.theme().text, 0.28f), rounding);
    ImGui::Dummy({side, side});

    entered_ = returned && code;
    // A text that is no code stays, to be corrected.
    if (active || left) typed_ = active || !code;
    if (!left || !code || *code == color) return Change::none;
    color = *code;
    return Change::complete;
}

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
