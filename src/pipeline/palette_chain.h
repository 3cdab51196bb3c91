#pragma once

#include "palette/join_by_error.h"
#include "palette/palette.h"
#include "pipeline/fewest_colors.h"
#include "pipeline/reduced.h"
#include "pipeline/stage.h"
#include "reduction/color_tree.h"
#include "reduction/pins.h"

#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace huedrift {

/// The result of a mean shift after small shares have joined. Throws Error(cancelled).
Reduced without_small_shares(const Reduced& modes, double min_share, const Progress& progress);

/// The steps on the palette ("Steps on the palette" of docs/definition.md), from the palette found to the
/// colours of the result. Each keeps its last output. Not thread-safe.
class PaletteChain {
public:
    template <class Part>
    using Shared = std::shared_ptr<const Part>;

    /// Its stages join the list, which must outlive the chain.
    explicit PaletteChain(StageList& stages);

    /// The input of the steps.
    struct Task {
        const Recipe& recipe; ///< at its radius
        const Shared<Reduced>& found;
        /// Whether the palette is that of a single picture: that of several, such as frames, must not depend
        /// on how the pixels of one lie.
        bool has_one_picture;

        const Shared<Picture>& source() const { return found->picture; }
        bool ignores_edges() const;
    };

    struct Result {
        Shared<Palette> palette{};
        Shared<FewestColors> fewest{}; ///< what the recipe's error chose; null without an error
        Shared<Palette> unedited{};    ///< the palette before the edits; null if there are none
    };
    /// Applies the recipe's steps to the palette found. Throws Error(cancelled).
    Result change(const Task& task, const Progress& progress);
    /// The fewest colours that keep the recipe's error. Throws Error(cancelled).
    Shared<FewestColors> count_colors(const Task& task, const Progress& progress);

    /// The colours that the recipe's pins take. Throws Error(cancelled).
    Shared<PinnedColors> split_pins(const Shared<Picture>& source, const ShiftRecipe& recipe,
                                    const Progress& progress);

private:
    /// A step by the palette before it and the part of the recipe that it depends on.
    using Step = Stage<std::pair<Shared<Palette>, Recipe>, Palette>;

    /// Steps to a number of colours.
    struct Fit {
        const Task& task;
        Shared<Palette> start;
        std::optional<std::uint32_t> count; ///< none: all are kept
        bool is_trial = false;              ///< keeps no output of a step
    };

    Shared<Palette> start(const Task& task, const Progress& progress);
    Shared<FewestColors> choose_count(const Task& task, const Shared<Palette>& start,
                                      const Progress& progress);
    /// Joins, settles and snaps the entries, or selects colours of a set, as far as the recipe asks for it.
    Shared<Palette> fit(const Fit& fit, const Progress& progress);
    Palette join(const Fit& fit, std::uint32_t count, const Progress& progress);
    Palette settle(const Fit& fit, const Palette& palette, const Progress& progress);
    Palette select(const Fit& fit, const Palette& reached, const Progress& progress) const;
    /// The weights of the source's colours in joining by error and settling; null: their pixels.
    Shared<std::vector<std::uint32_t>> weights_of(const Task& task, const Palette& palette,
                                                  const Progress& progress);

    // Two outputs, for the picture and its sample.
    Stage<std::pair<Shared<Picture>, std::vector<Pin>>, PinnedColors> pins_;
    Stage<std::pair<Shared<Reduced>, bool>, Shared<Palette>> start_;
    Stage<Shared<Palette>, Palette> soft_edges_;
    // Two outputs: for the recipe's own error and for one that is computed beside it.
    Stage<std::tuple<Shared<Palette>, ShiftRecipe, PaletteRecipe>, FewestColors> count_;
    // Two outputs each, for the picture and its sample.
    Stage<Shared<Picture>, std::vector<std::uint32_t>> weights_;
    Stage<std::pair<Shared<Palette>, std::size_t>, JoinSequence> joins_;
    Stage<std::tuple<Shared<Picture>, Shared<PinnedColors>, Shared<std::vector<std::uint32_t>>>, ColorTree>
        color_tree_;
    Step join_, settle_, snap_, select_, levels_, map_entries_, edit_;
};

}
