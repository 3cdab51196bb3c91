#include "palette/levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <string>

namespace huedrift {
namespace {

struct Device {
    Levels levels;
    int red, green, blue; ///< bits
};
constexpr Device devices[]{{Levels::rgb565, 5, 6, 5},
                           {Levels::rgb555, 5, 5, 5},
                           {Levels::rgb444, 4, 4, 4},
                           {Levels::rgb333, 3, 3, 3},
                           {Levels::rgb222, 2, 2, 2}};

/// The first 8 digits of the value's binary digits, written again and again.
std::uint8_t repeated(int value, int bits) {
    const std::string digits = std::bitset<8>(unsigned(value)).to_string().substr(std::size_t(8 - bits));
    std::string written;
    while (written.size() < 8) written += digits;
    return std::uint8_t(std::stoi(written.substr(0, 8), nullptr, 2));
}

TEST(Levels, GridsAreAllColoursOfADevice) {
    for (const auto& [levels, red, green, blue] : devices) {
        std::vector<Rgb> all;
        for (int r = 0; r < 1 << red; ++r)
            for (int g = 0; g < 1 << green; ++g)
                for (int b = 0; b < 1 << blue; ++b)
                    all.push_back({repeated(r, red), repeated(g, green), repeated(b, blue)});
        EXPECT_EQ(grid_of(levels), all) << name_of(levels);
        EXPECT_TRUE(std::ranges::is_sorted(all)) << name_of(levels);
        EXPECT_EQ(all.front(), (Rgb{0, 0, 0}));
        EXPECT_EQ(all.back(), (Rgb{255, 255, 255}));
        EXPECT_EQ(name_of(levels),
                  "rgb" + std::to_string(red) + std::to_string(green) + std::to_string(blue));
    }
}

}
}
