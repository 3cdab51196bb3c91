#include "app/dialogs/key_list.h"

#include "app/dialogs/dialog.h"

#include <imgui.h>

#include <algorithm>
#include <cstring>

namespace huedrift::app {
namespace {

// A key and what it does; all keys of a column have the same width.
void key_row(const std::string& key, const char* text, const Gui& gui) {
    ImGui::PushFont(gui.fonts().code);
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().accent));
    ImGui::TextUnformatted(key.c_str());
    ImGui::PopStyleColor();
    ImGui::PopFont();
    ImGui::SameLine(124 * gui.scale());
    ImGui::TextUnformatted(text);
}

void key_heading(const char* text, const Gui& gui) {
    ImGui::Dummy({1, 3 * gui.scale()});
    ImGui::PushFont(gui.fonts().strong);
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
}

int keys_of(const Actions& actions, const char* menu) {
    return static_cast<int>(std::ranges::count_if(actions.all(), [&](const Action& action) {
        return !action.shortcuts.empty() && std::strcmp(action.menu, menu) == 0;
    }));
}

void draw_pointer_keys(const Gui& gui) {
    key_heading("Pointer", gui);
    key_row("wheel", "zoom there; on a slider: fine steps", gui);
    key_row("drag", "move the picture or the divider", gui);
    key_row("double click", "fit or 1:1", gui);
    key_row("hold Space", "the source instead of the result", gui);
    key_heading("Swatches", gui);
    key_row("Ctrl+click", "choose one more", gui);
    key_row("Shift+click", "choose all up to there", gui);
    key_row("arrows", "walk; with Shift choose all on the way", gui);
    key_row("Ctrl+Space", "choose one more", gui);
    key_row("Ctrl+A", "choose all", gui);
    key_row("Enter", "show only what is chosen", gui);
}

}

void KeyList::draw(const Actions& actions, const Gui& gui) {
    if (!begin_dialog("keys", wanted_, 780, gui)) return;
    ImGui::PushFont(gui.fonts().title);
    ImGui::TextUnformatted("Keys");
    ImGui::PopFont();
    // Each menu goes into the column that is shorter so far.
    std::array<std::vector<const char*>, 2> columns;
    std::array<int, 2> heights{};
    for (const char* const menu : actions.menus()) {
        const std::size_t shorter = heights[1] < heights[0] ? 1 : 0;
        columns[shorter].push_back(menu);
        heights[shorter] += keys_of(actions, menu) + 1;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * gui.scale(), 4 * gui.scale()});
    ImGui::Columns(2, "keys", false);
    for (std::size_t column = 0; column < columns.size(); ++column) {
        for (const char* const menu : columns[column]) {
            key_heading(menu, gui);
            for (const Action& action : actions.all())
                if (!action.shortcuts.empty() && std::strcmp(action.menu, menu) == 0)
                    key_row(name_of(action.shortcuts.front()), action.name, gui);
        }
        if ((heights[1] < heights[0]) == (column == 1)) draw_pointer_keys(gui);
        ImGui::NextColumn();
    }
    ImGui::Columns(1);
    ImGui::PopStyleVar();
    end_dialog();
}

}
