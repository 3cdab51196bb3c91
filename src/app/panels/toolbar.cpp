#include "app/panels/toolbar.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace huedrift::app {
namespace {

void draw_action(const Action& action, const Gui& gui) {
    if (action.first_of_group) ImGui::Separator();
    const std::string key = action.shortcuts.empty() ? "" : name_of(action.shortcuts.front());
    if (menu_item(action.name, key.c_str(), action.checked && action.checked(), action.is_enabled(), gui))
        action.run();
}

void draw_recent(const Settings& settings, Session& session, const Gui& gui) {
    if (!ImGui::BeginMenu("Open Recent", !settings.recent.empty())) return;
    int number = 0;
    for (const auto& path : settings.recent) {
        if (number == 12) break;
        ImGui::PushID(number++);
        if (menu_item(path.filename().c_str(), path.parent_path().c_str(), false, true, gui))
            session.open({path});
        ImGui::PopID();
    }
    ImGui::EndMenu();
}

void draw_engines(const FrameContext& frame) {
    if (!ImGui::BeginMenu("Engine")) return;
    const EngineChoice& chosen = frame.snapshot.engine_choice;
    if (menu_item("Automatic", "a GPU if there is one", chosen.engine == "auto", true, frame.gui))
        frame.session.choose_engine({});
    ImGui::Separator();
    for (std::size_t i = 0; i < frame.snapshot.engines->size(); ++i) {
        const EngineEntry& entry = (*frame.snapshot.engines)[i];
        const std::string label = entry.engine + (entry.device.empty() ? "" : ", " + entry.device);
        const bool is_chosen = chosen.engine == entry.engine && chosen.device == std::to_string(i);
        if (menu_item(label.c_str(), entry.reason.c_str(), is_chosen, entry.usable(), frame.gui))
            frame.session.choose_engine({.engine = entry.engine, .device = std::to_string(i)});
    }
    ImGui::EndMenu();
}

/// The menus within Drift.
constexpr std::array inner_menus{"Number of Colours", "Dithering"};

bool is_inner(const char* menu) {
    return std::ranges::any_of(inner_menus, [&](const char* one) { return std::strcmp(one, menu) == 0; });
}

void draw_actions(const Actions& actions, const char* menu, const Gui& gui) {
    for (const Action& action : actions.all())
        if (std::strcmp(action.menu, menu) == 0) draw_action(action, gui);
}

}

float draw_menu_bar(const FrameContext& frame, const Actions& actions, const Settings& settings) {
    if (!ImGui::BeginMainMenuBar()) return 0;
    for (const char* const menu : actions.menus()) {
        if (is_inner(menu) || !ImGui::BeginMenu(menu)) continue;
        for (const Action& action : actions.all()) {
            if (std::strcmp(action.menu, menu) != 0) continue;
            draw_action(action, frame.gui);
            if (std::strcmp(action.name, "Open\u2026") == 0) draw_recent(settings, frame.session, frame.gui);
        }
        if (std::strcmp(menu, "Drift") == 0) {
            ImGui::Separator();
            for (const char* const inner : inner_menus) {
                if (!ImGui::BeginMenu(inner)) continue;
                draw_actions(actions, inner, frame.gui);
                ImGui::EndMenu();
            }
            draw_engines(frame);
        }
        ImGui::EndMenu();
    }
    const float height = ImGui::GetWindowHeight();
    ImGui::EndMainMenuBar();
    return height;
}

namespace {

std::string zoom_text(double zoom) {
    char text[32];
    std::snprintf(text, sizeof text, zoom < 0.0995 ? "%.1f %%" : "%.0f %%", zoom * 100);
    return text;
}

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

void draw_export(const Action& action, float width, const Gui& gui, float x) {
    ImGui::SameLine(x);
    ImGui::BeginDisabled(!action.is_enabled());
    if (accented_button("Export\u2026", gui, width)) action.run();
    ImGui::EndDisabled();
    tooltip(action.tip(), gui);
}

}

float toolbar_height(const Gui& gui) { return 46 * gui.scale(); }

void draw_toolbar(const FrameContext& frame, Canvas& canvas, const Actions& actions,
                  const std::array<float, 4>& area) {
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
        shown = segments<Weighting>("shown",
                                    {{Weighting::palette, "Each once"}, {Weighting::frequency, "By pixels"}},
                                    shown, frame.gui, layout.shown * scale)
                    .value_or(shown);
    }
    const float right = area[2] - (10 + layout.exporting) * scale;
    if (layout.buttons > 0) draw_zoom(layout, canvas, frame.gui, right - Layout::gap * scale);
    draw_export(actions.named("Export\u2026"), layout.exporting * scale, frame.gui, right);
    ImGui::End();
}

}
