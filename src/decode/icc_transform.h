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
    bool is_srgb() const;
    /// The ICC profile: the picture's own, or one of the numbers.
    std::vector<std::byte> profile(const StoredColors& colors) const;

    /// Alpha stays, and is opaque where pixels were inks. False where a grey profile meets colours.
    bool apply(std::span<Rgba8> pixels) const;
    bool apply(std::span<Rgba16> pixels) const;

private:
    template <class Pixel>
    bool apply_to(std::span<Pixel> pixels) const;

    std::shared_ptr<void> source_; ///< cmsHPROFILE
    std::uint32_t space_ = 0;
    std::string name_, fault_;
};

}
