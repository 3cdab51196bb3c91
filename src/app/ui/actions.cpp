#include "app/ui/actions.h"

#include "base/error.h"

#include <SDL_keyboard.h>
#include <SDL_keycode.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace huedrift::app {

std::string name_of(const Shortcut& shortcut) {
    if (shortcut.key == 0) return "";
    std::string name = SDL_GetKeyName(shortcut.key);
    if (name == "Return") name = "Enter";
    return std::string(shortcut.ctrl ? "Ctrl+" : "") + (shortcut.shift ? "Shift+" : "") + name;
}

std::string Action::tip() const {
    const std::string shortcut = key();
    return (*hint ? hint : name) + (shortcut.empty() ? "" : "  (" + shortcut + ")");
}

const Action& Actions::get(ActionId id) const {
    for (const ActionMenu& menu : menus_)
        for (const Action& action : menu.actions)
            if (action.id == id) return action;
    throw Error(ErrorKind::failed, "the window lacks an action");
}

bool Actions::press(const Shortcut& shortcut) const {
    if (shortcut.key == SDLK_UNKNOWN) return false; // fills the unused places of Action::keys
    for (const ActionMenu& menu : menus_)
        for (const Action& action : menu.actions) {
            if (std::ranges::find(action.keys, shortcut) == std::end(action.keys)) continue;
            if (!is_enabled(action)) return false;
            run(action);
            return true;
        }
    return false;
}

int match_score(std::string_view typed, std::string_view name) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    int score = 1;
    std::size_t at = 0, last = std::string_view::npos;
    for (const char letter : typed) {
        if (letter == ' ') continue;
        while (at < name.size() && lower(name[at]) != lower(letter)) ++at;
        if (at == name.size()) return 0;
        if (at == 0 || name[at - 1] == ' ') score += 8;
        if (last != std::string_view::npos && at == last + 1) score += 4;
        last = at++;
    }
    return score;
}

}
