#include "cpu/visited_table.h"

#include <cassert>

namespace huedrift {

std::uint64_t VisitedTable::hash(const Position& p) {
    const auto word = [](std::int32_t x) { return std::uint64_t{static_cast<std::uint32_t>(x)}; };
    std::uint64_t h = (word(p.l) << 32 | word(p.a)) * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 32 ^ word(p.b)) * 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

/// The slot that holds `state`, or the empty one where it belongs; linear probing. Not for a table without
/// slots.
std::size_t VisitedTable::find(const std::vector<Slot>& slots, const Position& state) {
    const std::size_t mask = slots.size() - 1;
    std::size_t i = hash(state) >> 5 & mask;
    while (slots[i].trajectory != empty && slots[i].state != state) i = (i + 1) & mask;
    return i;
}

bool VisitedTable::make_room(Shard& shard) const {
    if (shard.used * 8 < shard.slots.size() * 5) return true;
    const std::size_t size = shard.slots.empty() ? 256 : 2 * shard.slots.size();
    // The old slots live until all of them have moved.
    if ((size + shard.slots.size()) * sizeof(Slot) > shard_limit_) return false;
    std::vector<Slot> larger(size);
    for (const Slot& slot : shard.slots)
        if (slot.trajectory != empty) larger[find(larger, slot.state)] = slot;
    shard.slots = std::move(larger);
    return true;
}

void VisitedTable::prefetch(const Position& state, std::size_t shard) const {
    const std::vector<Slot>& slots = shards_[shard].slots;
    if (!slots.empty()) __builtin_prefetch(&slots[hash(state) >> 5 & (slots.size() - 1)]);
}

std::uint32_t VisitedTable::claim(const Position& state, std::uint32_t trajectory, std::size_t shard_index) {
    Shard& shard = shards_[shard_index];
    const bool room = make_room(shard);
    if (shard.slots.empty()) return trajectory;
    Slot& slot = shard.slots[find(shard.slots, state)];
    assert(slot.trajectory != trajectory && "F has no cycles, so no trajectory comes by a second time");
    if (slot.trajectory != empty) return slot.trajectory;
    if (room) {
        slot = {state, trajectory};
        ++shard.used;
    }
    return trajectory;
}

}
