#pragma once

#include <array>
#include <cstddef>
#include <libexif/exif-data.h>
#include <memory>
#include <span>
#include <string>

namespace huedrift {

using LibexifData = std::unique_ptr<ExifData, decltype(&exif_data_unref)>;

/// Reads a whole JPEG file, or Exif data with their header, by libexif.
inline LibexifData libexif_data(const std::string& bytes) {
    return {exif_data_new_from_data(reinterpret_cast<const unsigned char*>(bytes.data()),
                                    static_cast<unsigned>(bytes.size())),
            &exif_data_unref};
}
inline LibexifData libexif_data(std::span<const std::byte> tiff) {
    return libexif_data(std::string("Exif\0\0", 6) +
                        std::string(reinterpret_cast<const char*>(tiff.data()), tiff.size()));
}

/// The field's value in libexif's words; empty without the field.
inline std::string value_of(const LibexifData& data, ExifIfd directory, int tag) {
    ExifEntry* const entry = exif_content_get_entry(data->ifd[directory], static_cast<ExifTag>(tag));
    std::array<char, 100> value{};
    if (entry) exif_entry_get_value(entry, value.data(), value.size());
    return value.data();
}

}
