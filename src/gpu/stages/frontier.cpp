#include "gpu/stages/frontier.h"

#include "base/error.h"
#include "shaders/stages/compact_frontier_params.h"
#include "vulkan/device.h"

#include <algorithm>

namespace huedrift::gpu {

namespace {

VisitedTables allocate_tables(const vulkan::Device& device, std::uint32_t slots) {
    for (;; slots /= 2) {
        try {
            const std::uint64_t bytes = slots * std::uint64_t{sizeof(VisitedState)};
            return {vulkan::Buffer(device, "visited states", bytes),
                    vulkan::Buffer(device, "older visited states", bytes), false, slots};
        } catch (const OutOfMemory&) {
            // A smaller table merges fewer trajectories and changes no result.
            if (slots <= 1024) throw;
        }
    }
}

vulkan::Buffer numbers(const vulkan::Device& device, const char* name, std::uint64_t count) {
    return vulkan::Buffer(device, name, 4 * count);
}

}

Trajectories::Trajectories(const vulkan::Device& device, std::uint32_t most, std::uint32_t slots,
                           std::uint32_t used_buckets)
    : capacity(most), count(most), l(numbers(device, "states.l", most)), a(numbers(device, "states.a", most)),
      b(numbers(device, "states.b", most)), parents(numbers(device, "parents", most)),
      frontier(numbers(device, "frontier", 2 * std::uint64_t{most})),
      loop(device, "loop state", sizeof(LoopState)),
      loop_readback(device, "loop state, read back", sizeof(LoopState), vulkan::Memory::readback),
      buckets(numbers(device, "buckets", most)), ranks(numbers(device, "ranks", most)),
      bucket_counts(numbers(device, "bucket counts", used_buckets)),
      bucket_begins(numbers(device, "bucket begins", used_buckets)), bucket_count(used_buckets),
      visited(allocate_tables(device, slots)) {}

void Trajectories::resize(std::uint32_t new_count, std::uint32_t table_slots, std::uint32_t used_buckets) {
    count = new_count;
    visited.slots =
        std::min(table_slots, static_cast<std::uint32_t>(visited.table.bytes() / sizeof(VisitedState)));
    bucket_count = std::min(used_buckets, static_cast<std::uint32_t>(bucket_counts.bytes() / 4));
}

}
