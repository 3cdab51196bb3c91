#include "app/panels/swatches_panel.h"

#include "app/panels/swatch_drawing.h"
#include "app/ui/widgets.h"
#include "session/palette_edits.h"

#include <SDL_keycode.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace huedrift::app {

void SwatchesPanel::follow(const std::shared_ptr<const Result>& result, ViewState& state) {
    if (std::exchange(result_, result) != result && result) {
        pinned_ = pins_in(result->recipe);
        edited_ = edited_in(*result);
        if (state.isolated && std::ranges::find(listed(), *state.isolated, &Swatch::color) == listed().end())
            state.isolated.reset();
        state.selection.follow(result);
        hidden_ = {};
        is_hidden_ = {};
        drop_press();
    }
    if (!result || state.display.hidden == hidden_) return;
    hidden_ = state.display.hidden;
    is_hidden_ = HiddenIn(*result, hidden_);
}

/// A press that began on one swatch must not end on another in its place.
void SwatchesPanel::drop_press() {
    if (!pressed_) return;
    const auto [number, color] = *pressed_;
    if (number >= listed().size() || listed()[number].color != color) ImGui::ClearActiveID();
}

/// For the control of a swatch that was drawn last.
void SwatchesPanel::note_press(std::size_t number) {
    if (ImGui::IsItemActive()) pressed_ = {number, listed()[number].color};
}

/// Highlights the pixels of a swatch and shows its facts.
void SwatchesPanel::point_at(const FrameContext& frame, const Swatch& swatch) const {
    frame.state.hovered = swatch.color;
    frame.session.look_at(frame.result(), swatch.color);
    show_facts(swatch, result_->layers.pixels(), frame.gui);
}

void SwatchesPanel::open_menu(const FrameContext& frame, std::size_t number) {
    const Rgb color = listed()[number].color;
    menu_ = {frame.result(), color, {color}};
    if (frame.state.selection.has_several()) menu_->colors = frame.state.selection.colors();
    menu_at_.reset();
    begins_menu_ = true;
}

/// Drawn outside the grid, where a swatch's place is another's once there is a newer result.
void SwatchesPanel::draw_menu(const FrameContext& frame) {
    if (std::exchange(begins_menu_, false)) {
        ImGui::OpenPopup("swatch menu");
        if (menu_at_) ImGui::SetNextWindowPos({(*menu_at_)[0], (*menu_at_)[1]});
    }
    if (!menu_) return;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * frame.gui.scale(), 8 * frame.gui.scale()});
    const bool is_open = ImGui::BeginPopup("swatch menu");
    ImGui::PopStyleVar();
    if (!is_open) return menu_.reset();
    if (!menu_->follow(frame.result()))
        ImGui::CloseCurrentPopup();
    else if (draw_swatch_menu(frame, *menu_, listed()))
        pick(menu_->color, *frame.result());
    ImGui::EndPopup();
}

void SwatchesPanel::pick(Rgb color, const Result& result) {
    const auto source = source_of(result, color);
    if (!source) return; // dithering mixed it in
    recoloring_ = {.source = *source};
    picker_.open(color);
    opens_picker_ = true;
}

/// Replaces the colour in the picker.
void SwatchesPanel::recolor(Rgb color, Change change, Session& session) {
    Recipe recipe = session.recipe();
    std::optional<std::vector<Edit>>& before = recoloring_->before;
    if (!before) before = recipe.palette.recolors;
    const auto edit = std::ranges::find(recipe.palette.recolors, recoloring_->source, &Edit::source);
    if (edit != recipe.palette.recolors.end())
        edit->target = color;
    else
        recipe.palette.recolors.push_back({recoloring_->source, color});
    session.set(recipe, gesture_of(change));
    recoloring_->undone_changes = 0;
    if (change == Change::ongoing) return;
    if (recipe.palette.recolors != *before) ++recoloring_->changes;
    before.reset();
}

void SwatchesPanel::step_recoloring(bool forward, Session& session) {
    int& from = forward ? recoloring_->undone_changes : recoloring_->changes;
    int& to = forward ? recoloring_->changes : recoloring_->undone_changes;
    if (recoloring_->before || from == 0) return;
    if (forward)
        session.redo();
    else
        session.undo();
    --from;
    ++to;
}

void SwatchesPanel::cancel_recoloring(Session& session) {
    if (recoloring_->before) session.undo();
    for (; recoloring_->changes > 0; --recoloring_->changes) session.undo();
}

