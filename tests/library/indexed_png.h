#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// An indexed PNG as libpng reads it.
struct IndexedPng {
    int width = 0, height = 0;
    std::vector<Rgba8> palette{};         ///< empty: the file is not indexed
    std::vector<std::uint32_t> indices{}; ///< of each pixel
};

IndexedPng read_indexed_png(std::span<const std::byte> file);

}
