#pragma once

#include "cpu/ball_sum.h"
#include "cpu/visited_table.h"
#include "reduction/engine.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace huedrift {

/// The rounds of a mean shift. In each round every trajectory of the frontier takes one step. A trajectory
/// leaves the frontier when it reaches a fixed point or a settled cell, or meets another one.
class MeanShift {
public:
    /// `ball_sum` must outlive this object. `memory_limit`: bytes for the table of visited states.
    MeanShift(const BallSum& ball_sum, std::span<const Position> starts, const Follower::Route& route,
              std::size_t memory_limit);
    ~MeanShift();

    /// Takes steps until every trajectory has ended, or `max_iterations` times. Call it once.
    Follower::Ends run(std::optional<std::uint32_t> max_iterations, Progress& progress);

private:
    /// A range of the frontier, the work of one task. Its survivors go to the same index in the next
    /// frontier; `claims` lists them by the shard that holds them.
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
    class Workers;

    void remember_starts();
    void round(bool joining, Progress& progress);
    void resolve();
    double ended() const;
    bool ends_at(const Position& next) const;
    void sort_frontier();
    /// Reports progress from `from` to `to`.
    void step(double from, double to, Progress& progress);
    void step_chunk(std::size_t chunk, Worker& worker, const Progress& progress);
    void list_claims(std::size_t chunk);
    void claim_all();
    void compact();
    void divide();

    const BallSum& ball_sum_;
    Follower::Route route_;
    /// Until resolve(): of a trajectory that has met another, that one as root and no state.
    Follower::Ends ends_;
    VisitedTable visited_;
    Frontier frontier_, next_;
    std::vector<std::uint64_t> keys_;
    std::vector<Chunk> chunks_;
    std::size_t chunk_states_ = 0; ///< per chunk, except the last
    std::unique_ptr<Workers> workers_;
};

}
