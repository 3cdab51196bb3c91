#include "decode/stored_resolution.h"

#include "decode/tiff_directory.h"

namespace huedrift {

std::optional<Resolution> tiff_resolution(const Source& source) {
    try {
        constexpr std::uint32_t inch = 2, centimetre = 3;
        const TiffDirectory directory(source);
        const std::uint32_t unit = directory.number(resolution_unit_tag, inch);
        if (unit != inch && unit != centimetre) return std::nullopt;
        const double scale = unit == inch ? pixels_per_metre_of_dpi : 100,
                     x = directory.ratio(x_resolution_tag), y = directory.ratio(y_resolution_tag);
        return usable_resolution(scale * (x == 0 ? y : x), scale * (y == 0 ? x : y));
    } catch (const Error&) { // the picture may be sound without it
        return std::nullopt;
    }
}

std::optional<Resolution> exif_resolution(std::span<const std::byte> tiff) {
    constexpr double unknown = 72 * pixels_per_metre_of_dpi;
    const auto resolution = tiff_resolution(Source(tiff, "", "Exif"));
    return resolution == Resolution{unknown, unknown} ? std::nullopt : resolution;
}

}
