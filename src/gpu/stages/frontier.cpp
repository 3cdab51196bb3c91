#include "gpu/stages/frontier.h"

#include "base/error.h"
#include "gpu/stages/analysis.h"
#include "shaders/stages/compact_frontier_params.h"
#include "shaders/stages/plan_slice_params.h"
#include "shaders/stages/resolve_modes_params.h"
#include "shaders/stages/seed_frontier_params.h"
#include "stage_shader_code.h"
#include "vulkan/device.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace huedrift::gpu {
namespace {

vulkan::Buffer table_of(const vulkan::Device& device, std::uint32_t slots) {
    return vulkan::Buffer(device, "visited states", slots * std::uint64_t{sizeof(VisitedState)});
}

vulkan::Buffer first_table(const vulkan::Device& device, std::uint32_t slots) {
    for (;; slots /= 2) {
        try {
            return table_of(device, slots);
        } catch (const OutOfMemory&) {
            // A smaller table merges fewer trajectories and changes no result.
            if (slots <= 1024) throw;
        }
    }
}

std::uint32_t slots_in(const vulkan::Buffer& table) {
    return static_cast<std::uint32_t>(table.bytes() / sizeof(VisitedState));
}

}

VisitedTables::VisitedTables(const vulkan::Device& device, const TableSlots& wanted)
    : table(first_table(device, wanted.first)), older(table_of(device, 1)) {
    begin(wanted);
}

void VisitedTables::begin(const TableSlots& wanted) {
    if (slots_in(table) < slots_in(older)) std::swap(table, older);
    slots = std::min(wanted.first, slots_in(table));
    older_slots = 0;
    most_slots = wanted.most;
}

void VisitedTables::turn_over(const vulkan::Device& device) {
    std::swap(table, older);
    older_slots = slots;
    const std::uint32_t wanted = std::min(2 * slots, most_slots);
    for (std::uint32_t next = wanted; slots_in(table) < next; next /= 2) {
        try {
            table = table_of(device, next);
        } catch (const OutOfMemory&) {
            // As above.
            if (next <= 1024) throw;
        }
    }
    slots = std::min(wanted, slots_in(table));
}

Trajectories::Trajectories(const vulkan::Device& device, std::uint32_t most, const TableSlots& slots,
                           std::uint32_t used_buckets)
    : capacity(most), count(most), l(numbers(device, "states.l", most)), a(numbers(device, "states.a", most)),
      b(numbers(device, "states.b", most)), parents(numbers(device, "parents", most)),
      frontier(numbers(device, "frontier", 2 * std::uint64_t{most})),
      loop(device, "loop state", sizeof(LoopState)),
      loop_readback(device, "loop state, read back", sizeof(LoopState), vulkan::Memory::readback),
      buckets(numbers(device, "buckets", most)), ranks(numbers(device, "ranks", most)),
      bucket_counts(numbers(device, "bucket counts", used_buckets)),
      bucket_begins(numbers(device, "bucket begins", used_buckets)), bucket_count(used_buckets),
      visited(device, slots) {}

void Trajectories::resize(std::uint32_t new_count, const TableSlots& slots, std::uint32_t used_buckets) {
    count = new_count;
    visited.begin(slots);
    bucket_count = std::min(used_buckets, static_cast<std::uint32_t>(bucket_counts.bytes() / 4));
}

namespace {

vulkan::BufferRange used(const VisitedTables& visited) {
    return {visited.table, 0, visited.slots * std::uint64_t{sizeof(VisitedState)}};
}

}

CompactFrontier::CompactFrontier(const vulkan::Device& device)
    : seed_(device, seed_frontier_shader()), plan_(device, plan_slice_shader()),
      compact_(device, compact_frontier_shader()) {}

void CompactFrontier::record_seed(vulkan::Recorder& recorder, const Points& points,
                                  Trajectories& trajectories, std::optional<std::uint32_t> rounds) const {
    trajectories.visited.older_slots = 0;
    recorder.dispatch(seed_,
                      {points.l, points.a, points.b, trajectories.l, trajectories.a, trajectories.b,
                       trajectories.parents, trajectories.frontier},
                      SeedFrontierParams{.count = trajectories.count}, trajectories.count);
    if (!rounds) recorder.fill(used(trajectories.visited), 0);
    LoopState state{};
    state.counts[0] = trajectories.count;
    state.steps = 1;
    state.rounds_left = rounds.value_or(UINT32_MAX);
    recorder.update({trajectories.loop, 0, sizeof state}, std::as_bytes(std::span(&state, 1)));
    recorder.barrier();
}

