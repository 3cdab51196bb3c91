#pragma once

#include "image/animation.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace huedrift::app {

/// The frame of an animation to show, and when to show the next, by the rules of browsers. A picture is an
/// animation of one frame. The caller provides the time.
class Playback {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// Begins with the first frame. Plays unless the user paused last.
    void open(const Animation& animation);
    /// Opens a reloaded file; stays at its frame if the file still has it.
    void reopen(const Animation& animation);

    /// The number of frames, at least 1.
    std::size_t frames() const { return begins_.empty() ? 1 : begins_.size() - 1; }
    /// The frame shown, from 0.
    std::size_t frame() const { return frame_; }
    /// When a frame begins, in seconds; for frames() the total duration.
    double begins(std::size_t frame) const { return begins_.empty() ? 0 : begins_[frame]; }
    /// The position between the first and the last frame, 0 to 1.
    double share() const { return frames() > 1 ? double(frame_) / double(frames() - 1) : 1; }
    /// How often the animation plays; 0: forever.
    std::uint32_t plays() const { return plays_; }
    bool is_playing() const { return wanted_ && !ended_ && frames() > 1; }
    /// Whether the user wants it to play, even if there is nothing to play.
    bool is_wanted() const { return wanted_; }

    void pause() { wanted_ = false; }
    /// Plays on; from the beginning after the end.
    void play();
    /// Goes to a frame and keeps playing if it plays.
    void show(std::size_t frame);
    /// Pauses and goes `by` frames forward; the first follows the last.
    void step(int by);
    /// While held, stays at its frame.
    void hold(bool held);

    /// Advances to the present time; returns whether another frame is shown. Skips late frames, but after
    /// more than a second without a call continues where it was.
    bool advance(Time now);
    /// When to call advance() next; none: not before it plays.
    std::optional<Time> next() const { return runs() ? std::optional(due_.value_or(Time{})) : std::nullopt; }

private:
    bool runs() const { return is_playing() && !held_; }
    Time::duration shown_for(std::size_t frame) const;
    void go_on();

    std::vector<double> begins_{}; ///< the beginnings of all frames and the end, seconds; empty for a picture
    std::uint32_t plays_ = 0, played_ = 0;
    std::size_t frame_ = 0;
    bool wanted_ = true, ended_ = false, held_ = false;
    std::optional<Time> due_{}; ///< the next frame; none before the first advance()
};

/// Four seconds, once, at the rate of screens.
Playback playback_of_drift();

}
