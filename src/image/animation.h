#pragma once

#include "image/image.h"

#include <algorithm>
#include <cassert>
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

/// A part of a picture; right and bottom are exclusive.
struct ChangedBox {
    int left = 0, top = 0, right = 0, bottom = 0;

    bool empty() const { return left >= right; }
    int width() const { return right - left; }
    int height() const { return bottom - top; }
};

/// The smallest box around all pixels for which `changed` is true; pixels are numbered row by row.
template <class Changed>
ChangedBox box_of_changes(int width, int height, Changed&& changed) {
    assert(width >= 0 && height >= 0);
    ChangedBox box{.left = width, .top = height, .right = 0, .bottom = 0};
    std::size_t pixel = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x, ++pixel) {
            if (!changed(pixel)) continue;
            box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x + 1), y + 1};
        }
    return box.empty() ? ChangedBox{} : box;
}

/// The smallest box around both.
inline ChangedBox joined(const ChangedBox& a, const ChangedBox& b) {
    if (a.empty() || b.empty()) return a.empty() ? b : a;
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
            std::max(a.bottom, b.bottom)};
}

}
