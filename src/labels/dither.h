#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"
#include "reduction/color_set.h"

#include <string_view>

namespace huedrift {

enum class Dither { off, diffusion, ordered };

/// "off", "diffusion" or "ordered".
constexpr std::string_view name_of(Dither dither) {
    return dither == Dither::off ? "off" : dither == Dither::diffusion ? "diffusion" : "ordered";
}

/// Strengths are whole numbers of this part.
inline constexpr std::int64_t full_strength = 1 << 16;

/// What a dithered picture is made of.
struct DitherSource {
    ImageView image;
    const ColorSet& colors;            ///< the analysis of `image`
    std::span<const Position> palette; ///< one entry at least where `image` has a visible pixel
    std::int64_t strength;             ///< 0 to full_strength
};

/// Errors are held within this many units of 0, half of what the palette spans: within what it can mix they
/// rarely reach it, and beyond they would add up without end and smear into other colours.
Position error_bound(std::span<const Position> palette);

/// Each coordinate held within +- that of `bound`.
Position held_within(const Position& bound, std::int64_t l, std::int64_t a, std::int64_t b);

/// "Dithering" of docs/definition.md by diffusion: Floyd and Steinberg 1976, serpentine. Each pixel needs the
/// one before, so it is one thread's work but for the positions. Throws Error(cancelled), as the next does.
LabelPlane diffuse(const DitherSource& source, const Progress& progress = {});

/// The same, ordered: Joel Yliluoma's version of Thomas Knoll's pattern dithering (US 6606166), which mixes
/// each colour by itself, so a picture's unchanged parts stay as they are.
LabelPlane dither_ordered(const DitherSource& source, const Progress& progress = {});

}
