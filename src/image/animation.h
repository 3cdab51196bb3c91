#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// How long a frame is shown, in seconds, as files store it.
struct Delay {
    std::uint16_t numerator = 0, denominator = 100; ///< denominator not 0

    friend bool operator==(const Delay&, const Delay&) = default;
};

/// What an animation is besides its pixels. Its frames have one size and lie below each other in one Image,
/// so that whatever looks at single pixels need not know of them.
struct Animation {
    std::vector<Delay> delays{}; ///< of each frame
    std::uint32_t plays = 1;     ///< how often it is shown; 0: without end

    std::size_t frames() const { return delays.size(); }

    friend bool operator==(const Animation&, const Animation&) = default;
};

/// Frame `i` of `count` that lie below each other.
ImageView frame_of(const ImageView& frames, std::size_t count, std::size_t i);

/// In seconds, as browsers do: they take what is stored as at most a hundredth of a second for a tenth.
double shown_seconds(const Delay& delay);

/// The delays in hundredths of a second, each at most 65535, rounded so that the frames begin as near to
/// their times as can be.
std::vector<std::uint16_t> in_hundredths(std::span<const Delay> delays);

}
