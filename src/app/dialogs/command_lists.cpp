#include "app/dialogs/command_lists.h"

#include "app/ui/dialog.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "pipeline/recipe_rows.h"

#include <SDL_version.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <sys/utsname.h>

namespace huedrift::app {
namespace {

/// Without case and what separates words, so that "Soft edges" is "soft-edges".
std::string letters_of(std::string_view text) {
    std::string letters;
    for (const char c : text)
        if (std::isalnum(static_cast<unsigned char>(c)))
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

std::optional<TypedSetting> setting_with(std::string_view name, std::string_view value, Recipe recipe) {
    const std::string letters = letters_of(name);
    const auto is_named = [&](const RecipeRow& row) {
        const bool is_single = row.kind == RecipeKind::number || row.kind == RecipeKind::name;
        return is_single && *row.caption &&
               (letters_of(row.caption) == letters || letters_of(row.word) == letters);
    };
    const auto row = std::ranges::find_if(recipe_rows(), is_named);
    if (row == recipe_rows().end()) return std::nullopt;
    if (row->word == std::string_view("colors")) recipe.palette.set_colors({}); // an error may choose it
    if (!row->read(recipe, std::string(value))) return std::nullopt;
    return TypedSetting{std::string(row->caption) + ": " + std::string(value), std::move(recipe)};
}

}

std::optional<TypedSetting> typed_setting(std::string_view typed, const Recipe& recipe) {
    while (typed.ends_with(' ')) typed.remove_suffix(1);
    const std::size_t first = typed.find(' '), last = typed.rfind(' ');
    if (first == std::string_view::npos) return std::nullopt;
    auto setting = setting_with(typed.substr(0, last), typed.substr(last + 1), recipe);
    if (!setting) setting = setting_with(typed.substr(first + 1), typed.substr(0, first), recipe);
    return setting;
}

namespace {

/// A line of the command palette.
struct ListedCommand {
    const char *name, *menu;
    std::string key{};
    const Action* action = nullptr; ///< null: the typed setting
    int score = 0;
};

/// The enabled actions that match, the best first.
std::vector<ListedCommand> matching_actions(const Actions& actions, const char* typed) {
    std::vector<ListedCommand> commands;
    for (const ActionMenu& menu : actions.menus())
        for (const Action& action : menu.actions) {
            const int score =
                std::max(2 * match_score(typed, action.name),
                         match_score(typed, std::string(menu.name) + " " + action.name + " " + action.words));
            if (score > 0 && actions.is_enabled(action))
                commands.push_back({action.name, menu.name, action.key(), &action, score});
        }
    std::ranges::stable_sort(commands, std::ranges::greater(), &ListedCommand::score);
    return commands;
}

/// Returns whether it was clicked.
bool draw_command(const ListedCommand& command, bool is_chosen, const Gui& gui) {
    const float top = ImGui::GetCursorPosY(), inset = 8 * gui.scale();
    const bool clicked = ImGui::Selectable("##row", is_chosen, 0, {0, ImGui::GetFrameHeight()});
    const float below = ImGui::GetCursorPosY();
    ImGui::SetCursorPos({inset, top + (ImGui::GetFrameHeight() - ImGui::GetTextLineHeight()) / 2});
    ImGui::TextUnformatted(command.name);
    ImGui::SameLine(0, 12 * gui.scale());
    ImGui::TextDisabled("%s", command.menu);
    if (!command.key.empty()) {
        ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(command.key.c_str()).x - inset);
        ImGui::TextDisabled("%s", command.key.c_str());
    }
    ImGui::SetCursorPosY(below);
    return clicked;
}

/// Draws the list, of which `chosen` is marked; returns the command to run, or null.
const ListedCommand* draw_commands(const std::vector<ListedCommand>& commands, int& chosen, const Gui& gui) {
    const int count = static_cast<int>(commands.size());
    const int step = int(key_pressed(ImGuiKey_DownArrow, true)) - int(key_pressed(ImGuiKey_UpArrow, true));
    chosen = std::clamp(chosen + step, 0, std::max(count - 1, 0));
    const ListedCommand* run = nullptr;
    const float height = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
    const int most = std::clamp(static_cast<int>(dialog_room(gui) / height), 1, 11);
    ImGui::BeginChild("found", {0, static_cast<float>(std::clamp(count, 1, most)) * height});
    for (int i = 0; i < count; ++i) {
        const ListedCommand& command = commands[static_cast<std::size_t>(i)];
        ImGui::PushID(i);
        const bool clicked = draw_command(command, i == chosen, gui);
        ImGui::PopID();
        if (i == chosen && step != 0) ImGui::SetScrollHereY();
        if (clicked || (i == chosen && key_pressed(ImGuiKey_Enter, true))) run = &command;
    }
    if (count == 0) ImGui::TextDisabled("No command has that name.");
    ImGui::EndChild();
    return run;
}

}

void CommandPalette::draw(const FrameContext& frame) {
    const Gui& gui = frame.gui;
    const bool opening = opens_;
    if (!begin_dialog("palette of commands", DialogKind::list, opens_, 560, gui)) return;
    if (opening) {
        typed_[0] = 0;
        chosen_ = 0;
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputTextWithHint("##typed", "Type a command, or a setting such as \u201c4 colours\u201d",
                                 typed_.data(), typed_.size()))
        chosen_ = 0;
    std::vector<ListedCommand> commands = matching_actions(frame.actions, typed_.data());
    const auto setting = typed_setting(typed_.data(), frame.session.recipe());
    if (setting) commands.insert(commands.begin(), {setting->text.c_str(), "Setting"});
    if (const ListedCommand* const run = draw_commands(commands, chosen_, gui)) {
        ImGui::CloseCurrentPopup();
        if (run->action)
            frame.actions.run(*run->action);
        else
            frame.session.set(setting->recipe);
    }
    end_dialog();
}

namespace {

// A key and its effect; all keys of a column have the same width.
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

int keys_of(const ActionMenu& menu) {
    return static_cast<int>(
        std::ranges::count_if(menu.actions, [](const Action& action) { return action.keys[0].key != 0; }));
}

void draw_pointer_keys(const Gui& gui) {
    key_heading("Pointer", gui);
    key_row("wheel", "zoom there", gui);
    key_row("drag", "move the picture or the divider", gui);
    key_row("double click", "fit or 1:1", gui);
    key_row("hold Space", "the source instead of the result", gui);
    key_row("Ctrl+click", "pin the colour there", gui);
    key_heading("Swatches", gui);
    key_row("Ctrl+click", "select one more", gui);
    key_row("Shift+click", "select all up to there", gui);
    key_row("arrows", "move; with Shift select all on the way", gui);
    key_row("Ctrl+Space", "select one more", gui);
    key_row("Ctrl+A", "select all", gui);
    key_row("Enter", "show only the selection", gui);
}

}

void draw_keys(const FrameContext& frame) {
    const Gui& gui = frame.gui;
    if (!begin_dialog("keys", DialogKind::list, frame.state.opens_keys, 780, gui)) return;
    dialog_title("Keys", gui);
    // Each menu goes into the column that is shorter at that point.
    std::array<std::vector<const ActionMenu*>, 2> columns;
    std::array<int, 2> heights{};
    for (const ActionMenu& menu : frame.actions.menus()) {
        if (keys_of(menu) == 0) continue;
        const std::size_t shorter = heights[1] < heights[0] ? 1 : 0;
        columns[shorter].push_back(&menu);
        heights[shorter] += keys_of(menu) + 1;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * gui.scale(), 4 * gui.scale()});
    ImGui::Columns(2, "keys", false);
    for (std::size_t column = 0; column < columns.size(); ++column) {
        for (const ActionMenu* const menu : columns[column]) {
            key_heading(menu->name, gui);
            for (const Action& action : menu->actions)
                if (action.keys[0].key != 0) key_row(action.key(), action.name, gui);
        }
        if ((heights[1] < heights[0]) == (column == 1)) draw_pointer_keys(gui);
        ImGui::NextColumn();
    }
    ImGui::Columns(1);
    ImGui::PopStyleVar();
    end_dialog();
}

