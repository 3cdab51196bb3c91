#include "app/panels/bars.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace huedrift::app {
namespace {

void draw_recent(const FrameContext& frame) {
    const auto& recent = frame.state.settings.recent;
    if (!ImGui::BeginMenu("Open Recent", !recent.empty())) return;
    int number = 0;
    for (const auto& path : recent) {
        ImGui::PushID(number++);
        if (menu_item(path.filename().string(), frame.gui, path.parent_path().string()))
            frame.session.open({path});
        ImGui::PopID();
    }
    ImGui::EndMenu();
}

void draw_actions(const ActionMenu& menu, const FrameContext& frame) {
    const Actions& actions = frame.actions;
    for (const Action& action : menu.actions) {
        if (action.first_of_group) ImGui::Separator();
        if (menu_item(action.name, frame.gui, action.key(), actions.is_enabled(action),
                      actions.is_checked(action)))
            actions.run(action);
        if (action.id == ActionId::open) draw_recent(frame);
    }
}

void draw_engines(const FrameContext& frame) {
    ImGui::Separator();
    if (!ImGui::BeginMenu("Engine")) return;
    const EngineChoice& chosen = frame.snapshot.engine_choice;
    if (menu_item("Automatic", frame.gui, "a GPU if there is one", true, chosen.engine == "auto"))
        frame.session.choose_engine({});
    ImGui::Separator();
    for (std::size_t i = 0; i < frame.snapshot.engines->size(); ++i) {
        const EngineEntry& entry = (*frame.snapshot.engines)[i];
        const std::string label = entry.engine + (entry.device.empty() ? "" : ", " + entry.device);
        const bool is_chosen = chosen.engine == entry.engine && chosen.device == std::to_string(i);
        if (menu_item(label, frame.gui, entry.reason, entry.usable(), is_chosen))
            frame.session.choose_engine({.engine = entry.engine, .device = std::to_string(i)});
    }
    ImGui::EndMenu();
}

/// Opens a menu of the bar if the arrow keys have just reached it from another one. A press of the mouse
/// opens it by itself, and would close one that is open already.
void open_reached(const char* menu) {
    if (ImGui::GetCurrentContext()->NavJustMovedToId != ImGui::GetID(menu)) return;
    if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) ImGui::OpenPopup(menu);
}

}

float draw_menu_bar(const FrameContext& frame) {
    if (!ImGui::BeginMainMenuBar()) return 0;
    if (std::exchange(frame.state.opens_menus, false)) {
        ImGui::OpenPopup(frame.actions.menus().front().name);
        ImGui::GetCurrentContext()->NavDisableHighlight = false;
    }
    for (const ActionMenu& menu : frame.actions.menus()) {
        open_reached(menu.name);
        if (!ImGui::BeginMenu(menu.name)) continue;
        draw_actions(menu, frame);
        if (menu.has_engines) draw_engines(frame);
        ImGui::EndMenu();
    }
    const float height = ImGui::GetWindowHeight();
    ImGui::EndMainMenuBar();
    return height;
}

namespace {

std::string zoom_text(double zoom) { return printed(zoom < 0.0995 ? "%.1f %%" : "%.0f %%", zoom * 100); }

/// The widths of the parts in units; 0: left out. The views and export always stay; menus and keys replace
/// the others.
struct Layout {
    float views, shown, zoom = 62, buttons = 2 * 44 + 8, exporting = 88;
    bool has_short_names = false;

    /// Keeps as many parts as fit into `available`. The names of the views take at least `full`, the short
    /// ones `brief`; `shown` is the best width for the choice of results, 0: there is none.
    Layout(float available, float full, float brief, float shown, bool has_zoom)
        : views(1.2f * full), shown(shown) {
        constexpr float tight_exporting = 72;
        const float tight_shown = 0.82f * shown;
        if (!has_zoom) zoom = buttons = 0;
        if (available >= width()) return;
        views = full;
        exporting = tight_exporting;
        this->shown = tight_shown;
        for (float* const part : {&zoom, &this->shown})
            if (available < width()) *part = 0;
        has_short_names = available < width();
        if (has_short_names) views = brief;
        if (available < width()) buttons = 0;
        views = std::min(views + std::max(available - width(), 0.0f), available - gap - exporting);
        views = std::min(views, 1.2f * (has_short_names ? brief : full));
    }
    float width() const {
        return views + (shown > 0 ? gap + shown : 0) + (buttons > 0 ? gap + buttons : 0) +
               (zoom > 0 ? 8 + zoom : 0) + gap + exporting;
    }

