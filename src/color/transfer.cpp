#include "color/transfer.h"

#include <algorithm>
#include <cmath>

namespace huedrift {

namespace {

std::array<double, 256> decoded_values(Transfer transfer) {
    std::array<double, 256> table{};
    for (int v = 0; v < 256; ++v) {
        // In long double, then rounded once: gives the same doubles whatever the last bit of libm's pow.
        const long double x = v / 255.0L;
        const long double decoded = transfer == Transfer::linear ? x
                                    : x <= 0.04045L              ? x / 12.92L
                                                                 : std::pow((x + 0.055L) / 1.055L, 2.4L);
        table[static_cast<std::size_t>(v)] = static_cast<double>(decoded);
    }
    return table;
}

}

std::array<double, 256> decode_table(Transfer transfer) {
    static const std::array<double, 256> srgb = decoded_values(Transfer::srgb),
                                         linear = decoded_values(Transfer::linear);
    return transfer == Transfer::srgb ? srgb : linear;
}

std::uint8_t encode(double linear, Transfer transfer) {
    const double v = std::clamp(linear, 0.0, 1.0);
    const double coded = transfer == Transfer::linear ? v
                         : v <= 0.0031308             ? 12.92 * v
                                                      : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::clamp(std::floor(255.0 * coded + 0.5), 0.0, 255.0));
}

}
