#include "reduction/remap.h"

#include "expect_error.h"
#include "reduction/random_image.h"
#include "reduction/reduction.h"
#include "reference/reference_engine.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

namespace huedrift {

namespace {

TEST(Remap, PaintsExactlyTheColorsOfThePalette) {
    std::mt19937 random(11);
    Image image(40, 30);
    for (Rgba8& p : image.pixels())
        p = {std::uint8_t(random() % 64), std::uint8_t(random()), std::uint8_t(random() % 9),
             std::uint8_t(random() % 3)};
    const ColorSet colors(image, Transfer::srgb);
    ReferenceEngine engine;
    Progress progress;
    const Reduction reduction = engine.reduce(colors, {.radius = 0.03}, progress);
    const Image output = remap(image, colors, reduction);
    std::map<Rgb, std::uint64_t> pixels;
    for (const Rgba8 p : output.pixels())
        if (p.a != 0) ++pixels[{p.r, p.g, p.b}];
    const std::vector<Swatch> swatches = swatches_of(reduction);
    EXPECT_EQ(swatches.size(), pixels.size());
    std::uint64_t source_colors = 0;
    for (const Swatch& swatch : swatches) {
        EXPECT_EQ(swatch.pixels, pixels[swatch.color]);
        source_colors += swatch.colors;
    }
    EXPECT_EQ(source_colors, colors.size());
}

// So many colours and modes that several threads mark the states in use and count at each mode.
TEST(GatherModes, OfManyColorsCountsThemByTheDefinition) {
    constexpr std::uint32_t count = 1 << 17, modes = 10'000;
    std::vector<Rgb> codes;
    for (std::uint32_t i = 0; i < count; ++i) codes.push_back(Rgb::from_code(101 * i));
    std::mt19937 random(3);
    std::vector<std::uint32_t> counts(count), index_of(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        counts[i] = 1 + std::uint32_t(random() % 1000);
        index_of[i] = 2 * (i % modes); // no colour ends at every other state
    }
    std::vector<Position> states(2 * modes);
    for (std::int32_t i = 0; i < std::int32_t(states.size()); ++i)
        states[std::size_t(i)] = {1 << 23, 1000 - i / 4, 7}; // two used states are one mode
    const ColorSet colors(codes, counts, Transfer::srgb);
    std::map<Position, PaletteEntry> expected;
    for (std::uint32_t i = 0; i < count; ++i) {
        PaletteEntry& entry = expected[states[index_of[i]]];
        entry.pixels += counts[i];
        ++entry.colors;
    }
    const Reduction reduction = gather_modes(colors, states, index_of);
    ASSERT_EQ(reduction.entries.size(), expected.size());
    std::size_t i = 0;
    for (const auto& [position, entry] : expected) {
        const PaletteEntry& gathered = reduction.entries[i++];
        ASSERT_EQ(gathered.position, position);
        EXPECT_EQ(gathered.colors, entry.colors);
        EXPECT_EQ(gathered.pixels, entry.pixels);
    }
    for (std::uint32_t k = 0; k < count; ++k)
        ASSERT_EQ(reduction.entries[reduction.entry_of[k]].position, states[index_of[k]]);
}

TEST(Apply, KeepsTheModeOfEachColor) {
    const ColorSet all(random_image(1, 30, 30, 6, 40, 1), Transfer::srgb);
    const ColorSet some(random_image(1, 30, 5, 6, 40, 1), Transfer::srgb); // its first rows
    ASSERT_LT(some.size(), all.size());
    ReferenceEngine engine;
    Progress progress;
    const Reduction of_all = engine.reduce(all, {.radius = 0.1}, progress);
    const Palette of_some = apply(of_all, all, some);
    ASSERT_EQ(of_some.entries.size(), of_all.entries.size());
    std::uint64_t pixels = 0, colors = 0;
    for (const PaletteEntry& mode : of_some.entries) {
        pixels += mode.pixels;
        colors += mode.colors;
    }
    EXPECT_EQ(pixels, some.pixels());
    EXPECT_EQ(colors, some.size());
    for (std::size_t i = 0; i < some.size(); ++i)
        EXPECT_EQ(of_some.entry_of[i], of_all.entry_of[all.index()[some.colors()[i]]]);
}

TEST(Apply, RefusesAMissingColor) {
    const ColorSet all({{1, 2, 3}}, {1}, Transfer::srgb),
        other({{1, 2, 3}, {4, 5, 6}}, {1, 1}, Transfer::srgb);
    ReferenceEngine engine;
    Progress progress;
    const Reduction of_all = engine.reduce(all, {}, progress);
    expect_error([&] { apply(of_all, all, other); }, ErrorKind::input, {"#040506"});
}

}

namespace {

TEST(Fingerprint, IsFnv1aOfFourByteNumbers) {
    // FNV-1a of no bytes, and of the eight zero bytes of an empty picture's size.
    EXPECT_EQ(fingerprint(Palette{}), 0xcbf29ce484222325u);
    EXPECT_EQ(fingerprint(ImageView{}), 0xa8c7f832281a39c5u);
}

TEST(Fingerprint, TellsResultsApart) {
    Reduction x;
    x.entries = {{{}, {1, -2, 3}, 1, 1}, {{}, {2, 0, 0}, 1, 1}};
    x.entry_of = {0, 1};
    Reduction y = x;
    y.statistics.rounds = 9;
    EXPECT_EQ(fingerprint(x), fingerprint(y));
    y.entries[0].position.a = 2;
    EXPECT_NE(fingerprint(x), fingerprint(y));
    y = x;
    y.entry_of = {1, 0};
    EXPECT_NE(fingerprint(x), fingerprint(y));
}

TEST(Fingerprint, TellsPicturesApart) {
    const std::vector<Rgba8> pixels{{1, 2, 3, 4}, {5, 6, 7, 8}};
    EXPECT_NE(fingerprint(ImageView{2, 1, pixels}), fingerprint(ImageView{1, 2, pixels}));
    const std::vector<Rgba8> other{{1, 2, 3, 4}, {5, 6, 7, 9}};
    EXPECT_NE(fingerprint(ImageView{2, 1, pixels}), fingerprint(ImageView{2, 1, other}));
}

}

}
