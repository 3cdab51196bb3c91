#pragma once

#include "decode/exif_block.h"

#include <cstdint>
#include <string>
#include <vector>

namespace huedrift {

/// Writes the TIFF structure of Exif data, field by field.
class ExifWriter {
public:
    explicit ExifWriter(bool big_endian);

    /// Begins a directory of this many fields at the end; add them by the other functions.
    std::uint32_t begin_directory(int fields);
    void number(int tag, TiffType type, std::uint32_t value);
    /// Adds `count` values of a type with these bytes, which are stored after the directory if they are more
    /// than 4.
    void values(int tag, TiffType type, std::uint32_t count, const std::string& bytes);
    /// Adds a field that points to the next directory.
    void directory(int tag);
    /// Ends the directory and stores its values; `next` begins after them if there is one.
    void end_directory(bool has_next = false);
    /// Adds bytes that belong to no field.
    void raw(const std::string& bytes) { text_ += bytes; }

    std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }
    std::string digits(int bytes, std::uint32_t value) const;
    const std::string& text() const { return text_; }

    /// Adds the directories for `directory(0x8769)` and `directory(0x8825)`: the first of a picture of 4000 x
    /// 3000 pixels in uncalibrated colours with a maker note, the second of its place.
    void photo_directories();

private:
    void put(std::size_t at, std::uint32_t value) { text_.replace(at, 4, digits(4, value)); }

    bool big_;
    std::string text_;
    struct Aside {
        std::size_t field;
        std::string bytes;
    };
    std::vector<Aside> aside_;
    std::vector<std::size_t> pointers_; ///< fields whose directory has not begun
};

/// Exif data of a phone: maker, date, place, a maker note, Display P3 as "uncalibrated", and a thumbnail that
/// is `old_colors`.
std::string phone_exif(int orientation, bool big_endian);

inline const std::string old_colors = "\xFF\xD8 the old colours \xFF\xD9";

/// A packet of XMP with an orientation, sizes and a thumbnail.
std::string phone_xmp(int orientation);

}
