#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"
#include "reduction/color_set.h"

#include <array>
#include <string_view>

namespace huedrift {

enum class Dither {
    off,
    automatic,  ///< diffusion, in animations blue noise, which does not flicker
    diffusion,  ///< where it shows: texture masks it, except with a given palette
    everywhere, ///< diffusion that nothing masks
    ordered,
    blue_noise,
};

/// "off", "auto", "diffusion", "everywhere", "ordered" or "blue-noise".
constexpr std::string_view name_of(Dither dither) {
    constexpr std::array<std::string_view, 6> names{"off",        "auto",    "diffusion",
                                                    "everywhere", "ordered", "blue-noise"};
    return names[static_cast<std::size_t>(dither)];
}

/// Strength 1, as an integer.
inline constexpr std::int64_t full_strength = 1 << 16;

/// The inputs of dithering.
struct DitherSource {
    ImageView image;
    const ColorSet& colors;       ///< the analysis of `image`
    std::span<const Rgb> palette; ///< at least one entry if `image` has a visible pixel
    bool is_given = false;        ///< the palette does not come from the picture, so light is mixed
    std::int64_t strength;        ///< 0 to full_strength
    int frame_height = 0;         ///< rows per frame of an animation; 0: one picture
};

inline std::size_t frame_height(const DitherSource& source) {
    return static_cast<std::size_t>(source.frame_height > 0 ? source.frame_height : source.image.height);
}

/// The positions of a palette's colours.
std::vector<Position> positions_of(std::span<const Rgb> colors, Transfer transfer);

/// "Dithering" of docs/definition.md by diffusion: Floyd and Steinberg 1976. `masks`: only where it shows;
/// has no effect on a given palette. Throws Error(cancelled).
LabelPlane diffuse(const DitherSource& source, bool masks, const Progress& progress = {});

/// Ordered dithering: Joel Yliluoma's version of Thomas Knoll's pattern dithering (US 6606166). It mixes each
/// colour independently, so the unchanged parts of an animation stay the same. Throws Error(cancelled).
LabelPlane dither_ordered(const DitherSource& source, const Progress& progress = {});
/// The same mixtures, laid out by a mask of blue noise (void_and_cluster.h), which repeats only after 64
/// pixels and has no crosses. Throws Error(cancelled).
LabelPlane dither_blue_noise(const DitherSource& source, const Progress& progress = {});

}
