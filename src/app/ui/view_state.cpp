#include "app/ui/view_state.h"

#include <algorithm>
#include <unordered_map>

namespace huedrift::app {

void SwatchSelection::follow(std::span<const Swatch> list) {
    std::unordered_map<std::uint32_t, int> places;
    for (std::size_t i = 0; i < list.size(); ++i) places.emplace(list[i].color.code(), static_cast<int>(i));
    rows = rows.moved([&](int row) {
        const auto color = listed(row);
        const auto found = color ? places.find(color->code()) : places.end();
        return found == places.end() ? -1 : found->second;
    });
    list_.clear();
    for (const Swatch& swatch : list) list_.push_back(swatch.color);
}

std::vector<Rgb> SwatchSelection::colors() const {
    std::vector<Rgb> colors;
    for (const int row : rows.rows())
        if (const auto color = listed(row)) colors.push_back(*color);
    return colors;
}

std::optional<Rgb> SwatchSelection::cursor() const { return listed(rows.cursor()); }

std::optional<Rgb> SwatchSelection::listed(int row) const {
    const auto number = static_cast<std::size_t>(row);
    return row >= 0 && number < list_.size() ? std::optional(list_[number]) : std::nullopt;
}

void Playback::open(const Animation& animation) {
    frame_ = 0;
    reopen(animation);
}

void Playback::reopen(const Animation& animation) {
    begins_.clear();
    if (animation.frames() > 1) begins_.push_back(0);
    if (animation.frames() > 1)
        for (const Delay& delay : animation.delays) begins_.push_back(begins_.back() + shown_seconds(delay));
    plays_ = animation.plays;
    show(std::min(frame_, frames() - 1));
}

void Playback::play() {
    if (ended_) show(0);
    wanted_ = true;
}

void Playback::show(std::size_t frame) {
    frame_ = frame;
    played_ = 0;
    ended_ = false;
    due_.reset();
}

void Playback::step(int by) {
    pause();
    const auto count = static_cast<std::ptrdiff_t>(frames());
    const auto to = (static_cast<std::ptrdiff_t>(frame_) + by) % count;
    show(static_cast<std::size_t>((to + count) % count));
}

void Playback::hold(bool held) {
    if (held_ != held) due_.reset();
    held_ = held;
}

Playback::Time::duration Playback::shown_for(std::size_t frame) const {
    return std::chrono::duration_cast<Time::duration>(
        std::chrono::duration<double>(begins_[frame + 1] - begins_[frame]));
}

void Playback::go_on() {
    if (frame_ + 1 < frames()) {
        ++frame_;
    } else if (++played_ == plays_) {
        ended_ = true;
    } else {
        frame_ = 0;
    }
}

bool Playback::advance(Time now) {
    if (!runs()) {
        due_.reset();
        return false;
    }
    if (!due_) due_ = now + shown_for(frame_);
    if (now - *due_ > std::chrono::seconds(1)) due_ = now;
    const std::size_t before = frame_;
    while (runs() && *due_ <= now) {
        go_on();
        *due_ += shown_for(frame_);
    }
    return frame_ != before;
}

Playback playback_of_drift() {
    Playback playback;
    playback.open({.delays = std::vector<Delay>(241, {1, 60}), .plays = 1});
    return playback;
}

}
