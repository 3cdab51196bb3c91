#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

struct NamedPicture {
    std::string name;
    Image image;
};

/// Generated pictures of every kind that reductions treat in their own way: one pixel, prime sizes, one
/// colour, nothing visible, alpha in steps, gradients, flat drawings, enlarged pixel art and noise.
std::vector<NamedPicture> all_pictures();

/// One of them, which must exist.
const Image& picture_named(const std::string& name);

/// Soft ramps with alpha.
Image ramps(int width, int height);
/// Rings of few colours with soft edges, transparent around them.
Image drawing(int side);
/// Pixel art, each pixel `cell` wide and high.
Image enlarged_art(int cells, int cell);
/// A soft ramp with noise, whose colours occur more than once.
Image grain(int width, int height);
/// Every colour once at most.
Image noise(int width, int height, unsigned seed);

/// An indexed PNG as libpng reads it.
struct IndexedPng {
    int width = 0, height = 0;
    std::vector<Rgba8> palette{};         ///< empty: the file is not indexed
    std::vector<std::uint32_t> indices{}; ///< of each pixel
};

IndexedPng read_indexed_png(std::span<const std::byte> file);

}