namespace {

std::string system_name() {
    utsname names;
    if (::uname(&names) != 0) return "unknown";
    return std::string(names.sysname) + " " + names.release + " " + names.machine;
}

std::string sdl_version() {
    SDL_version version;
    SDL_GetVersion(&version);
    return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
           std::to_string(version.patch);
}

/// Where nothing drifts, no engine has worked.
std::string computed_by(const Result& result) {
    return "Computed by " + (result.engine == "none" ? "" : result.engine + ", ") + result.device;
}

std::string engine_line(const EngineEntry& entry) {
    return "Engine: " + entry.engine + (entry.device.empty() ? "" : ", " + entry.device) +
           (entry.usable() ? "" : ", not usable: " + entry.reason) + "\n";
}

}

std::string diagnostics(const Snapshot& snapshot, const std::string& drawn_by) {
    std::string text = "huedrift " HUEDRIFT_VERSION "\nSystem: " + system_name() + "\nSDL " + sdl_version() +
                       ", Dear ImGui " + ImGui::GetVersion() + "\nWindow: " + drawn_by + "\n";
    for (const EngineEntry& entry : *snapshot.engines) text += engine_line(entry);
    if (snapshot.picture) {
        const Document& document = *snapshot.document;
        const ImageView image = frame_of(document, *document.image, 0);
        text += "Picture: " + std::to_string(image.width) + " x " + std::to_string(image.height) + ", " +
                counted(frames_of(document), "frame", "frames") + ", " +
                std::to_string(snapshot.picture->colors.size()) + " colours\n";
    }
    text += "Settings: " + recipe_text(*snapshot.recipe) + "\n";
    return text;
}

void draw_about(const FrameContext& frame, const std::string& drawn_by) {
    if (!begin_dialog("about", DialogKind::list, frame.state.opens_about, 520, frame.gui)) return;
    dialog_title("huedrift " HUEDRIFT_VERSION, frame.gui);
    ImGui::TextWrapped("Reduces a picture to a small palette: exactly, while you watch.");
    ImGui::TextDisabled("MIT License, copyright 2026 the huedrift authors");
    ImGui::Spacing();
    ImGui::TextWrapped("Drawn by %s", drawn_by.c_str());
    const auto& result = frame.snapshot.result(each(frame.snapshot.weightings).front());
    if (result) ImGui::TextWrapped("%s", computed_by(*result).c_str());
    ImGui::Spacing();
    if (accented_button("Copy diagnostics", frame.gui))
        copy(diagnostics(frame.snapshot, drawn_by), "the diagnostics", frame.state);
    tooltip("Facts for a bug report: versions, devices, and the picture's size and settings.", frame.gui);
    ImGui::SameLine();
    if (ImGui::Button("Close")) ImGui::CloseCurrentPopup();
    end_dialog();
}

}
