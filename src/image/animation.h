#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// The time for which a frame is shown, in seconds, as files store it.
struct Delay {
    std::uint16_t numerator = 0, denominator = 100; ///< denominator not 0

    friend bool operator==(const Delay&, const Delay&) = default;
};

/// An animation without its pixels. Its frames have the same size and lie below each other in one Image, so
/// code that looks at single pixels needs no special case.
struct Animation {
    std::vector<Delay> delays{}; ///< of each frame
    std::uint32_t plays = 1;     ///< how often it is shown; 0: forever

    std::size_t frames() const { return delays.size(); }

    friend bool operator==(const Animation&, const Animation&) = default;
};

/// Frame `i` of `count` frames that lie below each other.
ImageView frame_of(const ImageView& frames, std::size_t count, std::size_t i);

/// The delay in seconds as browsers show it: a stored delay of at most 0.01 s lasts 0.1 s.
double shown_seconds(const Delay& delay);

/// The delays in hundredths of a second, each at most 65535, rounded so that each frame begins as near to its
/// time as possible.
std::vector<std::uint16_t> in_hundredths(std::span<const Delay> delays);

}
