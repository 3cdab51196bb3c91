#include "vulkan/stages/runs.h"

#include "base/error.h"
#include "gpu/device.h"
#include "shaders/stages/compact_frontier_params.h"

namespace huedrift::gpu {
namespace {

Buffer allocate_table(const Device& device, std::uint32_t slots) {
    for (;; slots /= 2) {
        try {
            return Buffer(device, "visited states", slots * std::uint64_t{sizeof(VisitedState)});
        } catch (const Error&) {
            // A smaller table merges fewer runs and changes no result.
            if (slots <= 1024) throw;
        }
    }
}

}

Runs::Runs(const Device& device, std::uint32_t runs, std::uint32_t table_slots, std::uint32_t buckets)
    : count(runs), slots(0), l(device, "states.l", 4 * std::uint64_t{runs}),
      a(device, "states.a", 4 * std::uint64_t{runs}), b(device, "states.b", 4 * std::uint64_t{runs}),
      end_l(device, "ends.l", 4 * std::uint64_t{runs}), end_a(device, "ends.a", 4 * std::uint64_t{runs}),
      end_b(device, "ends.b", 4 * std::uint64_t{runs}), parents(device, "parents", 4 * std::uint64_t{runs}),
      frontier(device, "frontier", 8 * std::uint64_t{runs}), table(allocate_table(device, table_slots)),
      loop(device, "loop state", sizeof(LoopState)),
      loop_readback(device, "loop state, read back", sizeof(LoopState), Memory::readback),
      ends(device, "ends", 4 * std::uint64_t{runs}),
      pixels_high(device, "pixels, high", 4 * std::uint64_t{runs}),
      bucket_counts(device, "bucket counts", 4 * std::uint64_t{buckets}),
      bucket_begins(device, "bucket begins", 4 * std::uint64_t{buckets}),
      mode_of(device, "modes of colours", 4 * std::uint64_t{runs}),
      mode_of_readback(device, "modes of colours, read back", 4 * std::uint64_t{runs}, Memory::readback) {
    slots = static_cast<std::uint32_t>(table.bytes() / sizeof(VisitedState));
}

}
