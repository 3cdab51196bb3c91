#pragma once

#include "color/position.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace huedrift {

/// The first trajectory in each visited state. Divided into shards by the states' hash, which different
/// threads may use at the same time. A full table forgets the older half of its states; a trajectory that
/// reaches a forgotten state still meets the later states of the same path.
class VisitedTable {
public:
    static constexpr std::size_t shards = 32;

    /// `memory_limit` in bytes.
    explicit VisitedTable(std::size_t memory_limit);

    std::size_t shard_of(const Position& state) const { return hash(state) & (shards - 1); }

    /// Prefetches the memory of a state before claim().
    void prefetch(const Position& state, std::size_t shard) const;
    /// The trajectory that visited `state` first; `trajectory` itself if none is known.
    std::uint32_t claim(const Position& state, std::uint32_t trajectory, std::size_t shard);

private:
    struct Slot {
        Position state;
        std::uint32_t trajectory = empty;
    };
    using Slots = std::vector<Slot>; ///< none or a power of two
    struct Shard {
        Slots slots, older; ///< older: full and only searched
        std::size_t used = 0;
    };
    static constexpr std::uint32_t empty = 0xffffffff;

    static std::uint64_t hash(const Position& state) {
        const std::uint64_t h = hash_of(state);
        return h ^ h >> 32;
    }
    static std::size_t find(const Slots& slots, const Position& state);
    void make_room(Shard& shard) const;

    std::array<Shard, shards> shards_;
    std::size_t max_slots_; ///< per generation; 0: the table stays empty
};

}
