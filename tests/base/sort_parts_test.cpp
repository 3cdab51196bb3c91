#include "base/sort_parts.h"

#include "base/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

namespace huedrift {
namespace {

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
