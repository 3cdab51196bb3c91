#pragma once

#include "color/position.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace huedrift {

/// Which trajectory visited a state first. Divided into shards by the states' hash; different shards may be
/// used from different threads. Once the memory is used up, the older half of the states is forgotten: a
/// trajectory that reaches one later still meets the states that follow it, which are remembered.
class VisitedTable {
public:
    static constexpr std::size_t shards = 32;

    /// `memory_limit` in bytes.
    explicit VisitedTable(std::size_t memory_limit);

    std::size_t shard_of(const Position& state) const { return hash(state) & (shards - 1); }

    /// Prefetches the memory of a state before claim().
    void prefetch(const Position& state, std::size_t shard) const;
    /// The trajectory that visited `state` first; `trajectory` itself if none is remembered.
    std::uint32_t claim(const Position& state, std::uint32_t trajectory, std::size_t shard);

private:
    struct Slot {
        Position state;
        std::uint32_t trajectory = empty;
    };
    using Slots = std::vector<Slot>; ///< none or a power of two
    struct Shard {
        Slots slots, older; ///< older: full, only searched
        std::size_t used = 0;
    };
    static constexpr std::uint32_t empty = 0xffffffff;

    static std::uint64_t hash(const Position& state);
    static std::size_t find(const Slots& slots, const Position& state);
    void make_room(Shard& shard) const;

    std::array<Shard, shards> shards_;
    std::size_t max_slots_; ///< of a generation; 0: nothing is remembered
};

}
