#pragma once

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
    std::string name{}; ///< the profile's own name, such as "Display P3"
};

std::string_view name_of(ProfileReport::State state);

/// The colour information in a file.
struct ColorTag {
    bool srgb = false;
    std::vector<std::byte> profile{}; ///< ICC, of RGB; empty: none

    friend bool operator==(const ColorTag&, const ColorTag&) = default;
};

/// Bytes of the largest profile that is kept or applied; profiles of printers have a few million.
inline constexpr std::size_t max_profile_bytes = std::size_t{4} << 20;

}
