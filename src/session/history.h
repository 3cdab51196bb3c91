#pragma once

#include "session/weightings.h"

#include <vector>

namespace huedrift {

/// Whether a change is part of a gesture still under way, such as dragging a slider, or complete.
enum class Gesture { ongoing, complete };

/// Earlier states of what is wanted and, after undo, later ones. A gesture is one step.
class History {
public:
    explicit History(const Wanted& first) : states_{first} {}

    const Wanted& current() const { return states_[at_]; }
    /// Makes `wanted` the current state and forgets undone steps. Changes of a gesture replace each other
    /// until a complete one ends it; a gesture that ends where it began leaves no step.
    void record(const Wanted& wanted, Gesture gesture);
    /// Makes `wanted` the current state without a step, for what is no change of the user's.
    void replace(const Wanted& wanted) { states_[at_] = wanted; }

    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < states_.size(); }
    /// One step back or forward, if there is one. Ends a gesture.
    void undo();
    void redo();

private:
    static constexpr std::size_t max_states = 1000;

    std::vector<Wanted> states_;
    std::size_t at_ = 0;
    bool in_gesture_ = false;
};

}
