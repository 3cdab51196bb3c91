#include "reduction/reduction.h"

#include "base/error.h"
#include "base/fnv1a.h"
#include "base/parallel.h"
#include "base/sort_parts.h"
#include "base/threads.h"
#include "palette/merge.h"
#include "palette/nearest_entry.h"

#include <atomic>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

namespace huedrift {

std::int64_t squared_radius(double radius) {
    if (!(radius > 0 && radius <= max_radius))
        throw Error(ErrorKind::usage, "the radius must be greater than 0 and at most sqrt 3 (1.7320508)");
    const double units = radius * units_per_one;
    return static_cast<std::int64_t>(std::floor(units * units));
}

double merge_distance(const Options& options) {
    return options.merge.value_or(options.max_iterations ? 0.0 : options.radius);
}

std::int64_t squared_merge_distance(const Options& options) {
    const double distance = merge_distance(options);
    if (distance == 0) return 0;
    if (!(distance > 0 && distance <= max_radius))
        throw Error(ErrorKind::usage, "the merge distance must be at least 0 and at most sqrt 3 (1.7320508)");
    return squared_radius(distance);
}

bool needs_heights(const Options& options) {
    return squared_merge_distance(options) > 0 || options.assign == Assign::nearest;
}

bool is_refined(const Options& options) {
    if (options.refine == Refine::coarse) return true;
    return options.refine == Refine::on && squared_merge_distance(options) > 0 && !options.max_iterations;
}

namespace {

/// Counts the colours and pixels of each entry.
void count_members(Reduction& reduction, const ColorSet& colors, const Progress& progress) {
    std::vector<PaletteEntry>& entries = reduction.entries;
    constexpr std::size_t many = 4096;
    if (entries.size() > many) {
        // Threads rarely meet at one of many entries, and tables of their own would be long.
        parallel_indices(colors.size(), 1 << 14, progress, [&](std::size_t i) {
            PaletteEntry& entry = entries[reduction.entry_of[i]];
            std::atomic_ref(entry.colors).fetch_add(1, std::memory_order_relaxed);
            std::atomic_ref(entry.pixels).fetch_add(colors.counts()[i], std::memory_order_relaxed);
        });
        return;
    }
    Mutex adding;
    parallel_ranges(colors.size(), 1 << 15, [&](std::size_t begin, std::size_t end) {
        progress.throw_if_cancelled();
        std::vector<std::pair<std::uint32_t, std::uint64_t>> tallies(entries.size());
        for (std::size_t i = begin; i < end; ++i) {
            auto& [count, pixels] = tallies[reduction.entry_of[i]];
            ++count;
            pixels += colors.counts()[i];
        }
        const Lock lock(adding);
        for (std::size_t mode = 0; mode < tallies.size(); ++mode) {
            entries[mode].colors += tallies[mode].first;
            entries[mode].pixels += tallies[mode].second;
        }
    });
}

constexpr std::size_t piece = 1 << 14;

/// How many of the indices below `count` are chosen before each piece, and in all.
template <class IsChosen>
std::vector<std::size_t> chosen_before(std::size_t count, const Progress& progress,
                                       const IsChosen& is_chosen) {
    std::vector<std::size_t> sums((count + piece - 1) / piece + 1);
    parallel_pieces(count, piece, progress, [&](std::size_t begin, std::size_t end) {
        std::size_t& chosen = sums[begin / piece + 1];
        for (std::size_t i = begin; i < end; ++i) chosen += is_chosen(i);
    });
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    return sums;
}

/// A trajectory's state and the trajectory's index.
struct IndexedState {
    Position state;
    std::uint32_t index;
};

/// The states that are used, ascending.
std::vector<IndexedState> sorted_states(std::span<const Position> states,
                                        std::span<const std::uint32_t> index_of, const Progress& progress) {
    std::vector<std::uint8_t> used(states.size());
    parallel_indices(index_of.size(), piece, progress, [&](std::size_t i) {
        assert(index_of[i] < states.size());
        std::atomic_ref(used[index_of[i]]).store(1, std::memory_order_relaxed);
    });
    const auto before = chosen_before(states.size(), progress, [&](std::size_t i) { return used[i] != 0; });
    std::vector<IndexedState> sorted(before.back());
    parallel_pieces(states.size(), piece, progress, [&](std::size_t begin, std::size_t end) {
        std::size_t place = before[begin / piece];
        for (std::size_t i = begin; i < end; ++i)
            if (used[i] != 0) sorted[place++] = {states[i], static_cast<std::uint32_t>(i)};
    });
    const auto is_before = [](const IndexedState& x, const IndexedState& y) { return x.state < y.state; };
    sort_parts(std::span(sorted), is_before, progress);
    return sorted;
}

}

Reduction gather_modes(const ColorSet& colors, std::span<const Position> states,
                       std::span<const std::uint32_t> index_of, const Progress& progress) {
    assert(index_of.size() == colors.size());
    const std::vector<IndexedState> sorted = sorted_states(states, index_of, progress);
    const auto is_first = [&](std::size_t i) { return i == 0 || sorted[i].state != sorted[i - 1].state; };
    const auto modes_before = chosen_before(sorted.size(), progress, is_first);
    Reduction reduction;
    reduction.transfer = colors.transfer();
    reduction.entries = zeros<PaletteEntry>(modes_before.back(), progress);
    std::vector<std::uint32_t> mode_at(states.size());
    parallel_pieces(sorted.size(), piece, progress, [&](std::size_t begin, std::size_t end) {
        std::size_t modes = modes_before[begin / piece];
        for (std::size_t i = begin; i < end; ++i) {
            const Position& state = sorted[i].state;
            if (is_first(i))
                reduction.entries[modes++] = {.color = color_at(state, colors.transfer()), .position = state};
            mode_at[sorted[i].index] = static_cast<std::uint32_t>(modes - 1);
        }
    });
    reduction.entry_of.resize(index_of.size());
    parallel_indices(index_of.size(), piece, progress,
                     [&](std::size_t i) { reduction.entry_of[i] = mode_at[index_of[i]]; });
    count_members(reduction, colors, progress);
    return reduction;
}

Reduction gather_modes(const ColorSet& colors, std::span<const Position> states, const Progress& progress) {
    return gather_modes(colors, states, indices_below(states.size()), progress);
}

Palette own_palette(const ColorSet& colors, const Progress& progress) {
    Palette palette{.transfer = colors.transfer(),
                    .entries = zeros<PaletteEntry>(colors.size(), progress),
                    .entry_of = zeros<std::uint32_t>(colors.size(), progress),
                    .colors_found = colors.size()};
    parallel_indices(colors.size(), 1 << 14, progress, [&](std::size_t i) {
        palette.entries[i] = {colors.colors()[i], colors.positions()[i], colors.counts()[i], 1};
        palette.entry_of[i] = static_cast<std::uint32_t>(i);
    });
    return palette;
}

bool keeps_every_color(const Palette& palette, const ColorSet& colors) {
    std::size_t i = 0;
    return palette.entries.size() == colors.size() &&
           std::ranges::all_of(colors.colors(), [&](Rgb color) { return palette.color_of(i++) == color; });
}

Reduction merge_and_assign(Reduction reduction, const ColorSet& colors, std::span<const Height> heights,
                           const Options& options, const Progress& progress) {
    if (!needs_heights(options) || colors.empty()) return reduction;
    assert(heights.size() == reduction.entries.size() && reduction.entry_of.size() == colors.size());
    PaletteEntries entries(squared_merge_distance(options));
    const std::vector<std::uint32_t> entry_of_mode =
        entries.merge(positions_of(reduction.entries), heights, progress);
    std::vector<std::uint32_t> entry_of(colors.size());
    parallel_indices(entry_of.size(), 1 << 14, progress,
                     [&](std::size_t i) { entry_of[i] = entry_of_mode[reduction.entry_of[i]]; });
    Reduction result = assign(colors, entries.positions(), std::move(entry_of), options.assign, progress);
    result.statistics = std::move(reduction.statistics);
    return result;
}

Reduction assign(const ColorSet& colors, std::span<const Position> entries,
                 std::vector<std::uint32_t> entry_of, Assign assign, const Progress& progress) {
    assert(entry_of.size() == colors.size());
    if (assign == Assign::nearest) {
        const NearestEntry nearest(entries, progress);
        parallel_indices(colors.size(), 1 << 12, progress,
                         [&](std::size_t i) { entry_of[i] = nearest(colors.positions()[i]); });
    }
    return gather_modes(colors, entries, entry_of, progress);
}

std::uint64_t fingerprint(const Palette& palette) {
    Fnv1a hash;
    for (const PaletteEntry& entry : palette.entries)
        for (const std::int32_t coordinate : coordinates(entry.position))
            hash.add(static_cast<std::uint32_t>(coordinate));
    for (const std::uint32_t entry : palette.entry_of) hash.add(entry);
    return hash.value();
}

std::uint64_t fingerprint(const ImageView& image) {
    Fnv1a hash;
    hash.add(static_cast<std::uint32_t>(image.width));
    hash.add(static_cast<std::uint32_t>(image.height));
    for (const Rgba8 pixel : image.pixels)
        for (const std::uint8_t channel : {pixel.r, pixel.g, pixel.b, pixel.a}) hash.add(std::byte{channel});
    return hash.value();
}

}
