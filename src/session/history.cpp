#include "session/history.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace huedrift {
namespace {

constexpr std::ptrdiff_t max_steps = 999; ///< of each scope

}

SessionSettings settings_of(const Recipe& recipe) { return {recipe, only(recipe.shift.weighting)}; }

SessionSettings of_picture(SessionSettings settings, const RecipeEdits& edits) {
    settings.recipe = with_edits(std::move(settings.recipe), edits);
    return settings;
}

SessionSettings clamped(SessionSettings settings) {
    settings.recipe = clamped(settings.recipe.with(each(settings.weightings).front()));
    return settings;
}

History::History(const SessionSettings& first, bool is_set) {
    states_[std::nullopt] = {of_picture(first, {}), is_set};
    states_[shown_] = {of_picture({}, edits_of(first.recipe))};
}

std::map<Location, RecipeEdits> History::edits() const {
    std::map<Location, RecipeEdits> edits;
    for (const auto& [picture, state] : states_)
        if (picture && has_edits(state.settings.recipe))
            edits.emplace(*picture, edits_of(state.settings.recipe));
    return edits;
}

RecipeEdits History::edits(const Location& picture) const {
    const auto found = states_.find(picture);
    return found == states_.end() ? RecipeEdits{} : edits_of(found->second.settings.recipe);
}

void History::show(const Location& picture) {
    in_gesture_ = false;
    shown_ = picture;
}

void History::show_same_edits(const Location& picture) {
    in_gesture_ = false;
    if (picture == shown_) return;
    std::erase_if(steps_, [&](const Step& step) { return step.scope == picture; });
    const std::vector<Step> all = steps_;
    for (const Step& step : all)
        if (step.scope == shown_) steps_.push_back({picture, step.other, step.is_done, step.time});
    states_[picture] = states_[shown_];
    shown_ = picture;
}

void History::record(const SessionSettings& settings, Gesture gesture) {
    const bool continues = std::exchange(in_gesture_, gesture == Gesture::ongoing);
    if (!continues && settings == current()) return end_gesture();
    if (!continues) begin_step();
    const auto step = std::ranges::find_if(
        steps_, [&](const Step& one) { return !one.scope && one.is_done && one.time == clock_; });
    const State& before = step == steps_.end() ? states_.at(std::nullopt) : step->other;
    State now = before;
    now.settings = of_picture(settings, {});
    if (now.settings != before.settings) {
        now.is_set = true;
        now.is_only_grid = false;
    }
    change(std::nullopt, now);
    change(shown_, {of_picture({}, edits_of(settings.recipe))});
}

void History::record(const SessionSettings& settings, bool is_set, bool is_only_grid) {
    in_gesture_ = false;
    if (settings == current() && is_set == this->is_set()) {
        states_.at(std::nullopt).is_only_grid = is_only_grid;
        return;
    }
    begin_step();
    change(std::nullopt, {of_picture(settings, {}), is_set, is_only_grid});
    change(shown_, {of_picture({}, edits_of(settings.recipe))});
}

void History::replace(const SessionSettings& settings, bool is_set) {
    states_[std::nullopt] = {of_picture(settings, {}), is_set, is_set && is_only_grid()};
    drop_empty_steps(std::nullopt);
}

void History::end_grid() {
    if (is_only_grid()) replace(settings(), false);
    for (Step& step : steps_)
        if (!step.scope) step.other.is_only_grid = false;
}

std::uint64_t History::last_time(const Scope& scope, bool is_done) const {
    std::uint64_t last = 0;
    for (const Step& step : steps_)
        if (step.scope == scope && step.is_done == is_done) last = std::max(last, step.time);
    return last;
}

std::uint64_t History::last_time(bool is_done) const {
    return std::max(last_time(std::nullopt, is_done), last_time(shown_, is_done));
}

void History::begin_step() {
    ++clock_;
    std::erase_if(steps_,
                  [&](const Step& step) { return !step.is_done && (!step.scope || step.scope == shown_); });
}

/// Changes of one time are one step, and none if they end where they began.
void History::change(const Scope& scope, const State& to) {
    assert(clock_ > 0 && "a step has begun");
    State& state = states_[scope];
    if (state == to) return;
    if (last_time(scope, true) != clock_) steps_.push_back({scope, state, true, clock_});
    state = to;
    drop_empty_steps(scope);
    if (std::ranges::count(steps_, scope, &Step::scope) > max_steps)
        steps_.erase(std::ranges::find(steps_, scope, &Step::scope));
}

/// Drops steps from or to the current state that change nothing.
void History::drop_empty_steps(const Scope& scope) {
    const State& state = states_.at(scope);
    for (const bool is_done : {true, false})
        std::erase_if(steps_, [&, last = last_time(scope, is_done)](const Step& step) {
            return step.scope == scope && step.is_done == is_done && step.time == last && step.other == state;
        });
}

void History::move(bool is_done) {
    in_gesture_ = false;
    const std::uint64_t last = last_time(is_done);
    if (last == 0) return;
    ++clock_;
    for (Step& step : steps_) {
        if (step.time != last || (step.scope && step.scope != shown_)) continue;
        std::swap(states_[step.scope], step.other);
        step.is_done = !is_done;
        step.time = clock_;
    }
}

}
