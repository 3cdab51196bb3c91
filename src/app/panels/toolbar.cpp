#include "app/panels/bars.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace huedrift::app {
namespace {

void draw_recent(const Settings& settings, Session& session, const Gui& gui) {
    if (!ImGui::BeginMenu("Open Recent", !settings.recent.empty())) return;
    int number = 0;
    for (const auto& path : settings.recent) {
        ImGui::PushID(number++);
        if (menu_item(path.filename().string(), gui, path.parent_path().string())) session.open({path});
        ImGui::PopID();
    }
    ImGui::EndMenu();
}

void draw_actions(const Actions& actions, const ActionMenu& menu, const Settings& settings,
                  const FrameContext& frame) {
    for (const Action& action : menu.actions) {
        if (action.first_of_group) ImGui::Separator();
        if (menu_item(action.name, frame.gui, action.key(), actions.is_enabled(action),
                      actions.is_checked(action)))
            actions.run(action);
        if (action.id == ActionId::open) draw_recent(settings, frame.session, frame.gui);
    }
}

void draw_engines(const FrameContext& frame) {
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

/// The menus within `outer`, which has the engines, too.
void draw_inner_menus(const Actions& actions, const char* outer, const Settings& settings,
                      const FrameContext& frame) {
    const auto is_inner = [&](const ActionMenu& menu) {
        return menu.within && std::string_view(menu.within) == outer;
    };
    if (std::ranges::none_of(actions.menus(), is_inner)) return;
    ImGui::Separator();
    for (const ActionMenu& menu : actions.menus()) {
        if (!is_inner(menu) || !ImGui::BeginMenu(menu.name)) continue;
        draw_actions(actions, menu, settings, frame);
        ImGui::EndMenu();
    }
    draw_engines(frame);
}

}

float draw_menu_bar(const FrameContext& frame, const Actions& actions, const Settings& settings) {
    if (!ImGui::BeginMainMenuBar()) return 0;
    for (const ActionMenu& menu : actions.menus()) {
        if (menu.within || !ImGui::BeginMenu(menu.name)) continue;
        draw_actions(actions, menu, settings, frame);
        draw_inner_menus(actions, menu.name, settings, frame);
        ImGui::EndMenu();
    }
    const float height = ImGui::GetWindowHeight();
    ImGui::EndMainMenuBar();
    return height;
}

namespace {

std::string zoom_text(double zoom) { return printed(zoom < 0.0995 ? "%.1f %%" : "%.0f %%", zoom * 100); }

/// The widths of the parts in units; 0: left out. Comparison and export always stay; menus and keys replace
/// the others.
struct Layout {
    float compare = 470, shown = 190, zoom = 62, buttons = 2 * 44 + 8, exporting = 88;
    bool has_short_names = false;

    /// Keeps as many parts as fit into `available`.
    Layout(float available, bool has_shown, bool has_zoom) {
        constexpr float tight_compare = 424, tightest_compare = 396, short_compare = 268, tight_shown = 156,
                        tight_exporting = 72;
        if (!has_shown) shown = 0;
        if (!has_zoom) zoom = buttons = 0;
        if (available < width()) {
            compare = tight_compare;
            exporting = tight_exporting;
            shown = std::min(shown, tight_shown);
        }
        for (float* const part : {&zoom, &shown})
            if (available < width()) *part = 0;
        if (available >= width()) return;
        if (const float left = compare - (width() - available); left >= tightest_compare) {
            compare = left;
            return;
        }
        compare = short_compare;
        has_short_names = true;
        if (available < width()) buttons = 0;
        compare = std::min(compare, available - gap - exporting);
    }
    float width() const {
        return compare + (shown > 0 ? gap + shown : 0) + (buttons > 0 ? gap + buttons : 0) +
               (zoom > 0 ? 8 + zoom : 0) + gap + exporting;
    }

