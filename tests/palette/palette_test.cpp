#include "palette/palette.h"

#include <gmock/gmock.h>

namespace huedrift {
namespace {

using testing::ElementsAre;

Palette palette_of(std::vector<PaletteEntry> entries, std::vector<std::uint32_t> became) {
    auto groups = std::make_shared<const std::vector<std::uint32_t>>(std::vector<std::uint32_t>{0, 1, 2, 0});
    return {Transfer::srgb, std::move(entries), std::move(groups), std::move(became)};
}

TEST(Palette, EntriesAreReplacedByOthers) {
    constexpr Rgb red{200, 0, 0}, green{0, 200, 0}, blue{0, 0, 200};
    const std::vector<PaletteEntry> rgb = entries_of(std::vector<Rgb>{blue, green, red}, Transfer::srgb);
    std::vector<PaletteEntry> entries = rgb;
    entries[0].pixels = 3, entries[0].colors = 2;
    entries[1].pixels = 5, entries[1].colors = 1;
    entries[2].pixels = 7, entries[2].colors = 1;
    const Palette before = palette_of(entries, {0, 1, 2});
    ASSERT_FALSE(before.is_changed);

    std::vector<PaletteEntry> others = {rgb[2], rgb[1], rgb[0], rgb[2]};
    others[0].pinned = true;
    const Palette after = replaced(before, others, std::vector<std::uint32_t>{0, 2, 3});
    EXPECT_THAT(after.entries, ElementsAre(PaletteEntry{blue, rgb[0].position, 5, 1},
                                           PaletteEntry{red, rgb[2].position, 10, 3, true}));
    EXPECT_THAT(after.became, ElementsAre(1, 0, 1));
    EXPECT_EQ(after.entry_of(3), 1u);
    EXPECT_TRUE(after.is_changed);

    const Palette again = replaced(after, rgb, std::vector<std::uint32_t>{1, 1});
    EXPECT_THAT(again.entries, ElementsAre(PaletteEntry{green, rgb[1].position, 15, 4}));
    EXPECT_THAT(again.became, ElementsAre(0, 0, 0));
}

}
}
