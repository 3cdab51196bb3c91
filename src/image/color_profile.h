#pragma once

#include "base/enumeration.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// The treatment of a picture's colour profile. Only RGB profiles can be kept, as results are RGB; others are
/// then converted, too.
enum class ProfileUse : std::uint32_t {
    convert, ///< colours become sRGB
    keep,    ///< numbers stay, and result files carry the same profile
    ignore,  ///< numbers stay and count as sRGB
};

constexpr std::string_view name_of(ProfileUse use) {
    return use == ProfileUse::convert ? "convert" : use == ProfileUse::keep ? "keep" : "ignore";
}

/// The profile of a picture and its treatment.
struct ProfileReport {
    enum class State : std::uint32_t {
        none,      ///< the picture has none
        converted, ///< to sRGB
        srgb,      ///< nothing to do: the profile is sRGB
        kept,
        ignored,
        unusable, ///< `name` says why; numbers stay
    };
    State state = State::none;
    std::string name{};    ///< the profile's own name, such as "Display P3"
    bool of_gamma = false; ///< it is no profile but the gamma or primaries of a PNG file
};

constexpr std::string_view name_of(ProfileReport::State state) {
    using State = ProfileReport::State;
    constexpr std::array names{
        NamedValue{State::none, "none"},       NamedValue{State::converted, "converted"},
        NamedValue{State::srgb, "srgb"},       NamedValue{State::kept, "kept"},
        NamedValue{State::ignored, "ignored"}, NamedValue{State::unusable, "unusable"}};
    static_assert(has_row_for_each(names, &NamedValue<State>::value));
    return names[static_cast<std::size_t>(state)].name;
}

/// The colour chunks of a PNG file besides iCCP (PNG specification, third edition, 11.3.2).
struct PngColors {
    enum Chunk : std::uint32_t { gamma_chunk = 1, primaries_chunk = 2, srgb_chunk = 4, cicp_chunk = 8 };
    static constexpr std::uint32_t one = 100000; ///< in gAMA and cHRM

    std::uint32_t chunks = 0; ///< those that are there
    std::uint32_t gamma = 0;
    std::array<std::uint32_t, 8> primaries{}; ///< x and y of white, red, green and blue
    std::uint32_t intent = 0;                 ///< of sRGB
    std::uint32_t cicp = 0;                   ///< four numbers of a byte, the first one highest

    bool has(Chunk chunk) const { return (chunks & chunk) != 0; }
    friend bool operator==(const PngColors&, const PngColors&) = default;
};

/// The colour information in a file.
struct ColorTag {
    bool srgb = false;
    std::vector<std::byte> profile{}; ///< ICC, of RGB; empty: none
    bool profile_of_gamma = false;    ///< made of `chunks`, so that PNG files do without it
    PngColors chunks{};               ///< kept ones of a PNG file

    friend bool operator==(const ColorTag&, const ColorTag&) = default;
};

/// Bytes of the largest profile that is kept or applied; profiles of printers have a few million.
inline constexpr std::size_t max_profile_bytes = std::size_t{4} << 20;

}
