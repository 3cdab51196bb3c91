#pragma once

#include "decode/file_facts.h"
#include "image/decode_exchange.h"

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

/// The metadata of a file as a library returns it.
struct StoredMetadata {
    std::vector<std::byte> exif{}; ///< the TIFF structure
    std::vector<std::byte> xmp{};
};

/// Removes the prefix of the TIFF structure in files of boxes: four bytes with the offset of its beginning
/// after them (ISO/IEC 23008-12, A.2.1; ISO/IEC 18181-2, 9.4).
void take_off_offset(std::vector<std::byte>& exif);

/// Writes Exif data and XMP to `room`, from `stored` or from `facts`. Adapts them to the picture that
/// `exchange` reports: upright, of its size, its resolutions exchanged if `transposed`, without the
/// thumbnail, which would show the old colours.
void settle_metadata(const StoredMetadata& stored, const FileFacts& facts, DecodeExchange& exchange,
                     bool transposed, std::span<std::byte> room);

}
