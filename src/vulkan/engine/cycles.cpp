#include "vulkan/engine/cycles.h"

#include <algorithm>
#include <numeric>

namespace huedrift::gpu {
namespace {

/// Brent's search for a cycle, fed with one state after the other.
class CycleSearch {
public:
    explicit CycleSearch(const Position& start) : checkpoint_(start), smallest_(start) {}

    bool found() const { return found_; }
    /// Of the cycle, once it is found.
    const Position& smallest() const { return smallest_; }

    void step_to(const Position& state) {
        if (state == checkpoint_) {
            found_ = true;
            return;
        }
        smallest_ = std::min(smallest_, state);
        if (++steps_ == reach_) {
            checkpoint_ = smallest_ = state;
            reach_ *= 2;
            steps_ = 0;
        }
    }

private:
    Position checkpoint_, smallest_;
    std::uint64_t steps_ = 0, reach_ = 1;
    bool found_ = false;
};

void settle_few(const Loop& loop, std::span<const std::uint32_t> runs, Progress& progress) {
    std::vector<CycleSearch> searches;
    for (const Position& state : step_runs(loop, runs)) searches.emplace_back(state);
    while (
        !std::all_of(searches.begin(), searches.end(), [](const CycleSearch& one) { return one.found(); })) {
        progress.throw_if_cancelled();
        const std::vector<Position> states = step_runs(loop, runs);
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (!searches[i].found()) searches[i].step_to(states[i]);
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::uint64_t offset = 4 * std::uint64_t{runs[i]};
        const Position& smallest = searches[i].smallest();
        upload(loop.device, {loop.runs.l, offset, 4}, std::as_bytes(std::span(&smallest.l, 1)));
        upload(loop.device, {loop.runs.a, offset, 4}, std::as_bytes(std::span(&smallest.a, 1)));
        upload(loop.device, {loop.runs.b, offset, 4}, std::as_bytes(std::span(&smallest.b, 1)));
    }
}

}

void settle_cycles(const Loop& loop, std::span<const std::uint32_t> runs, Progress& progress) {
    constexpr std::size_t at_a_time = 1024;
    for (std::size_t done = 0; done < runs.size(); done += at_a_time)
        settle_few(loop, runs.subspan(done, std::min(at_a_time, runs.size() - done)), progress);
}

std::vector<std::uint32_t> open_rings(std::span<std::uint32_t> parents) {
    enum : std::uint8_t { unseen, on_path, seen };
    std::vector<std::uint8_t> marks(parents.size(), unseen);
    std::vector<std::uint32_t> opened;
    for (std::uint32_t start = 0; start < parents.size(); ++start) {
        std::vector<std::uint32_t> path;
        std::uint32_t run = start;
        for (; marks[run] == unseen; run = parents[run]) {
            marks[run] = on_path;
            path.push_back(run);
        }
        if (marks[run] == on_path && parents[run] != run) {
            std::uint32_t smallest = run;
            for (std::uint32_t other = parents[run]; other != run; other = parents[other])
                smallest = std::min(smallest, other);
            parents[smallest] = smallest;
            opened.push_back(smallest);
        }
        for (const std::uint32_t passed : path) marks[passed] = seen;
    }
    return opened;
}

}
