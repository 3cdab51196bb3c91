#include "app/ui/actions.h"

#include "base/error.h"

#include <SDL_keyboard.h>

#include <algorithm>
#include <cctype>
#include <cstring>

namespace huedrift::app {

std::string name_of(const Shortcut& shortcut) {
    if (shortcut.key == 0) return "";
    std::string name = SDL_GetKeyName(shortcut.key);
    if (name == "Return") name = "Enter";
    return std::string(shortcut.ctrl ? "Ctrl+" : "") + (shortcut.shift ? "Shift+" : "") + name;
}

std::string Action::tip() const {
    std::string tip = *hint ? hint : name;
    if (!shortcuts.empty()) tip += "  (" + name_of(shortcuts.front()) + ")";
    return tip;
}

Actions::Actions(std::vector<Action> all) : all_(std::move(all)) {
    std::vector<std::string> seen;
    for (const Action& action : all_) {
        seen.emplace_back(action.name);
        for (const Shortcut& shortcut : action.shortcuts) seen.push_back("key " + name_of(shortcut));
    }
    std::sort(seen.begin(), seen.end());
    const auto twice = std::adjacent_find(seen.begin(), seen.end());
    if (twice != seen.end()) throw Error(ErrorKind::failed, "two actions share " + *twice);
}

std::vector<const char*> Actions::menus() const {
    std::vector<const char*> menus;
    for (const Action& action : all_)
        if (menus.empty() || std::strcmp(menus.back(), action.menu) != 0) menus.push_back(action.menu);
    return menus;
}

const Action& Actions::named(std::string_view name) const {
    const auto found =
        std::find_if(all_.begin(), all_.end(), [&](const Action& one) { return one.name == name; });
    if (found == all_.end()) throw Error(ErrorKind::failed, "there is no action " + std::string(name));
    return *found;
}

bool Actions::run(const Shortcut& shortcut) const {
    for (const Action& action : all_)
        if (std::find(action.shortcuts.begin(), action.shortcuts.end(), shortcut) != action.shortcuts.end()) {
            if (!action.is_enabled()) return false;
            action.run();
            return true;
        }
    return false;
}

int match_score(std::string_view typed, std::string_view name) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    int score = 1;
    std::size_t at = 0, last = std::string_view::npos;
    for (const char wanted : typed) {
        if (wanted == ' ') continue;
        while (at < name.size() && lower(name[at]) != lower(wanted)) ++at;
        if (at == name.size()) return 0;
        if (at == 0 || name[at - 1] == ' ') score += 8;
        if (last != std::string_view::npos && at == last + 1) score += 4;
        last = at++;
    }
    return score;
}

}
