#pragma once

#include "base/progress.h"
#include "color/oklab.h"
#include "labels/label_plane.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace huedrift {

/// "Fringe" of docs/definition.md: pixels of rims up to `width` (1 to 3) wide take the label of one of the
/// two areas that they are a mixture of. `palette` has the colour of each label, `image` the pixels' source
/// colours. Returns the number of changed pixels. Throws Error(cancelled) without a change.
std::uint64_t remove_fringe(LabelPlane& plane, std::span<const Rgb> palette, const ImageView& image,
                            int width, const Progress& progress = {});

/// The labels of core pixels: pixels inside a square of `side` pixels of their own label, wholly in the
/// picture. Others have none. Throws Error(cancelled).
template <class Label>
std::vector<Label> find_core(const std::vector<Label>& labels, std::size_t width, std::size_t height,
                             std::size_t side, const Progress& progress = {});

/// "Mixture" of docs/definition.md: whether a soft edge between the colours x and y may have the colour q. It
/// lies in a lens that is half as wide as it is long and reaches an eighth of |x - y| beyond either colour.
/// Mixtures by code values lie on its axis, mixtures by light inside it. Beyond x and y lies what filters
/// that sharpen, such as Lanczos, leave beside an edge: about a tenth of the step.
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

}