    static constexpr float gap = 12;
};

void draw_zoom(const Layout& layout, Canvas& canvas, const FrameContext& frame, float right) {
    const float scale = frame.gui.scale(), button = 44 * scale;
    const std::string zoom = zoom_text(canvas.camera().zoom());
    const float buttons = right - layout.buttons * scale;
    if (layout.zoom > 0) {
        ImGui::SameLine(buttons - 8 * scale - ImGui::CalcTextSize(zoom.c_str()).x);
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(zoom.c_str());
    }
    ImGui::SameLine(buttons);
    if (ImGui::Button("Fit", {button, 0})) canvas.fit();
    tooltip(frame.actions.get(ActionId::fit).tip(), frame.gui);
    ImGui::SameLine(0, 8 * scale);
    if (ImGui::Button("1:1", {button, 0})) canvas.zoom_to(1);
    tooltip(frame.actions.get(ActionId::actual_size).tip(), frame.gui);
}

using Views = std::vector<Enumerator<Compare>>;

Views views_by(const char* ViewWords::*label) {
    Views views;
    for (const ViewWords& words : view_words) views.push_back({words.view, words.*label});
    return views;
}

/// The least width that their labels need.
float least_width(const Views& views, const Gui& gui) {
    std::vector<const char*> labels;
    for (const auto& view : views) labels.push_back(view.label);
    return segments_width(labels, gui);
}

/// The views to choose from, side by side, or in a list where even short names would run together.
void draw_views(Compare& compare, const Views& views, float width, const Gui& gui) {
    if (least_width(views, gui) <= width) {
        compare = segments<Compare>("compare", views, compare, gui, width).value_or(compare);
        return;
    }
    const ViewWords& chosen = *std::ranges::find(view_words, compare, &ViewWords::view);
    const bool is_narrow = width < 160 * gui.scale();
    ImGui::SetNextItemWidth(width);
    if (!ImGui::BeginCombo("##view", is_narrow ? chosen.short_label : chosen.label,
                           width < 100 * gui.scale() ? ImGuiComboFlags_NoArrowButton : 0))
        return;
    for (const ViewWords& words : view_words)
        if (ImGui::Selectable(words.label, words.view == compare)) compare = words.view;
    ImGui::EndCombo();
}

const char* name_of(Compared compared, const FrameContext& frame) {
    if (compared == Compared::source) return "Source";
    if (compared == Compared::held) return "Held";
    if (frame.snapshot.weightings != Weightings::both) return "Result";
    const Weighting shown = frame.state.shown(Weightings::both);
    return label_of(compared == Compared::result ? shown : other_than(shown));
}

/// A list of the pictures that a side of the divider can show.
void draw_side(const char* id, Compared& side, Compared opposite, float width, const FrameContext& frame) {
    ImGui::SetNextItemWidth(width);
    const bool is_open = ImGui::BeginCombo(id, name_of(side, frame));
    tooltip("Shown on this side of the divider", frame.gui);
    if (!is_open) return;
    for (const Compared choice : {Compared::source, Compared::result, Compared::other, Compared::held})
        if (choice != opposite && frame.state.has(choice, frame.snapshot.weightings) &&
            ImGui::Selectable(name_of(choice, frame), choice == side))
            side = choice;
    ImGui::EndCombo();
}

/// The best width of the choice of results, in units; 0: there is nothing to choose.
float shown_width(const FrameContext& frame) {
    const Compare view = frame.state.settings.compare;
    const bool are_both = frame.snapshot.weightings == Weightings::both;
    if (view == Compare::wipe) return are_both || frame.state.held ? 244 : 0;
    return are_both && view != Compare::side_by_side ? 190 : 0;
}

/// The result to show, or the two pictures of a wipe.
void draw_shown(const FrameContext& frame, float width) {
    ViewState& state = frame.state;
    if (state.settings.compare == Compare::wipe) {
        const float gap = ImGui::GetStyle().ItemInnerSpacing.x, side = (width - gap) / 2;
        draw_side("##left", state.left, state.right, side, frame);
        ImGui::SameLine(0, gap);
        draw_side("##right", state.right, state.left, side, frame);
        return;
    }
    const auto clicked =
        segments<Weighting>("shown", enumerators<Weighting>, state.preferred, frame.gui, width);
    state.preferred = clicked.value_or(state.preferred);
}

void draw_export(const FrameContext& frame, float width, float x) {
    const Action& action = frame.actions.get(ActionId::export_result);
    ImGui::SameLine(x);
    if (accented_button(action.name, frame.gui, width, frame.actions.is_enabled(action)))
        frame.actions.run(action);
    tooltip(action.tip(), frame.gui);
}

}

