#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "image/image.h"
#include "palette/palette.h"
#include "reduction/color_set.h"
#include "reduction/options.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// How a result was computed; the only part of a Reduction in which engines may differ.
struct Statistics {
    std::uint64_t evaluations = 0; ///< of F
    std::uint32_t rounds = 0;      ///< the longest chain of evaluations
    std::vector<StageTime> stages;

    /// Adds the time of `work` to that of a stage, and returns its result.
    template <class Work>
    auto timed(const char* stage, const Work& work) -> decltype(work()) {
        const Stopwatch watch;
        auto result = work();
        auto found = std::ranges::find(stages, stage, &StageTime::stage);
        if (found == stages.end()) found = stages.insert(found, StageTime{stage, 0});
        found->seconds += watch.seconds();
        return result;
    }
};

/// The palette that an engine finds for a ColorSet. Its entries are modes, those that merging leaves, or
/// states at an iteration limit: distinct, ascending by position, each with the colour p^-1(position).
struct Reduction : Palette {
    Statistics statistics{};
};

/// Gathers final states into modes; colour i ends at states[index_of[i]]. States may repeat or be unused.
/// Every engine ends with it, so all of them number modes alike. Throws Error(cancelled).
Reduction gather_modes(const ColorSet& colors, std::span<const Position> states,
                       std::span<const std::uint32_t> index_of, const Progress& progress = {});
/// The same, with one state for each colour.
Reduction gather_modes(const ColorSet& colors, std::span<const Position> states,
                       const Progress& progress = {});

/// The palette that has each colour as an entry of its own. Throws Error(cancelled).
Palette own_palette(const ColorSet& colors, const Progress& progress = {});
/// Whether each of these colours, which the palette is for, keeps its own.
bool keeps_every_color(const Palette& palette, const ColorSet& colors);

/// Merges the modes of a mean shift into palette entries and assigns the colours to them, by `options`.
/// `heights` has h of docs/definition.md for each mode. The last step of an engine that has followed every
/// colour. Throws Error(cancelled).
Reduction merge_and_assign(Reduction reduction, const ColorSet& colors, std::span<const Height> heights,
                           const Options& options, const Progress& progress);

/// The reduction in which every colour takes its `entry_of`, or with Assign::nearest the entry nearest to it,
/// the first of several. Throws Error(cancelled).
Reduction assign(const ColorSet& colors, std::span<const Position> entries,
                 std::vector<std::uint32_t> entry_of, Assign assign, const Progress& progress);

/// A 64-bit FNV-1a hash of the data that must be equal on every engine: the positions of the entries and
/// the entry of each colour, or the size and pixels of a picture. The same on every machine.
std::uint64_t fingerprint(const Palette& palette);
std::uint64_t fingerprint(const ImageView& image);

}
