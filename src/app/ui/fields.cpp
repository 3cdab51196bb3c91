#include "app/ui/fields.h"

#include "app/ui/texts.h"
#include "base/wording.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace huedrift::app {
namespace {

constexpr int refocusing_frames = 3;

std::string text_of(double value, const NumberRange& range) {
    if (!range.whole) return short_number(value) + range.unit;
    return std::to_string(std::llround(value)) + range.unit;
}

/// "1,234" without its comma; unchanged if the commas do not separate groups of three digits.
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

/// 0 for a setting without a number.
double number_of(const RecipeValue& value) {
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) return double(*whole);
    const auto* const real = std::get_if<double>(&value);
    return real ? *real : 0;
}

RecipeValue value_of(double number, const RecipeRow& row) {
    return row.is_whole ? RecipeValue(std::int64_t{std::llround(number)}) : RecipeValue(number);
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
    const auto value = number_in<double>(number);
    if (!value || !(*value >= range.min && *value <= range.max)) return {};
    if (range.whole && *value != std::floor(*value)) return {};
    return value;
}

Change NumberField::draw(const char* id, double& value, const NumberRange& range, float width,
                         const Gui& gui) {
    if (!typed_) {
        std::snprintf(text_.data(), text_.size(), "%s", text_of(value, range).c_str());
        untouched_ = text_;
    }
    // Dear ImGui ends editing on Return, but a refused number is to be corrected in place.
    if (refocusing_ == refocusing_frames) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(width);
    const bool entered =
        ImGui::InputText(id, text_.data(), text_.size(),
                         ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
    // A value that changes meanwhile must not make the text that was shown before look typed.
    const bool left = ImGui::IsItemDeactivated(), changed = std::strcmp(text_.data(), untouched_.data()) != 0;
    const std::optional<double> number = read_number(text_.data(), range);
    if (entered && changed && !number)
        refocusing_ = refocusing_frames;
    else
        refocusing_ = ImGui::IsItemActive() ? 0 : std::max(refocusing_ - 1, 0);
    typed_ = ImGui::IsItemActive() || refocusing_ > 0;
    if (typed_ && changed && !number) say_range(range, gui);
    const bool is_pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left) ||
                            ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false) ||
                            ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Space), false);
    refuses_ = left ? changed && !number : refuses_ && !is_pressed;
    if (!left || !changed || !number) return Change::none;
    value = *number;
    return Change::complete;
}

void HexField::clear() {
    text_ = untouched_ = {};
    typed_ = true;
}

Change HexField::draw(const char* id, Rgb& color, float width, const Gui& gui) {
    if (!typed_) {
        hex_code(color).copy(text_.data(), 7);
        untouched_ = text_;
    }
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
    // Keeps a text that is no code, for correction.
    if (active || left) typed_ = active || !code;
    if (!left || !code || *code == color || text_ == untouched_) return Change::none;
    color = *code;
    return Change::complete;
}

NumberRange range_of(const RecipeRow& row) {
    return {.min = row.range.low, .max = row.range.high, .whole = row.is_whole, .unit = row.unit};
}

std::string tip_of(const RecipeRow& row) {
    const std::string about = row.about();
    const std::size_t second = std::min(about.find("; "), about.size());
    const std::size_t end = std::min({about.find("; ", second + 1), about.find(". "), about.size() - 1});
    return about.substr(0, end) + ".  (" + row.word + ")";
}

void SettingRows::caption(const char* word) const {
    const RecipeRow& row = recipe_row(word);
    app::caption(row.caption, tip_of(row), gui_);
}

void SettingRows::choice(const char* word) {
    const RecipeRow& row = recipe_row(word);
    const std::vector<std::string> names = row.names();
    const RecipeValue value = row.get(recipe_);
    const auto chosen = std::ranges::find(names, std::get<std::string>(value)) - names.begin();
    const auto clicked = app::choice(row.caption, tip_of(row), row.labels(), static_cast<int>(chosen), gui_);
    if (clicked) row.set(recipe_, names[static_cast<std::size_t>(*clicked)], OutOfRange::refuse);
    note(clicked.has_value());
}

void SettingRows::list(const char* word) {
    const RecipeRow& row = recipe_row(word);
    const std::vector<std::string> names = row.names();
    const std::vector<const char*> labels = row.labels();
    const RecipeValue value = row.get(recipe_);
    const auto chosen = std::size_t(std::ranges::find(names, std::get<std::string>(value)) - names.begin());
    caption(word);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    const bool is_open = ImGui::BeginCombo(("##" + std::string(word)).c_str(), labels[chosen]);
    if (!is_open) return tooltip(tip_of(row), gui_);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!ImGui::Selectable(labels[i], i == chosen)) continue;
        row.set(recipe_, names[i], OutOfRange::refuse);
        note(true);
    }
    ImGui::EndCombo();
}

void SettingRows::tick(const char* word) {
    const RecipeRow& row = recipe_row(word);
    const RecipeValue usual = row.get(Recipe{});
    RecipeValue other = true;
    const char* label = row.caption;
    if (row.kind == RecipeKind::name) {
        const std::vector<std::string> names = row.names();
        const std::size_t number = usual == RecipeValue(names[0]) ? 1 : 0;
        other = names[number];
        label = row.labels()[number];
        caption(word);
    }
    bool checked = row.get(recipe_) == other;
    const bool clicked = checkbox(label, checked, tip_of(row), gui_);
    if (clicked) row.set(recipe_, checked ? other : usual, OutOfRange::refuse);
    note(clicked);
}

void SettingRows::slider(const char* word, const Track& track) {
    const RecipeRow& row = recipe_row(word);
    double number = number_of(row.get(recipe_));
    const float width = field_width * gui_.scale(),
                rest = ImGui::GetContentRegionAvail().x - width - ImGui::GetStyle().ItemSpacing.x;
    Change change = app::slider(word, number, track, gui_, rest);
    ImGui::SameLine();
    const std::string id = "##" + std::string(word);
    change = std::max(change, fields_[row.word].draw(id.c_str(), number, range_of(row), width, gui_));
    tooltip(tip_of(row), gui_);
    if (change != Change::none) row.set(recipe_, value_of(number, row), OutOfRange::clamp);
    note(change);
}

void SettingRows::number(const char* word) {
    const RecipeRow& row = recipe_row(word);
    const auto [low, high] = row.range;
    number(word, {.low = low,
                  .high = high,
                  .per_unit = row.is_whole ? 1.0 : 100.0,
                  .notch = row.is_whole ? 1 / (high - low) : 0.05});
}

void SettingRows::number(const char* word, const Track& track) {
    caption(word);
    slider(word, track);
}

std::optional<Weightings> weightings_choice(Weightings chosen, const Gui& gui) {
    const RecipeRow& row = recipe_row("weighting");
    return choice<Weightings>(
        row.caption, tip_of(row),
        {{Weightings::frequency, "Pixels"}, {Weightings::palette, "Colours"}, {Weightings::both, "Both"}},
        chosen, gui);
}

}
