#pragma once

#include <cstddef>
#include <cstdint>

namespace huedrift {

/// A cube of a grid over positions, by its indices along the axes; a key for hash tables.
struct GridCell {
    std::int32_t l, a, b;
    friend bool operator==(const GridCell&, const GridCell&) = default;

    struct Hash {
        std::size_t operator()(const GridCell& cell) const {
            const auto word = [](std::int32_t x) { return std::uint64_t{static_cast<std::uint32_t>(x)}; };
            const std::uint64_t h = (word(cell.l) << 32 | word(cell.a)) * 0x9e3779b97f4a7c15u;
            return (h ^ h >> 32 ^ word(cell.b)) * 0xd6e8feb86659fd93u >> 16;
        }
    };
};

}
