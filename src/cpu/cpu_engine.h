#pragma once

#include "reduction/engine.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace huedrift {

/// The bytes for the table of visited states where a process may use `memory`: 512 MiB, or a quarter if that
/// is less.
std::size_t memory_of_states(std::size_t memory);

/// The exact mean shift on all cores, evaluating each state once.
class CpuEngine : public Engine, public Follower {
public:
    /// `memory_limit`: bytes for the table of visited states; none: memory_of_states() of memory_limit(). A
    /// full table forgets the oldest states, which does not change the result.
    explicit CpuEngine(std::optional<std::size_t> memory_limit = {});
    ~CpuEngine() override;

    std::string name() const override { return "cpu"; }
    std::string device() const override;
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;
    Ends follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                const Route& route, Progress& progress) override;
    std::vector<Height> heights(const ColorSet& colors, std::span<const Position> positions,
                                const Options& options, Progress& progress) override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}
