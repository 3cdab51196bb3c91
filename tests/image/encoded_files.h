#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
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

/// An AVIF or HEIC file that claims another size.
std::vector<std::byte> heif_of_size(std::vector<std::byte> file, std::uint32_t width, std::uint32_t height);

/// A picture that libjxl encodes without loss.
struct JxlFile {
    bool container = false;
    int bits = 8;                ///< a sample, rounded
    int frames = 1;              ///< equal ones
    bool has_other_size = false; ///< tells that it is meant to be shown in another size
    int orientation = 1;         ///< 1 to 8
    std::string profile{};       ///< ICC; empty: sRGB
    /// Makes the file a container. The Exif data begin with their offset.
    std::vector<std::pair<const char*, std::string>> boxes{};
    bool packed = false; ///< compresses the boxes

    std::vector<std::byte> encode(const ImageView& image) const;
};

/// The chunks of a picture that libwebp encodes, without the file's header.
std::string webp_chunks(const ImageView& image, bool lossless);

/// A chunk with its name, length and padding.
std::string webp_chunk(std::string_view name, std::string_view data);

/// A file of these chunks.
std::vector<std::byte> webp_file(const std::string& chunks);

/// The chunk that precedes profiles, Exif data and animations.
std::string webp_extended(std::uint8_t flags, int width, int height);

/// A frame of an animation; its place is even. `flags`: 1: its area is cleared afterwards; 2: it replaces
/// the pixels below.
std::string webp_frame(int x, int y, const ImageView& image, int milliseconds = 100, char flags = 0);

}

struct tiff;

namespace huedrift {

/// A TIFF file by libtiff, described sample by sample.
struct TiffFile {
    int width = 0, height = 0;
    int photometric = 1; ///< PHOTOMETRIC_...
    int bits = 8, samples = 1;
    std::vector<std::uint16_t> values{};  ///< row by row, sample by sample, each in the file's own range
    std::vector<std::uint16_t> palette{}; ///< all reds, all greens, all blues
    int compression = 1;                  ///< COMPRESSION_...
    int extra = -1;                       ///< EXTRASAMPLE_... of the last sample; -1: none
    int tile = 0;                         ///< side of tiles; 0: strips of 3 rows
    bool planar = false, big_endian = false;
    int orientation = 1;
    /// Sets further fields.
    std::function<void(tiff*)> more{};
    bool second_page = false;

    std::vector<std::byte> encode() const;
};

}
