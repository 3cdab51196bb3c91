#pragma once

#include "decode/stored_colors.h"

#include <memory>
#include <string>

namespace huedrift {

/// A colour space that pixels can be converted from, by LCMS 2: to sRGB, relative colorimetric, with black
/// point compensation.
class IccTransform {
public:
    /// By the numbers where they say something, else by the profile. What is wrong with them is its fault().
    explicit IccTransform(const StoredColors& colors);

    /// Why it cannot be applied: "it is damaged"; empty: it can.
    const std::string& fault() const { return fault_; }
    const std::string& name() const { return name_; }
    /// Of RGB, not of grey or inks.
    bool is_rgb() const;
    /// Whether it would change no colour by more than 1/255.
    bool is_srgb();
    /// The ICC profile: the picture's own, or one of the numbers.
    std::vector<std::byte> profile(const StoredColors& colors) const;

    /// Alpha stays, and is opaque where pixels were inks. False where a grey profile meets colours.
    bool apply(std::span<Rgba8> pixels);
    bool apply(std::span<Rgba16> pixels);

private:
    template <class Pixel>
    bool apply_by(std::shared_ptr<void>& transform, std::span<Pixel> pixels);
    bool is_surely_srgb(std::span<const Rgba8> colors);

    std::shared_ptr<void> source_;    ///< cmsHPROFILE
    std::shared_ptr<void> eight_bit_; ///< cmsHTRANSFORM, made when it is needed
    std::shared_ptr<void> sixteen_bit_;
    std::uint32_t space_ = 0;
    std::string name_, fault_;
};

}