void SwatchesPanel::draw_picker_buttons(const FrameContext& frame) {
    const float width = 84 * frame.gui.scale(), spacing = ImGui::GetStyle().ItemSpacing.x;
    ImGui::Spacing();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ColorPicker::width(frame.gui) - 2 * width - spacing);
    if (ImGui::Button("Cancel", {width, 0})) {
        cancel_recoloring(frame.session);
        ImGui::CloseCurrentPopup();
    }
    ImGui::SameLine();
    if (accented_button("OK", frame.gui, width)) ImGui::CloseCurrentPopup();
}

/// Opened outside the grid, where the popups of all swatches share one name, and over the panel, so that the
/// picture stays visible.
void SwatchesPanel::draw_picker(const FrameContext& frame) {
    if (std::exchange(opens_picker_, false)) ImGui::OpenPopup("recolour");
    if (!recoloring_) return;
    const float scale = frame.gui.scale();
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({whole.x - 12 * scale, std::round(whole.y / 2)}, ImGuiCond_Always, {1, 0.5f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {14 * scale, 12 * scale});
    if (ImGui::BeginPopup("recolour")) {
        const auto now = frame.result()->result_of(recoloring_->source);
        // The recipe may be ahead of the result.
        const std::vector<Edit> edits = frame.session.recipe().palette.recolors;
        const auto set = std::ranges::find(edits, recoloring_->source, &Edit::source);
        Rgb color = set != edits.end() ? set->target : now.value_or(Rgb{});
        const Change change = picker_.draw(color, frame.gui);
        if (change != Change::none) recolor(color, change, frame.session);
        draw_picker_buttons(frame);
        if (picker_.entered()) ImGui::CloseCurrentPopup(); // as OK does
        ImGui::EndPopup();
    } else { // by Escape, or a click beside it
        if (key_pressed(ImGuiKey_Escape)) cancel_recoloring(frame.session);
        if (recoloring_->before) frame.session.set(frame.session.recipe());
        recoloring_.reset();
    }
    ImGui::PopStyleVar();
}

/// Joins a dragged colour with the one at `number`, or moves it to one of its sides.
void SwatchesPanel::drop(const Dragged& dragged, std::size_t number, const FrameContext& frame) {
    const Recipe recipe = frame.session.recipe();
    const Result& result = *frame.result();
    if (dragged.over == Over::middle)
        return frame.session.set(joined(recipe, result, dragged.color, listed()[number].color));
    const auto from = std::ranges::find(listed(), dragged.color, &Swatch::color);
    if (from == listed().end()) return;
    frame.session.set(moved(recipe, result, listed(), std::size_t(from - listed().begin()),
                            dragged.over == Over::before ? number : number + 1));
}

/// Handles the keys as file lists do.
void SwatchesPanel::click(std::size_t number, ViewState& state) {
    ListSelection& rows = state.selection.rows;
    const auto row = static_cast<int>(number);
    const Rgb color = listed()[number].color;
    walks_ = false;
    if (ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyShift) {
        state.isolated.reset();
        return ImGui::GetIO().KeyCtrl ? rows.toggle(row) : rows.extend(row);
    }
    state.isolate(color);
    rows.choose(row);
}

/// Handles the pointer on a swatch, or on its row in the list.
void SwatchesPanel::draw_item(const FrameContext& frame, std::size_t number, bool clicked,
                              const SwatchPlace& place) {
    const Swatch& swatch = listed()[number];
    const bool hovered = ImGui::IsItemHovered() && !walks_;
    note_press(number);
    if (clicked) click(number, frame.state);
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !ImGui::GetIO().KeyCtrl &&
        !ImGui::GetIO().KeyShift) {
        pick(swatch.color, *frame.result());
        frame.state.isolated.reset();
    }
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right) && !frame.state.selection.contains(number))
        frame.state.selection.rows.choose(static_cast<int>(number));
    const auto dragged = dragged_over(swatch.color, place, frame.gui);
    if (dragged && dragged->dropped) drop(*dragged, number, frame);
    const bool is_cursor = has_focus_ && frame.state.selection.cursor() == swatch.color;
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right) &&
        ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByPopup))
        open_menu(frame, number);
    if (is_cursor && std::exchange(opens_menu_, false)) {
        open_menu(frame, number);
        menu_at_ = {place.at.x, place.at.y + place.size.y};
    }
    const bool is_lit = hovered || is_cursor || pointed_ == swatch.color;
    const bool is_chosen = frame.state.isolated == swatch.color ||
                           (frame.state.selection.contains(number) && frame.state.selection.has_several());
    draw_rings(place, is_chosen, is_lit, frame.gui);
    if (dragged) draw_target(dragged->over, place, frame.gui);
    if (!hovered && !(is_cursor && walks_)) return;
    // The tip is beside the swatch, as the pointer is elsewhere.
    if (!hovered) ImGui::SetNextWindowPos({place.at.x, place.at.y + place.size.y + 8 * frame.gui.scale()});
    point_at(frame, swatch);
}

