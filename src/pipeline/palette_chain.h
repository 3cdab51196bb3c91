#pragma once

#include "palette/join_by_error.h"
#include "palette/palette.h"
#include "pipeline/document.h"
#include "pipeline/palette_input.h"
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
#include <variant>
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

// The steps on the palette, each with all that it knows of the recipe. Its output depends on that, on the
// palette before and on the picture, and is kept for them: a step that read more of the recipe would give one
// recipe the output of another.

struct JoinStep {
    std::uint32_t count; ///< 0: that of the recipe's error, until it is chosen
    JoinBy by;
    Weighting weighting; ///< of the entries that join

    friend bool operator==(const JoinStep&, const JoinStep&) = default;
};
struct SelectStep {
    TargetSet set;
    std::uint32_t count;
    std::vector<Pin> pins;

    friend bool operator==(const SelectStep&, const SelectStep&) = default;
};
struct SettleStep {
    Assign assign;
    Weighting weighting;
    std::uint32_t steps;

    friend bool operator==(const SettleStep&, const SettleStep&) = default;
};
struct SnapStep {
    friend bool operator==(const SnapStep&, const SnapStep&) = default;
};
struct MapStep { ///< to levels or to a given palette
    TargetSet set;

    friend bool operator==(const MapStep&, const MapStep&) = default;
};
struct UncountedStep {
    TargetSet set;

    friend bool operator==(const UncountedStep&, const UncountedStep&) = default;
};
struct EditStep {
    std::vector<Edit> joins, recolors;

    friend bool operator==(const EditStep&, const EditStep&) = default;
};

/// The steps on the palette ("Steps on the palette" of docs/definition.md), from the palette found to the
/// colours of the result. Each keeps its last output. Not thread-safe.
class PaletteChain {
public:
    /// Its stages join the list, which must outlive the chain.
    explicit PaletteChain(StageList& stages);

    /// The input of the steps.
    struct Task {
        const Recipe& recipe; ///< at its radius
        const Shared<Reduced>& reduced;
        /// Whether the palette is that of a single picture: that of several, such as frames, must not depend
        /// on how the pixels of one lie.
        bool has_one_picture;
        const Shared<Picture>& whole; ///< with the colours that do not count in that of `reduced`

        const Shared<Picture>& source() const { return reduced->picture; }
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
    Shared<FewestColors> find_fewest_colors(const Task& task, const Progress& progress);

    /// The colours that the recipe's pins take. Throws Error(cancelled).
    Shared<PinnedColors> split_pins(const Shared<Picture>& source, const ShiftRecipe& recipe,
                                    const Progress& progress);

private:
    static constexpr std::array step_names{"join",        "select",    "settle", "snap",
                                           "map_entries", "uncounted", "edit"};
    using Step = std::variant<JoinStep, SelectStep, SettleStep, SnapStep, MapStep, UncountedStep, EditStep>;
    /// In the order of the steps, each at its index in Step; none: the recipe has no such step.
    using Steps = std::array<std::optional<Step>, step_names.size()>;
    static_assert(std::variant_size_v<Step> == step_names.size());

    /// The input of all steps, which do not see the recipe.
    struct Input {
        Shared<Palette> start;
        Shared<Reduced> reduced;
        Shared<Picture> whole;
        bool has_one_picture;

        const Shared<Picture>& source() const { return reduced->picture; }
    };

    static Steps steps_of(const Task& task);
    /// Whether a step leaves the palette as it is, which would only copy it, and for millions of entries take
    /// long to find that none of them moves.
    static bool changes_nothing(const Step& step, const Palette& reached, const Input& input);
    /// Sets the number of colours that entries join to.
    static void set_count(Steps& steps, std::uint32_t count);
    Shared<Palette> start(const Task& task, const Progress& progress);
    Shared<FewestColors> choose_count(const Input& input, const Steps& steps, const ErrorBound& bound,
                                      const Progress& progress);
    /// Whether the outputs of steps are worth memory: those of trials are not.
    enum class Keep { outputs, nothing };
    Result run(const Input& input, const Steps& steps, const Progress& progress, Keep keep = Keep::outputs);

    Palette apply(const JoinStep& step, const Palette& start, const Input& input, const Progress& progress);
    Palette apply(const SelectStep& step, const Palette& reached, const Input& input,
                  const Progress& progress);
    Palette apply(const SettleStep& step, const Palette& joined, const Input& input,
                  const Progress& progress);
    Palette apply(const SnapStep& step, const Palette& settled, const Input& input, const Progress& progress);
    Palette apply(const MapStep& step, const Palette& reached, const Input& input, const Progress& progress);
    Palette apply(const UncountedStep& step, const Palette& reached, const Input& input,
                  const Progress& progress);
    Palette apply(const EditStep& step, const Palette& reached, const Input& input, const Progress& progress);
    /// The weights of the source's colours in joining by error and settling.
    Shared<std::vector<std::uint32_t>> weights_of(const Input& input, const Palette& palette,
                                                  Weighting weighting, const Progress& progress);

    // Two outputs each, for the picture and its sample.
    Stage<std::pair<Shared<Picture>, std::vector<Pin>>, PinnedColors> pins_;
    Stage<std::pair<Shared<Reduced>, bool>, Shared<Palette>> start_;
    Stage<Shared<Palette>, Palette> soft_edges_;
    // Two outputs: for the recipe's own error and for one that is computed beside it.
    Stage<std::tuple<Shared<Palette>, ErrorBound, Steps>, FewestColors> count_;
    // Two outputs each, for the picture and its sample.
    Stage<std::tuple<Shared<Picture>, bool, Weighting>, std::vector<std::uint32_t>> weights_;
    Stage<std::tuple<Shared<Palette>, std::size_t, Weighting>, JoinSequence> joins_;
    Stage<std::tuple<Shared<Picture>, Shared<PinnedColors>, Shared<std::vector<std::uint32_t>>>, ColorTree>
        color_tree_;
    std::deque<Stage<std::pair<Shared<Palette>, Step>, Palette>> outputs_; ///< of the steps
};

}
