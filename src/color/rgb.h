#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace huedrift {

/// An 8-bit colour without alpha.
struct Rgb {
    std::uint8_t r = 0, g = 0, b = 0;

    /// 0xRRGGBB: the colour's index in every table over all 2^24 colours.
    constexpr std::uint32_t code() const { return std::uint32_t{r} << 16 | std::uint32_t{g} << 8 | b; }
    static constexpr Rgb from_code(std::uint32_t code) {
        return {static_cast<std::uint8_t>(code >> 16), static_cast<std::uint8_t>(code >> 8),
                static_cast<std::uint8_t>(code)};
    }
    friend constexpr auto operator<=>(const Rgb&, const Rgb&) = default;
};

/// "#rrggbb" in lower case.
std::string hex_code(Rgb color);
/// Parses "rrggbb" in any case, with or without "#". Returns none for any other text.
std::optional<Rgb> rgb_from_hex(std::string_view text);

inline constexpr std::uint32_t rgb_codes = 1u << 24;

}
