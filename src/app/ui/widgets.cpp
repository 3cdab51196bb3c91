#include "app/ui/widgets.h"

#include "pipeline/sweep.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>
#include <vector>

namespace huedrift::app {
namespace {

constexpr float slider_knob = 8; // the radius, at 100 %

/// Fades a colour like Dear ImGui's own disabled controls.
ImU32 shaded(Rgb color) { return packed(color, ImGui::GetStyle().Alpha); }

/// The steps of the arrow keys on a control focused by keys; the focus then stays.
int arrow_steps(const Gui& gui) {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    if (!gui.walk().is_on() || !ImGui::IsItemFocused() || !context.NavMoveSubmitted) return 0;
    if (context.NavMoveDir != ImGuiDir_Left && context.NavMoveDir != ImGuiDir_Right) return 0;
    const int steps = context.NavMoveDir == ImGuiDir_Left ? -1 : 1;
    ImGui::NavMoveRequestCancel();
    return steps;
}

/// The space on both sides of a label.
float segment_margin(const Gui& gui) { return 8 * gui.scale(); }

/// The widths of the parts of a choice. All are equal if every label then has its margins; otherwise all
/// labels have equal ones.
std::vector<float> segment_widths(std::span<const char* const> labels, float whole, float margin) {
    const float equal = whole / static_cast<float>(labels.size());
    std::vector<float> widths;
    widths.reserve(labels.size());
    for (const char* const label : labels) widths.push_back(ImGui::CalcTextSize(label).x);
    const float texts = std::accumulate(widths.begin(), widths.end(), 0.0f);
    const bool fits = *std::ranges::max_element(widths) + 2 * margin <= equal;
    for (float& width : widths)
        width = fits ? equal : width + (whole - texts) / static_cast<float>(labels.size());
    return widths;
}

float available(float width) { return width > 0 ? width : ImGui::GetContentRegionAvail().x; }

}

Gesture gesture_of(Change change) { return change == Change::ongoing ? Gesture::ongoing : Gesture::complete; }

void title(const char* text, const std::string& about, const Gui& gui) {
    ImGui::PushFont(gui.fonts().strong);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
    if (!about.empty()) tooltip(about, gui);
}

void muted_text(const std::string& text, const Gui& gui) {
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().muted));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

void wrapped_text(const std::string& text, Rgb color) {
    ImGui::PushStyleColor(ImGuiCol_Text, packed(color));
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
}

void caption(const char* text, const Gui& gui, float column) {
    ImGui::AlignTextToFramePadding();
    muted_text(text, gui);
    ImGui::SameLine(column);
}

float caption_column(const Gui& gui) { return 112 * gui.scale(); }

void caption(const char* text, const std::string& about, const Gui& gui) {
    caption(text, gui, caption_column(gui));
    if (!about.empty()) tooltip(about, gui);
}

float segments_width(std::span<const char* const> labels, const Gui& gui) {
    float width = 2 * segment_margin(gui) * static_cast<float>(labels.size());
    for (const char* const label : labels) width += ImGui::CalcTextSize(label).x;
    return width;
}

std::optional<int> choice(const char* text, const std::string& about, std::span<const char* const> labels,
                          int chosen, const Gui& gui) {
    if (segments_width(labels, gui) <= ImGui::GetContentRegionMax().x - caption_column(gui)) {
        caption(text, about, gui);
    } else {
        muted_text(text, gui);
        tooltip(about, gui);
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() - 3 * gui.scale());
    }
    const auto clicked = segments(text, labels, chosen, gui);
    tooltip(about, gui);
    return clicked;
}

std::optional<int> segments(const char* id, std::span<const char* const> labels, int chosen, const Gui& gui,
                            float width) {
    const Theme& theme = gui.theme();
    const float whole = available(width), height = ImGui::GetFrameHeight(), rounding = 6 * gui.scale(),
                inset = 2 * gui.scale();
    const std::vector<float> steps = segment_widths(labels, whole, segment_margin(gui));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + whole, at.y + height}, shaded(theme.raised), rounding);
    std::optional<int> clicked;
    ImGui::PushID(id);
    ImGui::BeginGroup();
    int number = 0;
    float left = at.x;
    for (const char* const label : labels) {
        const float step = steps[static_cast<std::size_t>(number)];
        const ImVec2 corner{left, at.y};
        ImGui::SetCursorScreenPos(corner);
        if (ImGui::InvisibleButton(label, {step, height})) clicked = number;
        const bool is_chosen = number == chosen;
        const ImVec2 first{corner.x + inset, corner.y + inset},
            last{corner.x + step - inset, corner.y + height - inset};
        if (is_chosen || ImGui::IsItemHovered())
            list.AddRectFilled(first, last, shaded(is_chosen ? theme.accent : theme.hovered),
                               rounding - inset);
        const ImVec2 size = ImGui::CalcTextSize(label);
        list.AddText(
            {std::round(corner.x + (step - size.x) / 2), std::round(corner.y + (height - size.y) / 2)},
            shaded(is_chosen ? theme.on_accent : theme.text), label);
        left += step;
        ++number;
    }
    ImGui::EndGroup();
    ImGui::PopID();
    return clicked;
}

