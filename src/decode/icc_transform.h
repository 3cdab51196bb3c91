#pragma once

#include "decode/stored_colors.h"

#include <memory>
#include <string>

namespace huedrift {

/// A conversion from a colour space to sRGB by LCMS 2: relative colorimetric, with black point compensation.
class IccTransform {
public:
    /// From the numbers if they specify a space, otherwise from the profile. Errors go to fault().
    explicit IccTransform(const StoredColors& colors);

    /// Why it cannot be applied, such as "it is damaged"; empty if it can.
    const std::string& fault() const { return fault_; }
    const std::string& name() const { return name_; }
    /// Whether the space is RGB, not grey or inks.
    bool is_rgb() const;
    /// Whether it would change no colour by more than 1/255.
    bool is_srgb();
    /// The ICC profile: the picture's own, or one made from the numbers.
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

}
