#pragma once

#include "palette/join_by_error.h"
#include "palette/palette.h"
#include "pipeline/document.h"
#include "pipeline/stage.h"
#include "reduction/color_tree.h"
#include "reduction/pins.h"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace huedrift {

/// A number of colours with the errors of its palette.
struct FewestColors {
    std::uint32_t count = 0;
    Difference difference{};
    bool is_kept = false; ///< the bound
};

/// The errors of the palette of so many colours.
using DifferenceAt = std::function<Difference(std::uint32_t colors)>;

/// "By an error" of docs/definition.md: bisects the numbers of colours from `least` to `most`, 1 <= least <=
/// most, for the fewest that keep the bound. If none of those tried does, the result is `most`.
FewestColors fewest_colors(const DifferenceAt& difference_at, std::uint32_t least, std::uint32_t most,
                           const ErrorBound& bound);

/// A sentence if no number of colours kept the bound; else empty.
std::string excess(const FewestColors& fewest, const ErrorBound& bound);

/// The result of a mean shift after small shares have joined. Throws Error(cancelled).
Reduced without_small_shares(const Reduced& modes, double min_share, const Progress& progress);

/// The steps on the palette ("Steps on the palette" of docs/definition.md), from the palette found to the
/// colours of the result. Each keeps its last output. Not thread-safe.
class PaletteChain {
public:
    /// Its stages join the list, which must outlive the chain.
    explicit PaletteChain(StageList& stages);

    /// The input of the steps.
    struct Task {
        const Recipe& recipe; ///< at its radius
        const Shared<Reduced>& found;
        /// Whether the palette is that of a single picture: that of several, such as frames, must not depend
        /// on how the pixels of one lie.
        bool has_one_picture;
        const Shared<Picture>& whole; ///< with the colours that do not count in that of `found`

        const Shared<Picture>& source() const { return found->picture; }
        bool ignores_edges() const;
        bool leaves_colors() const { return whole != source(); }
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
    /// Steps to a number of colours.
    struct Fit {
        const Task& task;
        Shared<Palette> start;
        std::optional<std::uint32_t> count; ///< none: all are kept
        bool is_trial = false;              ///< ends before levels and keeps no output of a step
    };
    /// A row of the table of steps.
    struct Step {
        bool is_on;
        Recipe part; ///< of the recipe, what it depends on besides the palette before
        std::function<Palette(const Palette&, const Progress&)> apply;
    };
    static constexpr std::array step_names{"join",   "select",      "settle",    "snap",
                                           "levels", "map_entries", "uncounted", "edit"};
    using Steps = std::array<Step, step_names.size()>;

    Shared<Palette> start(const Task& task, const Progress& progress);
    Shared<FewestColors> choose_count(const Task& task, const Shared<Palette>& start,
                                      const Progress& progress);
    Steps steps(const Fit& fit);
    Result run(const Fit& fit, const Progress& progress);
    Palette join(const Fit& fit, std::uint32_t count, const Progress& progress);
    Palette settle(const Fit& fit, const Palette& palette, const Progress& progress);
    static Palette select(const Fit& fit, const Palette& reached, const Progress& progress);
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
    std::deque<Stage<std::pair<Shared<Palette>, Recipe>, Palette>> outputs_; ///< of the steps
};

}