    static constexpr float gap = 12;
};

void draw_zoom(const Layout& layout, Canvas& canvas, const Gui& gui, float right) {
    const float scale = gui.scale(), button = 44 * scale;
    const std::string zoom = zoom_text(canvas.camera().zoom());
    const float buttons = right - layout.buttons * scale;
    if (layout.zoom > 0) {
        ImGui::SameLine(buttons - 8 * scale - ImGui::CalcTextSize(zoom.c_str()).x);
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(zoom.c_str());
    }
    ImGui::SameLine(buttons);
    if (ImGui::Button("Fit", {button, 0})) canvas.fit();
    tooltip("Show the whole picture  (F)", gui);
    ImGui::SameLine(0, 8 * scale);
    if (ImGui::Button("1:1", {button, 0})) canvas.zoom_to(1);
    tooltip("Show one pixel of the picture on one pixel of the screen  (1)", gui);
}

void draw_export(const Actions& actions, float width, const Gui& gui, float x) {
    const Action& action = actions.get(ActionId::export_result);
    ImGui::SameLine(x);
    if (accented_button(action.name, gui, width, actions.is_enabled(action))) actions.run(action);
    tooltip(action.tip(), gui);
}

}

float toolbar_height(const Gui& gui) { return 46 * gui.scale(); }

void draw_toolbar(const FrameContext& frame, Canvas& canvas, const Actions& actions, const Box& area) {
    const float scale = frame.gui.scale();
    begin_bar("tools", area, ImGui::GetFrameHeight(), 10, frame.gui);
    const Layout layout(area[2] / scale - 20,
                        frame.snapshot.weightings == Weightings::both &&
                            frame.state.compare != Compare::side_by_side,
                        frame.snapshot.document && frame.state.compare != Compare::cloud);
    const bool is_short = layout.has_short_names;
    Compare& compare = frame.state.compare;
    compare = segments<Compare>("compare",
                                {{Compare::side_by_side, is_short ? "Side" : "Side by side"},
                                 {Compare::wipe, "Wipe"},
                                 {Compare::single, "Single"},
                                 {Compare::difference, is_short ? "Diff" : "Difference"},
                                 {Compare::cloud, "Cloud"}},
                                compare, frame.gui, layout.compare * scale)
                  .value_or(compare);
    if (layout.shown > 0) {
        ImGui::SameLine(0, 12 * scale);
        Weighting& shown = frame.state.preferred;
        shown = segments<Weighting>("shown", enumerators<Weighting>, shown, frame.gui, layout.shown * scale)
                    .value_or(shown);
    }
    const float right = area[2] - (10 + layout.exporting) * scale;
    if (layout.buttons > 0) draw_zoom(layout, canvas, frame.gui, right - Layout::gap * scale);
    draw_export(actions, layout.exporting * scale, frame.gui, right);
    ImGui::End();
}

namespace {

/// The effect of the buttons beside Play.
struct PlaybackSteps {
    const char* back;
    const char* forward; ///< tooltips
    int frames;          ///< the number of frames to step
};

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

bool sign_button(const char* id, Sign sign, const char* tip, const Gui& gui) {
    const bool clicked = ImGui::Button(id, {34 * gui.scale(), 0});
    draw_sign(sign, gui);
    tooltip(tip, gui);
    ImGui::SameLine(0, 4 * gui.scale());
    return clicked;
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

/// Draws buttons and a slider for a playback in the current row, which leaves `rest` units free. Omits the
/// slider if there is little room.
void draw_playback(Playback& playback, const PlaybackSteps& steps, float rest, const Gui& gui) {
    const float scale = gui.scale();
    if (sign_button("##previous", Sign::previous, steps.back, gui)) playback.step(-steps.frames);
    const bool plays = playback.is_playing();
    if (sign_button("##play", plays ? Sign::pause : Sign::play, plays ? "Pause  (K)" : "Play  (K)", gui)) {
        if (plays)
            playback.pause();
        else
            playback.play();
    }
    if (sign_button("##next", Sign::next, steps.forward, gui)) playback.step(steps.frames);
    ImGui::SameLine(0, 12 * scale);
    const float width = ImGui::GetContentRegionAvail().x - rest;
    if (width < 80 * scale) {
        playback.hold(false);
        return;
    }
    draw_scrubber(playback, gui, width);
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

void draw_frame_bar(Playback& playback, const Gui& gui, const Box& area) {
    begin_bar("frames", area, ImGui::GetFrameHeight(), 10, gui);
    // Uses the largest width, so that the slider keeps its length.
    const float text = ImGui::CalcTextSize(about(playback, playback.frames() - 1).c_str()).x;
    draw_playback(playback, {"Previous frame  (J)", "Next frame  (L)", 1}, text + 30 * gui.scale(), gui);
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

void draw_drift_bar(const FrameContext& frame, const Actions& actions, const Box& area) {
    const float scale = frame.gui.scale(), saving = 60 * scale,
                basins = ImGui::CalcTextSize("Basins").x + 40 * scale + saving;
    begin_bar("drift", area, ImGui::GetFrameHeight(), 10, frame.gui);
    const float text = ImGui::CalcTextSize("Step 1,000 of 1,000+").x;
    draw_playback(frame.state.drift, {"Previous step  (J)", "Next step  (L)", 8}, text + basins + 44 * scale,
                  frame.gui);
    ImGui::AlignTextToFramePadding();
    const auto& drift = frame.snapshot.drift;
    const bool has_room = ImGui::GetContentRegionAvail().x >= text + basins;
    if (has_room && drift && drift->result->picture == frame.snapshot.picture)
        ImGui::TextUnformatted(about_step(*drift, frame.state.drift.share()).c_str());
    ImGui::SameLine(area[2] - basins - 10 * scale);
    checkbox("Basins", frame.state.shows_basins, "Give each point the colour of its result", frame.gui);
    ImGui::SameLine(area[2] - saving - 10 * scale);
    const Action& save = actions.get(ActionId::save_cloud);
    ImGui::BeginDisabled(!actions.is_enabled(save));
    if (ImGui::Button("Save\u2026", {saving, 0})) actions.run(save);
    ImGui::EndDisabled();
    tooltip(save.tip(), frame.gui);
    ImGui::End();
}

}

float canvas_bar_height(const FrameContext& frame) {
    const bool plays = frame.state.compare == Compare::cloud ? frame.snapshot.picture != nullptr
                                                             : frame.state.playback.frames() > 1;
    return plays ? 42 * frame.gui.scale() : 0;
}

void draw_canvas_bar(const FrameContext& frame, const Actions& actions, const Box& area) {
    if (frame.state.compare == Compare::cloud)
        draw_drift_bar(frame, actions, area);
    else
        draw_frame_bar(frame.state.playback, frame.gui, area);
}

}
