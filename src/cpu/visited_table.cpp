#include "cpu/visited_table.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace huedrift {
namespace {

constexpr std::size_t min_slots = 256;

}

VisitedTable::VisitedTable(std::size_t memory_limit) {
    // Two generations, and half of a third that lives until its states have been moved.
    const std::size_t slots = memory_limit / shards * 2 / 5 / sizeof(Slot);
    max_slots_ = slots < min_slots ? 0 : std::bit_floor(slots);
}

/// The slot of `state`, or its empty slot; linear probing. Only for a table with slots.
std::size_t VisitedTable::find(const Slots& slots, const Position& state) {
    assert(std::has_single_bit(slots.size()));
    const std::size_t mask = slots.size() - 1;
    std::size_t i = hash(state) >> 5 & mask;
    while (slots[i].trajectory != empty && slots[i].state != state) i = (i + 1) & mask;
    return i;
}

/// Makes room for one more state. Only if max_slots_ is not 0.
void VisitedTable::make_room(Shard& shard) const {
    assert(max_slots_ > 0 && shard.used <= shard.slots.size());
    if (shard.used * 8 < shard.slots.size() * 5) return;
    if (shard.slots.size() == max_slots_) {
        shard.older = std::exchange(shard.slots, Slots(max_slots_));
        shard.used = 0;
        return;
    }
    Slots larger(std::max(min_slots, 2 * shard.slots.size()));
    for (const Slot& slot : shard.slots)
        if (slot.trajectory != empty) larger[find(larger, slot.state)] = slot;
    shard.slots = std::move(larger);
}

void VisitedTable::prefetch(const Position& state, std::size_t shard) const {
    const std::uint64_t h = hash(state);
    for (const Slots* const slots : {&shards_[shard].slots, &shards_[shard].older})
        if (!slots->empty()) __builtin_prefetch(&(*slots)[h >> 5 & (slots->size() - 1)]);
}

std::uint32_t VisitedTable::claim(const Position& state, std::uint32_t trajectory, std::size_t shard_index) {
    assert(shard_index == shard_of(state) && trajectory != empty);
    if (max_slots_ == 0) return trajectory;
    Shard& shard = shards_[shard_index];
    make_room(shard);
    Slot& slot = shard.slots[find(shard.slots, state)];
    if (slot.trajectory == empty) {
        const Slot* const before = shard.older.empty() ? nullptr : &shard.older[find(shard.older, state)];
        slot = {state, before && before->trajectory != empty ? before->trajectory : trajectory};
        ++shard.used;
        return slot.trajectory;
    }
    assert(slot.trajectory != trajectory && "F has no cycles, so no trajectory visits a state twice");
    return slot.trajectory;
}

}
