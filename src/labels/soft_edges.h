#pragma once

#include "base/progress.h"
#include "color/oklab.h"
#include "labels/label_plane.h"
#include "reduction/color_set.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace huedrift {

/// "Mixture" of docs/definition.md: whether a soft edge between the colours x and y may have the colour q. It
/// lies in a lens that is half as wide as it is long and reaches an eighth of |x - y| beyond either colour.
/// Mixtures by code values lie on its axis, mixtures by light inside it. Beyond x and y lie the colours
/// that sharpening filters, such as Lanczos, leave beside an edge: about a tenth of the step.
constexpr bool is_mixture(Rgb q, Rgb x, Rgb y) {
    using Vector = std::array<std::int64_t, 3>;
    // From q to either end of the lens, eightfold.
    const auto to_end = [q](Rgb near, Rgb far) -> Vector {
        return {9 * near.r - far.r - 8 * q.r, 9 * near.g - far.g - 8 * q.g, 9 * near.b - far.b - 8 * q.b};
    };
    const auto product = [](const Vector& one, const Vector& other) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < one.size(); ++i) sum += one[i] * other[i];
        return sum;
    };
    const Vector to_x = to_end(x, y), to_y = to_end(y, x);
    const std::int64_t both = product(to_x, to_y);
    return both <= 0 && 25 * both * both >= 9 * product(to_x, to_x) * product(to_y, to_y);
}

/// "Fringe" of docs/definition.md: pixels of rims up to `width` (1 to 3) wide take the label of one of the
/// two areas, or thin strokes, that they are a mixture of. `palette` has the colour of each label, `image`
/// the pixels' source colours. Returns the number of changed pixels. Throws Error(cancelled) without a
/// change.
std::uint64_t remove_fringe(LabelPlane& plane, std::span<const Rgb> palette, const ImageView& image,
                            int width, const Progress& progress = {});

/// The inner pixels of a picture ("Soft edges" of docs/definition.md): those of areas and thin lines, as
/// opposed to the mixed pixels between areas. `plane` has a label for each pixel of `image`, `palette` the
/// colour of each label. Returns whether each pixel is inner. Throws
/// Error(cancelled).
std::vector<std::uint8_t> find_inner(const LabelPlane& plane, std::span<const Rgb> palette,
                                     const ImageView& image, const Progress& progress = {});

/// The least number of inner pixels that an area has: those of a square of 2 by 2.
inline constexpr std::uint32_t enough_inner_pixels = 4;

/// The number of inner pixels of each colour of `image`, of which `colors` is the analysis; `label_of` has a
/// label for each colour. `importances` says how often each pixel counts; empty: once. Throws
/// Error(cancelled).
std::vector<std::uint32_t> count_inner(const ImageView& image, const ColorSet& colors,
                                       std::span<const std::uint32_t> label_of, std::span<const Rgb> palette,
                                       const Progress& progress = {},
                                       std::span<const std::uint8_t> importances = {});

/// Gives each visible pixel the label of its colour. `colors` is the analysis of `image`. `label_of` has a
/// label for each colour: an index into a palette of `palette_size`. Throws Error(cancelled).
LabelPlane label_pixels(const ImageView& image, const ColorSet& colors,
                        std::span<const std::uint32_t> label_of, std::size_t palette_size,
                        const Progress& progress = {});

}
