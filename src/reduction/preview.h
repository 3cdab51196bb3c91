#pragma once

#include "color/position_sum.h"
#include "reduction/follower.h"
#include "reduction/reduction.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

/// A quick estimate of a reduction while a slider moves. Of each of some thousand cells of colours one
/// represents the others: it is followed first among the means of smaller cells, which is quick, and from
/// where it comes to rest there among all colours, which removes the modes that exist only between means.
/// Deterministic, but not exact.
class Preview {
public:
    /// Pictures with fewer colours need no estimate.
    static constexpr std::size_t max_representatives = 6'000;
    /// Fewer lead some trajectories astray at small radii (docs/benchmarks.md).
    static constexpr std::size_t max_means = 60'000;

    /// `colors` must outlive it. At most so many cells, and small cells.
    explicit Preview(const ColorSet& colors, std::size_t cells = max_representatives,
                     std::size_t small_cells = max_means);

    /// The result covers every colour of the set. `among_means` and `among_colors` must be two, as each
    /// caches the last ColorSet it saw. Throws as Follower::follow() does.
    Reduction reduce(Follower& among_means, Follower& among_colors, const Options& options,
                     Progress& progress);

    std::size_t representatives() const { return representatives_.size(); }

private:
    /// Cells as ranges of order_, by their ends.
    using Ends = std::vector<std::uint32_t>;

    void represent(const Ends& cells);
    PositionSum sum(std::uint32_t begin, std::uint32_t end, Weighting weighting) const;
    const ColorSet& means(Weighting weighting);
    Follower::Modes follow(Follower& among_means, Follower& among_colors, const Options& options,
                           Progress& progress);
    Reduction assigned(std::span<const Position> entries, std::span<const std::uint32_t> entry_of,
                       Assign assign) const;

    const ColorSet& colors_;
    std::vector<std::uint32_t> order_;             ///< the colours in the order of their Morton codes
    Ends small_cells_;                             ///< none: so few colours that their own positions do
    std::array<std::optional<ColorSet>, 2> means_; ///< of the small cells, by weighting
    std::vector<Position> representatives_;
    std::vector<std::uint32_t> representative_of_; ///< per colour
};

}
