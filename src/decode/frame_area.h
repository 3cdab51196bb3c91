#pragma once

#include "image/image.h"

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

/// The part of an animation's canvas that a frame covers.
struct FrameArea {
    std::size_t left, top, width, height;
};

/// What becomes of a frame before the next is drawn.
enum class Disposal {
    keep,
    background, ///< its part becomes transparent
    previous,   ///< as if it had not been drawn
};

/// Makes of a canvas as it was `shown` what the next frame is drawn over: `below`, what this one was drawn
/// over, empty before the first.
void dispose(Disposal disposal, const FrameArea& area, std::size_t canvas_width, std::span<const Rgba8> shown,
             std::vector<Rgba8>& below);

}
