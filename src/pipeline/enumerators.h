#pragma once

#include "base/enumeration.h"
#include "pipeline/look.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// A value with its words in the window. Texts and command lines name it by name_of().
template <class Enum>
struct Enumerator {
    Enum value;
    const char* label;

    constexpr operator Enum() const { return value; }
};
template <class Enum>
Enumerator(Enum, const char*) -> Enumerator<Enum>;

/// The values of a setting, in the order of help texts and buttons.
template <class Enum>
inline constexpr auto enumerators = nullptr; // an enumeration without a list does not compile

template <>
inline constexpr auto enumerators<Look> =
    std::array{Enumerator{Look::photo, "Photo"}, Enumerator{Look::poster, "Poster"},
               Enumerator{Look::flat, "Flat"}, Enumerator{Look::published, "As published"},
               Enumerator{Look::pixel_art, "Pixel art"}};
template <>
inline constexpr auto enumerators<Weighting> =
    std::array{Enumerator{Weighting::palette, "By colours"}, Enumerator{Weighting::frequency, "By pixels"}};
template <>
inline constexpr auto enumerators<Transfer> =
    std::array{Enumerator{Transfer::srgb, "sRGB"}, Enumerator{Transfer::linear, "Linear"}};
template <>
inline constexpr auto enumerators<Assign> =
    std::array{Enumerator{Assign::basin, "Where they drift"}, Enumerator{Assign::nearest, "To the nearest"}};
template <>
inline constexpr auto enumerators<JoinBy> =
    std::array{Enumerator{JoinBy::error, "Close match"}, Enumerator{JoinBy::distance, "Accents"}};
template <>
inline constexpr auto enumerators<ErrorMeasure> =
    std::array{Enumerator{ErrorMeasure::mean, "Mean"}, Enumerator{ErrorMeasure::p95, "95 %"},
               Enumerator{ErrorMeasure::maximum, "Largest"}};
template <>
inline constexpr auto enumerators<SoftEdges> =
    std::array{Enumerator{SoftEdges::count, "count as colours"},
               Enumerator{SoftEdges::ignore, "do not count as colours"}};
template <>
inline constexpr auto enumerators<Snap> = std::array{Enumerator{Snap::on, "to colours of the picture"},
                                                     Enumerator{Snap::off, "stay where they are"}};
template <>
inline constexpr auto enumerators<Levels> =
    std::array{Enumerator{Levels::off, "All"},    Enumerator{Levels::rgb565, "565"},
               Enumerator{Levels::rgb555, "555"}, Enumerator{Levels::rgb444, "444"},
               Enumerator{Levels::rgb333, "333"}, Enumerator{Levels::rgb222, "222"}};
template <>
inline constexpr auto enumerators<Refine> =
    std::array{Enumerator{Refine::on, "Usual"}, Enumerator{Refine::off, "Every colour"},
               Enumerator{Refine::coarse, "Rough"}};
template <>
inline constexpr auto enumerators<ProfileUse> =
    std::array{Enumerator{ProfileUse::convert, "Convert"}, Enumerator{ProfileUse::keep, "Keep"},
               Enumerator{ProfileUse::ignore, "Ignore"}};
template <>
inline constexpr auto enumerators<Dither> =
    std::array{Enumerator{Dither::off, "Off"},
               Enumerator{Dither::automatic, "Where it shows"},
               Enumerator{Dither::diffusion, "Diffusion where it shows"},
               Enumerator{Dither::everywhere, "Everywhere"},
               Enumerator{Dither::ordered, "Crosses"},
               Enumerator{Dither::blue_noise, "Blue noise"}};
template <>
inline constexpr auto enumerators<Diffusion> =
    std::array{Enumerator{Diffusion::floyd_steinberg, "Floyd-Steinberg"},
               Enumerator{Diffusion::atkinson, "Atkinson"},
               Enumerator{Diffusion::jarvis, "Jarvis-Judice-Ninke"},
               Enumerator{Diffusion::stucki, "Stucki"},
               Enumerator{Diffusion::burkes, "Burkes"},
               Enumerator{Diffusion::sierra, "Sierra"}};
template <>
inline constexpr auto enumerators<SwatchOrder> =
    std::array{Enumerator{SwatchOrder::pixels, "Pixels"}, Enumerator{SwatchOrder::lightness, "Light"},
               Enumerator{SwatchOrder::hue, "Hue"},       Enumerator{SwatchOrder::rgb, "Code"},
               Enumerator{SwatchOrder::given, "Given"},   Enumerator{SwatchOrder::found, "Found"}};
template <>
inline constexpr auto enumerators<HiddenColors> =
    std::array{Enumerator{HiddenColors::clear, "Black"}, Enumerator{HiddenColors::keep, "Keep"},
               Enumerator{HiddenColors::spread, "Of the nearest pixel"}};

/// The names of all values, in their order.
template <class Enum>
std::vector<std::string> all_names() {
    std::vector<std::string> names;
    names.reserve(enumerators<Enum>.size());
    for (const Enum one : enumerators<Enum>) names.emplace_back(name_of(one));
    return names;
}

/// The value with this name; none: there is none.
template <class Enum>
std::optional<Enum> enumerator_named(std::string_view name) {
    constexpr const auto& all = enumerators<Enum>;
    static_assert(has_one_row_for_each<Enum>(all, &Enumerator<Enum>::value),
                  "a value is missing from its list");
    const auto found = std::ranges::find_if(all, [&](Enum one) { return name_of(one) == name; });
    return found == all.end() ? std::nullopt : std::optional<Enum>(*found);
}

/// The window's words for a value: "By colours".
template <class Enum>
constexpr const char* label_of(Enum value) {
    return std::ranges::find(enumerators<Enum>, value, &Enumerator<Enum>::value)->label;
}

}
