#pragma once

#include "color/light.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// The range of the mixtures of inks, and a picture's colours fitted to it ("Ink range" of
/// docs/definition.md). Cheap for the few inks of a device: the time of a colour grows with their number.
class InkRange {
public:
    /// At least one ink.
    InkRange(std::span<const Rgb> inks, Transfer transfer);

    /// The light that stands for a colour of the picture.
    Light operator()(Rgb color) const;
    /// The position of that light.
    Position position_of(Rgb color) const { return positions_(operator()(color)); }
    /// Whether an ink is near the greys that the darkest and the lightest one mix.
    bool is_grey(Rgb ink) const;

private:
    using Chroma = std::array<std::int64_t, 2>;

    /// The luminance that stands for one of the picture's.
    std::int64_t shown(std::int64_t y) const;
    /// The grey of the inks at a luminance between those of the darkest and the lightest one.
    Light grey_at(std::int64_t y) const;
    /// The greatest product with a chroma that a mixture of this luminance has.
    std::int64_t reach(std::int64_t y, const Chroma& chroma) const;

    LightTable light_;
    LightPositions positions_{};
    std::vector<Light> inks_;
    Light dark_{}, bright_{};
    std::int64_t darkest_ = 0, lightest_ = 0; ///< cube roots of their luminances
};

}
