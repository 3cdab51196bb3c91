#pragma once

#include "gpu/stages/analysis.h"
#include "shaders/stages/compact_frontier_params.h"
#include "shaders/stages/loop_state.h"
#include "shaders/stages/sort_frontier_params.h"
#include "vulkan/buffer.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

#include <cstdint>
#include <optional>

namespace huedrift::gpu {

/// The number of slots of a table of visited states, powers of two: at first, and what it may grow to.
struct TableSlots {
    std::uint32_t first, most;
};

/// The first trajectory in each state. When the table is half full, its states become the older ones, and the
/// previous older ones are forgotten. The next table is twice as large, up to a limit, since the trajectories
/// visit so many states.
struct VisitedTables {
    /// With fewer slots if memory ends.
    VisitedTables(const vulkan::Device& device, const TableSlots& slots);

    /// Forgets all states, which no submission may use any more, and begins with other numbers of slots.
    void begin(const TableSlots& slots);
    /// Makes the states of the table the older ones. The next table has undefined contents. No submission may
    /// use the tables meanwhile. Without memory for a larger table it stays as it is.
    void turn_over(const vulkan::Device& device);

    vulkan::Buffer table, older;              ///< of VisitedState; `older` is only searched
    std::uint32_t slots = 0, older_slots = 0; ///< in use, powers of two; of `older` perhaps none
    std::uint32_t most_slots = 0;             ///< up to which it grows
};

/// The state and the parent of each trajectory, and the loop's own data.
struct Trajectories {
    /// `buckets`: of sort_frontier, a multiple of SORT_FRONTIER_BLOCK; 0 if it is never recorded.
    Trajectories(const vulkan::Device& device, std::uint32_t capacity, const TableSlots& slots,
                 std::uint32_t buckets);

    /// Sets another number of trajectories, up to the capacity, a suitable number of slots, and one of
    /// buckets, up to those allocated. No submission may use them meanwhile.
    void resize(std::uint32_t count, const TableSlots& slots, std::uint32_t buckets);

    std::uint32_t capacity, count;
    vulkan::Buffer l, a, b;  ///< states
    vulkan::Buffer parents;  ///< after resolve_modes: roots
    vulkan::Buffer frontier; ///< two arrays of trajectories
    vulkan::Buffer loop;     ///< LoopState
    vulkan::Buffer loop_readback;
    vulkan::Buffer buckets, ranks;               ///< of the frontier's trajectories, and in their buckets
    vulkan::Buffer bucket_counts, bucket_begins; ///< of sort_frontier
    std::uint32_t bucket_count = 0;              ///< used buckets
    VisitedTables visited;
};

/// Stage 6: ends the trajectories that are at rest or meet another one, and builds the next frontier and its
/// arguments. Includes seed_frontier, which starts all trajectories, and plan_slice, which begins a
/// submission.
class CompactFrontier {
public:
    explicit CompactFrontier(const vulkan::Device& device);

    /// Sets every trajectory to its point, puts all into the frontier and empties the table. `rounds`: the
    /// iteration limit, if any.
    void record_seed(vulkan::Recorder& recorder, const Points& points, Trajectories& trajectories,
                     std::optional<std::uint32_t> rounds) const;
    /// Forgets the older states and makes the states of the table the older ones
    /// (VisitedTables::turn_over()). A trajectory that meets a state later or never costs evaluations but
    /// changes no result.
    void record_forget(const vulkan::Device& device, vulkan::Recorder& recorder,
                       Trajectories& trajectories) const;
    void record_plan(vulkan::Recorder& recorder, const Trajectories& trajectories, const SlicePlan& plan,
                     std::uint32_t budget) const;
    /// `merge`: trajectories that meet share their future; only without an iteration limit.
    void record(vulkan::Recorder& recorder, const Trajectories& trajectories, const SlicePlan& plan,
                bool merge) const;

private:
    vulkan::Pass seed_, plan_, compact_;
};

/// Stage 7: gathers neighbouring trajectories of the frontier by counting them into buckets along
/// the gilbert curve. LoopState says whether it is due; it never changes a result.
class SortFrontier {
public:
    explicit SortFrontier(const vulkan::Device& device);

    /// Call it before the first record() of the loop.
    void record_clear(vulkan::Recorder& recorder, const Trajectories& trajectories) const;
    void record(vulkan::Recorder& recorder, const Analysis& analysis, const Trajectories& trajectories) const;

private:
    vulkan::Pass count_, place_, sort_;
};

/// Stage 8: finds the root of every trajectory by pointer jumping.
class ResolveModes {
public:
    explicit ResolveModes(const vulkan::Device& device);

    /// Dispatches LoopState::resolve_groups workgroups, which may be none. Afterwards parents are roots.
    void record(vulkan::Recorder& recorder, const Trajectories& trajectories) const;

private:
    vulkan::Pass pass_;
};

}
