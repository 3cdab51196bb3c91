#include "gpu/picture/remap.h"

#include "image/pixels.h"
#include "reduction/remap.h"
#include "vulkan/device_fixture.h"
#include "vulkan/device_values.h"

namespace huedrift::gpu {
namespace {

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
