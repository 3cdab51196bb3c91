#include "vulkan/stages/trajectories.h"

#include "base/device_error.h"
#include "gpu/device.h"
#include "shaders/stages/compact_frontier_params.h"

namespace huedrift::gpu {
namespace {

VisitedTables allocate_tables(const Device& device, std::uint32_t slots) {
    for (;; slots /= 2) {
        try {
            const std::uint64_t bytes = slots * std::uint64_t{sizeof(VisitedState)};
            return {Buffer(device, "visited states", bytes), Buffer(device, "older visited states", bytes)};
        } catch (const OutOfMemory&) {
            // A smaller table merges fewer trajectories and changes no result.
            if (slots <= 1024) throw;
        }
    }
}

Buffer numbers(const Device& device, const char* name, std::uint64_t count) {
    return Buffer(device, name, 4 * count);
}

}

Trajectories::Trajectories(const Device& device, std::uint32_t trajectories, std::uint32_t slots,
                           std::uint32_t buckets)
    : count(trajectories), l(numbers(device, "states.l", count)), a(numbers(device, "states.a", count)),
      b(numbers(device, "states.b", count)), parents(numbers(device, "parents", count)),
      loop(device, "loop state", sizeof(LoopState)),
      loop_readback(device, "loop state, read back", sizeof(LoopState), Memory::readback),
      bucket_counts(numbers(device, "bucket counts", buckets)),
      bucket_begins(numbers(device, "bucket begins", buckets)), visited(allocate_tables(device, slots)),
      densities(numbers(device, "densities", 2 * std::uint64_t{count})),
      root_numbers(numbers(device, "root numbers", count)), root_l(numbers(device, "roots.l", count)),
      root_a(numbers(device, "roots.a", count)), root_b(numbers(device, "roots.b", count)),
      pixels_high(numbers(device, "pixels, high", count)),
      mode_of_readback(device, "modes of colours, read back", 4 * std::uint64_t{count}, Memory::readback),
      two_each_(numbers(device, "frontier, tallies", 2 * std::uint64_t{count})),
      one_each_(numbers(device, "ranks, modes of colours", count)) {}

std::uint32_t VisitedTables::slots() const {
    return static_cast<std::uint32_t>(table.bytes() / sizeof(VisitedState));
}

}
