#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace huedrift {

// TIFF 6.0, sections 2 and 8, and Exif 2.32, section 4.6.
enum TiffTag : std::uint32_t {
    interoperability_index = 0x0001,
    image_width_tag = 0x0100,
    image_length_tag = 0x0101,
    strip_offsets_tag = 0x0111,
    orientation_tag = 0x0112,
    strip_byte_counts_tag = 0x0117,
    x_resolution_tag = 0x011A,
    y_resolution_tag = 0x011B,
    tile_offsets_tag = 0x0144,
    tile_byte_counts_tag = 0x0145,
    xmp_tag = 0x02BC,
    exif_directory_tag = 0x8769,
    gps_directory_tag = 0x8825,
    maker_note_tag = 0x927C,
    color_space_tag = 0xA001,
    pixel_x_dimension = 0xA002,
    pixel_y_dimension = 0xA003,
    interoperability_tag = 0xA005
};
enum TiffType : std::uint32_t {
    tiff_byte = 1,
    tiff_ascii = 2,
    tiff_short = 3,
    tiff_long = 4,
    tiff_rational = 5,
    tiff_undefined = 7
};

/// The bytes of a value of each type; 0: no such type.
inline constexpr std::array<std::uint64_t, 14> tiff_value_bytes{0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};

/// Integers of up to four bytes, in the file's byte order.
class TiffNumbers {
public:
    explicit TiffNumbers(bool big_endian) : big_(big_endian) {}

    std::uint32_t read(std::span<const std::byte> digits) const {
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < digits.size(); ++i)
            number = number << 8 | std::to_integer<std::uint32_t>(digits[big_ ? i : digits.size() - 1 - i]);
        return number;
    }
    void write(std::span<std::byte> digits, std::uint32_t number) const {
        for (std::size_t i = 0; i < digits.size(); ++i)
            digits[big_ ? digits.size() - 1 - i : i] = static_cast<std::byte>(number >> 8 * i);
    }

private:
    bool big_;
};

enum class ExifDirectory { main, exif, gps, interoperability };

/// The directory that a field points to, if any.
constexpr std::optional<ExifDirectory> exif_directory_in(std::uint32_t tag, ExifDirectory holder) {
    if (holder == ExifDirectory::main && tag == exif_directory_tag) return ExifDirectory::exif;
    if (holder == ExifDirectory::main && tag == gps_directory_tag) return ExifDirectory::gps;
    if (holder == ExifDirectory::exif && tag == interoperability_tag) return ExifDirectory::interoperability;
    return std::nullopt;
}

}
