#include "app/render/frame_clock.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace huedrift::app {
namespace {

std::string figures(const char* what, std::vector<std::chrono::nanoseconds> times) {
    std::ranges::sort(times);
    const auto at = [&](double share) {
        const auto time = times[static_cast<std::size_t>(share * double(times.size() - 1))];
        return std::chrono::duration<double, std::milli>(time).count();
    };
    char text[128];
    std::snprintf(text, sizeof text, "; %s: median %.1f, 99 %% %.1f, longest %.1f ms", what, at(0.5),
                  at(0.99), at(1));
    return text;
}

}

Span Span::now() {
    std::timespec cpu{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
    return {std::chrono::steady_clock::now().time_since_epoch(),
            std::chrono::seconds(cpu.tv_sec) + std::chrono::nanoseconds(cpu.tv_nsec)};
}

Span& Span::operator+=(const Span& more) {
    passed += more.passed;
    computed += more.computed;
    return *this;
}

Span Waits::sum() const {
    Span sum;
    for (const Span& wait : {fence, acquire, queue, submit, present}) sum += wait;
    return sum;
}

void FrameClock::end(const Waits& waits) {
    frames_.push_back({Span::now() - begun_ - waits.sum(), waits});
    if (frames_.size() > max_frames) frames_.pop_front();
    ++count_;
}

std::string FrameClock::summary() const {
    if (frames_.empty()) return "no frames";
    std::vector<std::chrono::nanoseconds> computed, passed, waiting;
    for (const Frame& frame : frames_) {
        computed.push_back(frame.work.computed);
        passed.push_back(frame.work.passed);
        waiting.push_back(frame.waits.sum().passed);
    }
    return std::to_string(count_) + " frames" + figures("the main thread's work", computed) +
           figures("including waits for a core", passed) + figures("waiting for the device", waiting);
}

}
