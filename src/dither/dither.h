#pragma once

#include "base/parallel.h"
#include "base/progress.h"
#include "color/light.h"
#include "color/position.h"
#include "dither/dithering.h"
#include "labels/label_plane.h"
#include "palette/nearest_in_cell.h"
#include "reduction/color_set.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// How far errors may reach beyond the distance of a colour from its entry, in units: 0.02.
inline constexpr std::int32_t reach_beyond = 335544;
/// How far errors may reach in Oklab at all: 0.5, for which NearestInCell has room.
inline constexpr std::int32_t max_reach = units_per_one / 2;

/// The square root, rounded down. Exact below 2^52.
inline std::uint32_t root_of(std::int64_t square) {
    assert(square >= 0 && square < std::int64_t{1} << 52);
    return static_cast<std::uint32_t>(std::sqrt(static_cast<double>(square)));
}

/// "Reach" of docs/definition.md, in units, for a colour at this distance from its entry.
inline std::int32_t reach_of(std::uint32_t distance) {
    return static_cast<std::int32_t>(
        std::min(3 * std::int64_t{distance} / 2 + reach_beyond, std::int64_t{max_reach}));
}

/// A share of 1, as an integer: pixels receive and pass on parts of their errors.
inline constexpr std::uint8_t full_share = 128;

/// The inputs of dithering.
struct DitherSource {
    ImageView image;
    const ColorSet& colors;          ///< the analysis of `image`
    std::span<const Rgb> palette;    ///< at least one entry if `image` has a visible pixel
    bool is_given = false;           ///< the palette does not come from the picture, so light is mixed
    Dithering dithering{};           ///< the function called decides the method
    const InkRange* range = nullptr; ///< of a given palette; null: the picture keeps its own
    int frame_height = 0;            ///< rows per frame of an animation; 0: one picture
};

inline std::size_t frame_height(const DitherSource& source) {
    assert(source.frame_height >= 0);
    return static_cast<std::size_t>(source.frame_height > 0 ? source.frame_height : source.image.height);
}

/// "Dithering" of docs/definition.md by diffusion. `masks`: only where it shows; has no effect on a given
/// palette. Throws Error(cancelled).
LabelPlane diffuse(const DitherSource& source, bool masks, const Progress& progress = {});

/// Says which label of its mixture a pixel takes; repeats to the right and down.
struct Pattern {
    std::size_t side;
    std::vector<std::uint8_t> indices; ///< row by row, below `size`
    std::size_t size;                  ///< the number of labels in a mixture

    std::size_t at(std::size_t x, std::size_t y) const { return indices[y % side * side + x % side]; }
};
/// Of a matrix with such sides.
Pattern ordered_pattern(std::uint32_t matrix);
Pattern blue_noise_pattern();

/// Ordered dithering: Joel Yliluoma's version of Thomas Knoll's pattern dithering (US 6606166). It mixes each
/// colour independently, so the unchanged parts of an animation stay the same. A mixture has as many labels
/// as the matrix has places. Throws Error(cancelled).
LabelPlane dither_ordered(const DitherSource& source, const Progress& progress = {});
/// The mixtures of 64 labels, laid out by a mask of blue noise (void_and_cluster.h), which repeats only after
/// 64 pixels and has no crosses. Throws Error(cancelled).
LabelPlane dither_blue_noise(const DitherSource& source, const Progress& progress = {});

/// Calls `found` with the number of each source colour and that of the entry nearest to it, on all threads.
/// `place` is where a colour lies among the entries, by its number. Throws Error(cancelled).
template <class Entry, class Place, class Found>
void each_matched(const ColorSet& colors, const std::vector<Entry>& entries, const Place& place,
                  const Progress& progress, const Found& found) {
    assert(colors.empty() || !entries.empty());
    constexpr std::size_t at_once = 64;
    parallel_ranges(colors.size(), 1 << 13, [&](std::size_t begin, std::size_t end) {
        NearestInCell nearest(entries, progress);
        PointLanes<at_once> points;
        std::array<std::uint32_t, at_once> indices;
        for (std::size_t first = begin; first < end; first += at_once) {
            progress.throw_if_cancelled();
            const std::size_t count = std::min(at_once, end - first);
            for (std::size_t i = 0; i < count; ++i) put(ColorPoint{place(first + i)}, i, points);
            nearest(points_of(points, count), indices.data());
            for (std::size_t i = 0; i < count; ++i) found(first + i, indices[i]);
        }
    });
}

}
