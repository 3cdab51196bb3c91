#include "cpu/mean_shift.h"

#include "base/parallel.h"
#include "base/threads.h"
#include "color/position.h"
#include "reduction/engine.h"
#include "reduction/trajectory.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <hwy/contrib/sort/vqsort.h>
#include <numeric>
#include <utility>

namespace huedrift {

/// Sort keys that put states in Morton order: 39 bits of the curve (13 per axis, cells of 2^-13) above a
/// state's index, so that keys are distinct and a plain sort of integers carries the indices along.
namespace curve_order {

inline constexpr int number_bits = 24;
inline constexpr std::uint64_t number_mask = (1u << number_bits) - 1;

constexpr std::uint64_t key(const Position& p, std::uint32_t number) {
    assert(number <= number_mask);
    constexpr std::int32_t half = units_per_one / 2;
    const auto cell = [](std::int32_t coordinate) {
        return static_cast<std::uint32_t>(std::clamp(coordinate >> 11, 0, (1 << 13) - 1));
    };
    return morton_code(cell(p.l), cell(p.a + half), cell(p.b + half)) << number_bits | number;
}

constexpr std::uint32_t number(std::uint64_t key) { return static_cast<std::uint32_t>(key & number_mask); }

}

namespace {

/// States per task: enough to fill packets, few enough to balance the work and to cancel quickly. In a small
/// frontier few enough to give every thread some.
constexpr std::size_t max_states_of_task = 1024, min_states_of_task = 16, tasks_per_thread = 4;

constexpr std::uint32_t gone = 0xffffffff;

}

/// A task's part of the frontier in curve order, and working memory to evaluate it.
struct MeanShift::Worker {
    std::vector<Position> states, next;
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> trajectories;
    BallSumLists lists;

    void clear() {
        states.clear();
        keys.clear();
        trajectories.clear();
    }
};

/// Workers that keep their memory between tasks, as many as tasks run at the same time.
class MeanShift::Workers {
public:
    std::unique_ptr<Worker> take() {
        const Lock lock(mutex_);
        if (idle_.empty()) return std::make_unique<Worker>();
        std::unique_ptr<Worker> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
    }
    void give_back(std::unique_ptr<Worker> worker) {
        const Lock lock(mutex_);
        idle_.push_back(std::move(worker));
    }

private:
    Mutex mutex_;
    std::vector<std::unique_ptr<Worker>> idle_;
};

void MeanShift::Frontier::resize(std::size_t size) {
    states.resize(size);
    trajectories.resize(size);
}

MeanShift::MeanShift(const BallSum& ball_sum, std::span<const Position> starts, const Follower::Route& route,
                     std::size_t memory_limit)
    : ball_sum_(ball_sum), route_(route), ends_(Follower::ends_at(starts)),
      visited_(memory_limit), frontier_{ends_.states, ends_.roots}, workers_(std::make_unique<Workers>()) {
    assert(starts.size() <= curve_order::number_mask + 1);
}

MeanShift::~MeanShift() = default;

void MeanShift::divide() {
    chunk_states_ = std::clamp(frontier_.size() / (tasks_per_thread * std::size_t(thread_count())),
                               min_states_of_task, max_states_of_task);
    chunks_.resize((frontier_.size() + chunk_states_ - 1) / chunk_states_);
}

Follower::Ends MeanShift::run(std::optional<std::uint32_t> max_iterations, Progress& progress) {
    assert(ends_.rounds == 0 && "runs once");
    if (!max_iterations) remember_starts();
    for (std::uint32_t i = 0; frontier_.size() != 0 && i != max_iterations.value_or(gone); ++i)
        round(!max_iterations, progress);
    for (std::size_t i = 0; i < frontier_.size(); ++i)
        ends_.states[frontier_.trajectories[i]] = frontier_.states[i];
    resolve();
    progress.report(1);
    return std::move(ends_);
}

/// Gives each trajectory the state and the root at the end of its chain of meetings. F has no cycles, so
/// chains end.
void MeanShift::resolve() {
    assert(ends_.roots.size() == ends_.states.size());
    std::vector<std::uint32_t>& roots = ends_.roots;
    for (std::uint32_t start = 0; start < roots.size(); ++start) {
        std::uint32_t root = start;
        while (roots[root] != root) {
            root = roots[root];
            assert(root < roots.size() && root != start && "F has no cycles");
        }
        for (std::uint32_t trajectory = start; trajectory != root;)
            trajectory = std::exchange(roots[trajectory], root);
        ends_.states[start] = ends_.states[root];
    }
}

/// With an iteration limit, trajectories that meet after different numbers of steps end at different states,
/// so `joining` is off; step_chunk() still joins those that meet at the same step.
void MeanShift::round(bool joining, Progress& progress) {
    sort_frontier();
    const double before = ends_.rounds == 0 ? 0 : work_share(ends_.rounds, ended());
    ++ends_.rounds;
    step(before, work_share(ends_.rounds, ended()), progress);
    progress.throw_if_cancelled();
    if (joining) claim_all();
    compact();
    for (const Chunk& chunk : chunks_) ends_.evaluations += chunk.evaluations;
    progress.report(work_share(ends_.rounds, ended()));
}

bool MeanShift::ends_at(const Position& state) const {
    return route_.settled && route_.settled->entry_at(state) != SettledCells::none;
}

double MeanShift::ended() const { return 1 - double(frontier_.size()) / double(ends_.states.size()); }

/// Enters the starts: a trajectory that reaches a start later joins the one that began there.
void MeanShift::remember_starts() {
    next_ = frontier_;
    divide();
    parallel_indices(chunks_.size(), 4, [&](std::size_t chunk) {
        chunks_[chunk].survivors = std::min(chunk_states_, frontier_.size() - chunk * chunk_states_);
        list_claims(chunk);
    });
    claim_all();
}

void MeanShift::sort_frontier() {
    keys_.resize(frontier_.size());
    parallel_indices(keys_.size(), 1 << 14, [&](std::size_t i) {
        keys_[i] = curve_order::key(frontier_.states[i], static_cast<std::uint32_t>(i));
    });
    hwy::Sorter()(keys_.data(), keys_.size(), hwy::SortAscending());
}

void MeanShift::step(double from, double to, Progress& progress) {
    next_.resize(frontier_.size());
    divide();
    std::atomic<std::size_t> done = 0;
    const ThreadMark reporter;
    parallel_ranges(chunks_.size(), 1, [&](std::size_t begin, std::size_t end) {
        std::unique_ptr<Worker> worker = workers_->take();
        for (std::size_t chunk = begin; chunk < end && !progress.cancelled(); ++chunk) {
            step_chunk(chunk, *worker, progress);
            const double share = double(++done) / double(chunks_.size());
            if (reporter.is_here()) progress.report(from + (to - from) * share);
        }
        workers_->give_back(std::move(worker));
    });
}

void MeanShift::step_chunk(std::size_t chunk, Worker& worker, const Progress& progress) {
    const std::size_t begin = chunk * chunk_states_, end = std::min(begin + chunk_states_, frontier_.size());
    worker.clear();
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t number = curve_order::number(keys_[i]);
        const Position& state = frontier_.states[number];
        const std::uint32_t trajectory = frontier_.trajectories[number];
        // The keys of equal states differ only in their indices, so most are neighbours now.
        if (!worker.states.empty() && worker.states.back() == state) {
            ends_.roots[trajectory] = worker.trajectories.back();
            continue;
        }
        worker.states.push_back(state);
        worker.trajectories.push_back(trajectory);
        worker.keys.push_back(keys_[i]);
    }
    assert(begin < end);
    worker.next.resize(worker.states.size());
    ball_sum_.evaluate(worker.states, worker.keys, worker.next, worker.lists, progress);
    if (progress.cancelled()) return;

