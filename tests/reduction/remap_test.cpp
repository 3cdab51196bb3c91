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
