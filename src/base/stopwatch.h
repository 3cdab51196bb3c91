#pragma once

#include <chrono>

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

}
