#pragma once

#include "color/position.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace huedrift {

/// Which trajectory came first to a state. Divided into shards by the states' hash; different shards may be
/// used from different threads.
class VisitedTable {
public:
    static constexpr std::size_t shards = 32;

    /// `memory_limit` in bytes. Once it is used up no further state is remembered.
    explicit VisitedTable(std::size_t memory_limit) : shard_limit_(memory_limit / shards) {}

    static std::size_t shard_of(const Position& state) { return hash(state) & (shards - 1); }

    /// Asks for the memory behind a state ahead of claim().
    void prefetch(const Position& state, std::size_t shard) const;
    /// The trajectory that came to `state` first: `trajectory` itself if it is the first (or if there is no
    /// room left to remember it).
    std::uint32_t claim(const Position& state, std::uint32_t trajectory, std::size_t shard);

private:
    struct Slot {
        Position state;
        std::uint32_t trajectory = empty;
    };
    struct Shard {
        std::vector<Slot> slots; ///< none or a power of two
        std::size_t used = 0;
    };
    static constexpr std::uint32_t empty = 0xffffffff;

    static std::uint64_t hash(const Position& state);
    static std::size_t find(const std::vector<Slot>& slots, const Position& state);
    bool make_room(Shard& shard) const;

    std::array<Shard, shards> shards_;
    std::size_t shard_limit_;
};

}
