#include "image/resolution.h"

#include "image/source.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace huedrift {
namespace {

constexpr double most_in_jfif = 65535;

/// "50.8": a number of thousandths without zeros at its end.
std::string trimmed(std::int64_t thousandths) {
    assert(thousandths >= 0);
    std::string text = std::to_string(thousandths / 1000);
    std::string fraction = std::to_string(1000 + thousandths % 1000).substr(1);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return fraction.empty() ? text : text.append(".").append(fraction);
}

/// By how much the rounded numbers miss, relative to them.
double miss(const Resolution& resolution, double pixels_per_metre_of_unit) {
    double most = 0;
    for (const double number : {resolution.x, resolution.y}) {
        const double rounded = std::round(number / pixels_per_metre_of_unit);
        const bool fits = rounded >= 1 && rounded <= most_in_jfif;
        // PNG and BMP round to whole pixels per metre: that much is no miss.
        const double off = std::abs(rounded * pixels_per_metre_of_unit - number);
        most = std::max(most, !fits ? 2 : off <= 0.5 ? 0 : off / number);
    }
    return most;
}

}

std::uint32_t whole_pixels_per_metre(double pixels_per_metre) {
    assert(pixels_per_metre >= 0 && pixels_per_metre < 4294967295.5);
    return static_cast<std::uint32_t>(std::round(pixels_per_metre));
}

JfifDensity jfif_density(const Resolution& resolution) {
    constexpr double centimetre = 100;
    const double in_inches = miss(resolution, pixels_per_metre_of_dpi),
                 in_centimetres = miss(resolution, centimetre);
    if (std::min(in_inches, in_centimetres) > 1) return {};
    const bool inches = in_inches <= in_centimetres;
    const double unit = inches ? pixels_per_metre_of_dpi : centimetre;
    const auto number = [&](double value) { return static_cast<std::uint16_t>(std::round(value / unit)); };
    return {inches ? JfifDensity::Unit::inch : JfifDensity::Unit::centimetre, number(resolution.x),
            number(resolution.y)};
}

std::vector<std::byte> resolution_exif(const Resolution& resolution) {
    constexpr std::uint32_t x_tag = 0x011A, y_tag = 0x011B, unit_tag = 0x0128, short_type = 3,
                            rational_type = 5, inch = 2, fields = 3, values_at = 14 + 12 * fields;
    std::vector<std::byte> exif;
    const auto put = [&](int bytes, std::uint32_t value) { append_big_endian(exif, value, bytes); };
    put(4, 0x4D4D002A); // highest bytes first
    put(4, 8);
    put(2, fields);
    for (const auto& [tag, at] : {std::pair(x_tag, values_at), std::pair(y_tag, values_at + 8)}) {
        put(2, tag);
        put(2, rational_type);
        put(4, 1);
        put(4, at);
    }
    put(2, unit_tag);
    put(2, short_type);
    put(4, 1);
    put(2, inch);
    put(2, 0);
    put(4, 0); // no further directory
    for (const double number : {resolution.x, resolution.y}) {
        constexpr double hundredths = 100, most = 4294967295;
        put(4, static_cast<std::uint32_t>(
                   std::min(std::round(number / pixels_per_metre_of_dpi * hundredths), most)));
        put(4, static_cast<std::uint32_t>(hundredths));
    }
    return exif;
}

std::string millimetres(int pixels, double pixels_per_metre) {
    assert(pixels >= 0 && pixels_per_metre > 0);
    return trimmed(std::llround(pixels * 1e6 / pixels_per_metre));
}

std::string dpi_text(const Resolution& resolution) {
    const auto dpi = [](double number) {
        return trimmed(100 * std::llround(number / pixels_per_metre_of_dpi * 10));
    };
    const std::string x = dpi(resolution.x), y = dpi(resolution.y);
    return (x == y ? x : x + " x " + y) + " dpi";
}

}
