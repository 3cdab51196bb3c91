#include "dither/void_and_cluster.h"

#include "base/fnv1a.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>
#include <random>
#include <vector>

namespace huedrift {
namespace {

constexpr int mask_width = int(mask_side), mask_pixels = mask_width * mask_width;

/// The frequencies up to `highest`, in waves per side, one of each pair of opposite ones, without 0.
std::vector<std::array<int, 2>> frequencies(double highest) {
    std::vector<std::array<int, 2>> found;
    for (int y = -mask_width / 2; y < mask_width / 2; ++y)
        for (int x = 0; x < mask_width / 2; ++x)
            if ((x > 0 || y > 0) && std::hypot(x, y) <= highest) found.push_back({x, y});
    return found;
}

/// The mean power of a pattern up to a frequency, by a plain discrete Fourier transform; of white noise it is
/// about 1.
double low_power(const std::vector<double>& pattern, double highest) {
    std::array<std::complex<double>, mask_side> wave;
    for (int i = 0; i < mask_width; ++i)
        wave[std::size_t(i)] = std::polar(1.0, 2 * std::numbers::pi * i / mask_width);
    const double mean = std::accumulate(pattern.begin(), pattern.end(), 0.0) / mask_pixels;
    double variance = 0, power = 0;
    for (const double value : pattern) variance += (value - mean) * (value - mean);
    const auto low = frequencies(highest);
    for (const auto& frequency : low) {
        std::complex<double> sum = 0;
        for (int i = 0; i < mask_pixels; ++i) {
            const int phase = frequency[0] * (i % mask_width) + frequency[1] * (i / mask_width);
            sum += (pattern[std::size_t(i)] - mean) * wave[std::size_t(phase & (mask_width - 1))];
        }
        power += std::norm(sum);
    }
    return power / variance / double(low.size());
}

/// The same values in an order of a fixed generator.
std::vector<double> shuffled(std::vector<double> pattern) {
    std::mt19937 random(1);
    for (std::size_t i = pattern.size(); i-- > 1;) std::swap(pattern[i], pattern[random() % (i + 1)]);
    return pattern;
}

/// 1 for the pixels with the `count` lowest ranks, 0 for others.
std::vector<double> dots_of(const MaskRanks& ranks, int count) {
    std::vector<double> dots;
    for (const std::uint16_t rank : ranks) dots.push_back(rank < count ? 1 : 0);
    return dots;
}

/// The distance of each pixel to the nearest other pixel with `value`.
std::vector<double> gaps(const std::vector<double>& pattern, double value) {
    const auto apart = [](int one, int other) {
        return std::min(std::abs(one - other), mask_width - std::abs(one - other));
    };
    std::vector<double> found;
    for (int i = 0; i < mask_pixels; ++i) {
        double gap = mask_width;
        for (int k = 0; k < mask_pixels; ++k)
            if (k != i && pattern[std::size_t(k)] == value)
                gap = std::min(gap, std::hypot(apart(i % mask_width, k % mask_width),
                                               apart(i / mask_width, k / mask_width)));
        found.push_back(gap);
    }
    return found;
}

class VoidAndCluster : public testing::Test {
protected:
    static const MaskRanks& ranks() {
        static const MaskRanks made = void_and_cluster();
        return made;
    }
};

TEST_F(VoidAndCluster, HasEachRankOnce) {
    std::vector<int> sorted(ranks().begin(), ranks().end()), all(mask_pixels);
    std::ranges::sort(sorted);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(sorted, all);
}

TEST_F(VoidAndCluster, IsTheSameEverywhere) {
    Fnv1a hash;
    for (const std::uint16_t rank : ranks()) hash.add(std::uint32_t{rank});
    EXPECT_EQ(hash.value(), 4875694317124543777u);
}

// Ranks as greys: hardly any power in waves longer than 4 pixels.
TEST_F(VoidAndCluster, HasNoLowFrequencies) {
    const std::vector<double> greys(ranks().begin(), ranks().end());
    for (const double highest : {4.0, 8.0, 16.0}) {
        EXPECT_LT(low_power(greys, highest), 0.01) << highest;
        EXPECT_GT(low_power(shuffled(greys), highest), 0.5) << "white noise has them";
    }
}

// A pattern of few dots, or of few gaps, has its own lowest frequency: Ulichney's principal frequency.
TEST_F(VoidAndCluster, HasNoLowFrequenciesAtAnyThreshold) {
    for (const int count : {64, 128, 512, 1024, 2048, 3072, 3968, 4032}) {
        const std::vector<double> dots = dots_of(ranks(), count);
        const double share = std::min(count, mask_pixels - count) / double(mask_pixels);
        const double principal = std::min(mask_width * std::sqrt(share), mask_width / 2.0);
        EXPECT_LT(low_power(dots, principal / 2), 0.2) << count;
        EXPECT_GT(low_power(shuffled(dots), principal / 2), 0.7) << count;
    }
}

// The densest packing of as many dots is that of triangles.
TEST_F(VoidAndCluster, IsSpreadEvenlyAtAnyThreshold) {
    for (const int count : {64, 128, 192, 256, 512, 1024, 3072, 3840, 4032}) {
        const std::vector<double> dots = dots_of(ranks(), count);
        const bool are_few = count <= mask_pixels / 2;
        const double rare = are_few ? 1 : 0, few = are_few ? count : mask_pixels - count;
        const double densest = std::sqrt(2 / std::sqrt(3.0) * mask_pixels / few);
        const std::vector<double> gap = gaps(dots, rare);
        double nearest = mask_width, farthest = 0, sum = 0;
        for (std::size_t i = 0; i < gap.size(); ++i) {
            farthest = std::max(farthest, gap[i]);
            if (dots[i] != rare) continue;
            nearest = std::min(nearest, gap[i]);
            sum += gap[i];
        }
        EXPECT_GT(nearest, 0.39 * densest) << count;
        EXPECT_GT(sum / few, 0.6 * densest) << count << ": random dots have half";
        EXPECT_LT(farthest, 1.1 * densest) << count;
    }
}

}
}