void SwatchesPanel::draw_square(const FrameContext& frame, std::size_t number, float side) {
    const Swatch& swatch = listed()[number];
    const SwatchPlace place{ImGui::GetCursorScreenPos(), {side, side}, ImGui::GetStyle().ItemSpacing.x};
    ImGui::PushID(static_cast<int>(number));
    const bool clicked = ImGui::InvisibleButton("swatch", place.size);
    draw_swatch(swatch.color, marks_of(swatch), place.at, side, frame.gui);
    draw_item(frame, number, clicked, place);
    ImGui::PopID();
}

/// Adds an eye that hides the layer, and its texts.
void SwatchesPanel::draw_row(const FrameContext& frame, std::size_t number, float height) {
    const Swatch& swatch = listed()[number];
    const float scale = frame.gui.scale(), gap = ImGui::GetStyle().ItemSpacing.y;
    const SwatchMarks marks = marks_of(swatch);
    const bool hidden = marks.is_hidden;
    ImGui::PushID(static_cast<int>(number));
    const ImVec2 eye = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("eye", {height, height}))
        toggle_hidden(*frame.result(), swatch.color, frame.state.display.hidden);
    note_press(number);
    draw_eye(!hidden, ImGui::IsItemHovered(), eye, height, frame.gui);
    tooltip(hidden ? "Show this colour" : "Hide this colour", frame.gui);
    ImGui::SameLine(0, 4 * scale);
    const float width = ImGui::GetContentRegionAvail().x - 2 * scale;
    const SwatchPlace place{ImGui::GetCursorScreenPos(), {width, height}, gap, true};
    const bool clicked = ImGui::InvisibleButton("swatch", place.size);
    draw_swatch(swatch.color, marks, place.at, height, frame.gui);
    draw_layer_texts(swatch, result_->layers.pixels(), hidden, {place.at.x + height + 8 * scale, place.at.y},
                     place.at.x + width - 6 * scale, height, frame.gui);
    draw_item(frame, number, clicked, place);
    ImGui::PopID();
}

void SwatchesPanel::begin_grid(const FrameContext& frame, float gap, float height) {
    const float scale = frame.gui.scale();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {4 * scale, 4 * scale});
    if (std::exchange(takes_focus_, false)) ImGui::SetNextWindowFocus();
    // press() handles its keys, as Dear ImGui's would choose nothing.
    ImGui::BeginChild("grid", {0, height}, false,
                      ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoNavInputs);
    has_focus_ = ImGui::IsWindowFocused();
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    if (has_focus_ && frame.gui.walk().is_on() && !std::exchange(had_focus_, true)) {
        if (frame.state.selection.rows.cursor() < 0)
            frame.state.selection.rows.walk(1, static_cast<int>(listed().size()));
        walks_ = scrolls_ = true;
    }
    had_focus_ = has_focus_;
    walks_ = walks_ && has_focus_ && !(ImGui::IsWindowHovered() && (moved.x != 0 || moved.y != 0));
}

/// Scrolls to the row with the swatch that the keys reached.
void SwatchesPanel::scroll(std::size_t row, float step) {
    const float top = static_cast<float>(row) * step, height = ImGui::GetWindowHeight() - 2 * step;
    if (std::exchange(scrolls_, false))
        ImGui::SetScrollY(std::clamp(ImGui::GetScrollY(), std::min(top - height, top), top));
}

