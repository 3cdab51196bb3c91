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

/// A colour space by the numbers of ITU-T H.273.
struct Cicp {
    unsigned primaries = 2, transfer = 2; ///< 2: unspecified
};

/// What a file says of its colours, and its samples where 8 bits do not hold them.
struct StoredColors {
    std::optional<Cicp> cicp{};       ///< goes before a profile
    std::vector<std::byte> profile{}; ///< ICC; empty: none
    bool inks = false;                ///< the pixels are inverted CMYK
    std::shared_ptr<Rgba16[]> deep{}; ///< instead of the pixels, as many; null: those are whole
};

/// Applies, keeps or ignores what the file says of its colours, as `exchange` asks, and reports it there;
/// then `pixels` are RGBA of 8 bits. A profile that is kept goes to `profile_room`.
void settle_colors(StoredColors& colors, DecodeExchange& exchange, std::span<Rgba8> pixels,
                   std::span<std::byte> profile_room);

/// Reads what the C library asks the system for but once, before confine() forbids it.
void prepare_colors();

}