float toolbar_height(const Gui& gui) { return 46 * gui.scale(); }

void draw_toolbar(const FrameContext& frame, Canvas& canvas, const Box& area) {
    const float scale = frame.gui.scale();
    begin_bar("tools", area, ImGui::GetFrameHeight(), 10, frame.gui);
    const Views named = views_by(&ViewWords::label), short_named = views_by(&ViewWords::short_label);
    const Layout layout(area[2] / scale - 20, least_width(named, frame.gui) / scale,
                        least_width(short_named, frame.gui) / scale, shown_width(frame),
                        frame.snapshot.document && !frame.state.shows_cloud());
    draw_views(frame.state.settings.compare, layout.has_short_names ? short_named : named,
               layout.views * scale, frame.gui);
    if (layout.shown > 0) {
        ImGui::SameLine(0, 12 * scale);
        draw_shown(frame, layout.shown * scale);
    }
    const float right = area[2] - (10 + layout.exporting) * scale;
    if (layout.buttons > 0) draw_zoom(layout, canvas, frame, right - Layout::gap * scale);
    draw_export(frame, layout.exporting * scale, right);
    ImGui::End();
}

namespace {

enum class Sign { play, pause, next, previous };

/// Draws a sign in the middle of the last control; the fonts have none of these.
void draw_sign(Sign sign, const Gui& gui) {
    const auto [left, top, width, height] = item_area();
    const float r = 5 * gui.scale(), x = left + width / 2, y = top + height / 2;
    const ImU32 color = packed(gui.theme().text);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto bar = [&](float from, float to) {
        list.AddRectFilled({x + from * r, y - r}, {x + to * r, y + r}, color);
    };
    const auto triangle = [&](float from, float to) {
        list.AddTriangleFilled({x + from * r, y - r}, {x + to * r, y}, {x + from * r, y + r}, color);
    };
    switch (sign) {
    case Sign::play:
        return triangle(-0.8f, 1.1f);
    case Sign::pause:
        bar(-0.9f, -0.3f);
        return bar(0.3f, 0.9f);
    case Sign::next:
        triangle(-0.9f, 0.5f);
        return bar(0.6f, 1.0f);
    case Sign::previous:
        triangle(0.9f, -0.5f);
        return bar(-1.0f, -0.6f);
    }
}

/// A button of an action.
void draw_sign_button(const char* label, Sign sign, ActionId id, const FrameContext& frame) {
    const Action& action = frame.actions.get(id);
    if (ImGui::Button(label, {34 * frame.gui.scale(), 0})) frame.actions.run(action);
    draw_sign(sign, frame.gui);
    tooltip(action.tip(), frame.gui);
    ImGui::SameLine(0, 4 * frame.gui.scale());
}

void draw_scrubber(Playback& playback, const Gui& gui, float width) {
    const auto last = static_cast<double>(playback.frames() - 1);
    double share = playback.share();
    const Change change = slider("frame", share, 1 / last, gui, width);
    playback.hold(ImGui::IsItemActive());
    if (change == Change::none) return;
    const auto frame = static_cast<std::size_t>(std::lround(share * last));
    if (frame != playback.frame()) playback.show(frame);
}

/// Draws buttons and a slider for what plays, in the current row, of which `free` units stay free. Omits the
/// slider if there is little room.
void draw_playback(const FrameContext& frame, float free) {
    Playback& playback = frame.state.played();
    const float scale = frame.gui.scale();
    draw_sign_button("##previous", Sign::previous, ActionId::previous_frame, frame);
    draw_sign_button("##play", playback.is_playing() ? Sign::pause : Sign::play, ActionId::play, frame);
    draw_sign_button("##next", Sign::next, ActionId::next_frame, frame);
    ImGui::SameLine(0, 12 * scale);
    const float width = ImGui::GetContentRegionAvail().x - free;
    if (width < 80 * scale) {
        playback.hold(false);
        return;
    }
    draw_scrubber(playback, frame.gui, width);
    ImGui::SameLine(0, 14 * scale);
}

/// "Frame 7 of 48  ·  0.24 of 1.92 s"
std::string about(const Playback& playback, std::size_t frame) {
    return "Frame " + grouped(frame + 1) + " of " + grouped(playback.frames()) +
           printed("  \u00b7  %.2f of %.2f s", playback.begins(frame), playback.begins(playback.frames()));
}

std::string about_plays(const Playback& playback) {
    if (playback.plays() == 0) return "It loops forever.";
    return "It plays " + counted(playback.plays(), "time", "times") + ".";
}

void draw_frame_bar(const FrameContext& frame, const Box& area) {
    const Playback& playback = frame.state.playback;
    const Gui& gui = frame.gui;
    begin_bar("frames", area, ImGui::GetFrameHeight(), 10, gui);
    // Uses the largest width, so that the slider keeps its length.
    const float text = ImGui::CalcTextSize(about(playback, playback.frames() - 1).c_str()).x;
    draw_playback(frame, text + 30 * gui.scale());
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(about(playback, playback.frame()).c_str());
    tooltip(about_plays(playback), gui);
    ImGui::End();
}

/// "Step 12 of 48", or "Step 12 of 48+" while more steps may come.
std::string about_step(const Drift& drift, double share) {
    if (drift.steps == 0) return drift.whole ? "No steps" : "Steps\u2026";
    const Drift::Moment moment = drift.at(share);
    const double step = (double(moment.first) + double{moment.beyond}) * drift.stride;
    return "Step " + grouped(std::min<std::uint64_t>(std::uint64_t(std::lround(step)), drift.steps)) +
           " of " + grouped(drift.steps) + (drift.whole ? "" : "+");
}

void draw_drift_bar(const FrameContext& frame, const Box& area) {
    const float scale = frame.gui.scale(), basins = ImGui::CalcTextSize("Basins").x + 40 * scale;
    begin_bar("drift", area, ImGui::GetFrameHeight(), 10, frame.gui);
    const float text = ImGui::CalcTextSize("Step 1,000 of 1,000+").x;
    draw_playback(frame, text + basins + 44 * scale);
    ImGui::AlignTextToFramePadding();
    const auto& drift = frame.snapshot.drift;
    const bool has_room = ImGui::GetContentRegionAvail().x >= text + basins;
    if (has_room && drift && drift->result->picture == frame.snapshot.picture)
        ImGui::TextUnformatted(about_step(*drift, frame.state.drift.share()).c_str());
    ImGui::SameLine(area[2] - basins - 10 * scale);
    checkbox("Basins", frame.state.shows_basins, "Give each point the colour of its result", frame.gui);
    ImGui::End();
}

}

float canvas_bar_height(const FrameContext& frame) {
    const bool plays =
        frame.state.shows_cloud() ? frame.snapshot.picture != nullptr : frame.state.playback.frames() > 1;
    return plays ? 42 * frame.gui.scale() : 0;
}

void draw_canvas_bar(const FrameContext& frame, const Box& area) {
    if (frame.state.shows_cloud())
        draw_drift_bar(frame, area);
    else
        draw_frame_bar(frame, area);
}

}
