#include "reduction/settled_cells.h"

#include <algorithm>

namespace huedrift {
namespace {

// The same hash as in shaders/include/stepping.glsl.
std::uint32_t hash(std::uint64_t key) {
    std::uint32_t h = static_cast<std::uint32_t>(key) * 0x9e3779b1u;
    h = (h ^ (h >> 15) ^ static_cast<std::uint32_t>(key >> 32)) * 0x85ebca77u;
    return h ^ (h >> 15);
}

}

/// The slot of a key, or its empty slot.
std::size_t CubeTable::slot_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash(key) & mask;
    for (;; i = (i + 1) & mask) {
        const std::uint64_t there = std::uint64_t{slots_[i].key_high} << 32 | slots_[i].key_low;
        if (there == key || there == 0) return i;
    }
}

void CubeTable::reserve(std::size_t cubes) {
    constexpr std::size_t min_slots = 64;
    if (2 * cubes <= slots_.size()) return;
    const std::vector<Slot> before = std::move(slots_);
    slots_.assign(std::max(min_slots, std::bit_ceil(2 * cubes)), {});
    for (const Slot& slot : before)
        if (slot.entry != none) slots_[slot_of(std::uint64_t{slot.key_high} << 32 | slot.key_low)] = slot;
}

void CubeTable::add(const Cube& cube, std::uint32_t entry) {
    reserve(++size_);
    const std::uint64_t key = cube.key();
    slots_[slot_of(key)] = {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32), entry};
}

std::uint32_t CubeTable::find(const Cube& cube) const {
    return slots_.empty() ? none : slots_[slot_of(cube.key())].entry;
}

void SettledCells::add(std::span<const Cube> cubes, std::span<const std::uint32_t> entries) {
    if (cubes.empty()) return;
    table_.reserve(table_.size() + cubes.size());
    for (std::size_t i = 0; i < cubes.size(); ++i) table_.add(cubes[i], entries[i]);
    levels_.push_back(cubes.front().bits);
}

}
