#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace huedrift::app {

/// A span of the calling thread's time.
struct Span {
    std::chrono::nanoseconds passed{};
    std::chrono::nanoseconds computed{}; ///< on a core, so without waits for one

    /// Since the thread began, for differences.
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

/// How long the main thread is busy with each frame, from the event that woke it to the submitted frame, and
/// separately how long it waits for the device and the desktop.
class FrameClock {
public:
    /// The main thread has woken up.
    void begin() { begun_ = Span::now(); }
    /// A frame is submitted; `waiting` is the part of the time since begin() that was spent waiting.
    void end(const Span& waiting);

    /// Frames so far.
    std::size_t count() const { return count_; }
    /// A line of figures for the last few thousand frames.
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
