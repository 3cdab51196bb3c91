#pragma once

#include "reduction/engine.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace huedrift {

/// The exact mean shift on all cores, evaluating each state once.
class CpuEngine : public Engine {
public:
    /// When to stop following trajectories whose palette entry can be proved (capture.h). Does not change the
    /// result.
    enum class Capturing { where_it_pays, never, always };

    /// `memory_limit`: bytes for the table of visited states; none: 512 MiB, or a quarter of the machine's
    /// memory if that is less. Beyond it the oldest states are forgotten, which does not change the result.
    explicit CpuEngine(std::optional<std::size_t> memory_limit = {},
                       Capturing capturing = Capturing::where_it_pays);
    ~CpuEngine() override;

    std::string name() const override { return "cpu"; }
    std::string device() const override;
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;
    Modes follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                 Progress& progress) override;
    Modes estimate(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                   double side, Progress& progress) override;

private:
    Modes follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                 int ignored_bits, Progress& progress);

    struct State;
    std::unique_ptr<State> state_;
};

}
