#include "base/parallel.h"

#include <gtest/gtest.h>
#include <stdexcept>
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

TEST(ThreadLimit, HoldsWhileItLives) {
    const int unlimited = thread_count();
    {
        const ThreadLimit limit(1);
        EXPECT_EQ(thread_count(), 1);
    }
    EXPECT_EQ(thread_count(), unlimited);
}

}
}
