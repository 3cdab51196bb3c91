#pragma once

#include "color/position.h"

#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// A cube of side 2^bits units, aligned to multiples of its side, given by its indices along the axes.
struct Cube {
    std::int32_t l, a, b;
    int bits; ///< min_bits to max_bits

    /// The range of bits. Smaller cubes would not fit into a key.
    static constexpr int min_bits = 4, max_bits = 23;

    /// The cube around the position of a colour or of a mean of colours.
    static constexpr Cube at(const Position& p, int bits) {
        assert(bits >= min_bits && bits <= max_bits);
        return {p.l >> bits, (p.a + half) >> bits, (p.b + half) >> bits, bits};
    }
    constexpr Position middle() const {
        const auto along = [&](std::int32_t index) { return (index << bits) + (1 << bits >> 1); };
        return {along(l), along(a) - half, along(b) - half};
    }
    /// The cube of side 2^larger_bits around this one.
    constexpr Cube within(int larger_bits) const {
        const int shift = larger_bits - bits;
        assert(shift >= 0);
        return {l >> shift, a >> shift, b >> shift, larger_bits};
    }
    /// A key that is distinct among all cubes of all sizes and never 0. The bit above the index along l gives
    /// the size.
    constexpr std::uint64_t key() const {
        assert(is_in_space() && bits >= min_bits && bits <= max_bits);
        const auto word = [](std::int32_t index) { return std::uint64_t{static_cast<std::uint32_t>(index)}; };
        return (std::uint64_t{1} << (25 - bits) | word(l)) << 42 | word(a) << 21 | word(b);
    }
    /// Whether colours can lie in it. Cubes beyond the faces of the colour space hold none.
    constexpr bool is_in_space() const { return l >= 0 && a >= 0 && b >= 0; }

private:
    static constexpr std::int32_t half = units_per_one / 2; ///< a multiple of every side
};

/// The palette entries of some cubes, as a hash table with linear probing that can be copied to a device.
class CubeTable {
public:
    static constexpr std::uint32_t none = 0xffffffff;

    /// As words of 32 bits, which is how a device reads it.
    struct Slot {
        std::uint32_t key_low = 0, key_high = 0; ///< 0: empty
        std::uint32_t entry = none;

        static constexpr Slot of(std::uint64_t key, std::uint32_t entry) {
            return {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32), entry};
        }
        constexpr std::uint64_t key() const { return std::uint64_t{key_high} << 32 | key_low; }
    };

    /// Adds cubes with their entries, on all threads. They must be new and distinct.
    void add(std::span<const Cube> cubes, std::span<const std::uint32_t> entries);
    /// The entry of a cube, or `none`.
    std::uint32_t find(const Cube& cube) const;
    /// The slots; their number is 0 or a power of two.
    std::span<const Slot> slots() const { return slots_; }
    std::size_t size() const { return size_; }

private:
    void grow(std::size_t cubes);
    void put(std::span<const Slot> slots);
    std::size_t slot_of(std::uint64_t key) const;

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

/// The cells that a refinement has settled so far: cubes of several sizes that do not overlap.
class SettledCells {
public:
    static constexpr std::uint32_t none = CubeTable::none;

    /// The entry of the settled cell around a position.
    std::uint32_t entry_at(const Position& position) const {
        for (const int bits : levels_)
            if (const std::uint32_t entry = table_.find(Cube::at(position, bits)); entry != none)
                return entry;
        return none;
    }
    /// The entry of the settled cell around a cube.
    std::uint32_t entry_around(const Cube& cube) const {
        for (const int bits : levels_)
            if (const std::uint32_t entry = table_.find(cube.within(bits)); entry != none) return entry;
        return none;
    }
    /// Adds cubes of a size smaller than all sizes before.
    void add(std::span<const Cube> cubes, std::span<const std::uint32_t> entries);

    const CubeTable& table() const { return table_; }
    /// The sizes of the cubes, as in Cube::bits, largest first.
    std::span<const int> levels() const { return levels_; }
    bool empty() const { return levels_.empty(); }

private:
    CubeTable table_;
    std::vector<int> levels_;
};

}
