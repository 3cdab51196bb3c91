#include "palette/levels.h"

#include "base/enumeration.h"

#include <array>
#include <cassert>
#include <cstdint>

namespace huedrift {
namespace {

struct DeviceBits {
    Levels levels;
    std::string_view name;
    int red, green, blue;
};
constexpr std::array devices{
    DeviceBits{Levels::off, "off", 8, 8, 8},       DeviceBits{Levels::rgb565, "rgb565", 5, 6, 5},
    DeviceBits{Levels::rgb555, "rgb555", 5, 5, 5}, DeviceBits{Levels::rgb444, "rgb444", 4, 4, 4},
    DeviceBits{Levels::rgb333, "rgb333", 3, 3, 3}, DeviceBits{Levels::rgb222, "rgb222", 2, 2, 2}};
static_assert(has_row_for_each(devices, &DeviceBits::levels));

const DeviceBits& bits_of(Levels levels) { return devices.at(static_cast<std::size_t>(levels)); }

/// The values of a channel.
std::vector<std::uint8_t> values_of(int bits) {
    assert(bits > 0 && bits <= 8);
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
    assert(levels != Levels::off);
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
