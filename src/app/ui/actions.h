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

/// A command. Menus, shortcuts, tooltips, command palette and the list of keys all use the same table of
/// these.
struct Action {
    const char* menu;                ///< the menu that lists it
    const char* name;                ///< as shown in menus; unique
    const char* hint;                ///< its effect, one sentence; empty if the name is enough
    std::vector<Shortcut> shortcuts; ///< the first one is displayed
    std::function<void()> run;
    std::function<bool()> enabled{}; ///< none: always
    std::function<bool()> checked{}; ///< none: it is not a choice
    bool first_of_group = false;     ///< a separator precedes it
    const char* words = "";          ///< further words to find it by

    bool is_enabled() const { return !enabled || enabled(); }
    /// The name, the hint and the shortcut.
    std::string tip() const;
};

/// The table. Names must be unique, shortcuts too.
class Actions {
public:
    Actions() = default;
    /// Throws Error(failed) if two share a name or a shortcut.
    explicit Actions(std::vector<Action> all);

    const std::vector<Action>& all() const { return all_; }
    /// The menus, in the order of the table.
    std::vector<const char*> menus() const;
    /// Throws Error(failed) if no action has that name.
    const Action& named(std::string_view name) const;
    /// Runs the enabled action with a shortcut, if there is one; returns whether it ran.
    bool run(const Shortcut& shortcut) const;

private:
    std::vector<Action> all_;
};

/// Scores how well `name` matches the typed text: 0 if a letter is missing, else more for letters at the
/// beginnings of words and in a row. Ignores case.
int match_score(std::string_view typed, std::string_view name);

}
