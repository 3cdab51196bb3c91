#pragma once

#include "image/image.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

struct avifImage;

namespace huedrift {

/// An AVIF file without loss, of 4:4:4 RGB. `change` may turn the picture or name its colours.
std::vector<std::byte> avif_file(const ImageView& image, int depth = 8,
                                 const std::function<void(avifImage&)>& change = {});

/// A HEIC file as libheif writes it with x265, with loss, with Exif data and XMP if they have bytes.
std::vector<std::byte> heic_file(const ImageView& image, const std::string& exif = {},
                                 const std::string& xmp = {});

/// A file of boxes that says so much and holds no pixels.
std::vector<std::byte> heif_of(const char* brand, std::uint32_t width, std::uint32_t height);

}
