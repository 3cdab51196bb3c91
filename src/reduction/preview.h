#pragma once

#include "reduction/engine.h"
#include "reduction/follower.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace huedrift {

/// A quick estimate of a reduction while a slider moves. Cells of colours, small where many pixels are, stand
/// at their means, as heavy as they are together. An engine finds the modes of these few points; then the
/// modes alone are followed among all colours, which takes out those that only exist between cells.
/// Deterministic, but not exact.
class Preview {
public:
    /// Measured (docs/benchmarks.md): twice as many put 3 % more of the pixels where they belong at best, and
    /// take longer. Pictures of fewer colours need no estimate.
    static constexpr std::size_t max_representatives = 6'000;

    /// `colors` must outlive it.
    explicit Preview(const ColorSet& colors, std::size_t max = max_representatives);

    /// What `engine` makes of the representatives and `follower` of their modes, for every colour of the set.
    /// Throws as Engine::reduce() does.
    Reduction reduce(Engine& engine, Follower& follower, const Options& options, Progress& progress);

    /// How many points stand for the colours; 0 before the first reduce().
    std::size_t representatives() const { return representatives_ ? representatives_->size() : 0; }

private:
    void divide(Weighting weighting);
    void gather(const std::vector<std::uint32_t>& cells, Weighting weighting);
    Reduction follow_modes(Follower& follower, const Reduction& coarse, const Options& options,
                           Progress& progress) const;

    const ColorSet& colors_;
    std::size_t max_;
    std::vector<std::uint64_t> keys_;    ///< Morton codes, ascending
    std::vector<std::uint32_t> order_;   ///< the colours in this order
    std::vector<std::uint32_t> cell_of_; ///< per colour
    std::optional<ColorSet> representatives_;
    Weighting weighting_ = Weighting::palette; ///< of the representatives
};

}
