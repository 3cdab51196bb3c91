#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace huedrift {

/// How an 8-bit channel value becomes the linear value from which Oklab is computed.
enum class Transfer {
    srgb,   ///< IEC 61966-2-1 decoding, which is what Oklab is defined on
    linear, ///< v / 255 undecoded, as in the published program
};

/// "srgb" or "linear".
constexpr std::string_view name_of(Transfer transfer) {
    return transfer == Transfer::srgb ? "srgb" : "linear";
}

/// The linear value, in [0, 1], of each channel value 0..255.
std::array<double, 256> decode_table(Transfer transfer);

/// The channel value of a linear value: 255 v rounded half up after encoding v, clamped to 0..255.
std::uint8_t encode(double linear, Transfer transfer);

}
