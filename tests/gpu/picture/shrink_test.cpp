#include "gpu/picture/shown_picture.h"

#include "image/mean_light.h"
#include "image/pixels.h"
#include "reduction/remap.h"
#include "vulkan/device_fixture.h"

namespace huedrift::gpu {
namespace {

using ShrinkTest = vulkan::DeviceTest;

/// A level's pixel as the device gives it.
using Stored = std::array<std::uint16_t, 4>;

/// The farthest that a channel's code, 0 to 255, lies from that of the mean over the pixels' areas in double.
double largest_difference(const Image& image, const std::vector<Stored>& shown, int width, int side) {
    double largest = 0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const int left = int(i) % width * side, top = int(i) / width * side;
        const PixelLight expected = mean_light(image, left, top, left + side, top + side);
        // Seen over black, where light without alpha counts as little as it does for an eye.
        PixelLight over_black = expected, found{{}, 1};
        over_black.alpha = 1;
        for (std::size_t c = 0; c < 3; ++c) {
            found.premultiplied[c] = shown[i][c] / 65535.0;
            largest = std::max(largest, std::abs(found.code(c) - over_black.code(c)));
        }
        largest = std::max(largest, std::abs(255 * (shown[i][3] / 65535.0 - expected.alpha)));
    }
    return largest;
}

/// `most`: codes of 8 bits.
void expect_means(vulkan::Device& device, const Pyramid& pyramid, const Image& image, double most) {
    const Pyramid::Level& last = pyramid.levels.back();
    EXPECT_EQ(last.width, 1u);
    EXPECT_EQ(last.height, 1u);
    for (std::size_t i = 1; i < pyramid.levels.size(); ++i) {
        const Pyramid::Level& level = pyramid.levels[i];
        const int side = 1 << i;
        ASSERT_EQ(int(level.width), (image.width() + side - 1) / side);
        ASSERT_EQ(int(level.height), (image.height() + side - 1) / side);
        std::vector<Stored> shown(std::size_t{level.width} * level.height);
        read(device, {pyramid.smaller, level.offset, level.row_bytes * level.height},
             std::as_writable_bytes(std::span(shown)));
        EXPECT_LE(largest_difference(image, shown, int(level.width), side), most)
            << image.width() << "x" << image.height() << ", level " << i;
    }
}

void expect_twin(vulkan::Device& device, const Shrink& pass, const Image& image,
                 std::optional<std::uint64_t> slice = {}) {
    const vulkan::Buffer picture(device, "picture", image.pixels().size_bytes());
    upload(device, picture, std::as_bytes(image.pixels()));
    const Pyramid pyramid(device, std::uint32_t(image.width()), std::uint32_t(image.height()));
    Slices slices(device, slice);
    pass.record(slices, picture, pyramid);
    slices.finish();
    if (slice) {
        EXPECT_GE(slices.submissions(), int(image.pixels().size() / *slice));
    }
    // The shaders' curve is off by 0.05, and each level is rounded to 16 bits.
    expect_means(device, pyramid, image, 0.12);
}

/// On the host, in the device's memory.
void expect_host_twin(vulkan::Device& device, const Image& image) {
    const vulkan::Buffer picture(device, "picture", image.pixels().size_bytes());
    const Pyramid pyramid(device, std::uint32_t(image.width()), std::uint32_t(image.height()));
    const std::span pixels(reinterpret_cast<Rgba8*>(picture.host_memory().data()), image.pixels().size());
    const auto width = std::size_t(image.width());
    paint_and_shrink(pixels, pyramid,
                     [&](std::size_t first, std::size_t last) {
                         std::ranges::copy(image.pixels().subspan(first * width, (last - first) * width),
                                           pixels.begin() + std::ptrdiff_t(first * width));
                     },
                     {});
    EXPECT_TRUE(std::ranges::equal(pixels, image.pixels()));
    expect_means(device, pyramid, image, 0.05); // 16 bits of dark light
}

Image noise(int width, int height) { return {width, height, noise_pixels(std::size_t(width * height), 3)}; }

TEST_F(ShrinkTest, EqualsTheTwinOnAnySize) {
    const Shrink pass(device());
    for (const auto& [width, height] : {std::pair{8, 8}, {5, 1}, {1, 9}, {67, 43}, {640, 333}})
        expect_twin(device(), pass, noise(width, height));
}

TEST_F(ShrinkTest, EqualsTheTwinInParts) {
    expect_twin(device(), Shrink(device(), 64 * 1024), noise(61, 1025));
}

TEST_F(ShrinkTest, EqualsTheTwinInSlices) {
    expect_twin(device(), Shrink(device()), noise(64, 1025), 64 * 128);
}

TEST_F(ShrinkTest, TheHostGivesTheSameWhereTheDeviceIsACpu) {
    if (device().facts().type != vulkan::DeviceType::cpu) {
        EXPECT_TRUE(vulkan::Buffer(device(), "picture", 4).host_memory().empty());
        return;
    }
    for (const auto& [width, height] : {std::pair{8, 8}, {5, 1}, {1, 9}, {67, 43}, {640, 333}, {33, 1025}})
        expect_host_twin(device(), noise(width, height));
}

TEST_F(ShrinkTest, APreviewHasTheLastLevelsOfItsPicture) {
    // Of 7 x 5 pixels after one halving, one pixel of each square: 4 x 3, and two further levels.
    const Pyramid pyramid(device(), 7, 5, 1);
    EXPECT_EQ(pyramid.levels.size(), 3u);
    EXPECT_EQ(pyramid.levels.front().width, 4u);
    EXPECT_EQ(pyramid.levels.front().height, 3u);
    EXPECT_EQ(pyramid.last_column(0), 0.5f);
    EXPECT_EQ(pyramid.last_row(1), 0.25f);
}

TEST_F(ShrinkTest, EveryCodeHasItsLight) {
    // One pixel of each code over transparent ones: a level has a quarter of its light.
    Image image(512, 2);
    for (int code = 0; code < 256; ++code) {
        const auto c = std::uint8_t(code);
        image.pixels()[2 * std::size_t(code)] = {c, c, c, 255};
    }
    expect_twin(device(), Shrink(device()), image);
}

TEST_F(ShrinkTest, OnePixelHasNoLevels) {
    EXPECT_EQ(Pyramid(device(), 1, 1).levels.size(), 1u);
    EXPECT_EQ(Pyramid(device(), 2, 1).levels.size(), 2u);
    EXPECT_EQ(Pyramid(device(), 129, 1).levels.size(), 9u);
}

using RemapTest = vulkan::DeviceTest;

// Any entry suits any colour: seven of them in turn.
Palette seven_entries(const ColorSet& colors) {
    Palette palette;
    for (std::uint8_t i = 0; i < 7; ++i)
        palette.entries.push_back({{i, 0, std::uint8_t(255 - i)}, {i, 0, 0}});
    for (std::uint32_t i = 0; i < colors.size(); ++i) palette.entry_of.push_back(i % 7);
    return palette;
}

void expect_twin(vulkan::Device& device, const Remap& pass, const std::vector<Rgba8>& pixels,
                 std::optional<std::uint64_t> slice = {}) {
    const ImageView image{int(pixels.size()), 1, pixels};
    const ColorSet colors(image, Transfer::srgb);
    const Palette palette = seven_entries(colors);
    std::vector<Rgba8> mode_colors;
    for (const PaletteEntry& mode : palette.entries)
        mode_colors.push_back({mode.color.r, mode.color.g, mode.color.b, 0});
    const ColorLookup lookup = upload_color_lookup(device, colors.index());
    const vulkan::Buffer source = uploaded(device, "source", pixels),
                         mode_of = uploaded(device, "modes", palette.entry_of),
                         modes = uploaded(device, "mode colours", mode_colors),
                         result(device, "result", source.bytes());
    Slices slices(device, slice);
    pass.record(slices, {source, lookup, mode_of, modes, result}, pixels.size());
    slices.finish();
    if (slice) {
        EXPECT_EQ(slices.submissions(), int((pixels.size() + *slice - 1) / *slice));
    }
    Image remapped(image.width, 1);
    read(device, result, std::as_writable_bytes(remapped.pixels()));
    const Image expected = remap(Image(image.width, 1, {pixels.begin(), pixels.end()}), colors, palette);
    EXPECT_TRUE(std::ranges::equal(remapped.pixels(), expected.pixels())) << pixels.size() << " pixels";
}

TEST_F(RemapTest, EqualsTheTwinOnAnyCount) {
    const Remap pass(device());
    for (const std::uint32_t count : awkward_counts(device(), 256))
        expect_twin(device(), pass, noise_pixels(count, count));
}

TEST_F(RemapTest, EqualsTheTwinOnMoreWorkgroupsThanFitARow) {
    std::vector<Rgba8> pixels = noise_pixels(1000, 5);
    pixels.resize(256 * 65536 + 1, Rgba8{1, 2, 3, 4});
    expect_twin(device(), Remap(device()), pixels);
}

TEST_F(RemapTest, EqualsTheTwinInParts) {
    expect_twin(device(), Remap(device(), 1024), noise_pixels(997, 6));
}

TEST_F(RemapTest, EqualsTheTwinInSlices) {
    expect_twin(device(), Remap(device()), noise_pixels(997, 6), 256);
}

}
}
