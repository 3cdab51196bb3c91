#pragma once

#include "reduction/engine.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace huedrift {

/// A coarse stand-in for a ColorSet that an engine reduces while a slider moves: the colours of each cell of
/// a grid stand at their mean, as heavy as they are together, and go where it goes. Deterministic, but not
/// exact.
class Preview {
public:
    /// Two cores reduce as many in 3 to 20 ms, and twice as many look hardly better. Pictures of fewer
    /// colours need no stand-in.
    static constexpr std::size_t max_representatives = 12'000;

    /// `colors` must outlive it.
    explicit Preview(const ColorSet& colors, std::size_t most = max_representatives);

    /// What `engine` makes of the representatives, for every colour of the set. Throws as Engine::reduce()
    /// does.
    Reduction reduce(Engine& engine, const Options& options, Progress& progress);

    /// How many points stand for the colours at this radius.
    std::size_t representatives(double radius) const;

private:
    int cut_for(double radius) const;
    void number_cells(int cut);
    ColorSet gather(Weighting weighting) const;

    const ColorSet& colors_;
    std::size_t most_;
    std::vector<std::uint64_t>
        keys_; ///< Morton codes, ascending; colours alike but for `cut` bits share a cell
    std::vector<std::uint32_t> order_;   ///< the colours in this order
    std::vector<std::size_t> cells_;     ///< per cut
    std::vector<std::uint32_t> cell_of_; ///< per colour, at cut_
    int cut_ = -1;
    std::optional<ColorSet> gathered_; ///< of cut_ and weighting_
    Weighting weighting_ = Weighting::palette;
};

}
