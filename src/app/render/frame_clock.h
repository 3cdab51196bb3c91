#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

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

/// Measures how long the main thread is busy with each frame, from the event that woke it to the submission,
/// and how long it waits for the device and the desktop.
class FrameClock {
public:
    /// Call it when the main thread wakes up.
    void begin() { begun_ = Span::now(); }
    /// Call it when a frame is submitted; `waiting` is the part since begin() spent waiting.
    void end(const Span& waiting);

    /// The number of frames so far.
    std::size_t count() const { return count_; }
    /// A line of figures on the last few thousand frames.
    std::string summary() const;

private:
    struct Frame {
        Span work, waiting;
    };

    Span begun_;
    std::vector<Frame> frames_; ///< the last ones, unordered
    std::size_t count_ = 0;
};

}
