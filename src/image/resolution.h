#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace huedrift {

/// The pixels of a picture that a metre of its print has, across and down.
struct Resolution {
    double x = 0, y = 0;

    friend bool operator==(const Resolution&, const Resolution&) = default;
};

inline constexpr double pixels_per_metre_of_dpi = 1 / 0.0254;

/// None unless both numbers are from 1 to 2^31 - 1, the greatest that PNG and BMP files can say.
constexpr std::optional<Resolution> usable_resolution(double x, double y) {
    constexpr double most = 2147483647;
    return x >= 1 && x <= most && y >= 1 && y <= most ? std::optional(Resolution{x, y}) : std::nullopt;
}

/// As PNG and BMP files store one of its numbers: rounded.
std::uint32_t whole_pixels_per_metre(double pixels_per_metre);

/// As the header of a JPEG file stores it (ITU-T T.871, 10.1).
struct JfifDensity {
    enum class Unit : std::uint8_t { none, inch, centimetre };
    Unit unit = Unit::none;
    std::uint16_t x = 1, y = 1; ///< pixels per unit
};
/// In the unit in which it is nearer; no unit if a number would be 0 or above 65535.
JfifDensity jfif_density(const Resolution& resolution);

/// Exif data (their TIFF structure) that only say this.
std::vector<std::byte> resolution_exif(const Resolution& resolution);

/// The length of so many pixels in millimetres, to a thousandth: "50.8".
std::string millimetres(int pixels, double pixels_per_metre);

/// "300 dpi", or "300 x 150 dpi" where the directions differ, to a tenth.
std::string dpi_text(const Resolution& resolution);

}
