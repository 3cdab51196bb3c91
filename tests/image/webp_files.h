#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// The chunks of a picture that libwebp encodes, without the file's header.
std::string webp_chunks(const ImageView& image, bool lossless);

/// A chunk with its name, length and padding.
std::string webp_chunk(std::string_view name, std::string_view data);

/// A file of these chunks.
std::vector<std::byte> webp_file(const std::string& chunks);

/// The chunk that precedes profiles, Exif data and animations.
std::string webp_extended(std::uint8_t flags, int width, int height);

/// A frame of an animation; its place is even.
std::string webp_frame(int x, int y, const ImageView& image, bool lossless = true);

}
