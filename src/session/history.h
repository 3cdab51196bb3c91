#pragma once

#include "base/location.h"
#include "session/weightings.h"

#include <map>
#include <vector>

namespace huedrift {

/// Whether a change belongs to an unfinished gesture, such as dragging a slider, or completes one.
enum class Gesture { ongoing, complete };

/// The states of one thing: those that were left by steps, the current one, and those that were undone.
/// A step knows the time of what happened to it last: when it was done, undone or redone.
template <typename State>
class Steps {
public:
    explicit Steps(State first = {}) : states_{{std::move(first), 0}} {}

    const State& current() const { return states_[at_].state; }
    /// The state before the step of this time; the current one if that step has not begun.
    const State& before(std::uint64_t time) const {
        return at_ > 0 && done() == time ? states_[at_ - 1].state : current();
    }
    /// The time of the last step done, or of the last one undone; 0: there is none.
    std::uint64_t done() const { return at_ > 0 ? states_[at_].time : 0; }
    std::uint64_t undone() const { return at_ + 1 < states_.size() ? states_[at_ + 1].time : 0; }

    /// Changes of one time are one step, and none if they end where they began.
    void record(State state, std::uint64_t time) {
        if (at_ > 0 && done() == time)
            states_[at_].state = std::move(state);
        else if (state != current())
            states_.insert(states_.begin() + std::ptrdiff_t(++at_), {std::move(state), time});
        drop_empty_steps();
        if (states_.size() > max_states) {
            states_.erase(states_.begin());
            --at_;
        }
    }
    /// Replaces the current state without a step.
    void replace(State state) {
        states_[at_].state = std::move(state);
        drop_empty_steps();
    }
    void forget_undone() { states_.erase(states_.begin() + std::ptrdiff_t(at_) + 1, states_.end()); }
    void undo(std::uint64_t time) { states_[at_--].time = time; }
    void redo(std::uint64_t time) { states_[++at_].time = time; }

private:
    static constexpr std::size_t max_states = 1000;

    struct Timed {
        State state;
        std::uint64_t time; ///< of the step to this state
    };
    /// Drops steps from or to the current state that change nothing.
    void drop_empty_steps() {
        if (at_ > 0 && states_[at_ - 1].state == current())
            states_.erase(states_.begin() + std::ptrdiff_t(at_--));
        if (at_ + 1 < states_.size() && states_[at_ + 1].state == current())
            states_.erase(states_.begin() + std::ptrdiff_t(at_) + 1);
    }

    std::vector<Timed> states_;
    std::size_t at_ = 0;
};

/// Earlier states and, after undo, later ones: of the settings, which are those of all pictures, and of the
/// edits of each picture. Undo and redo concern the settings and the edits of the picture shown, whichever
/// changed last. A gesture is one step.
class History {
public:
    /// `is_set`: false if the user has set nothing, so each picture has the look that suits it.
    explicit History(const SessionSettings& first, bool is_set = true)
        : settings_({of_picture(first, {}), is_set}) {
        edits_.emplace(shown_, Steps(edits_of(first.recipe)));
    }

    /// The settings of all pictures, without edits.
    const SessionSettings& settings() const { return settings_.current().settings; }
    /// The settings with the edits of the picture shown.
    SessionSettings current() const { return of_picture(settings(), shown_edits().current()); }
    /// Whether the user has set anything.
    bool is_set() const { return settings_.current().is_set; }
    /// The edits of every picture that has some.
    std::map<Location, RecipeEdits> edits() const;
    /// The edits of a picture.
    RecipeEdits edits(const Location& picture) const;
    /// Goes over to the edits of this picture. Ends a gesture.
    void show(const Location& picture);
    /// The same, but this picture gets the edits shown before and their history.
    void show_same_edits(const Location& picture);

    /// Makes `settings` the current state and forgets undone steps of what is shown. Changes of a gesture
    /// replace each other until a complete one ends it; a gesture that ends where it began leaves no step.
    /// From then on, changed settings are set.
    void record(const SessionSettings& settings, Gesture gesture);
    /// The same as a complete change, but `is_set` says whether they are set.
    void record(const SessionSettings& settings, bool is_set);
    bool in_gesture() const { return in_gesture_; }
    /// The next change begins a new step.
    void end_gesture() { in_gesture_ = false; }
    /// Replaces the current settings without a step, for changes that the user did not make.
    void replace(const SessionSettings& settings, bool is_set) {
        settings_.replace({of_picture(settings, {}), is_set});
    }

    bool can_undo() const { return settings_.done() > 0 || shown_edits().done() > 0; }
    bool can_redo() const { return settings_.undone() > 0 || shown_edits().undone() > 0; }
    /// Goes one step back or forward, if there is one. Ends a gesture.
    void undo();
    void redo();

private:
    struct State {
        SessionSettings settings{};
        bool is_set = true;

        friend bool operator==(const State&, const State&) = default;
    };

    void begin_step();
    const Steps<RecipeEdits>& shown_edits() const { return edits_.at(shown_); }

    Steps<State> settings_;
    std::map<Location, Steps<RecipeEdits>> edits_;
    Location shown_;
    std::uint64_t clock_ = 0;
    bool in_gesture_ = false;
};

}
