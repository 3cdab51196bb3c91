#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace huedrift {

// TIFF 6.0, section 2, and Exif 2.32, section 4.6.
enum ExifTag : std::uint32_t {
    interoperability_index = 0x0001,
    image_width_tag = 0x0100,
    image_length_tag = 0x0101,
    orientation_tag = 0x0112,
    xmp_tag = 0x02BC,
    exif_directory_tag = 0x8769,
    gps_directory_tag = 0x8825,
    maker_note_tag = 0x927C,
    color_space_tag = 0xA001,
    pixel_x_dimension = 0xA002,
    pixel_y_dimension = 0xA003,
    interoperability_tag = 0xA005
};
enum ExifType : std::uint32_t {
    exif_byte = 1,
    exif_ascii = 2,
    exif_short = 3,
    exif_long = 4,
    exif_undefined = 7
};

/// Bytes of a value of each type; 0: there is none such.
inline constexpr std::array<std::uint64_t, 14> exif_value_bytes{0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};

enum class ExifDirectory { main, exif, gps, interoperability };

/// Which directory a field says the place of, if any.
constexpr std::optional<ExifDirectory> exif_directory_in(std::uint32_t tag, ExifDirectory holder) {
    if (holder == ExifDirectory::main && tag == exif_directory_tag) return ExifDirectory::exif;
    if (holder == ExifDirectory::main && tag == gps_directory_tag) return ExifDirectory::gps;
    if (holder == ExifDirectory::exif && tag == interoperability_tag) return ExifDirectory::interoperability;
    return std::nullopt;
}

}
