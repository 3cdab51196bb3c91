#include "session/history.h"

namespace huedrift {

void History::record(const Wanted& wanted, Gesture gesture) {
    const bool replaces = in_gesture_;
    in_gesture_ = gesture == Gesture::ongoing;
    if (!replaces) {
        if (wanted == current()) {
            in_gesture_ = false;
            return;
        }
        states_.resize(at_ + 1);
        states_.push_back(wanted);
        ++at_;
    }
    states_[at_] = wanted;
    if (!in_gesture_ && states_[at_] == states_[at_ - 1]) {
        states_.pop_back();
        --at_;
    }
    if (states_.size() > max_states) {
        states_.erase(states_.begin());
        --at_;
    }
}

void History::undo() {
    in_gesture_ = false;
    if (can_undo()) --at_;
}

void History::redo() {
    in_gesture_ = false;
    if (can_redo()) ++at_;
}

}
