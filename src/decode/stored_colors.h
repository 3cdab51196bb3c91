#pragma once

#include "image/decode_exchange.h"
#include "image/image.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// One pixel of 16 bits a channel.
struct Rgba16 {
    std::uint16_t r = 0, g = 0, b = 0, a = 0;
};

/// The pixel in 8 bits a channel, rounded.
Rgba8 to_8_bits(const Rgba16& pixel);

/// A colour space in the numbers of ITU-T H.273.
struct Cicp {
    unsigned primaries = 2, transfer = 2; ///< 2: unspecified
};

/// The colour information of a file, and its samples if they have more than 8 bits.
struct StoredColors {
    std::optional<Cicp> cicp{};       ///< takes precedence over a profile
    PngColors png{};                  ///< sRGB, gamma and primaries give way to a profile
    std::vector<std::byte> profile{}; ///< ICC; empty: none
    bool inks = false;                ///< the pixels are inverted CMYK
    std::shared_ptr<Rgba16[]> deep{}; ///< replaces the pixels; null: 8 bits suffice
};

/// Applies, keeps or ignores the colour profile as `exchange` asks, and reports it there. `pixels` are RGBA
/// of 8 bits afterwards. A kept profile goes to `profile_room`.
void settle_colors(StoredColors& colors, DecodeExchange& exchange, std::span<Rgba8> pixels,
                   std::span<std::byte> profile_room);

/// Lets the C library ask the system for the facts that it reads only once, before confine() forbids it.
void prepare_colors();

}
