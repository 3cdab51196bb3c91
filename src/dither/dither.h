#pragma once

#include "base/parallel.h"
#include "base/progress.h"
#include "color/light.h"
#include "color/position.h"
#include "labels/label_plane.h"
#include "palette/nearest_in_cell.h"
#include "reduction/color_set.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace huedrift {

/// How far errors may reach beyond the distance of a colour from its entry, in units: 0.02.
inline constexpr std::int32_t reach_beyond = 335544;
/// How far errors may reach in Oklab at all: 0.5, for which NearestInCell has room.
inline constexpr std::int32_t max_reach = units_per_one / 2;

/// The square root, rounded down. Exact below 2^52.
inline std::uint32_t root_of(std::int64_t square) {
    return static_cast<std::uint32_t>(std::sqrt(static_cast<double>(square)));
}

/// "Reach" of docs/definition.md, in units, for a colour at this distance from its entry.
inline std::int32_t reach_of(std::uint32_t distance) {
    return static_cast<std::int32_t>(
        std::min(3 * std::int64_t{distance} / 2 + reach_beyond, std::int64_t{max_reach}));
}

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
    const ColorSet& colors;                ///< the analysis of `image`
    std::span<const Rgb> palette;          ///< at least one entry if `image` has a visible pixel
    bool is_given = false;                 ///< the palette does not come from the picture, so light is mixed
    std::int64_t strength = full_strength; ///< 0 to full_strength
    const InkRange* range = nullptr;       ///< of a given palette; null: the picture keeps its own
    int frame_height = 0;                  ///< rows per frame of an animation; 0: one picture
};

inline std::size_t frame_height(const DitherSource& source) {
    return static_cast<std::size_t>(source.frame_height > 0 ? source.frame_height : source.image.height);
}

/// "Dithering" of docs/definition.md by diffusion: Floyd and Steinberg 1976. `masks`: only where it shows;
/// has no effect on a given palette. Throws Error(cancelled).
LabelPlane diffuse(const DitherSource& source, bool masks, const Progress& progress = {});

/// Ordered dithering: Joel Yliluoma's version of Thomas Knoll's pattern dithering (US 6606166). It mixes each
/// colour independently, so the unchanged parts of an animation stay the same. Throws Error(cancelled).
LabelPlane dither_ordered(const DitherSource& source, const Progress& progress = {});
/// The same mixtures, laid out by a mask of blue noise (void_and_cluster.h), which repeats only after 64
/// pixels and has no crosses. Throws Error(cancelled).
LabelPlane dither_blue_noise(const DitherSource& source, const Progress& progress = {});

/// Calls `found` with the number of each source colour and that of the entry nearest to it, on all threads.
/// `place` is where a colour lies among the entries, by its number. Throws Error(cancelled).
template <class Entry, class Place, class Found>
void each_matched(const ColorSet& colors, const std::vector<Entry>& entries, const Place& place,
                  const Progress& progress, const Found& found) {
    parallel_ranges(colors.size(), 1 << 13, [&](std::size_t begin, std::size_t end) {
        NearestInCell nearest(entries, progress);
        for (std::size_t i = begin; i < end; ++i) {
            if (i % 4096 == 0) progress.throw_if_cancelled();
            found(i, nearest(place(i)));
        }
    });
}

/// A source colour beside a palette.
struct MatchedColor {
    Position position;
    std::uint32_t distance; ///< of the position from that of the nearest entry, in units, rounded down
};

/// The shares of its error that a pixel may receive and pass on, in parts of full_share.
struct ErrorShares {
    std::uint8_t received, passed;
};
inline constexpr std::uint8_t full_share = 128;

/// "Masking" and "Strength" of docs/definition.md: the shares of each visible pixel. Where the picture is
/// smooth they are full; where texture hides the steps of the palette, nothing is received and less passed
/// on. `colors` are those of the picture's ColorSet. Throws Error(cancelled).
std::vector<ErrorShares> mask_by_texture(const DitherSource& source, std::span<const MatchedColor> colors,
                                         const Progress& progress = {});

}