    std::size_t survivor = begin;
    for (std::size_t i = 0; i < worker.states.size(); ++i) {
        Position next = worker.next[i];
        if (route_.rounded) next = rounded_step(worker.states[i], next);
        if (next == worker.states[i] || ends_at(next)) {
            ends_.states[worker.trajectories[i]] = next;
        } else {
            next_.states[survivor] = next;
            next_.trajectories[survivor++] = worker.trajectories[i];
        }
    }
    assert(survivor <= end);
    chunks_[chunk].survivors = survivor - begin;
    chunks_[chunk].evaluations = worker.states.size();
    list_claims(chunk);
}

/// Sorts a chunk's survivors by the shard of their states (a counting sort).
void MeanShift::list_claims(std::size_t index) {
    Chunk& chunk = chunks_[index];
    const std::size_t begin = index * chunk_states_, end = begin + chunk.survivors;
    std::array<std::uint32_t, VisitedTable::shards + 1> offsets{};
    for (std::size_t i = begin; i < end; ++i) ++offsets[visited_.shard_of(next_.states[i]) + 1];
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    assert(offsets.back() == chunk.survivors);
    chunk.shard_begin = offsets;
    chunk.claims.resize(chunk.survivors);
    for (std::size_t i = begin; i < end; ++i)
        chunk.claims[offsets[visited_.shard_of(next_.states[i])]++] = static_cast<std::uint32_t>(i);
}

/// Looks up the survivors' states. All but the first in a state leave the frontier. One task per shard goes
/// through the chunks in order, so the result does not depend on the threads.
void MeanShift::claim_all() {
    parallel_indices(VisitedTable::shards, 1, [&](std::size_t shard) {
        for (const Chunk& chunk : chunks_) {
            const auto begin = chunk.claims.begin() + chunk.shard_begin[shard];
            const auto end = chunk.claims.begin() + chunk.shard_begin[shard + 1];
            for (auto i = begin; i != end; ++i) visited_.prefetch(next_.states[*i], shard);
            for (auto i = begin; i != end; ++i) {
                std::uint32_t& trajectory = next_.trajectories[*i];
                const std::uint32_t first_there = visited_.claim(next_.states[*i], trajectory, shard);
                if (first_there == trajectory) continue;
                ends_.roots[trajectory] = first_there;
                trajectory = gone;
            }
        }
    });
}

/// Makes the survivors the frontier.
void MeanShift::compact() {
    std::size_t size = 0;
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
        const std::size_t begin = chunk * chunk_states_, end = begin + chunks_[chunk].survivors;
        for (std::size_t i = begin; i < end; ++i) {
            assert(size <= i);
            if (next_.trajectories[i] == gone) continue;
            frontier_.states[size] = next_.states[i];
            frontier_.trajectories[size++] = next_.trajectories[i];
        }
    }
    frontier_.resize(size);
}

}
