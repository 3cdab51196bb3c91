#pragma once

#include "cpu/ball_sum.h"
#include "cpu/capture.h"
#include "cpu/trajectories.h"
#include "cpu/visited_table.h"
#include "reduction/reduction.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace huedrift {

/// The rounds of a mean shift: every trajectory of the frontier takes one step per round; those that reach a
/// fixed point or meet another leave it.
class MeanShift {
public:
    /// `starts` must outlive this. `memory_limit`: bytes for the table of visited states. Trajectories meet
    /// in states that differ in `ignored_bits` lower bits at most: 0 to be exact.
    MeanShift(const BallSum& ball_sum, std::span<const Position> starts, std::size_t memory_limit,
              int ignored_bits = 0);
    ~MeanShift();

    /// Keeps W(c) of every start, the divisor of its first step, for densities(). Call it before run().
    void keep_densities() { densities_.assign(frontier_.size(), 0); }
    /// Steps until every trajectory has stopped, or `max_iterations` times.
    void run(std::optional<std::uint32_t> max_iterations, Progress& progress, Statistics& statistics);

    // The same in parts, where some trajectories need not be followed.
    /// The first step of all trajectories; keeps densities and heights. Afterwards all wait except those that
    /// have stopped.
    void first_step(Progress& progress, Statistics& statistics);
    /// Follows these and those that they join; the others wait.
    void follow(std::span<const std::uint32_t> trajectories, Progress& progress, Statistics& statistics);
    /// Follows all that wait; with `capture`, only until it proves where they end.
    void follow_all(const Capture* capture, Progress& progress, Statistics& statistics);
    /// Makes captured trajectories that these joined wait again, to be followed to the end.
    void release(std::span<const std::uint32_t> trajectories);
    /// Per trajectory: the entry it was captured for, or Capture::none.
    std::span<const std::uint32_t> captured_by() const { return captured_by_; }
    /// f of each start.
    std::span<const double> heights() const { return heights_; }

    /// After run(): the modes' positions and, per start, which one it reached. Of a captured trajectory, the
    /// state at which it was captured.
    const Trajectories& resolve();
    /// The same after follow(), for one that it followed.
    Position mode_of(std::uint32_t trajectory) const;
    /// After a run() of at least one step; 0 for a start equal to an earlier one.
    std::span<const std::uint64_t> densities() const { return densities_; }

private:
    /// A range of the frontier that one task works on. Its survivors are stored from the same index on in the
    /// next frontier; `claims` lists them by the shard in which to look them up.
    struct Chunk {
        std::size_t survivors = 0, evaluations = 0;
        std::vector<std::uint32_t> claims;
        std::array<std::uint32_t, VisitedTable::shards + 1> shard_begin{};
    };
    struct Frontier {
        std::vector<Position> states;
        std::vector<std::uint32_t> trajectories;

        std::size_t size() const { return states.size(); }
        void resize(std::size_t size);
    };
    struct Worker;
    struct Workers;

    void remember_starts();
    void round(bool first, bool joining, Progress& progress, Statistics& statistics);
    void keep_values(const Worker& worker);
    bool captured(std::uint32_t trajectory, const Position& state, double height, std::uint64_t weight);
    double settled() const;
    void sort_frontier();
    /// Reports shares from `from` to `to`.
    void step(bool first, double from, double to, Progress& progress);
    void step_chunk(std::size_t chunk, bool first, Worker& worker, const Progress& progress);
    void list_claims(std::size_t chunk);
    bool joins(std::uint32_t trajectory, std::uint32_t first_there) const;
    void claim_all();
    void compact();
    void divide();

    const BallSum& ball_sum_;
    std::span<const Position> starts_;
    int ignored_bits_;
    Trajectories trajectories_;
    VisitedTable visited_;
    Frontier frontier_, next_;
    std::vector<std::uint64_t> keys_;
    std::vector<Chunk> chunks_;
    std::size_t chunk_states_ = 0;         ///< of each but the last
    std::vector<std::uint64_t> densities_; ///< empty: not asked for

    // For capturing.
    Frontier waiting_;
    std::vector<double> heights_; ///< empty: not asked for
    std::vector<std::uint32_t> captured_by_;
    std::vector<bool> waits_;
    const Capture* capture_ = nullptr;

    std::uint32_t rounds_ = 0;
    std::unique_ptr<Workers> workers_;
};

}
