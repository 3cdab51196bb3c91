#pragma once

#include "session/weightings.h"

#include <vector>

namespace huedrift {

/// Whether a change is one of many of a gesture that goes on, such as the drag of a slider, or complete.
enum class Gesture { ongoing, complete };

/// What was wanted as it was and, after undo, as it had become. One gesture is one step.
class History {
public:
    explicit History(const Wanted& first) : states_{first} {}

    const Wanted& current() const { return states_[at_]; }
    /// The present state becomes `wanted`; what had been undone is forgotten. A gesture's changes replace
    /// each other until a complete one ends it; one that brings everything back leaves no step.
    void record(const Wanted& wanted, Gesture gesture);

    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < states_.size(); }
    /// One step back or forth, if there is one. Ends a gesture.
    void undo();
    void redo();

private:
    static constexpr std::size_t max_states = 1000;

    std::vector<Wanted> states_;
    std::size_t at_ = 0;
    bool in_gesture_ = false;
};

}
