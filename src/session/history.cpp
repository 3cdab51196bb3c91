#include "session/history.h"

#include <algorithm>
#include <utility>

namespace huedrift {

std::map<Location, RecipeEdits> History::edits() const {
    std::map<Location, RecipeEdits> edits;
    for (const auto& [picture, steps] : edits_)
        if (!steps.current().empty()) edits.emplace(picture, steps.current());
    return edits;
}

RecipeEdits History::edits(const Location& picture) const {
    const auto found = edits_.find(picture);
    return found == edits_.end() ? RecipeEdits{} : found->second.current();
}

void History::show(const Location& picture) {
    in_gesture_ = false;
    edits_.try_emplace(picture);
    shown_ = picture;
}

void History::show_same_edits(const Location& picture) {
    in_gesture_ = false;
    edits_.insert_or_assign(picture, shown_edits());
    shown_ = picture;
}

void History::record(const SessionSettings& settings, Gesture gesture) {
    const bool continues = in_gesture_;
    in_gesture_ = gesture == Gesture::ongoing;
    if (!continues) {
        if (settings == current()) {
            in_gesture_ = false;
            return;
        }
        begin_step();
    }
    const State& before = settings_.before(clock_);
    State now{of_picture(settings, {}), before.is_set};
    now.is_set |= now.settings != before.settings;
    settings_.record(std::move(now), clock_);
    edits_.at(shown_).record(edits_of(settings.recipe), clock_);
}

void History::record(const SessionSettings& settings, bool is_set) {
    in_gesture_ = false;
    if (settings == current() && is_set == this->is_set()) return;
    begin_step();
    settings_.record({of_picture(settings, {}), is_set}, clock_);
    edits_.at(shown_).record(edits_of(settings.recipe), clock_);
}

void History::begin_step() {
    ++clock_;
    settings_.forget_undone();
    edits_.at(shown_).forget_undone();
}

void History::undo() {
    in_gesture_ = false;
    Steps<RecipeEdits>& edits = edits_.at(shown_);
    const std::uint64_t last = std::max(settings_.done(), edits.done());
    if (last == 0) return;
    ++clock_;
    const bool are_settings = settings_.done() == last, are_edits = edits.done() == last;
    if (are_settings) settings_.undo(clock_);
    if (are_edits) edits.undo(clock_);
}

void History::redo() {
    in_gesture_ = false;
    Steps<RecipeEdits>& edits = edits_.at(shown_);
    const std::uint64_t last = std::max(settings_.undone(), edits.undone());
    if (last == 0) return;
    ++clock_;
    const bool are_settings = settings_.undone() == last, are_edits = edits.undone() == last;
    if (are_settings) settings_.redo(clock_);
    if (are_edits) edits.redo(clock_);
}

}