void SwatchesPanel::draw_all(const FrameContext& frame) {
    const float scale = frame.gui.scale(), gap = 5 * scale, inset = 4 * scale,
                least_side = (listed().size() > 300 ? 18 : 22) * scale;
    pressed_.reset();
    const float room = ImGui::GetContentRegionAvail().y - 2 * inset + gap;
    float width = ImGui::GetContentRegionAvail().x - 2 * inset, side = 22 * scale;
    std::size_t columns = 1, rows = listed().size();
    const auto arrange = [&] {
        if (is_list_) return;
        const float fitting = std::max(1.0f, std::floor((width + gap) / (least_side + gap)));
        side = std::floor((width + gap) / fitting - gap);
        columns = static_cast<std::size_t>(fitting);
        rows = (listed().size() + columns - 1) / columns;
    };
    arrange();
    if (static_cast<float>(rows) * (side + gap) > room) { // the scroll bar needs some
        width -= ImGui::GetStyle().ScrollbarSize;
        arrange();
    }
    columns_ = static_cast<int>(columns);
    // Whole rows, so that none is cut.
    const float seen = std::max(1.0f, std::floor(room / (side + gap)));
    begin_grid(frame, gap, 2 * inset - gap + seen * (side + gap));
    if (const int cursor = frame.state.selection.rows.cursor(); cursor >= 0)
        scroll(static_cast<std::size_t>(cursor) / columns, side + gap);
    if (std::exchange(enters_, false) && frame.state.selection.cursor())
        show_alone(*frame.result(),
                   frame.state.selection.has_several() ? frame.state.selection.colors()
                                                       : std::vector{*frame.state.selection.cursor()},
                   frame.state);
    spare_ = std::max(0.0f, room - gap - static_cast<float>(rows) * (side + gap));
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows), side + gap);
    while (clipper.Step()) {
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            const std::size_t first = static_cast<std::size_t>(row) * columns;
            if (is_list_) {
                draw_row(frame, first, side);
                continue;
            }
            for (std::size_t i = first; i < std::min(first + columns, listed().size()); ++i) {
                if (i > first) ImGui::SameLine();
                draw_square(frame, i, side);
            }
        }
    }
    const bool is_beside = ImGui::IsWindowHovered() && !ImGui::IsAnyItemHovered();
    if (is_beside && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) frame.state.selection.rows.clear();
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
}

SwatchMarks SwatchesPanel::marks_of(const Swatch& swatch) const {
    const Rgb color = swatch.color;
    const auto is_in = [&](const std::vector<Rgb>& some) { return std::ranges::binary_search(some, color); };
    return {is_hidden_(color), is_in(pinned_), is_in(edited_), swatch.alpha};
}

bool SwatchesPanel::press(const Shortcut& keys, ViewState& state) {
    if (!has_focus_ || !result_ || listed().empty()) return false;
    ListSelection& rows = state.selection.rows;
    const auto count = static_cast<int>(listed().size());
    if (keys == Shortcut{.key = SDLK_a, .ctrl = true}) {
        state.isolated.reset();
        rows.choose_all(count);
    } else if (keys == Shortcut{.key = SDLK_SPACE, .ctrl = true}) {
        state.isolated.reset();
        if (rows.cursor() >= 0) rows.toggle(rows.cursor());
    } else if (keys == Shortcut{.key = SDLK_RETURN}) {
        enters_ = true;
    } else if (keys == Shortcut{.key = SDLK_APPLICATION} ||
               keys == Shortcut{.key = SDLK_F10, .shift = true}) {
        opens_menu_ = true;
    } else if (keys == Shortcut{.key = SDLK_ESCAPE} && !rows.rows().empty()) {
        rows.clear();
        takes_focus_ = true; // Dear ImGui would give it to the panel
    } else {
        return walk(keys, state);
    }
    return true;
}

/// Handles the arrow keys; with Ctrl they do not choose.
bool SwatchesPanel::walk(const Shortcut& keys, ViewState& state) {
    const auto count = static_cast<int>(listed().size());
    const std::array<std::pair<int, int>, 6> steps{{{SDLK_LEFT, -1},
                                                    {SDLK_RIGHT, 1},
                                                    {SDLK_UP, -columns_},
                                                    {SDLK_DOWN, columns_},
                                                    {SDLK_HOME, -count},
                                                    {SDLK_END, count}}};
    const auto step = std::ranges::find(steps, keys.key, &std::pair<int, int>::first);
    if (step == steps.end()) return false;
    ListSelection& rows = state.selection.rows;
    if (keys.ctrl)
        rows.walk(step->second, count);
    else
        rows.step(step->second, count, keys.shift);
    if (keys.shift || keys.ctrl)
        state.isolated.reset();
    else if (state.isolated)
        state.isolated = state.selection.cursor();
    walks_ = scrolls_ = true;
    return true;
}

