#pragma once

#include <chrono>
#include <string>

namespace huedrift {

/// Measures the time since its construction.
class Stopwatch {
public:
    double seconds() const {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
        return elapsed.count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Returns the result of `work`, if any, and sets `seconds` to the time it took.
template <class Work>
auto timed(double& seconds, Work&& work) {
    struct Reading {
        double& target;
        Stopwatch watch{};
        ~Reading() { target = watch.seconds(); }
    } const reading{seconds};
    return work();
}

/// An estimate such as "7 s left" or "3 min left", after `elapsed` seconds with `share` (0 to 1) of the work
/// done. Empty while `share` is too small for an estimate and when no time is left.
std::string time_left(double share, double elapsed);

/// How long a stage of a computation took.
struct StageTime {
    std::string stage;
    double seconds = 0;
};

}