void CompactFrontier::record_forget(const vulkan::Device& device, vulkan::Recorder& recorder,
                                    Trajectories& trajectories) const {
    trajectories.visited.turn_over(device);
    recorder.fill(used(trajectories.visited), 0);
    constexpr std::uint32_t none = 0;
    recorder.update({trajectories.loop, offsetof(LoopState, inserted), sizeof none},
                    std::as_bytes(std::span(&none, 1)));
    recorder.barrier();
}

void CompactFrontier::record_plan(vulkan::Recorder& recorder, const Trajectories& trajectories,
                                  const SlicePlan& plan, std::uint32_t budget) const {
    recorder.dispatch(plan_, {trajectories.loop}, PlanSliceParams{.plan = plan, .budget = budget}, 1);
    recorder.barrier();
}

void CompactFrontier::record(vulkan::Recorder& recorder, const Trajectories& trajectories,
                             const SlicePlan& plan, bool merge) const {
    const VisitedTables& visited = trajectories.visited;
    const CompactFrontierParams params{.plan = plan,
                                       .capacity = trajectories.count,
                                       .table_slots = merge ? visited.slots : 0,
                                       .older_slots = visited.older_slots,
                                       .owner_bits =
                                           static_cast<std::uint32_t>(std::bit_width(trajectories.count))};
    recorder.dispatch_indirect(compact_,
                               {trajectories.loop, trajectories.frontier, trajectories.l, trajectories.a,
                                trajectories.b, trajectories.parents, visited.table, visited.older},
                               params, trajectories.loop, offsetof(LoopState, compact_groups));
    recorder.barrier();
}

namespace {

SortFrontierParams params_for(const Analysis& analysis, const Trajectories& trajectories) {
    const CellGrid grid = cell_grid(analysis.box, trajectories.bucket_count);
    return {.capacity = trajectories.count,
            .cell = static_cast<std::int32_t>(grid.cell),
            .low_l = grid.low.l - analysis.origin.l,
            .low_a = grid.low.a - analysis.origin.a,
            .low_b = grid.low.b - analysis.origin.b,
            .cells_l = grid.cells_l,
            .cells_a = grid.cells_a,
            .cells_b = grid.cells_b};
}

}

SortFrontier::SortFrontier(const vulkan::Device& device)
    : count_(device, count_buckets_shader()), place_(device, place_buckets_shader()),
      sort_(device, sort_frontier_shader()) {}

void SortFrontier::record_clear(vulkan::Recorder& recorder, const Trajectories& trajectories) const {
    recorder.fill({trajectories.bucket_counts, 0, 4 * std::uint64_t{trajectories.bucket_count}}, 0);
    recorder.barrier();
}

void SortFrontier::record(vulkan::Recorder& recorder, const Analysis& analysis,
                          const Trajectories& trajectories) const {
    const SortFrontierParams params = params_for(analysis, trajectories);
    constexpr std::uint64_t groups = offsetof(LoopState, sort_groups);
    recorder.dispatch_indirect(count_,
                               {trajectories.loop, trajectories.frontier, trajectories.l, trajectories.a,
                                trajectories.b, trajectories.bucket_counts, trajectories.ranks,
                                trajectories.buckets},
                               params, trajectories.loop, groups);
    recorder.barrier();
    recorder.dispatch_indirect(place_,
                               {trajectories.loop, trajectories.bucket_counts, trajectories.bucket_begins},
                               {}, trajectories.loop, offsetof(LoopState, place_groups));
    recorder.barrier();
    recorder.dispatch_indirect(sort_,
                               {trajectories.loop, trajectories.frontier, trajectories.bucket_begins,
                                trajectories.ranks, trajectories.buckets},
                               params, trajectories.loop, groups);
    recorder.barrier();
}

ResolveModes::ResolveModes(const vulkan::Device& device) : pass_(device, resolve_modes_shader()) {}

void ResolveModes::record(vulkan::Recorder& recorder, const Trajectories& trajectories) const {
    for (int pass = 0; pass < RESOLVE_MODES_PASSES; ++pass) {
        recorder.dispatch_indirect(pass_, {trajectories.parents},
                                   ResolveModesParams{.count = trajectories.count}, trajectories.loop,
                                   offsetof(LoopState, resolve_groups));
        recorder.barrier();
    }
}

}
