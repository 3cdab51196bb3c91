#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace huedrift {

/// An 8-bit colour without alpha.
struct Rgb {
    std::uint8_t r = 0, g = 0, b = 0;

    /// 0xRRGGBB: the colour's index in every table over all 2^24 colours.
    constexpr std::uint32_t code() const { return std::uint32_t{r} << 16 | std::uint32_t{g} << 8 | b; }
    static constexpr Rgb from_code(std::uint32_t code) {
        assert(code < 1u << 24);
        return {static_cast<std::uint8_t>(code >> 16), static_cast<std::uint8_t>(code >> 8),
                static_cast<std::uint8_t>(code)};
    }
    friend constexpr auto operator<=>(const Rgb&, const Rgb&) = default;
};

/// "#rrggbb" in lower case.
std::string hex_code(Rgb color);
/// Parses "rrggbb" in any case, with or without "#". Returns none for any other text.
std::optional<Rgb> rgb_from_hex(std::string_view text);

inline constexpr std::uint32_t rgb_codes = 1u << 24;

/// Linear light, each channel nominally in [0, 1].
struct LinearRgb {
    double r, g, b;
};

/// Oklab: lightness l in [0, 1], a (green to red) and b (blue to yellow) in about [-0.32, 0.28].
struct Oklab {
    double l, a, b;
};

/// Björn Ottosson, "A perceptual color space for image processing" (2020), matrices of 2021-01-25.
/// Each sum is taken from left to right without fused operations, so the result is the same everywhere.
Oklab oklab_from_linear(const LinearRgb& color);
LinearRgb linear_from_oklab(const Oklab& color);

/// The curve from an 8-bit channel value to the linear value from which Oklab is computed.
enum class Transfer {
    srgb,   ///< IEC 61966-2-1 decoding, on which Oklab is defined
    linear, ///< v / 255 undecoded, as in the published program
};

/// "srgb" or "linear".
constexpr std::string_view name_of(Transfer transfer) {
    return transfer == Transfer::srgb ? "srgb" : "linear";
}

/// The linear value, in [0, 1], of each channel value from 0 to 255.
std::array<double, 256> decode_table(Transfer transfer);

/// The channel value of a linear value: 255 v rounded half up, where v is the encoded value, clamped to
/// 0..255.
std::uint8_t encode(double linear, Transfer transfer);
inline Rgb encode(const LinearRgb& linear, Transfer transfer) {
    return {encode(linear.r, transfer), encode(linear.g, transfer), encode(linear.b, transfer)};
}

/// CIE 1976 L*a*b* with white point D65.
struct CieLab {
    double l, a, b; ///< l in [0, 100]
};

/// The CIELAB of sRGB colours.
class CieLabTable {
public:
    CieLabTable();
    CieLab operator()(Rgb color) const;

private:
    std::array<double, 256> linear_;
};

/// The sRGB colour of CIELAB with white point D50, l in [0, 100], as in CSS, Adobe's files and ICC profiles;
/// channels outside [0, 1] are clipped. Bruce Lindbloom's matrix with Bradford adaptation.
Rgb rgb_from_lab(double l, double a, double b);

/// The colour difference of ISO/CIE 11664-6, with all of its weights 1, as in G. Sharma, W. Wu and E. N.
/// Dalal, "The CIEDE2000 color-difference formula" (2005). A difference of about 1 is just noticeable.
double ciede2000(const CieLab& x, const CieLab& y);

}
