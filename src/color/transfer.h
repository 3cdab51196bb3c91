#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace huedrift {

/// How an 8-bit channel value becomes the linear value that Oklab is computed from.
enum class Transfer {
    srgb,   ///< IEC 61966-2-1 decoding, which is what Oklab is defined on
    linear, ///< v / 255 undecoded, as the published program feeds it
};

/// "srgb" or "linear".
constexpr std::string_view name_of(Transfer transfer) {
    return transfer == Transfer::srgb ? "srgb" : "linear";
}

/// The linear value of each channel value 0..255; in [0, 1].
std::array<double, 256> decode_table(Transfer transfer);

/// The channel value nearest to a linear value (255 v rounded half up); clamps to 0..255.
std::uint8_t encode(double linear, Transfer transfer);

}
