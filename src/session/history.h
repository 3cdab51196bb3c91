#pragma once

#include "session/weightings.h"

#include <vector>

namespace huedrift {

/// Whether a change belongs to an unfinished gesture, such as dragging a slider, or completes one.
enum class Gesture { ongoing, complete };

/// Earlier states of the settings and, after undo, later ones. A gesture is one step.
class History {
public:
    explicit History(const Wanted& first) : states_{first} {}

    const Wanted& current() const { return states_[at_]; }
    /// Makes `wanted` the current state and forgets undone steps. Changes of a gesture replace each other
    /// until a complete one ends it; a gesture that ends where it began leaves no step.
    void record(const Wanted& wanted, Gesture gesture);
    /// Replaces the current state without a step, for changes that the user did not make.
    void replace(const Wanted& wanted) { states_[at_] = wanted; }

    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < states_.size(); }
    /// Goes one step back or forward, if there is one. Ends a gesture.
    void undo();
    void redo();

private:
    static constexpr std::size_t max_states = 1000;

    std::vector<Wanted> states_;
    std::size_t at_ = 0;
    bool in_gesture_ = false;
};

}
