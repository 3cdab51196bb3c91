#pragma once

#include "pipeline/look.h"

#include <array>

namespace huedrift {

/// The values that recipes and command lines name by name_of(), in the order of help texts.
template <class Enum>
inline constexpr auto enumerators = nullptr; // an enumeration without a list does not compile

template <>
inline constexpr auto enumerators<Look> =
    std::array{Look::photo, Look::poster, Look::flat, Look::published, Look::pixel_art};
template <>
inline constexpr auto enumerators<Weighting> = std::array{Weighting::palette, Weighting::frequency};
template <>
inline constexpr auto enumerators<Transfer> = std::array{Transfer::srgb, Transfer::linear};
template <>
inline constexpr auto enumerators<Assign> = std::array{Assign::basin, Assign::nearest};
template <>
inline constexpr auto enumerators<JoinBy> = std::array{JoinBy::error, JoinBy::distance};
template <>
inline constexpr auto enumerators<ErrorMeasure> =
    std::array{ErrorMeasure::mean, ErrorMeasure::p95, ErrorMeasure::maximum};
template <>
inline constexpr auto enumerators<SoftEdges> = std::array{SoftEdges::count, SoftEdges::ignore};
template <>
inline constexpr auto enumerators<Snap> = std::array{Snap::on, Snap::off};
template <>
inline constexpr auto enumerators<Refine> = std::array{Refine::on, Refine::off, Refine::coarse};
template <>
inline constexpr auto enumerators<ProfileUse> =
    std::array{ProfileUse::convert, ProfileUse::keep, ProfileUse::ignore};
template <>
inline constexpr auto enumerators<Dither> =
    std::array{Dither::off, Dither::diffusion, Dither::everywhere, Dither::ordered, Dither::blue_noise};
template <>
inline constexpr auto enumerators<SwatchOrder> = std::array{
    SwatchOrder::pixels, SwatchOrder::lightness, SwatchOrder::hue, SwatchOrder::rgb, SwatchOrder::given};

}
