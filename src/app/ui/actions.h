#pragma once

#include <span>
#include <string>
#include <string_view>

namespace huedrift::app {

/// An SDL key code with its modifiers; key 0: none.
struct Shortcut {
    int key = 0;
    bool ctrl = false, shift = false;

    friend bool operator==(const Shortcut&, const Shortcut&) = default;
};

/// "Ctrl+Shift+P"
std::string name_of(const Shortcut& shortcut);

/// The objects that actions act on (shell/action_table.h).
struct Controls;

/// The actions that other parts of the window refer to.
enum class ActionId {
    none,
    open,
    open_palette,
    export_result,
    export_all,
    link,
    show_cloud,
    show_all,
    fit,
    actual_size,
    play,
    next_frame,
    previous_frame,
    mark_changes,
    radius_down,
    radius_up,
    commands,
    keys,
    about
};

/// A command, a row of a constant table. Menus, shortcuts, tooltips, command palette and the list of keys all
/// use it.
struct Action {
    ActionId id = ActionId::none;
    const char* name;      ///< as shown in menus; unique
    const char* hint = ""; ///< its effect, one sentence; empty if the name is enough
    Shortcut keys[4]{};    ///< the first one is displayed; those behind the last have no key
    void (*run)(const Controls&) = nullptr;
    bool (*enabled)(const Controls&) = nullptr; ///< null: always
    bool (*checked)(const Controls&) = nullptr; ///< null: it is not a choice
    bool first_of_group = false;                ///< a separator precedes it
    const char* words = "";                     ///< further words to find it by

    /// "Ctrl+O"; empty if it has no key.
    std::string key() const { return name_of(keys[0]); }
    /// The hint, or else the name, with the key.
    std::string tip() const;
};

struct ActionMenu {
    const char* name;
    std::span<const Action> actions;
    bool has_engines = false; ///< a submenu of them follows the actions
};

/// The table with the objects that it acts on, which must outlive it.
class Actions {
public:
    Actions(std::span<const ActionMenu> menus, const Controls& controls)
        : menus_(menus), controls_(&controls) {}

    std::span<const ActionMenu> menus() const { return menus_; }
    const Action& get(ActionId id) const;
    bool is_enabled(const Action& action) const { return !action.enabled || action.enabled(*controls_); }
    bool is_checked(const Action& action) const { return action.checked && action.checked(*controls_); }
    void run(const Action& action) const { action.run(*controls_); }
    void run(ActionId id) const { run(get(id)); }
    /// Runs the enabled action with a shortcut, if there is one; returns whether it ran.
    bool press(const Shortcut& shortcut) const;

private:
    std::span<const ActionMenu> menus_;
    const Controls* controls_;
};

/// Scores how well `name` matches the typed text: 0 if a letter is missing, else more for letters at the
/// beginnings of words and in a row. Ignores case.
int match_score(std::string_view typed, std::string_view name);

}
