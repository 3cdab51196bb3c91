#include "palette/named_palettes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace huedrift {
namespace {

TEST(NamedPalettes, AreFoundByTheirNamesAndTheirColors) {
    std::set<std::string_view> names;
    for (const NamedPalette& palette : named_palettes()) {
        SCOPED_TRACE(palette.name);
        EXPECT_TRUE(names.insert(palette.name).second);
        EXPECT_FALSE(palette.source.empty());
        EXPECT_EQ(palette_by_name(palette.name), &palette);
        EXPECT_EQ(palette_by_colors(palette.colors), &palette);
        EXPECT_EQ(palette_by_colors(palette.colors.first(1)), nullptr);
        EXPECT_THAT(palette_name_list(), testing::HasSubstr(std::string(palette.name)));
    }
    EXPECT_EQ(palette_by_name("Gameboy"), nullptr);
    EXPECT_EQ(palette_by_name(""), nullptr);
    EXPECT_EQ(palette_by_colors({}), nullptr);
}

TEST(NamedPalettes, HaveTheColorsOfTheirDevicesEachOnce) {
    for (const auto& [name, count] : {std::pair("black-white", 2u),
                                      {"black-white-red", 3u},
                                      {"black-white-red-yellow", 4u},
                                      {"spectra6", 6u},
                                      {"acep7", 7u},
                                      {"gameboy", 4u},
                                      {"pico8", 16u},
                                      {"cga", 4u},
                                      {"ega", 16u},
                                      {"commodore64", 16u},
                                      {"nes", 54u},
                                      {"zx-spectrum", 15u},
                                      {"web-safe", 216u}}) {
        SCOPED_TRACE(name);
        const NamedPalette* const palette = palette_by_name(name);
        ASSERT_TRUE(palette);
        EXPECT_EQ(palette->colors.size(), count);
        EXPECT_EQ(std::set<Rgb>(palette->colors.begin(), palette->colors.end()).size(), count);
    }
    EXPECT_EQ(palette_by_name("web-safe")->colors[1], (Rgb{0, 0, 51}));
    EXPECT_EQ(palette_by_name("web-safe")->colors.back(), (Rgb{255, 255, 255}));
}

}
}
