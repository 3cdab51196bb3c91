#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// What is done with the colour profile of a picture. Only one of RGB can be kept, as results are RGB; others
/// are converted then, too.
enum class ProfileUse : std::uint32_t {
    convert, ///< its colours become those of sRGB
    keep,    ///< its numbers stay, and files of the result carry the same profile
    ignore,  ///< its numbers stay, as if they were sRGB
};

constexpr std::string_view name_of(ProfileUse use) {
    return use == ProfileUse::convert ? "convert" : use == ProfileUse::keep ? "keep" : "ignore";
}

/// The profile of a picture and what was done with it.
struct ProfileReport {
    enum class State : std::uint32_t {
        none,      ///< the picture has none
        converted, ///< to sRGB
        srgb,      ///< there was nothing to do: it is sRGB itself
        kept,
        ignored,
        unusable, ///< `name` says why; numbers stay as they are
    };
    State state = State::none;
    std::string name{}; ///< its own: "Display P3"
};

std::string_view name_of(ProfileReport::State state);

/// What a file says of its colours.
struct ColorTag {
    bool srgb = false;
    std::vector<std::byte> profile{}; ///< ICC, of RGB; empty: none

    friend bool operator==(const ColorTag&, const ColorTag&) = default;
};

/// Bytes of the largest profile that is kept or applied: those of printers have a few million.
inline constexpr std::size_t max_profile_bytes = std::size_t{4} << 20;

}
