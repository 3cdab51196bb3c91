#pragma once

#include "image/image.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

struct avifImage;

namespace huedrift {

/// A lossless AVIF file of 4:4:4 RGB. `change` may set its orientation, crop or colour space.
std::vector<std::byte> avif_file(const ImageView& image, int depth = 8,
                                 const std::function<void(avifImage&)>& change = {});

/// The same in a file of this brand, without AVIF's own brand, so that libheif reads it.
std::vector<std::byte> av1_file_of(const char* brand, const ImageView& image, int depth = 8,
                                   const std::function<void(avifImage&)>& change = {});

/// Crops a picture to `width` x `height` pixels from these on.
void set_crop(avifImage& avif, int left, int top, int width, int height);

/// A lossy HEIC file by libheif with x265, with Exif data and XMP unless they are empty.
std::vector<std::byte> heic_file(const ImageView& image, const std::string& exif = {},
                                 const std::string& xmp = {});

/// A file of boxes that claims this size and holds no pixels.
std::vector<std::byte> heif_of(const char* brand, std::uint32_t width, std::uint32_t height);

}
