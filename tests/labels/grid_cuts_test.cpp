#include "labels/grid_cuts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

namespace huedrift {
namespace {

/// Tries every sequence of cuts, in ascending order. The end of a picture orders after every cut.
class CutTwin {
public:
    CutTwin(std::vector<std::int64_t> shares, std::uint32_t size, int anchor = 0)
        : shares_(std::move(shares)), size_(size), length_(int(shares_.size())), anchor_(anchor),
          allowed_(spacings_of(size)) {}

    Cuts best() {
        for (int first = 1; first <= allowed_.most && first < length_; ++first) {
            tried_ = {{first}, shares_[std::size_t(first)], edge_penalty(first, size_, length_)};
            extend();
        }
        if (length_ <= allowed_.most) compare({{}, 0, edge_penalty(length_, size_, length_)});
        if (best_->at.empty()) best_->penalty = 0;
        return *best_;
    }

private:
    void extend() {
        const int last = tried_.at.back();
        for (int d = allowed_.least; d <= allowed_.most && last + d < length_; ++d) {
            const Cuts before = tried_;
            tried_.at.push_back(last + d);
            tried_.energy += shares_[std::size_t(last + d)];
            tried_.penalty += spacing_penalty(d, size_, length_);
            extend();
            tried_ = before;
        }
        if (length_ - last > allowed_.most) return;
        Cuts whole = tried_;
        whole.penalty += edge_penalty(length_ - last, size_, length_);
        compare(whole);
    }
    void compare(const Cuts& cuts) {
        if (anchor_ != 0 && std::ranges::find(cuts.at, anchor_) == cuts.at.end()) return;
        if (!best_ || cuts.energy - cuts.penalty > best_->energy - best_->penalty) best_ = cuts;
    }

    std::vector<std::int64_t> shares_;
    std::uint32_t size_;
    int length_, anchor_;
    Spacings allowed_;
    Cuts tried_;
    std::optional<Cuts> best_;
};

std::vector<std::uint64_t> random_energy(int length, unsigned levels, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::uint64_t> energy(std::size_t(length), 0);
    for (std::size_t i = 1; i < energy.size(); ++i) energy[i] = random() % levels;
    return energy;
}

TEST(GridCuts, AreTheBestOfAllSequencesAndTheEarliestOfEqualOnes) {
    unsigned seed = 0;
    for (const std::uint32_t size : {2000u, 2400u, 3333u, 5000u, 7900u})
        for (int length = 1; length <= 17; ++length)
            for (const unsigned levels : {1u, 2u, 1000u}) {
                const std::vector<std::int64_t> shares = shares_of(random_energy(length, levels, ++seed));
                EXPECT_EQ(best_cuts(shares, size), CutTwin(shares, size).best())
                    << size << ", " << length << " pixels, " << levels << " levels";
            }
}

TEST(GridCuts, HaveTheAnchorWhereverItLies) {
    unsigned seed = 100;
    for (const std::uint32_t size : {2000u, 3333u, 7900u})
        for (const int length : {2, 7, 16})
            for (int anchor = 1; anchor < length; ++anchor) {
                const std::vector<std::int64_t> shares = shares_of(random_energy(length, 3, ++seed));
                EXPECT_EQ(best_cuts(shares, size, anchor), CutTwin(shares, size, anchor).best())
                    << size << ", " << length << " pixels, at " << anchor;
            }
    const std::vector<std::int64_t> flat(200);
    for (int anchor = 1; anchor < 200; ++anchor)
        EXPECT_TRUE(std::ranges::binary_search(best_cuts(flat, 64000, anchor).at, anchor)) << anchor;
    EXPECT_EQ(best_cuts(flat, 8000, 200), best_cuts(flat, 8000)) << "beyond the picture";
}

TEST(GridCuts, AreEvenInFlatPictures) {
    const std::vector<std::int64_t> flat(64);
    EXPECT_EQ(best_cuts(flat, 8000).at, (std::vector{8, 16, 24, 32, 40, 48, 56}));
    EXPECT_EQ(cell_borders(best_cuts(flat, 8000), 8000, 64), (std::vector{0, 8, 16, 24, 32, 40, 48, 56, 64}));
    EXPECT_EQ(best_cuts(flat, 64000).at, std::vector<int>{});
    EXPECT_EQ(cell_borders({}, 64000, 64), (std::vector{0, 64}));
}

TEST(GridCuts, FollowADriftOfAThird) {
    std::vector<std::uint64_t> energy(60);
    const std::vector<int> drifting{10, 20, 32, 44, 51};
    for (const int cut : drifting) energy[std::size_t(cut)] = 5;
    EXPECT_EQ(best_cuts(shares_of(energy), 10000).at, drifting);
}

TEST(GridCuts, LeaveOutPiecesNarrowerThanTwoFifthsOfACell) {
    EXPECT_EQ(cell_borders({.at = {3, 13, 23}}, 10000, 26), (std::vector{3, 13, 23}));
    EXPECT_EQ(cell_borders({.at = {4, 14, 24}}, 10000, 28), (std::vector{0, 4, 14, 24, 28}));
    EXPECT_EQ(cell_borders({.at = {2}}, 10000, 4), (std::vector{0, 4}));
}

TEST(GridCuts, ShareEnergyWithoutOverflow) {
    const std::vector<std::uint64_t> most{0, std::uint64_t{1} << 51, std::uint64_t{1} << 51};
    EXPECT_EQ(shares_of(most), (std::vector<std::int64_t>{0, whole_share / 2, whole_share / 2}));
    EXPECT_EQ(shares_of(std::vector<std::uint64_t>(3)), std::vector<std::int64_t>(3));
}

}
}
