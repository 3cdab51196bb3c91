#include "cli/histogram_bars.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(HistogramBars, RiseInEighthsOfTheTallest) {
    std::array<std::uint64_t, 256> counts{};
    EXPECT_EQ(histogram_bars(counts), std::string(32, ' '));
    for (std::size_t value = 0; value < 8; ++value) counts[value] = 100; // one bar: 800
    counts[16] = 200;                                                    // a quarter of it
    counts[255] = 1;                                                     // shows, little as it is
    EXPECT_EQ(histogram_bars(counts), "█ ▄" + std::string(28, ' ') + "▁");
}

TEST(HistogramBars, HoldTheLargestCounts) {
    std::array<std::uint64_t, 256> counts;
    counts.fill(0xffff'ffff);
    std::string full;
    for (int i = 0; i < 32; ++i) full += "█";
    EXPECT_EQ(histogram_bars(counts), full);
}

}
}
