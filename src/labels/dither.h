#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"
#include "reduction/color_set.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace huedrift {

enum class Dither { off, diffusion, ordered, blue_noise };

/// "off", "diffusion", "ordered" or "blue-noise".
constexpr std::string_view name_of(Dither dither) {
    constexpr std::array<std::string_view, 4> names{"off", "diffusion", "ordered", "blue-noise"};
    return names[static_cast<std::size_t>(dither)];
}

/// Strength 1, as an integer.
inline constexpr std::int64_t full_strength = 1 << 16;

/// The inputs of dithering.
struct DitherSource {
    ImageView image;
    const ColorSet& colors;            ///< the analysis of `image`
    std::span<const Position> palette; ///< at least one entry if `image` has a visible pixel
    std::int64_t strength;             ///< 0 to full_strength
    int frame_height = 0;              ///< rows per frame of an animation; 0: one picture
};

/// The clamp of errors in units, half of the palette's extent. Colours that the palette can mix rarely reach
/// it; for others the error would grow without bound and smear into other colours.
Position error_bound(std::span<const Position> palette);

/// Clamps each coordinate to +- that of `bound`.
inline Position held_within(const Position& bound, std::int64_t l, std::int64_t a, std::int64_t b) {
    const auto hold = [](std::int64_t value, std::int64_t most) {
        return static_cast<std::int32_t>(std::clamp(value, -most, most));
    };
    return {hold(l, bound.l), hold(a, bound.a), hold(b, bound.b)};
}

/// "Dithering" of docs/definition.md by diffusion: Floyd and Steinberg 1976, serpentine. Each pixel needs the
/// one before, so one thread does the work except for the positions. Throws Error(cancelled).
LabelPlane diffuse(const DitherSource& source, const Progress& progress = {});

/// Ordered dithering: Joel Yliluoma's version of Thomas Knoll's pattern dithering (US 6606166). It mixes each
/// colour independently, so the unchanged parts of an animation stay the same. Throws Error(cancelled).
LabelPlane dither_ordered(const DitherSource& source, const Progress& progress = {});
/// The same mixtures, laid out by a mask of blue noise (void_and_cluster.h), which repeats only after 64
/// pixels and has no crosses. Throws Error(cancelled).
LabelPlane dither_blue_noise(const DitherSource& source, const Progress& progress = {});

}
