#include "reduction/settled_cells.h"

#include "base/parallel.h"

#include <algorithm>
#include <cassert>

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
    assert(std::has_single_bit(slots_.size()) && size_ < slots_.size());
    assert(key != 0);
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash(key) & mask;
    for (;; i = (i + 1) & mask) {
        const std::uint64_t there = slots_[i].key();
        if (there == key || there == 0) return i;
    }
}

void CubeTable::grow(std::size_t cubes) {
    constexpr std::size_t min_slots = 64;
    if (2 * cubes <= slots_.size()) return;
    std::vector<Slot> before = std::move(slots_);
    slots_.assign(std::max(min_slots, std::bit_ceil(2 * cubes)), {});
    std::erase_if(before, [](const Slot& slot) { return slot.entry == none; });
    put(before);
}

/// Each thread fills a part of the table. Cubes that find no empty slot before the end of their part are put
/// last, by one thread.
void CubeTable::put(std::span<const Slot> slots) {
    constexpr std::size_t min_slots_of_part = 1 << 12;
    const std::size_t parts = std::clamp(slots_.size() / min_slots_of_part, std::size_t{1},
                                         std::bit_floor(static_cast<std::size_t>(thread_count()))),
                      slots_of_part = slots_.size() / parts;
    std::vector<std::uint32_t> homes(slots.size());
    parallel_indices(slots.size(), 1 << 12, [&](std::size_t i) {
        homes[i] = hash(slots[i].key()) & static_cast<std::uint32_t>(slots_.size() - 1);
    });
    std::vector<std::vector<std::uint32_t>> late(parts);
    parallel_ranges(parts, 1, [&](std::size_t first, std::size_t last) {
        const std::size_t begin = first * slots_of_part, end = last * slots_of_part;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (homes[i] < begin || homes[i] >= end) continue;
            std::size_t slot = homes[i];
            while (slot < end && slots_[slot].key() != 0) ++slot;
            if (slot < end)
                slots_[slot] = slots[i];
            else
                late[first].push_back(static_cast<std::uint32_t>(i));
        }
    });
    for (const auto& of_part : late)
        for (const std::uint32_t i : of_part) {
            const std::size_t slot = slot_of(slots[i].key());
            assert(slots_[slot].key() == 0 && "cubes are new and distinct");
            slots_[slot] = slots[i];
        }
}

void CubeTable::add(std::span<const Cube> cubes, std::span<const std::uint32_t> entries) {
    assert(cubes.size() == entries.size());
    grow(size_ += cubes.size());
    std::vector<Slot> slots(cubes.size());
    parallel_indices(cubes.size(), 1 << 12,
                     [&](std::size_t i) { slots[i] = Slot::of(cubes[i].key(), entries[i]); });
    put(slots);
}

std::uint32_t CubeTable::find(const Cube& cube) const {
    return slots_.empty() ? none : slots_[slot_of(cube.key())].entry;
}

void SettledCells::add(std::span<const Cube> cubes, std::span<const std::uint32_t> entries) {
    if (cubes.empty()) return;
    assert(levels_.empty() || cubes.front().bits < levels_.back());
    table_.add(cubes, entries);
    levels_.push_back(cubes.front().bits);
}

}