/// Switches between swatches and a list of layers.
void SwatchesPanel::draw_list_button(const Gui& gui) {
    const float side = ImGui::GetFrameHeight(), scale = gui.scale();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Button("##list", {side, side})) is_list_ = !is_list_;
    tooltip(is_list_ ? "Show swatches"
                     : "Show a list of layers: the eye hides one, a click shows it alone, dragging moves it",
            gui);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float inset = std::round(side * 0.3f), step = (side - 2 * inset) / 2;
    const std::uint32_t color = packed(is_list_ ? gui.theme().accent : gui.theme().text);
    for (int i = 0; i < 3; ++i) {
        const float y = std::round(at.y + inset + static_cast<float>(i) * step);
        list.AddLine({at.x + inset, y}, {at.x + side - inset, y}, color, 1.5f * scale);
    }
}

void SwatchesPanel::draw_order(const FrameContext& frame) {
    const Recipe& shown = frame.result()->recipe;
    // A list arranged by hand has none of these orders.
    const auto chosen = shown.output.arrange.empty()
                            ? std::optional(shown.order().value_or(SwatchOrder::pixels))
                            : std::nullopt;
    const float width =
        ImGui::GetContentRegionAvail().x - 2 * (ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.x);
    std::vector<Enumerator<SwatchOrder>> orders(enumerators<SwatchOrder>.begin(),
                                                enumerators<SwatchOrder>.end());
    const bool maps = shown.palette.maps(); // there is room for five
    std::erase(orders, maps && chosen != SwatchOrder::found ? SwatchOrder::found : SwatchOrder::given);
    const auto clicked = segments<SwatchOrder>("order", orders, chosen, frame.gui, width);
    tooltip("The order of the colours, here and in files. Drag a swatch between two others to move it.",
            frame.gui);
    if (!clicked) return;
    frame.session.edit([&clicked](Recipe& recipe) {
        recipe.output.order = *clicked;
        recipe.output.arrange.clear();
    });
}

/// Draws a button, and below it a field for the code of a colour to pin.
void SwatchesPanel::draw_pin(const FrameContext& frame) {
    const float side = ImGui::GetFrameHeight(), scale = frame.gui.scale();
    if (ImGui::Button("+", {side, side})) ImGui::OpenPopup("pin");
    tooltip("Pin a colour by its code: it stays as it is, whatever the radius.", frame.gui);
    const ImVec2 corner = ImGui::GetItemRectMax();
    ImGui::SetNextWindowPos({corner.x, corner.y + 4 * scale}, ImGuiCond_Always, {1, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12 * scale, 12 * scale});
    if (ImGui::BeginPopup("pin")) {
        if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
        pin_field_.draw("##code", pin_color_, 132 * scale, frame.gui);
        const auto typed = pin_field_.typed();
        ImGui::SameLine();
        const bool pressed = accented_button("Pin", frame.gui, 56 * scale, typed.has_value());
        if (typed && (pressed || pin_field_.entered())) {
            pin(*typed, frame);
            pin_field_.clear();
            ImGui::CloseCurrentPopup();
        }
        // The field would otherwise use Escape to end the typing.
        if (key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

void SwatchesPanel::stay_hidden(const FrameContext& frame) {
    has_focus_ = false;
    follow(frame.result(), frame.state);
}

void SwatchesPanel::draw(const FrameContext& frame) {
    const auto& result = frame.result();
    follow(result, frame.state);
    if (!result) {
        draw_menu(frame); // closes it
        return empty_plot("The colours of the result will appear here.", frame.gui);
    }
    draw_order(frame);
    ImGui::SameLine();
    draw_list_button(frame.gui);
    ImGui::SameLine();
    draw_pin(frame);
    pointed_ = frame.state.pointed ? result->result_of(*frame.state.pointed) : std::nullopt;
    if (const Swatch* const pointed = draw_share_strip(result->layers, frame.gui)) {
        if (ImGui::IsItemClicked()) frame.state.isolate(pointed->color);
        point_at(frame, *pointed);
    }
    draw_all(frame);
    draw_menu(frame);
    draw_picker(frame);
}

}
