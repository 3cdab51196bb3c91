#pragma once

#include <cstddef>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/parallel_sort.h>
#if defined(__SANITIZE_THREAD__)
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace huedrift {

/// The number of threads that a parallel loop uses now.
int thread_count();

/// Calls `body(begin, end)` for pieces of [0, count), at least `grain` long, on all threads that
/// thread_limit allows. An exception of a body ends the loop and is thrown again here.
#if !defined(__SANITIZE_THREAD__)
template <class Body>
void parallel_ranges(std::size_t count, std::size_t grain, const Body& body) {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, grain),
        [&](const tbb::blocked_range<std::size_t>& range) { body(range.begin(), range.end()); });
}

/// Calls both, at the same time if a thread is free.
template <class First, class Second>
void parallel_both(const First& first, const Second& second) {
    tbb::parallel_invoke(first, second);
}

/// Sorts [begin, end) by `less`; equal elements end up in any order.
template <class Iterator, class Less>
void parallel_sort(Iterator begin, Iterator end, const Less& less) {
    tbb::parallel_sort(begin, end, less);
}
#else
// ThreadSanitizer does not see libtbb hand work from thread to thread and takes every loop for a race, so its
// builds run the same loops on plain threads.
template <class Body>
void parallel_ranges(std::size_t count, std::size_t grain, const Body& body) {
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
        try {
            // Relaxed, so that bodies stay unordered among each other and their races are found.
            for (std::size_t begin; (begin = next.fetch_add(grain, std::memory_order_relaxed)) < count;)
                body(begin, std::min(begin + grain, count));
        } catch (...) {
            const std::scoped_lock lock(mutex);
            failure = std::current_exception();
            next = count;
        }
    };
    {
        std::vector<std::jthread> others;
        for (int i = 1; i < thread_count(); ++i) others.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

template <class First, class Second>
void parallel_both(const First& first, const Second& second) {
    parallel_ranges(2, 1, [&](std::size_t begin, std::size_t) { begin == 0 ? first() : second(); });
}

template <class Iterator, class Less>
void parallel_sort(Iterator begin, Iterator end, const Less& less) {
    std::sort(begin, end, less);
}
#endif

/// Bounds the threads of every parallel loop while it lives.
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
