#include "base/parallel.h"

#include "base/threads.h"

#include <atomic>
#include <cassert>
#include <numeric>
#include <utility>
#if defined(HUEDRIFT_ONE_THREAD)
#elif defined(HUEDRIFT_PLAIN_THREADS)
#include <exception>
#include <mutex>
#include <oneapi/tbb/global_control.h>
#include <thread>
#include <vector>
#else
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace huedrift {

namespace {

void one_after_the_other(std::size_t count, std::size_t grain, FunctionRef<std::size_t, std::size_t> body) {
    constexpr std::size_t most_pieces = 16; // between which a body can be cancelled
    const std::size_t piece = std::max(grain, (count + most_pieces - 1) / most_pieces);
    for (std::size_t begin = 0; begin < count; begin += piece) body(begin, std::min(begin + piece, count));
}

}

#if !defined(HUEDRIFT_ONE_THREAD)
namespace {

using Control = tbb::global_control;

/// The limit of with_threads() on this thread; 0: none.
thread_local int own_limit = 0;

class OwnLimit {
public:
    explicit OwnLimit(int threads) : before_(std::exchange(own_limit, threads)) {}
    ~OwnLimit() { own_limit = before_; }
    OwnLimit(const OwnLimit&) = delete;
    OwnLimit& operator=(const OwnLimit&) = delete;

private:
    int before_;
};

}

int thread_count() {
    if (own_limit != 0) return own_limit;
    return static_cast<int>(Control::active_value(Control::max_allowed_parallelism));
}

ThreadLimit::ThreadLimit(int threads)
    : control_(new Control(Control::max_allowed_parallelism, static_cast<std::size_t>(threads))) {
    assert(threads > 0);
}

ThreadLimit::~ThreadLimit() { delete static_cast<Control*>(control_); }
#endif

#if defined(HUEDRIFT_ONE_THREAD)
int thread_count() { return 1; }

void parallel_ranges(std::size_t count, std::size_t grain, FunctionRef<std::size_t, std::size_t> body) {
    assert(grain > 0);
    one_after_the_other(count, grain, body);
}

void parallel_both(FunctionRef<> first, FunctionRef<> second) {
    first();
    second();
}

void with_threads([[maybe_unused]] int threads, FunctionRef<> body) {
    assert(threads > 0);
    body();
}

void without_outer_work(FunctionRef<> body) { body(); }

ThreadLimit::ThreadLimit([[maybe_unused]] int threads) : control_(nullptr) { assert(threads > 0); }

ThreadLimit::~ThreadLimit() = default;
#elif !defined(HUEDRIFT_PLAIN_THREADS)
void parallel_ranges(std::size_t count, std::size_t grain, FunctionRef<std::size_t, std::size_t> body) {
    assert(grain > 0);
    if (count <= grain || own_limit == 1) // starting oneTBB takes longer than a small picture
        return one_after_the_other(count, grain, body);
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, grain),
        [&](const tbb::blocked_range<std::size_t>& range) { body(range.begin(), range.end()); });
}

void parallel_both(FunctionRef<> first, FunctionRef<> second) {
    if (own_limit != 1) return tbb::parallel_invoke(first, second);
    first();
    second();
}

void with_threads(int threads, FunctionRef<> body) {
    assert(threads > 0);
    if (threads == 1) {
        const OwnLimit limit(1);
        return body();
    }
    const int most = std::min(threads, thread_count()); // oneTBB complains on stderr if there are fewer
    tbb::task_arena arena(most);
    arena.execute([&] {
        const OwnLimit limit(most);
        body();
    });
}

void without_outer_work(FunctionRef<> body) {
    if (own_limit == 1) return body();
    tbb::this_task_arena::isolate([&] { body(); });
}
#else
// ThreadSanitizer does not see how libtbb passes work between threads and reports every loop as a race. Its
// builds run the same loops on plain threads.
void parallel_ranges(std::size_t count, std::size_t grain, FunctionRef<std::size_t, std::size_t> body) {
    assert(grain > 0);
    if (count <= grain || own_limit == 1) return one_after_the_other(count, grain, body);
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&, limit = own_limit] {
        const OwnLimit same(limit);
        try {
            // Relaxed, so that bodies stay unordered and ThreadSanitizer finds their races.
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

void parallel_both(FunctionRef<> first, FunctionRef<> second) {
    parallel_ranges(2, 1, [&](std::size_t begin, std::size_t) { begin == 0 ? first() : second(); });
}

void with_threads(int threads, FunctionRef<> body) {
    assert(threads > 0);
    const OwnLimit limit(std::min(threads, thread_count()));
    body();
}

void without_outer_work(FunctionRef<> body) { body(); }
#endif

void parallel_pieces(std::size_t count, std::size_t grain, const Progress& progress,
                     FunctionRef<std::size_t, std::size_t> body) {
    assert(grain > 0);
    parallel_ranges((count + grain - 1) / grain, 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t piece = first; piece < last; ++piece) {
            progress.throw_if_cancelled();
            body(piece * grain, std::min((piece + 1) * grain, count));
        }
    });
}

void reported_pieces(std::size_t count, std::size_t grain, const Progress& progress,
                     FunctionRef<std::size_t, std::size_t> body) {
    const ThreadMark reporter;
    std::atomic<std::size_t> done{0};
    parallel_pieces(count, grain, progress, [&](std::size_t begin, std::size_t end) {
        body(begin, end);
        const std::size_t now = done += end - begin;
        if (reporter.is_here()) progress.report(double(now) / double(count));
    });
    if (progress.share() < 1) progress.report(1); // another thread did the last piece
}

std::vector<std::uint32_t> indices_below(std::size_t count) {
    std::vector<std::uint32_t> indices(count);
    std::iota(indices.begin(), indices.end(), 0u);
    return indices;
}

}
