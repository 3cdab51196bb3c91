#pragma once

#include "color/position.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Linear light in units of 2^-24, so that white has the luminance 2^24. Light adds up: from afar, pixels
/// beside each other look like the mean of their lights.
struct Light {
    std::int32_t y = 0; ///< luminance by ITU-R BT.709
    std::int32_t u = 0; ///< red less luminance
    std::int32_t v = 0; ///< blue less luminance

    friend constexpr bool operator==(const Light&, const Light&) = default;
};

constexpr std::array<std::int32_t, 3> coordinates(const Light& light) { return {light.y, light.u, light.v}; }

/// The integer nearest to the cube root of a light of 0 to 2^24, both in units of 2^-24.
std::int32_t root_of_light(std::int32_t light);

/// The light of each colour ("Light" of docs/definition.md).
class LightTable {
public:
    explicit LightTable(Transfer transfer);
    Light operator()(Rgb color) const;

private:
    std::array<std::int32_t, 256> units_;
};

/// The position of any light, in integers: red, green and blue are clamped to the range of a screen, and
/// cones rounded to multiples of 2^-16.
class LightPositions {
public:
    LightPositions();
    /// y is within +-2^25, u and v within +-2^27: sums with errors may be more than a screen can show.
    Position operator()(const Light& light) const;

private:
    std::vector<std::int32_t> roots_; ///< cube roots of 0 to 1 in steps of 2^-16, in units of 2^-24
};

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
