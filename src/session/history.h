#pragma once

#include "base/location.h"
#include "session/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace huedrift {

/// The window's settings, as its history and its settings file hold them.
struct SessionSettings {
    Recipe recipe{}; ///< with the first of the weightings
    Weightings weightings = only(Recipe{}.shift.weighting);

    friend bool operator==(const SessionSettings&, const SessionSettings&) = default;
};

/// Only the result of this recipe.
SessionSettings settings_of(const Recipe& recipe);
/// The settings with the edits of a picture in place of their own.
SessionSettings of_picture(SessionSettings settings, const RecipeEdits& edits);
/// Clamps the recipe and sets its weighting to the first of the weightings.
SessionSettings clamped(SessionSettings settings);

/// Whether a change belongs to an unfinished gesture, such as dragging a slider, or completes one.
enum class Gesture { ongoing, complete };

/// Earlier states and, after undo, later ones: of the settings, which are those of all pictures, and of the
/// edits of each picture. Undo and redo concern the settings and the edits of the picture shown, whichever
/// changed last. A gesture is one step.
class History {
public:
    /// `is_set`: false if the user has set nothing, so each picture has the look that suits it.
    explicit History(const SessionSettings& first, bool is_set = true);

    /// The settings of all pictures, without edits.
    const SessionSettings& settings() const { return states_.at(std::nullopt).settings; }
    /// The settings with the edits of the picture shown.
    SessionSettings current() const { return of_picture(settings(), edits(shown_)); }
    /// Whether the user has set anything.
    bool is_set() const { return states_.at(std::nullopt).is_set; }
    /// Whether all that is set is the grid that came back with a picture's edits.
    bool is_only_grid() const { return states_.at(std::nullopt).is_only_grid; }
    /// The edits of every picture that has some.
    std::map<Location, RecipeEdits> edits() const;
    /// The edits of a picture.
    RecipeEdits edits(const Location& picture) const;
    /// Goes over to the edits of this picture. Ends a gesture.
    void show(const Location& picture);
    /// The same, but this picture gets the edits shown before and their history.
    void show_same_edits(const Location& picture);

    /// Makes `settings` the current state and forgets undone steps of the settings and the picture shown.
    /// Changes of a gesture replace each other until a complete one ends it; a gesture that ends where it
    /// began leaves no step. From then on, changed settings are set.
    void record(const SessionSettings& settings, Gesture gesture);
    /// The same as a complete change, but `is_set` says whether anything is set then, and `is_only_grid`
    /// whether that is only the grid that came back with a picture's edits.
    void record(const SessionSettings& settings, bool is_set, bool is_only_grid = false);
    bool in_gesture() const { return in_gesture_; }
    /// The next change begins a new step.
    void end_gesture() { in_gesture_ = false; }
    /// Replaces the current settings without a step, for changes that the user did not make.
    void replace(const SessionSettings& settings, bool is_set);

    /// Another picture is shown: settings that are only the grid of the one before are not set any more.
    void end_grid();

    bool can_undo() const { return last_time(true) > 0; }
    bool can_redo() const { return last_time(false) > 0; }
    /// Goes one step back or forward, if there is one. Ends a gesture.
    void undo() { move(true); }
    void redo() { move(false); }

private:
    /// The settings of all pictures (none), or the edits of one.
    using Scope = std::optional<Location>;
    /// Of edits: the settings have nothing else.
    struct State {
        SessionSettings settings{};
        bool is_set = true, is_only_grid = false;

        friend bool operator==(const State&, const State&) = default;
    };
    /// A change in one scope. Changes of the same time are undone and redone together.
    struct Step {
        Scope scope;
        State other; ///< before the step if it is done, else after it
        bool is_done;
        std::uint64_t time; ///< when it was done, undone or redone last
    };

    /// When a step of this scope, or of the settings and the picture shown, was done or undone last; 0: there
    /// is none.
    std::uint64_t last_time(const Scope& scope, bool is_done) const;
    std::uint64_t last_time(bool is_done) const;
    void begin_step();
    void change(const Scope& scope, const State& to);
    void drop_empty_steps(const Scope& scope);
    void move(bool is_done);

    std::map<Scope, State> states_; ///< the current ones
    std::vector<Step> steps_;       ///< of each scope: in order, first those that are done
    Location shown_;
    std::uint64_t clock_ = 0;
    bool in_gesture_ = false;
};

}
