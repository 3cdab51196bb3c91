#pragma once

#include "decode/stored_colors.h"
#include "image/color_profile.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>

namespace huedrift {

template <class Pixel>
bool is_grey(std::span<const Pixel> pixels) {
    return std::ranges::all_of(pixels, [](const Pixel& p) { return p.r == p.g && p.g == p.b; });
}

/// A conversion from a colour space to sRGB by LCMS 2: relative colorimetric, with black point compensation.
class IccTransform {
public:
    /// From the numbers if they specify a space, otherwise from the profile, otherwise from gamma and
    /// primaries, for which `grey` pixels get a grey profile, so that they stay grey. Errors go to fault().
    IccTransform(const StoredColors& colors, bool grey);

    /// Why it cannot be applied, such as "it is damaged"; empty if it can.
    const std::string& fault() const { return fault_; }
    const std::string& name() const { return name_; }
    /// Whether the space is RGB, not grey or inks.
    bool is_rgb() const;
    /// Whether it would change no colour by more than 1/255.
    bool is_srgb();
    /// The ICC profile: the picture's own, or one made from the numbers, or of gamma and primaries.
    std::vector<std::byte> profile(const StoredColors& colors) const;

    /// Converts pixels. Alpha stays; pixels from inks become opaque. Returns false when a grey profile meets
    /// colours.
    bool apply(std::span<Rgba8> pixels);
    bool apply(std::span<Rgba16> pixels);

private:
    template <class Pixel>
    bool apply_by(std::shared_ptr<void>& transform, std::span<Pixel> pixels);
    bool is_surely_srgb(std::span<const Rgba8> colors);

    std::shared_ptr<void> source_;    ///< cmsHPROFILE
    std::shared_ptr<void> eight_bit_; ///< cmsHTRANSFORM, made on demand
    std::shared_ptr<void> sixteen_bit_;
    std::uint32_t space_ = 0;
    std::string name_, fault_;
};

// The colour space that a PNG file's gAMA and cHRM chunks describe (PNG specification, third edition,
// 11.3.2.1 and 11.3.2.2).

/// A gamma or primaries without the other have those of sRGB.
bool has_gamma_chunks(const PngColors& colors);

/// Whether the chunks say that the colours are sRGB: by the sRGB chunk, or by the gamma and primaries that
/// the specification asks writers of it to add.
bool say_srgb(const PngColors& colors);

/// Why gamma and primaries cannot be applied, such as "the gamma is 0"; empty if they can.
std::string fault_of_gamma(const PngColors& colors);

/// "gamma 1.8 and primaries (gAMA, cHRM)".
std::string gamma_name(const PngColors& colors);

}
