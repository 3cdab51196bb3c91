#include "labels/grid_cells.h"

#include "expect_error.h"
#include "labels/grid_cuts.h"
#include "labels/label_pictures.h"

#include <algorithm>
#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <tuple>

namespace huedrift {

namespace {

PixelGrid grid_at(std::vector<int> columns, std::vector<int> rows) {
    return {{std::move(columns), 4000}, {std::move(rows), 4000}, 1000};
}

std::vector<std::int64_t> random_cells(std::size_t count, unsigned labels, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::int64_t> result(count);
    for (std::int64_t& label : result) label = std::int64_t(random() % (labels + 1)) - 1;
    return result;
}

/// Follows the definition, cell by cell.
std::pair<std::int64_t, int> cell_of(const std::vector<std::int64_t>& labels, const Image& source, int left,
                                     int right, int upper, int lower) {
    std::map<std::int64_t, std::vector<int>> alphas;
    std::map<std::int64_t, int> nearest;
    const int side = (right - left + 1) / 4, end = (lower - upper + 1) / 4;
    for (int y = upper + end; y < lower - end; ++y)
        for (int x = left + side; x < right - side; ++x) {
            const auto at = std::size_t(y * source.width() + x);
            const int u = 2 * x + 1 - left - right, v = 2 * y + 1 - upper - lower;
            const std::int64_t label = labels[at] < 0 ? 1'000'000 : labels[at]; // transparency comes last
            alphas[label].push_back(source.pixels()[at].a);
            const auto [found, is_new] = nearest.emplace(label, u * u + v * v);
            if (!is_new) found->second = std::min(found->second, u * u + v * v);
        }
    const auto best = std::ranges::min_element(alphas, {}, [&](const auto& one) {
        return std::tuple(-std::int64_t(one.second.size()), nearest.at(one.first), one.first);
    });
    if (best->first == 1'000'000) return {-1, 0};
    std::ranges::sort(best->second);
    return {best->first, best->second[best->second.size() / 2]};
}

TEST(GridCells, OfASmoothGridHaveThePixelAtTheirCentre) {
    PixelGrid grid = grid_at({0, 3, 5, 8}, {0, 4});
    grid.is_smooth = true;
    Image source = speckled(8, 4, 6, 3);
    const std::array<std::uint8_t, 3> alphas{120, 150, 200}; // at the centres, the columns 1, 4 and 6
    for (Rgba8& pixel : source.pixels()) pixel.a = 240;
    for (const std::size_t i : {0u, 1u, 2u}) source.pixels()[2 * 8 + std::array{1u, 4u, 6u}[i]].a = alphas[i];
    std::vector<std::int64_t> labels(32);
    std::iota(labels.begin(), labels.end(), 0);
    const GridCells cells = take_cells(plane_of(8, 4, 32, labels), grid, source);
    EXPECT_EQ(labels_of(cells.plane), (std::vector<std::int64_t>{17, 20, 22}));
    EXPECT_EQ(cells.alpha, (std::vector<std::uint8_t>{120, 150, 240}))
        << "their neighbours have a part in it";
    source.pixels()[2 * 8 + 1].a = 119;
    EXPECT_EQ(labels_of(take_cells(plane_of(8, 4, 32, labels), grid, source).plane).front(), -1);
}

TEST(GridCells, TakeTheMostFrequentLabelOfTheirInnerPixels) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const int width = 23, height = 17;
        const Image source = speckled(width, height, 5, seed);
        const std::vector<std::int64_t> labels = random_cells(source.pixels().size(), 3, seed);
        const PixelGrid grid = grid_at({1, 2, 4, 7, 11, 16, 22}, {0, 3, 7, 15, 17});
        const GridCells cells = take_cells(plane_of(width, height, 3, labels), grid, source);
        ASSERT_EQ(cells.plane.width(), 6);
        ASSERT_EQ(cells.plane.height(), 4);
        const std::vector<std::int64_t> taken = labels_of(cells.plane);
        for (std::size_t i = 0; i < taken.size(); ++i) {
            const auto& columns = grid.columns.borders;
            const auto& rows = grid.rows.borders;
            const auto [label, alpha] =
                cell_of(labels, source, columns[i % 6], columns[i % 6 + 1], rows[i / 6], rows[i / 6 + 1]);
            EXPECT_EQ(taken[i], label) << i;
            EXPECT_EQ(cells.alpha[i], alpha) << i;
        }
    }
}

