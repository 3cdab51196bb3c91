#include "base/parallel.h"

#include "base/error.h"
#include "base/progress.h"
#include "base/sort_parts.h"
#include "expect_error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <random>
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

/// Sorted by a division into parts of at most `short_part` numbers.
std::vector<int> sorted(std::vector<int> numbers, std::size_t short_part, const Progress& progress = {}) {
    sort_parts(
        std::span(numbers), std::less<>(), progress,
        [&](std::span<int> part) {
            EXPECT_LE(part.size(), short_part);
            std::ranges::sort(part);
        },
        short_part);
    return numbers;
}

TEST(SortParts, SortsAsStandardSort) {
    std::mt19937 random(1);
    for (const std::size_t count : {0u, 1u, 127u, 128u, 129u, 1000u, 20'011u})
        for (const unsigned different : {1u, 2u, 3u, 100u, 1u << 30}) {
            std::vector<int> numbers;
            for (std::size_t i = 0; i < count; ++i) numbers.push_back(int(random() % different));
            std::vector<int> expected = numbers;
            std::ranges::sort(expected);
            const std::vector<int> descending(expected.rbegin(), expected.rend());
            for (const std::size_t short_part : {127u, 500u}) {
                EXPECT_EQ(sorted(numbers, short_part), expected);
                EXPECT_EQ(sorted(expected, short_part), expected);
                EXPECT_EQ(sorted(descending, short_part), expected);
            }
        }
}

TEST(SelectKey, DividesAsTheStandardSelection) {
    std::mt19937 random(2);
    for (const std::size_t count : {1u, 127u, 128u, 129u, 1000u, 5'003u})
        for (const unsigned different : {1u, 2u, 3u, 100u, 1u << 30}) {
            std::vector<int> numbers;
            for (std::size_t i = 0; i < count; ++i) numbers.push_back(int(random() % different));
            std::vector<int> ascending = numbers;
            std::ranges::sort(ascending);
            for (const std::size_t nth : {std::size_t{0}, count / 3, count / 2, count - 1}) {
                std::vector<int> divided = numbers;
                select_key(std::span(divided), nth, std::less<>(), {}, 127);
                const auto middle = divided.begin() + std::ptrdiff_t(nth);
                EXPECT_EQ(*middle, ascending[nth]);
                EXPECT_TRUE(std::all_of(divided.begin(), middle, [&](int i) { return i <= *middle; }));
                EXPECT_TRUE(std::all_of(middle, divided.end(), [&](int i) { return i >= *middle; }));
                std::ranges::sort(divided);
                EXPECT_EQ(divided, ascending);
            }
        }
}

TEST(SelectKey, EndsWhenCancelled) {
    Progress progress;
    progress.cancel();
    std::vector<int> numbers(1000);
    EXPECT_THROW(select_key(std::span(numbers), 500, std::less<>(), progress, 127), Error);
}

TEST(SortParts, EndsWhenCancelled) {
    Progress progress;
    progress.cancel();
    EXPECT_THROW(sorted(std::vector<int>(1000), 127, progress), Error);
    EXPECT_THROW(sorted({2, 1}, 127, progress), Error);
}

}
}
