#include "base/parallel.h"

#include "base/progress.h"
#include "expect_error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace huedrift {
namespace {

TEST(ParallelRanges, VisitEachIndexOnce) {
    for (const std::size_t count : {0u, 1u, 7u, 64u, 65u, 10'007u}) {
        for (const std::size_t grain : {1u, 64u, 20'000u}) {
            std::vector<int> visits(count, 0);
            parallel_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) ++visits[i];
            });
            EXPECT_EQ(visits, std::vector<int>(count, 1)) << count << " by " << grain;
        }
    }
}

TEST(ParallelRanges, RethrowExceptionsOfABody) {
    const auto loop = [] {
        parallel_ranges(1000, 1, [](std::size_t begin, std::size_t end) {
            if (begin <= 500 && 500 < end) throw std::runtime_error("the body");
        });
    };
    EXPECT_THROW(loop(), std::runtime_error);
}

TEST(ReportedPieces, ReportRisingSharesUpToAll) {
    std::vector<double> shares;
    const Progress progress([&](double share) { shares.push_back(share); });
    const ThreadLimit one(1);
    std::vector<int> visits(10, 0);
    reported_pieces(10, 4, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
    });
    EXPECT_EQ(visits, std::vector<int>(10, 1));
    EXPECT_EQ(shares, (std::vector{0.4, 0.8, 1.0}));
}

TEST(ReportedPieces, EndWhenCancelled) {
    Progress progress;
    const ThreadLimit one(1);
    std::size_t last = 0;
    const auto loop = [&] {
        reported_pieces(10, 4, progress, [&](std::size_t, std::size_t end) {
            last = end;
            progress.cancel();
        });
    };
    expect_error(loop, ErrorKind::cancelled);
    EXPECT_EQ(last, 4u);
}

/// The threads that take part in a loop.
std::size_t threads_of_loop() {
    std::mutex mutex;
    std::set<std::thread::id> threads;
    parallel_ranges(1 << 12, 1, [&](std::size_t, std::size_t) {
        const std::scoped_lock lock(mutex);
        threads.insert(std::this_thread::get_id());
    });
    return threads.size();
}

TEST(WithThreads, LimitsTheLoopsOfItsBody) {
    const int unlimited = thread_count();
    for (const int most : {1, 2})
        with_threads(most, [&] {
            EXPECT_EQ(thread_count(), std::min(most, unlimited));
            EXPECT_LE(threads_of_loop(), std::size_t(most));
            with_threads(most + 1, [&] { EXPECT_LE(threads_of_loop(), std::size_t(most)); });
        });
    with_threads(unlimited + 1, [&] { EXPECT_EQ(thread_count(), unlimited); });
    EXPECT_EQ(thread_count(), unlimited);
}

TEST(WithThreads, LeavesOtherThreadsAlone) {
    const int unlimited = thread_count();
    with_threads(1, [&] { std::jthread([&] { EXPECT_EQ(thread_count(), unlimited); }).join(); });
}

TEST(WithThreads, PassesExceptionsOn) {
    expect_error([] { with_threads(1, [] { throw Error(ErrorKind::input, "thrown"); }); }, ErrorKind::input,
                 {"thrown"});
    EXPECT_GE(thread_count(), 1);
}

TEST(ThreadLimit, HoldsWhileItLives) {
    const int unlimited = thread_count();
    {
        const ThreadLimit limit(1);
        EXPECT_EQ(thread_count(), 1);
    }
    EXPECT_EQ(thread_count(), unlimited);
}

TEST(Progress, NeverFalls) {
    std::vector<double> shares;
    Progress progress([&](double share) { shares.push_back(share); });
    for (const double share : {0.25, 0.125, 0.5, 3.0, 0.75}) progress.report(share);
    EXPECT_EQ(shares, (std::vector{0.25, 0.25, 0.5, 1.0, 1.0}));
    EXPECT_EQ(progress.share(), 1);
}

TEST(Progress, APartMovesTheWhole) {
    Progress whole;
    Progress part(whole, 0.5, 0.75);
    part.report(0.5);
    EXPECT_EQ(whole.share(), 0.625);
    EXPECT_EQ(part.share(), 0.5);
    whole.cancel();
    EXPECT_TRUE(part.cancelled());
}

}
}
