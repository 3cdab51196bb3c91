#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift::app {

/// An SDL key code with its modifiers; key 0: none.
struct Shortcut {
    int key = 0;
    bool ctrl = false, shift = false;

    friend bool operator==(const Shortcut&, const Shortcut&) = default;
};

/// "Ctrl+Shift+P"
std::string name_of(const Shortcut& shortcut);

/// Something the user can do. Menu, shortcuts, tooltips, command palette and the list of keys all show the
/// same table of these.
struct Action {
    const char* menu;                ///< the menu that lists it
    const char* name;                ///< as shown in menus; unique
    const char* hint;                ///< what it does, a sentence; empty where the name says it
    std::vector<Shortcut> shortcuts; ///< the first is the one shown
    std::function<void()> run;
    std::function<bool()> enabled{}; ///< none: always
    std::function<bool()> checked{}; ///< none: not a choice
    bool first_of_group = false;     ///< a separator precedes it
    const char* words = "";          ///< others by which it is found

    bool is_enabled() const { return !enabled || enabled(); }
    /// The name, the hint and the shortcut.
    std::string tip() const;
};

/// The table. Names must be unique, shortcuts too.
class Actions {
public:
    Actions() = default;
    /// Throws Error(failed) when two share a name or a shortcut.
    explicit Actions(std::vector<Action> all);

    const std::vector<Action>& all() const { return all_; }
    /// The menus, in the order of the table.
    std::vector<const char*> menus() const;
    /// Throws Error(failed) when there is none of that name.
    const Action& named(std::string_view name) const;
    /// Runs the action of a shortcut if there is one and it is enabled; whether it ran.
    bool run(const Shortcut& shortcut) const;

private:
    std::vector<Action> all_;
};

/// How well `name` fits what was typed: 0 if a letter is missing, else more for letters at the beginnings
/// of words and in a row. Case does not matter.
int match_score(std::string_view typed, std::string_view name);

}
