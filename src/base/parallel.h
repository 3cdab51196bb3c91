#pragma once

#include "base/function_ref.h"
#include "base/progress.h"

#include <cstddef>

// Parallel loops on oneTBB. Its headers stay in parallel.cpp, as they take longer to compile than most files
// that use these loops.

namespace huedrift {

/// The number of threads that a parallel loop would use now.
int thread_count();

/// Calls `body(begin, end)` for pieces of [0, count), each at least `grain` long, on all threads that a
/// ThreadLimit allows. An exception thrown by a body ends the loop and is rethrown here.
void parallel_ranges(std::size_t count, std::size_t grain, FunctionRef<std::size_t, std::size_t> body);

/// The same in pieces of at most `grain`. Throws Error(cancelled) before the next piece once `progress` is
/// cancelled.
void parallel_pieces(std::size_t count, std::size_t grain, const Progress& progress,
                     FunctionRef<std::size_t, std::size_t> body);

/// The same, and reports the share of the pieces that are done, at the end 1.
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
    void* control_;
};

}
