#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace huedrift {

/// Whether the data of a JPEG file of this size give every block of its picture, by what libjpeg-turbo warns
/// of when it reads their coefficients. stb_image shows what is missing in grey and says nothing.
bool holds_all_blocks(std::span<const std::byte> file, std::uint64_t width, std::uint64_t height);

}
