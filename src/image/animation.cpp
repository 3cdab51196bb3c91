#include "image/animation.h"

#include <algorithm>

namespace huedrift {

ImageView frame_of(const ImageView& frames, std::size_t count, std::size_t i) {
    const std::size_t size = frames.pixels.size() / count;
    return {frames.width, frames.height / static_cast<int>(count), frames.pixels.subspan(i * size, size)};
}

double shown_seconds(const Delay& delay) {
    const bool too_short = 100 * delay.numerator <= delay.denominator;
    return too_short ? 0.1 : double(delay.numerator) / double(delay.denominator);
}

std::vector<std::uint16_t> in_hundredths(std::span<const Delay> delays) {
    std::vector<std::uint16_t> hundredths;
    double rest = 0; // the remainder of rounding, at most one half
    for (const Delay& delay : delays) {
        const double exact = 100.0 * delay.numerator / delay.denominator + rest;
        const double rounded = static_cast<double>(static_cast<std::int64_t>(exact + 0.5));
        rest = exact - rounded;
        hundredths.push_back(static_cast<std::uint16_t>(std::min(rounded, 65535.0)));
    }
    return hundredths;
}

}
