#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <string>

namespace huedrift::app {

/// A span of the calling thread's time.
struct Span {
    std::chrono::nanoseconds passed{};
    std::chrono::nanoseconds computed{}; ///< time on a core, without waiting for one

    /// The times since the thread began; differences of two are spans.
    static Span now();
    Span& operator+=(const Span& more);
    Span operator-(const Span& less) const { return {passed - less.passed, computed - less.computed}; }
};

/// Adds its lifetime to a sum.
class ScopedSpan {
public:
    explicit ScopedSpan(Span& sum) : sum_(sum), begun_(Span::now()) {}
    ~ScopedSpan() { sum_ += Span::now() - begun_; }
    ScopedSpan(const ScopedSpan&) = delete;
    ScopedSpan& operator=(const ScopedSpan&) = delete;

private:
    Span& sum_;
    Span begun_;
};

/// Where the main thread waits for the device and the desktop.
struct Waits {
    Span fence;   ///< the last frame is drawn
    Span acquire; ///< the desktop releases an image
    Span queue;   ///< a job's thread submits
    Span submit;  ///< the driver takes the frame
    Span present; ///< the desktop takes it

    Span sum() const;
};

/// Measures how long the main thread is busy with each frame, from the event that woke it to the submission,
/// and how long it waits for the device and the desktop.
class FrameClock {
public:
    struct Frame {
        Span work;
        Waits waits;
    };

    /// Call it when the main thread wakes up.
    void begin() { begun_ = Span::now(); }
    /// Call it when a frame is submitted; `waits` are those since begin().
    void end(const Waits& waits);

    /// The number of frames so far.
    std::size_t count() const { return count_; }
    /// The last frame. Only if there is one.
    const Frame& last() const { return frames_.back(); }
    /// A line of figures on the last few thousand frames.
    std::string summary() const;

private:
    static constexpr std::size_t max_frames = 4096;

    Span begun_;
    std::deque<Frame> frames_; ///< the last ones
    std::size_t count_ = 0;
};

}
