#pragma once

#include "base/progress.h"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

// Parallel loops on oneTBB. Its headers stay in parallel.cpp, as they take longer to compile than most files
// that use these loops.

namespace huedrift {

/// A reference to a callable, which must outlive it. Passes a lambda to a function that is not a template,
/// without the allocation of std::function.
template <class... Arguments>
class FunctionRef {
public:
    template <class Function>
    requires(!std::same_as<Function, FunctionRef> && std::invocable<const Function&, Arguments...>)
        FunctionRef(const Function& function)
        : function_(&function), call_([](const void* object, Arguments... arguments) {
              (*static_cast<const Function*>(object))(arguments...);
          }) {}

    void operator()(Arguments... arguments) const { call_(function_, arguments...); }

private:
    const void* function_;
    void (*call_)(const void*, Arguments...);
};

/// The number of threads that a parallel loop would use now.
int thread_count();

/// Calls `body(begin, end)` for pieces of [0, count), each at least `grain` long, on all threads that a
/// ThreadLimit allows. An exception thrown by a body ends the loop and is rethrown here.
void parallel_ranges(std::size_t count, std::size_t grain, FunctionRef<std::size_t, std::size_t> body);

/// The same in pieces of at most `grain`. Throws Error(cancelled) before the next piece once `progress` is
/// cancelled.
void parallel_pieces(std::size_t count, std::size_t grain, const Progress& progress,
                     FunctionRef<std::size_t, std::size_t> body);

/// Calls `body(i)` for each i below `count`, in the pieces of parallel_ranges(). `body` is copied for each
/// piece: by reference, a loop would read its captures again after each write.
template <class Body>
void parallel_indices(std::size_t count, std::size_t grain, const Body& body) {
    parallel_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
        const Body copy = body;
        for (std::size_t i = begin; i < end; ++i) copy(i);
    });
}

/// The same in the pieces of parallel_pieces().
template <class Body>
void parallel_indices(std::size_t count, std::size_t grain, const Progress& progress, const Body& body) {
    parallel_pieces(count, grain, progress, [&](std::size_t begin, std::size_t end) {
        const Body copy = body;
        for (std::size_t i = begin; i < end; ++i) copy(i);
    });
}

/// The same as parallel_pieces(), and reports the share of the pieces that are done, at the end 1.
void reported_pieces(std::size_t count, std::size_t grain, const Progress& progress,
                     FunctionRef<std::size_t, std::size_t> body);

/// Calls both functions, concurrently if a thread is free.
void parallel_both(FunctionRef<> first, FunctionRef<> second);

/// Calls `body`, whose parallel loops use so many threads at most, and never more than thread_count(). Other
/// threads' loops keep theirs.
void with_threads(int threads, FunctionRef<> body);

/// Calls `body`. While its parallel loops wait, this thread does no work of loops around the call, which
/// could wait for `body` themselves.
void without_outer_work(FunctionRef<> body);

/// Limits the threads of every parallel loop of the process during its lifetime.
class ThreadLimit {
public:
    explicit ThreadLimit(int threads);
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;

private:
    [[maybe_unused]] void* control_; ///< null on one thread
};

/// Calls `body(i)` for each i below `count`. Throws Error(cancelled) soon after `progress` is cancelled.
template <class Body>
void each_index(std::size_t count, const Progress& progress, Body&& body) {
    constexpr std::size_t at_once = std::size_t{1} << 16;
    for (std::size_t begin = 0; begin < count; begin += at_once) {
        progress.throw_if_cancelled();
        for (std::size_t i = begin; i < std::min(begin + at_once, count); ++i) body(i);
    }
}

/// 0, 1, 2, ... up to `count` - 1.
std::vector<std::uint32_t> indices_below(std::size_t count);

/// `count` zeros. Throws Error(cancelled) soon after `progress` is cancelled: the system needs a second for a
/// few gigabytes.
template <class Value>
std::vector<Value> zeros(std::size_t count, const Progress& progress) {
    constexpr std::size_t at_once = std::size_t{1} << 20;
    std::vector<Value> values;
    values.reserve(count);
    while (values.size() < count) {
        progress.throw_if_cancelled();
        values.resize(std::min(values.size() + at_once, count));
    }
    return values;
}

}