Change slider(const char* id, double& share, double notch, const Gui& gui, float width) {
    const Theme& theme = gui.theme();
    const float scale = gui.scale(), whole = available(width), height = ImGui::GetFrameHeight(),
                knob = slider_knob * scale, thickness = 4 * scale, run = whole - 2 * knob;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float left = at.x + knob, pointer = ImGui::GetIO().MousePos.x;
    const auto place = [&] { return left + static_cast<float>(share) * run; };
    ImGui::InvisibleButton(id, {whole, height});
    // Held by the pointer, not by a key.
    const bool held = ImGui::IsItemActive() && ImGui::GetIO().MouseDown[0], hovered = ImGui::IsItemHovered();
    // Where the pointer took the knob; a press beside the knob takes its middle.
    float& grip = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetItemID());
    if (ImGui::IsItemActivated()) grip = std::abs(pointer - place()) <= knob ? pointer - place() : 0;
    const double before = share;
    Change change = ImGui::IsItemDeactivated() ? Change::complete : Change::none;
    if (held) {
        constexpr float still = 0.5f; // pixels
        if (std::abs(pointer - grip - place()) > still)
            share = std::clamp((pointer - grip - left) / run, 0.0f, 1.0f);
        if (share != before) change = Change::ongoing;
    } else if (const int steps = arrow_steps(gui); steps != 0) {
        share = std::clamp(share + steps * notch, 0.0, 1.0);
        change = Change::ongoing; // until the key is released
    }

    const float middle = std::round(at.y + height / 2), x = place();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({left - thickness / 2, middle - thickness / 2},
                       {at.x + whole - knob + thickness / 2, middle + thickness / 2}, shaded(theme.pressed),
                       thickness / 2);
    list.AddRectFilled({left - thickness / 2, middle - thickness / 2}, {x, middle + thickness / 2},
                       shaded(theme.accent), thickness / 2);
    list.AddCircleFilled({x, middle}, knob, shaded(theme.accent), 32);
    list.AddCircleFilled({x, middle}, (held || hovered ? 3.0f : 5.0f) * scale, shaded(theme.panel), 32);
    return change;
}

void slider_mark(double at, double& share, const Gui& gui) {
    const float scale = gui.scale(), knob = slider_knob * scale, left = ImGui::GetItemRectMin().x + knob,
                run = ImGui::GetItemRectMax().x - knob - left;
    const float x = std::round(left + static_cast<float>(at) * run),
                middle = std::round((ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y) / 2);
    ImGui::GetWindowDrawList()->AddRectFilled({x - scale, middle - 10 * scale},
                                              {x + scale, middle - 4 * scale}, shaded(gui.theme().muted));
    const bool dragged = ImGui::IsItemActive() && ImGui::GetIO().MouseDown[0];
    if (dragged && std::abs(share - at) * static_cast<double>(run) < 3 * static_cast<double>(scale))
        share = at;
}

double Track::share(double number) const {
    if (from_zero && number <= 0) return 0;
    const double share = steps == Steps::factors ? std::log(number / low) / std::log(high / low)
                                                 : (number - low) / (high - low);
    return std::clamp(steps == Steps::roots ? std::sqrt(share) : share, 0.0, 1.0);
}

double Track::number(double share) const {
    if (from_zero && share == 0) return 0;
    const double number = steps == Steps::factors
                              ? low * std::pow(high / low, share)
                              : low + (steps == Steps::roots ? share * share : share) * (high - low);
    const double within = std::min(number, high);
    return per_unit == 0 ? short_radius(within) : std::round(within * per_unit) / per_unit;
}

Change slider(const char* id, double& number, const Track& track, const Gui& gui, float width) {
    const double before = track.share(number);
    double share = before;
    const Change change = slider(id, share, track.notch, gui, width);
    if (share != before) number = track.number(share);
    return change;
}

bool checkbox(const char* label, bool& checked, const std::string& about, const Gui& gui) {
    const bool pressed = ImGui::Checkbox(label, &checked);
    const ImVec2 at = ImGui::GetItemRectMin();
    const float side = ImGui::GetFrameHeight(), half = 0.5f * gui.scale();
    ImGui::GetWindowDrawList()->AddRect({at.x + half, at.y + half}, {at.x + side - half, at.y + side - half},
                                        shaded(checked ? gui.theme().accent : gui.theme().outline),
                                        ImGui::GetStyle().FrameRounding, 0, gui.scale());
    tooltip(about, gui);
    return pressed;
}

