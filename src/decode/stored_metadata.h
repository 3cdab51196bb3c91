#pragma once

#include "image/decode_exchange.h"

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

/// What a file says of how its picture came about, as a library reads it.
struct StoredMetadata {
    std::vector<std::byte> exif{}; ///< the TIFF structure
    std::vector<std::byte> xmp{};
};

/// Takes off what precedes the TIFF structure in files of boxes: four bytes that say where it begins after
/// them (ISO/IEC 23008-12, A.2.1; ISO/IEC 18181-2, 9.4).
void take_off_offset(std::vector<std::byte>& exif);

/// Writes Exif data and XMP, of `stored` or else of where in `file` the request says, into `room`, as they
/// are true of the picture that `exchange` reports: upright, of its size, without the thumbnail, which would
/// show the old colours.
void settle_metadata(const StoredMetadata& stored, std::span<const std::byte> file, DecodeExchange& exchange,
                     std::span<std::byte> room);

}
