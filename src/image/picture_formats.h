#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace huedrift {

/// The formats of written pictures.
enum class ImageFormat {
    png,
    apng,
    jpeg,
    bmp,
    webp,
    pam,
    gif,
    tga,
    indices, ///< those of the pixels, and nothing else
    c_array, ///< a C header
};

/// When a written file has indices for pixels, and a palette.
enum class Indexing { never, on_request, where_smaller, always };

/// Bytes that identify files of a format.
struct Signature {
    std::size_t at = 0; ///< from the beginning of the file
    std::string_view bytes{};
};

/// One row of the table of formats. Loaders, help texts, dialog filters and desktop files are derived from
/// it. Unused places of its arrays are empty.
struct PictureFormat {
    std::string_view name; ///< as in messages: "PNG"
    std::array<Signature, 7> signatures{};
    /// Lower case, without the dot; empty for a format that is neither read nor written.
    std::array<std::string_view, 5> extensions{};
    std::array<std::string_view, 5> media_types{};
    const char* decoder = nullptr;        ///< the program that reads it; null: the format is not read
    std::optional<ImageFormat> written{}; ///< none: the format is not written
    Indexing indexing = Indexing::never;
    std::string_view indexed_name{}; ///< as in messages, of a file with indices: "an indexed PNG"
    unsigned index_bits = 0;         ///< the sum of the bits, 1, 2, 4 and 8, that its indices may have
    bool has_soft_entries = false;   ///< its palette has partially transparent entries
    bool hides_metadata = false;     ///< its Exif data and XMP are not read
    /// For a format without signatures: whether a file with its extension can be one; else null.
    bool (*is_plausible)(std::string_view file) = nullptr;
};

/// Every known format, including those that are only known in order to be refused by name.
std::span<const PictureFormat> picture_formats();

/// The row of a written format.
const PictureFormat& written_format(ImageFormat format);

/// Whether a file begins as one of picture_formats(), including formats that are only recognised to be
/// refused.
bool is_picture(std::span<const std::byte> bytes, const std::string& name);

/// The format of a file by its first bytes, or by its name if it has no signature. Throws Error(input) for a
/// format that is not read.
const PictureFormat& readable_format(std::span<const std::byte> bytes, const std::string& name);

/// The names of all formats that are read, with a word before the last: "PNG, JPEG or BMP".
std::string formats_read(std::string_view before_last);

}