bool key_pressed(ImGuiKey key, bool repeats) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats); }

bool menu_item(const std::string& label, const Gui& gui, const std::string& key, bool enabled, bool checked) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float whole = ImGui::GetContentRegionAvail().x;
    // Dear ImGui reserves the place for the key but would write it left-aligned.
    ImGui::PushStyleColor(ImGuiCol_TextDisabled, packed(gui.theme().muted, 0));
    const bool pressed = ImGui::MenuItem(label.c_str(), key.c_str(), checked, enabled);
    ImGui::PopStyleColor();
    if (key.empty()) return pressed;
    const ImGuiMenuColumns& columns = ImGui::GetCurrentWindow()->DC.MenuColumns;
    const float stretch = std::max(0.0f, whole - static_cast<float>(columns.TotalWidth)),
                right = at.x + static_cast<float>(columns.OffsetMark - columns.Spacing) + stretch;
    const float alpha = ImGui::GetStyle().Alpha * (enabled ? 1 : ImGui::GetStyle().DisabledAlpha);
    ImGui::GetWindowDrawList()->AddText({std::round(right - ImGui::CalcTextSize(key.c_str()).x), at.y},
                                        packed(gui.theme().muted, alpha), key.c_str());
    return pressed;
}

bool accented_button(const char* label, const Gui& gui, float width, bool enabled) {
    const Theme& theme = gui.theme();
    ImGui::PushStyleColor(ImGuiCol_Button, packed(theme.accent));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, packed(theme.accent, 0.88f));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, packed(theme.accent, 0.76f));
    ImGui::PushStyleColor(ImGuiCol_Text, packed(theme.on_accent));
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::Button(label, {width, 0});
    ImGui::EndDisabled();
    ImGui::PopStyleColor(4);
    return pressed;
}

bool button_at_right(const char* label, const Gui& gui) {
    const float width = 72 * gui.scale();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    return ImGui::Button(label, {width, 0});
}

bool link(const char* id, const std::string& text, const Gui& gui) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked =
        ImGui::InvisibleButton(id, {ImGui::CalcTextSize(text.c_str()).x, ImGui::GetFrameHeight()});
    const Theme& theme = gui.theme();
    ImGui::GetWindowDrawList()->AddText({at.x, at.y + ImGui::GetStyle().FramePadding.y},
                                        packed(ImGui::IsItemHovered() ? theme.text : theme.accent),
                                        text.c_str());
    return clicked;
}

void begin_plain_window(const char* name, int flags) {
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     flags);
}

void begin_window_over(const Box& area, const char* name, ImVec2 padding, int flags) {
    ImGui::SetNextWindowPos({area[0], area[1]});
    ImGui::SetNextWindowSize({area[2], area[3]});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    begin_plain_window(name, flags);
    ImGui::PopStyleVar(2);
}

void begin_bar(const char* name, const Box& area, float height, float inset, const Gui& gui) {
    begin_window_over(area, name, {inset * gui.scale(), std::round((area[3] - height) / 2)},
                      ImGuiWindowFlags_NoBringToFrontOnFocus);
}

void progress_line(double share, const Gui& gui) {
    ImGui::ProgressBar(static_cast<float>(share), {-FLT_MIN, 4 * gui.scale()}, "");
}

bool fold(const std::string& text, const char* id, const Gui& gui) {
    const float scale = gui.scale(), inset = 2 * scale;
    const float arrow = ImGui::GetFontSize() + 3 * inset;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {inset, 3 * scale});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 2 * scale});
    ImGui::PushStyleColor(ImGuiCol_Header, packed(gui.theme().panel, 0));
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().muted));
    const bool is_open = ImGui::TreeNodeEx(id, ImGuiTreeNodeFlags_CollapsingHeader, "%s",
                                           shortened(text, available(0) - arrow).c_str());
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar(2);
    return is_open;
}

float size_of(const ImFont* font) { return font->FontSize * ImGui::GetIO().FontGlobalScale; }

float width_of(const ImFont* font, const std::string& text) {
    return font->CalcTextSizeA(size_of(font), 1e6f, 0, text.c_str()).x;
}

void draw_text(ImFont* font, ImVec2 at, std::uint32_t color, const std::string& text) {
    ImGui::GetWindowDrawList()->AddText(font, size_of(font), at, color, text.c_str());
}

