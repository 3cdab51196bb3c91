#pragma once

#include "image/inspect.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace huedrift {

/// The formats that pictures are written in.
enum class ImageFormat { png, apng, jpeg, bmp, webp, pam, gif, tga };

/// Bytes by which a format's files are known.
struct Signature {
    std::size_t at = 0; ///< from the beginning of the file
    std::string_view bytes{};
};

/// One row of the table of formats, from which come what is read and written, help texts, filters of dialogs
/// and what the desktop is told. Unused places of its arrays are empty.
struct PictureFormat {
    std::string_view name; ///< as in messages: "PNG"
    std::array<Signature, 7> signatures{};
    /// Lower case, without the dot. Those of a format that is neither read nor written are left out.
    std::array<std::string_view, 5> extensions{};
    std::array<std::string_view, 5> media_types{};
    FileFacts (*inspect)(const Source&) = nullptr; ///< its part of the header gate; none: it is not read
    const char* decoder = nullptr;                 ///< the program that decodes it, where it is read
    std::optional<ImageFormat> written{};          ///< where it is written
    bool hides_metadata = false;                   ///< it may have Exif data or XMP, which are not read
};

/// Every format that is known, also those that are only known to be refused by name.
std::span<const PictureFormat> picture_formats();

/// The names of all formats that are read: "PNG, JPEG or BMP", with the word that comes before the last.
std::string formats_read(std::string_view before_last);

}
