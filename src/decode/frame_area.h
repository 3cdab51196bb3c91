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

/// The treatment of a frame before the next is drawn.
enum class Disposal {
    keep,
    background, ///< its area becomes transparent
    previous,   ///< its area is restored
};

/// Turns the canvas that was `shown` into the canvas below the next frame. `below` is the canvas below this
/// frame, empty before the first, and receives the result.
void dispose(Disposal disposal, const FrameArea& area, std::size_t canvas_width, std::span<const Rgba8> shown,
             std::vector<Rgba8>& below);

}
