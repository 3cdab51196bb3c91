#include "palette/levels.h"

#include <array>
#include <cstdint>

namespace huedrift {
namespace {

struct DeviceBits {
    std::string_view name;
    int red, green, blue;
};
constexpr std::array devices{DeviceBits{"off", 8, 8, 8},    DeviceBits{"rgb565", 5, 6, 5},
                             DeviceBits{"rgb555", 5, 5, 5}, DeviceBits{"rgb444", 4, 4, 4},
                             DeviceBits{"rgb333", 3, 3, 3}, DeviceBits{"rgb222", 2, 2, 2}};

const DeviceBits& bits_of(Levels levels) { return devices.at(static_cast<std::size_t>(levels)); }

/// The values of a channel.
std::vector<std::uint8_t> values_of(int bits) {
    std::vector<std::uint8_t> values;
    for (int value = 0; value < 1 << bits; ++value) {
        int repeated = 0;
        for (int left = 8; left > 0; left -= bits)
            repeated |= left >= bits ? value << (left - bits) : value >> (bits - left);
        values.push_back(static_cast<std::uint8_t>(repeated));
    }
    return values;
}

}

std::string_view name_of(Levels levels) { return bits_of(levels).name; }

std::vector<Rgb> grid_of(Levels levels) {
    const DeviceBits& bits = bits_of(levels);
    const auto greens = values_of(bits.green), blues = values_of(bits.blue);
    std::vector<Rgb> colors;
    colors.reserve(std::size_t{1} << (bits.red + bits.green + bits.blue));
    for (const std::uint8_t red : values_of(bits.red))
        for (const std::uint8_t green : greens)
            for (const std::uint8_t blue : blues) colors.push_back({red, green, blue});
    return colors;
}

}
