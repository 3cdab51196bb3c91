#pragma once

#include "reduction/engine.h"
#include "reduction/follower.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace huedrift {

/// A quick estimate of a reduction while a slider moves. Cells of colours, small where many pixels are, are
/// represented by their means with their total weight. An engine finds the modes of these few points; then
/// only the modes are followed among all colours, which removes those that exist only between cells.
/// Deterministic, but not exact.
class Preview {
public:
    /// Measured (docs/benchmarks.md): twice as many assign at best 3 % more of the pixels correctly, and take
    /// longer. Pictures with fewer colours need no estimate.
    static constexpr std::size_t max_representatives = 6'000;

    /// `colors` must outlive it.
    explicit Preview(const ColorSet& colors, std::size_t max = max_representatives);

    /// Reduces the representatives with `engine` and follows their modes with `follower`; the result covers
    /// every colour of the set. Throws as Engine::reduce() does.
    Reduction reduce(Engine& engine, Follower& follower, const Options& options, Progress& progress);

    /// The number of representatives; 0 before the first reduce().
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