Rgb legible_on(Rgb color) {
    // Rec. 709 luma is good enough for this.
    const double luma = 0.2126 * color.r + 0.7152 * color.g + 0.0722 * color.b;
    return luma > 115 ? Rgb{0, 0, 0} : Rgb{255, 255, 255};
}

float draw_color_row(std::span<const Rgb> colors, ImVec2 at, float side) {
    const auto fitting = static_cast<std::size_t>(std::max(0.0f, ImGui::GetContentRegionAvail().x / side));
    for (const Rgb color : colors.first(std::min(colors.size(), fitting))) {
        ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + side, at.y + side}, packed(color));
        at.x += side;
    }
    return at.x;
}

std::string shortened(const std::string& text, float width) {
    const auto fits = [&](const std::string& shown) { return ImGui::CalcTextSize(shown.c_str()).x <= width; };
    const auto is_inside = [&](std::size_t at) { // in a character of several bytes
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
    };
    std::string shown = text;
    for (std::size_t length = text.size(); length > 2 && !fits(shown);) {
        --length;
        std::size_t head = (length + 1) / 2, tail = text.size() - length / 2;
        while (is_inside(head)) --head;
        while (is_inside(tail)) ++tail;
        shown = text.substr(0, head) + "\u2026" + text.substr(tail);
    }
    return shown;
}

Box item_area() {
    const ImVec2 corner = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    return {corner.x, corner.y, size.x, size.y};
}

void tooltip(const std::string& text, const Gui& gui, void (*draw_below)(const Gui&)) {
    // Waits until the pointer rests: a moving pointer is on its way elsewhere, and a tooltip would hide that.
    if (!ImGui::IsItemHovered() || ImGui::GetIO().MouseDown[0]) return;
    const ImGuiWindow& window = *ImGui::GetCurrentWindow()->RootWindow;
    const ImVec2 display = ImGui::GetIO().DisplaySize, padding{10 * gui.scale(), 7 * gui.scale()};
    const float gap = 8 * gui.scale(), widest = 320 * gui.scale();
    // In the panel at the right edge the tooltip is on the left, where it hides no row; elsewhere below its
    // control, or above where there is no room, so that it hides no label.
    if (window.Pos.x > 0 && window.Pos.x + window.Size.x >= display.x) {
        ImGui::SetNextWindowPos({window.Pos.x - gap, ImGui::GetItemRectMin().y}, ImGuiCond_Always, {1, 0});
    } else {
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        const ImVec2 shown = ImGui::CalcTextSize(text.c_str(), nullptr, false, widest);
        const float width = shown.x + 2 * padding.x, height = shown.y + 2 * padding.y;
        const bool is_below = high.y + gap + height <= display.y;
        ImGui::SetNextWindowPos({std::max(0.0f, std::min(low.x, display.x - width)),
                                 is_below ? high.y + gap : low.y - gap - height});
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(widest);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    if (draw_below) draw_below(gui);
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

double Plot::pointer_x() const {
    return std::clamp((ImGui::GetIO().MousePos.x - low.x) / (high.x - low.x), 0.0f, 1.0f);
}

Plot begin_plot(const char* id, float height, const Gui& gui, float given_width) {
    const float scale = gui.scale(), inset = 8 * scale;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(available(given_width), 4 * inset);
    ImGui::InvisibleButton(id, {width, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + height}, packed(gui.theme().canvas), 6 * scale);
    return {.low = {at.x + inset, at.y + inset},
            .high = {at.x + width - inset, at.y + height - inset},
            .hovered = ImGui::IsItemHovered(),
            .held = ImGui::IsItemActive() && ImGui::GetIO().MouseDown[0],
            .list = &list};
}

void label(const Plot& plot, ImVec2 at, float x, float y, Rgb color, const std::string& text,
           const Gui& gui) {
    ImFont* const font = gui.fonts().small;
    const float size = size_of(font), width = width_of(font, text);
    const float left = std::max(plot.low.x, std::min(at.x - x * width, plot.high.x - width)),
                top = std::max(plot.low.y, std::min(at.y - y * size, plot.high.y - size));
    draw_text(font, {std::round(left), std::round(top)}, packed(color), text);
}

void empty_plot(const char* text, const Gui& gui) {
    const ImVec2 available = ImGui::GetContentRegionAvail(), size = ImGui::CalcTextSize(text);
    const ImVec2 at = ImGui::GetCursorPos();
    ImGui::SetCursorPos({at.x + std::max(0.0f, (available.x - size.x) / 2), at.y + 24 * gui.scale()});
    muted_text(text, gui);
}

void copy(const std::string& text, const std::string& what, ViewState& state) {
    ImGui::SetClipboardText(text.c_str());
    state.said = "Copied " + what;
}

}
