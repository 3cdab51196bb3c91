#pragma once

#include "session/parameters.h"

#include <vector>

namespace huedrift {

/// Whether a change is one of many of a gesture that goes on, such as the drag of a slider, or complete.
enum class Gesture { ongoing, complete };

/// The parameters as they were and, after undo, as they had become. One gesture is one step.
class History {
public:
    explicit History(const Parameters& first) : states_{first} {}

    const Parameters& current() const { return states_[at_]; }
    /// The present state becomes `parameters`; what had been undone is forgotten. A gesture's changes replace
    /// each other until a complete one ends it; one that brings everything back leaves no step.
    void record(const Parameters& parameters, Gesture gesture);

    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < states_.size(); }
    /// One step back or forth, if there is one. Ends a gesture.
    void undo();
    void redo();

private:
    static constexpr std::size_t max_states = 1000;

    std::vector<Parameters> states_;
    std::size_t at_ = 0;
    bool in_gesture_ = false;
};

}