TEST(GridCells, AreTakenFromEachFrameByItself) {
    const Image source = speckled(12, 24, 3, 5);
    const LabelPlane plane = plane_of(12, 24, 3, random_cells(288, 3, 9));
    const PixelGrid grid = grid_at({0, 4, 8, 12}, {0, 6, 12});
    const GridCells both = take_cells(plane, grid, source, 2);
    for (const int frame : {0, 1}) {
        const ImageView view{12, 12, source.pixels().subspan(std::size_t(frame) * 144, 144)};
        const GridCells one = take_cells(rows_of(plane, 12 * frame, 12), grid, view);
        EXPECT_EQ(rows_of(both.plane, 2 * frame, 2), one.plane);
    }
}

TEST(GridCells, AreEnlargedAndSpreadOverTheSource) {
    const PixelGrid grid = grid_at({1, 4, 8}, {0, 2});
    const GridCells cells{plane_of(2, 1, 2, {0, 1}), {255, 9}};
    EXPECT_EQ(labels_of(enlarged(cells.plane, 3)),
              (std::vector<std::int64_t>{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1}));
    const Image spread_out = spread(Image(2, 1, {{1, 1, 1, 255}, {2, 2, 2, 9}}), grid, 10, 2);
    for (int x = 0; x < 10; ++x) EXPECT_EQ(spread_out.pixels()[std::size_t(x)].r, x < 4 ? 1 : 2) << x;
}

TEST(GridCells, AreNotEnlargedBeyondWhatAPictureMayHave) {
    const LabelPlane cells(1024, 512, 2);
    const auto enlarges = [&](int scale) { return [&cells, scale] { enlarged(cells, scale); }; };
    expect_error(enlarges(64), ErrorKind::output,
                 {"1024 x 512 cells of the pixel grid", "to 64 pixels each", "at most 45"});
    expect_error([] { enlarged(LabelPlane(2, 1 << 21, 2), 64); }, ErrorKind::output, {"at most 16"});
}

TEST(GridCells, AreEnlargedUntilThatIsCancelled) {
    Progress cancelled;
    cancelled.cancel();
    expect_error([&] { enlarged(LabelPlane(4, 4, 2), 2, cancelled); }, ErrorKind::cancelled);
    const PixelGrid grid = grid_at({0, 4}, {0, 4});
    expect_error([&] { spread(Image(1, 1), grid, 4, 4, 1, cancelled); }, ErrorKind::cancelled);
    const Image source(4, 4);
    expect_error([&] { take_cells(LabelPlane(4, 4, 2), grid, source, 1, cancelled); }, ErrorKind::cancelled);
}

TEST(MixedPixels, LackTheMostFrequentLabelOfTheirCell) {
    // All pixels of a cell three pixels wide count; wider cells lose a quarter at each end.
    const LabelPlane plane = plane_of(8, 3, 2, {0, 0, 1, 1, 0,  0, 0, 1, //
                                                0, 0, 1, 1, -1, 0, 0, 1, //
                                                0, 1, 1, 1, 0,  0, 0, 1});
    EXPECT_EQ(mixed_pixels(plane, std::vector{0, 3, 8}, std::vector{0, 3}), 4u + 1u);
    EXPECT_EQ(mixed_pixels(plane, std::vector{0}, std::vector{0, 3}), 0u);
}

}

