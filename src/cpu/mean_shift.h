#pragma once

#include "cpu/ball_sum.h"
#include "cpu/trajectories.h"
#include "cpu/visited_table.h"
#include "reduction/reduction.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace huedrift {

/// The rounds of a mean shift: every trajectory on the frontier takes one step a round, those that came to
/// rest or met another leave it.
class MeanShift {
public:
    /// `memory_limit`: bytes for the table of visited states.
    MeanShift(const BallSum& ball_sum, std::span<const Position> starts, std::size_t memory_limit);
    ~MeanShift();

    /// Keeps W(c) of every start for densities(): the divisor of its first step. Before run().
    void keep_densities() { densities_.assign(frontier_.size(), 0); }
    /// Steps until every trajectory has stopped, or `max_iterations` times.
    void run(std::optional<std::uint32_t> max_iterations, Progress& progress, Statistics& statistics);
    /// After run(): the modes' positions and, per start, which it ended at.
    const Trajectories& resolve();
    /// After a run() of one step at least; 0 for a start that stands where an earlier one does.
    std::span<const std::uint64_t> densities() const { return densities_; }

private:
    /// A stretch of the frontier that one task works on. Its survivors stand at the same place of the next
    /// frontier; `claims` lists them by the shard in which they are to be looked up.
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
    void sort_frontier();
    void step(bool first, Progress& progress);
    void step_chunk(std::size_t chunk, bool first, Worker& worker, const Progress& progress);
    void list_claims(std::size_t chunk);
    void claim_all();
    void compact();
    std::size_t chunks() const;

    const BallSum& ball_sum_;
    Trajectories trajectories_;
    VisitedTable visited_;
    Frontier frontier_, next_;
    std::vector<std::uint64_t> keys_;
    std::vector<Chunk> chunks_;
    std::vector<std::uint64_t> densities_; ///< empty: not asked for

    std::unique_ptr<Workers> workers_;
};

}
