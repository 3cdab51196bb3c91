#pragma once

#include "image/animation.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace huedrift::app {

/// Which frame of an animation is shown, and when the next one will be, as browsers have it. A picture is an
/// animation of one frame. The time is what it is told.
class Playback {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// Begins with the first frame, and plays unless pause() was the last wish.
    void open(const Animation& animation);
    /// For a file that is read again: stays at its frame where there is one of that number.
    void reopen(const Animation& animation);

    /// How many there are, at least 1.
    std::size_t frames() const { return begins_.empty() ? 1 : begins_.size() - 1; }
    /// The one that is shown, from 0.
    std::size_t frame() const { return frame_; }
    /// When a frame begins, in seconds; that of frames() is the duration of all.
    double begins(std::size_t frame) const { return begins_.empty() ? 0 : begins_[frame]; }
    /// How far the frame is from the first to the last, 0 to 1.
    double share() const { return frames() > 1 ? double(frame_) / double(frames() - 1) : 1; }
    /// How often it is shown; 0: without end.
    std::uint32_t plays() const { return plays_; }
    bool is_playing() const { return wanted_ && !ended_ && frames() > 1; }
    /// Whether it plays, or would if there were something to play.
    bool is_wanted() const { return wanted_; }

    void pause() { wanted_ = false; }
    /// Goes on; from the beginning where it has ended.
    void play();
    /// Goes to a frame, from which it plays on if it does.
    void show(std::size_t frame);
    /// Pauses and goes `by` frames on; after the last comes the first.
    void step(int by);
    /// While held it stays at its frame, whether it plays or not.
    void hold(bool held);

    /// Tells the time; whether another frame is shown. Frames that it is too late for are left out, but
    /// after more than a second without being told it goes on where it was.
    bool advance(Time now);
    /// When advance() is to be called next; none: not before it is played.
    std::optional<Time> next() const { return runs() ? std::optional(due_.value_or(Time{})) : std::nullopt; }

private:
    bool runs() const { return is_playing() && !held_; }
    Time::duration shown_for(std::size_t frame) const;
    void go_on();

    std::vector<double> begins_{}; ///< of each frame and of the end, seconds; empty for a picture
    std::uint32_t plays_ = 0, played_ = 0;
    std::size_t frame_ = 0;
    bool wanted_ = true, ended_ = false, held_ = false;
    std::optional<Time> due_{}; ///< the next frame; none until the time is told
};

/// Four seconds, once, as often as screens are drawn.
Playback playback_of_drift();

}