namespace {

/// Tries every sequence of cuts, in ascending order. The end of a picture orders after every cut.
class CutTwin {
public:
    using Accepts = std::function<bool(const std::vector<int>&)>;

    CutTwin(
        std::vector<std::int64_t> shares, std::uint32_t size,
        Accepts accepts = [](const std::vector<int>&) { return true; })
        : shares_(std::move(shares)), size_(size), length_(int(shares_.size())), accepts_(std::move(accepts)),
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
        if (!accepts_(cuts.at)) return;
        if (!best_ || cuts.energy - cuts.penalty > best_->energy - best_->penalty) best_ = cuts;
    }

    std::vector<std::int64_t> shares_;
    std::uint32_t size_;
    int length_;
    Accepts accepts_;
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

/// Whether the cuts are near the places of an even grid, one after the other from the first or second on.
bool are_near(const std::vector<int>& cuts, std::uint32_t size, std::int64_t phase) {
    for (const std::int64_t first : {0, 1}) {
        bool near = true;
        for (std::size_t i = 0; i < cuts.size(); ++i) {
            const std::int64_t place = phase + (first + std::int64_t(i)) * size;
            near = near && std::abs(1000 * std::int64_t{cuts[i]} - place) <= std::int64_t{size / 4};
        }
        if (near) return true;
    }
    return false;
}

TEST(EvenCuts, AreTheBestOfThoseNearAnEvenGrid) {
    unsigned seed = 200;
    for (const std::uint32_t size : {2000u, 3333u, 5300u, 7900u})
        for (int length = 1; length <= 13; ++length)
            for (const unsigned levels : {1u, 2u, 1000u}) {
                const std::vector<std::int64_t> shares = shares_of(random_energy(length, levels, ++seed));
                const auto is_even = [&](const std::vector<int>& cuts) {
                    bool even = false;
                    for (std::uint32_t i = 0; i < 40; ++i) even = even || are_near(cuts, size, size * i / 40);
                    return even;
                };
                EXPECT_EQ(even_cuts(shares, size), CutTwin(shares, size, is_even).best())
                    << size << ", " << length << " pixels, " << levels << " levels";
            }
}

TEST(EvenCuts, HaveTheAnchorWhereverItLies) {
    unsigned seed = 100;
    for (const std::uint32_t size : {2000u, 3333u, 7900u})
        for (const int length : {2, 7, 16})
            for (int anchor = 1; anchor < length; ++anchor) {
                const std::vector<std::int64_t> shares = shares_of(random_energy(length, 3, ++seed));
                const auto has_anchor = [&](const std::vector<int>& cuts) {
                    return std::ranges::find(cuts, anchor) != cuts.end() &&
                           are_near(cuts, size, std::int64_t{anchor} * 1000 % size);
                };
                EXPECT_EQ(even_cuts(shares, size, anchor), CutTwin(shares, size, has_anchor).best())
                    << size << ", " << length << " pixels, at " << anchor;
            }
    const std::vector<std::int64_t> flat(200);
    for (int anchor = 1; anchor < 200; ++anchor)
        EXPECT_TRUE(std::ranges::binary_search(even_cuts(flat, 64000, anchor).at, anchor)) << anchor;
    EXPECT_EQ(even_cuts(flat, 8000, 200), even_cuts(flat, 8000)) << "beyond the picture";
}

TEST(EvenCuts, KeepTheirSizeWhateverThePictureHas) {
    for (const std::uint32_t size : {2000u, 2700u, 5300u, 9450u, 31000u})
        for (const unsigned levels : {1u, 2u, 1000u})
            for (unsigned seed = 0; seed < 8; ++seed) {
                const std::vector<int> cuts =
                    even_cuts(shares_of(random_energy(678, levels, 500 + seed)), size).at;
                const std::int64_t pixels = cuts.back() - cuts.front(), cells = std::int64_t(cuts.size()) - 1;
                EXPECT_LE(std::abs(1000 * pixels - cells * size), size / 2) << size << " " << levels;
            }
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
