#pragma once

#include "base/enumeration.h"
#include "dither/diffusion_weights.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
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
    constexpr std::array names{NamedValue{Dither::off, "off"},
                               NamedValue{Dither::automatic, "auto"},
                               NamedValue{Dither::diffusion, "diffusion"},
                               NamedValue{Dither::everywhere, "everywhere"},
                               NamedValue{Dither::ordered, "ordered"},
                               NamedValue{Dither::blue_noise, "blue-noise"}};
    static_assert(has_row_for_each(names, &NamedValue<Dither>::value));
    return names[static_cast<std::size_t>(dither)].name;
}

/// Whether errors are passed on; with the automatic choice, in pictures that are no animations.
constexpr bool may_diffuse(Dither dither) {
    return dither == Dither::automatic || dither == Dither::diffusion || dither == Dither::everywhere;
}

/// Strength 1, as an integer.
inline constexpr std::int64_t full_strength = 1 << 16;

/// The sides of the matrices of ordered dithering, which are powers of two.
inline constexpr std::uint32_t least_matrix = 2, usual_matrix = 8, greatest_matrix = 16;

/// How to dither. A method ignores the settings of others.
struct Dithering {
    Dither method = Dither::off;
    Diffusion diffusion{};               ///< of methods that diffuse
    std::uint32_t matrix = usual_matrix; ///< the side of that of ordered dithering, a power of two
    double strength = 1;                 ///< 0 to 1

    bool is_on() const { return method != Dither::off; }
    /// The strength as an integer, 0 to full_strength.
    std::int64_t integer_strength() const {
        assert(strength >= 0 && strength <= 1);
        return static_cast<std::int64_t>(std::floor(strength * double(full_strength) + 0.5));
    }
    /// Dithers by another method. What only others have returns to its default.
    void set_method(Dither other) {
        method = other;
        if (!may_diffuse(other)) diffusion = {};
        if (other != Dither::ordered) matrix = usual_matrix;
    }
    friend bool operator==(const Dithering&, const Dithering&) = default;
};

}
