#include "app/ui/view_state.h"

#include <algorithm>
#include <unordered_map>

namespace huedrift::app {

void SwatchSelection::follow(std::shared_ptr<const Result> result) {
    // Only the chosen colours are looked up, as there may be millions.
    std::unordered_map<std::uint32_t, int> places;
    rows.each([&](int row) {
        if (const auto color = listed(row)) places.emplace(color->code(), -1);
    });
    const std::vector<Swatch>& list = result->layers.list;
    for (std::size_t i = list.size(); i-- > 0 && !places.empty();)
        if (const auto place = places.find(list[i].color.code()); place != places.end())
            place->second = static_cast<int>(i); // the first of equal ones
    rows = rows.moved([&](int row) {
        const auto color = listed(row);
        return color ? places.at(color->code()) : -1;
    });
    result_ = std::move(result);
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
    if (!result_ || row < 0 || number >= result_->layers.list.size()) return std::nullopt;
    return result_->layers.list[number].color;
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
    user_plays_ = true;
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
