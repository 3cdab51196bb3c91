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
/// represents the others and is followed. Deterministic, but not exact.
class Preview {
public:
    /// How many cells there are at most (docs/benchmarks.md).
    struct Cells {
        /// Of reduce(). Pictures with fewer colours need no estimate.
        std::size_t estimated = 6'000;
        /// Of which reduce() uses the means. Fewer lead some trajectories astray at small radii.
        std::size_t means = 60'000;
        /// Of reduce_exactly(), at small radii and at larger ones.
        std::array<std::size_t, 2> followed = {24'000, 12'000};
    };

    struct Estimate {
        Reduction reduction; ///< covers every colour of the set
        /// How many more colours the exact result probably has, of basins without a representative.
        std::size_t unseen = 0;
    };

    /// `colors` must outlive it.
    explicit Preview(const ColorSet& colors) : Preview(colors, Cells{}) {}
    Preview(const ColorSet& colors, const Cells& cells);

    /// For the CPU: representatives are followed first among the means of smaller cells, which is quick, and
    /// from where they come to rest there among all colours, which removes the modes that exist only between
    /// means. `among_means` and `among_colors` must be two, as each caches the last ColorSet it saw. Throws
    /// as Follower::follow() does.
    Estimate reduce(Follower& among_means, Follower& among_colors, const Options& options,
                    Progress& progress);
    /// For an engine that follows quickly: more representatives, each to its own mode.
    Estimate reduce_exactly(Follower& follower, const Options& options, Progress& progress);

    /// Of reduce().
    std::size_t representatives() const { return estimated_.positions.size(); }

private:
    /// Cells as ranges of order_, by their ends.
    using Ends = std::vector<std::uint32_t>;
    struct Represented {
        std::vector<Position> positions; ///< of the representatives
        std::vector<std::uint32_t> of;   ///< per colour, which one
    };

    Represented represented(const Ends& cells) const;
    PositionSum sum(std::uint32_t begin, std::uint32_t end, Weighting weighting) const;
    const ColorSet& means(Weighting weighting);
    Follower::Modes follow(Follower& among_means, Follower& among_colors, const Options& options,
                           Progress& progress);
    Estimate merged(const Represented& represented, const Follower::Modes& modes, const Options& options,
                    const Progress& progress) const;
    static std::size_t unseen(const Represented& represented, std::span<const std::uint32_t> entry_of);
    Reduction assigned(const Represented& represented, std::span<const Position> entries,
                       std::span<const std::uint32_t> entry_of, Assign assign,
                       const Progress& progress) const;

    const ColorSet& colors_;
    std::vector<std::uint32_t> order_; ///< the colours in the order of their Morton codes
    Ends small_cells_;                 ///< none: so few colours that their own positions do
    std::array<Ends, 2> followed_cells_;
    Represented estimated_;
    std::array<std::optional<Represented>, 2> followed_; ///< once they were needed
    std::array<std::optional<ColorSet>, 2> means_;       ///< of the small cells, by weighting
};

}
