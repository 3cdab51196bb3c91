#include "base/in_order.h"

#include "base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

namespace huedrift {
namespace {

TEST(JobsAtOnce, HaveAThreadAndTwoGibibytesEach) {
    constexpr std::size_t gibibyte = std::size_t{1} << 30;
    const std::vector<Location> inputs(40);
    const ThreadLimit threads(3);
    const auto most = static_cast<std::size_t>(thread_count());
    EXPECT_EQ(jobs_at_once({}, inputs, 100 * gibibyte), most);
    EXPECT_EQ(jobs_at_once({}, inputs, 5 * gibibyte), std::min<std::size_t>(most, 2));
    EXPECT_EQ(jobs_at_once({}, inputs, gibibyte), 1u);
    EXPECT_EQ(jobs_at_once(7, inputs, gibibyte), 7u);
    EXPECT_EQ(jobs_at_once(7, std::span(inputs).first(3), gibibyte), 3u);
}

TEST(JobMemory, IsNeverExceededExceptByAJobAlone) {
    constexpr std::size_t whole = 10;
    JobMemory memory(whole);
    std::atomic<std::size_t> taken{0}, jobs{0};
    std::atomic<bool> fits{true};
    in_order(
        400, 4,
        [&](std::size_t i) {
            const std::size_t bytes = 1 + i * 7 % 14;
            const JobMemory::Share share(memory, bytes);
            const std::size_t now = taken += bytes;
            if (++jobs > 1 && now > whole) fits = false;
            std::this_thread::yield();
            taken -= bytes;
            --jobs;
        },
        [](std::size_t) {});
    EXPECT_TRUE(fits);
}

TEST(InOrder, FinishesInOrderOnAnyThreads) {
    for (const std::size_t threads : {1u, 2u, 5u})
        for (const std::size_t count : {0u, 1u, 2u, 100u}) {
            std::vector<std::size_t> worked(count), order;
            const auto here = std::this_thread::get_id();
            in_order(
                count, threads, [&](std::size_t i) { worked[i] = i + 1; },
                [&](std::size_t i) {
                    EXPECT_EQ(std::this_thread::get_id(), here);
                    EXPECT_EQ(worked[i], i + 1);
                    order.push_back(i);
                });
            ASSERT_EQ(order.size(), count);
            for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(order[i], i);
        }
}

TEST(InOrder, WorksAtTheSameTime) {
    std::latch both(2);
    in_order(
        2, 2, [&](std::size_t) { both.arrive_and_wait(); }, [](std::size_t) {});
}

TEST(InOrder, DoesNotRunFarAhead) {
    constexpr std::size_t threads = 3;
    std::atomic<std::size_t> done{0};
    std::atomic<bool> near{true};
    in_order(
        200, threads,
        [&](std::size_t i) {
            if (i >= done + 2 * threads + 1) near = false; // + 1: it counts before the next may begin
        },
        [&](std::size_t) { ++done; });
    EXPECT_TRUE(near);
}

TEST(InOrder, EndsWithTheException) {
    std::atomic<std::size_t> worked{0};
    EXPECT_THROW(in_order(
                     100, 2, [&](std::size_t) { ++worked; },
                     [](std::size_t i) {
                         if (i == 3) throw std::runtime_error("full");
                     }),
                 std::runtime_error);
    EXPECT_LE(worked, 8u);
}

}
}
