#include "session/drifter.h"

#include "reduction/trajectory.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace huedrift {
namespace {

std::vector<std::uint32_t> evenly_chosen(std::size_t colors, std::size_t max) {
    std::vector<std::uint32_t> chosen(std::min(colors, max));
    for (std::size_t i = 0; i < chosen.size(); ++i)
        chosen[i] = static_cast<std::uint32_t>(i * colors / chosen.size());
    return chosen;
}

Drift::States shared(std::vector<Position> states) {
    return std::make_shared<const std::vector<Position>>(std::move(states));
}

/// A drift straight from the sources to the result.
Drift straight(const std::shared_ptr<const Result>& result, std::span<const std::uint32_t> starts) {
    const ColorSet& colors = result->picture->colors;
    std::vector<Drift::Point> points;
    std::vector<Position> first, last;
    for (const std::uint32_t start : starts) {
        assert(start < colors.size());
        const PaletteEntry& mode = result->palette->entries[result->palette->entry_of[start]];
        points.push_back({colors.colors()[start].code(), mode.color.code()});
        first.push_back(colors.positions()[start]);
        last.push_back(mode.position);
    }
    return {result,
            std::make_shared<const std::vector<Drift::Point>>(std::move(points)),
            {shared(std::move(first)), shared(std::move(last))}};
}

void drop_every_second(Drift& drift) {
    assert(drift.states.size() > 2);
    std::vector<Drift::States> half;
    half.reserve(drift.states.size() / 2 + 1);
    for (std::size_t i = 0; i + 1 < drift.states.size(); i += 2) half.push_back(drift.states[i]);
    half.push_back(drift.states.back());
    drift.states = std::move(half);
    drift.stride *= 2;
}

}

Drift::Moment Drift::at(double share) const {
    assert(states.size() >= 2);
    const auto legs = static_cast<double>(states.size() - 1);
    const double leg = std::pow(std::clamp(share, 0.0, 1.0), 3) * legs;
    const double first = std::min(std::floor(leg), legs - 1);
    return {static_cast<std::size_t>(first), static_cast<float>(leg - first)};
}

void Drifter::look_at(const std::shared_ptr<const Result>& result, std::size_t max_points) {
    if (result == result_ && max_points == max_points_) return;
    result_ = result;
    max_points_ = max_points;
    busy_ = true;
    const auto job = [this, result, max_points](JobRunner::Run& run) {
        const auto starts = evenly_chosen(result->picture->colors.size(), max_points);
        if (!starts.empty()) follow(straight(result, starts), starts, run);
        run.deliver([this, result] { busy_ = busy_ && result != result_; });
    };
    // Options that made a result are in range, so memory ran out; the drift then stays as it is.
    runner_.post(job, [this](const Error&) { busy_ = false; });
}

void Drifter::stop() {
    if (!busy_) return;
    runner_.cancel();
    result_ = nullptr;
    busy_ = false;
}

void Drifter::forget() {
    stop();
    result_ = nullptr;
    drift_ = nullptr;
}

void Drifter::deliver(const Drift& drift, JobRunner::Run& run) {
    run.deliver([this, shared = std::make_shared<const Drift>(drift)] {
        // While the radius moves, a slightly older drift is better than none.
        if (result_ && shared->result->picture == result_->picture) drift_ = shared;
    });
}

void Drifter::follow(Drift drift, std::span<const std::uint32_t> starts, JobRunner::Run& run) {
    assert(follower_ && drift.states.size() == 2);
    deliver(drift, run);
    const Result& result = *drift.result;
    const Options options = result.recipe.options();
    const std::size_t bytes = starts.size() * sizeof(Position);
    Stepping stepping(result.picture->colors, starts, run.progress());
    while (stepping.step(*follower_, options, run.progress())) {
        drift.steps = stepping.steps();
        if (drift.steps % drift.stride == 0) {
            drift.states.insert(drift.states.end() - 1, shared(stepping.states()));
            if (drift.states.size() > 4 && drift.states.size() * bytes > max_bytes_) drop_every_second(drift);
        }
        // Each delivery costs a frame, and the first steps are seen most.
        if ((drift.steps & (drift.steps - 1)) == 0) deliver(drift, run);
    }
    drift.whole = true;
    deliver(drift, run);
}

}
