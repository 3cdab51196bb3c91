#include "labels/pixel_grid.h"

#include "labels/grid_cells.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace huedrift {
namespace {

__extension__ using Wide = __int128;

/// Below this size hardly a pixel is free of the neighbouring cells' colours. Steps between pixels then show
/// the borders better than labels do.
constexpr std::uint32_t min_labelled_cell = 6 * pixel_parts;

bool is_small(std::uint32_t size) { return size < min_labelled_cell; }

/// The index into CutEnergies: the longest rim to skip, in pixels, at most a quarter of a cell.
std::size_t energy_for(std::uint32_t size) {
    assert(size >= min_cell && size <= max_cell);
    return is_small(size) ? 0 : std::min<std::size_t>(max_rim, size / (4 * pixel_parts));
}

/// By how much each energy is above the mean of its neighbours, twice; else 0. A soft border's energy then
/// lies on one cut.
std::vector<std::uint64_t> sharpened(std::span<const std::uint64_t> energy) {
    std::vector<std::uint64_t> sharp(energy.size());
    for (std::size_t i = 1; i < energy.size(); ++i) {
        const std::uint64_t beside = energy[i - 1] + (i + 1 < energy.size() ? energy[i + 1] : 0);
        sharp[i] = 2 * energy[i] - std::min(2 * energy[i], beside);
    }
    return sharp;
}

/// A direction, prepared for cells of any size; with an anchor, for cells that keep a given size.
class Axis {
public:
    explicit Axis(const CutEnergies& energies, std::optional<std::uint32_t> anchor = {})
        : length_(int(energies.front().size())), anchor_(anchor), steps_(energies.front()) {
        for (std::size_t i = 0; i < energies.size(); ++i) {
            const std::vector<std::uint64_t> energy = i == 0 ? sharpened(steps_) : energies[i];
            shares_[i] = shares_of(energy);
            sums_[i] = std::accumulate(energy.begin(), energy.end(), std::uint64_t{0});
        }
        if (!anchor_) return;
        std::vector<std::int64_t>& small = shares_.front();
        for (std::size_t i = 0; i < small.size(); ++i) small[i] = (small[i] + shares_[1][i]) / 2;
    }
    int length() const { return length_; }
    /// The weight of this direction beside the other one.
    std::uint64_t weight() const { return sums_[0] + sums_[1]; }
    Cuts cuts(std::uint32_t size) const {
        return anchor_ ? even_cuts(shares(size), size, int(*anchor_)) : best_cuts(shares(size), size);
    }
    /// Whether nothing changes in this direction.
    bool is_even() const {
        return std::ranges::all_of(sums_, [](std::uint64_t sum) { return sum == 0; });
    }

    /// The share that this number of cuts would have in a picture without a grid.
    std::int64_t expected(const Cuts& cuts) const {
        return length_ < 2 ? 0 : whole_share * std::int64_t(cuts.at.size()) / (length_ - 1);
    }
    /// Whether a cut has at least a quarter of the mean energy of `cuts`.
    bool is_seen(int cut, const Cuts& cuts, std::uint32_t size) const {
        return shares(size)[std::size_t(cut)] * 4 * std::int64_t(cuts.at.size()) >= cuts.energy;
    }
    /// By how much smaller the steps in the middle of small cells are than those on the cuts, in thousandths,
    /// times the share of cuts that are seen, from the first seen one to the last.
    int step_contrast(std::uint32_t size) const;

private:
    const std::vector<std::int64_t>& shares(std::uint32_t size) const { return shares_[energy_for(size)]; }

    int length_;
    std::optional<std::uint32_t> anchor_;
    std::vector<std::uint64_t> steps_;
    /// Of each energy. With an anchor, the first is the mean with the second: where cells blend, steps show
    /// their middles, and labels their borders.
    std::array<std::vector<std::int64_t>, max_rim + 1> shares_;
    std::array<std::uint64_t, max_rim + 1> sums_;
};

int Axis::step_contrast(std::uint32_t size) const {
    const Cuts all = cuts(size);
    const auto is_here = [&](int cut) { return is_seen(cut, all, size); };
    const auto first = std::ranges::find_if(all.at, is_here);
    if (all.at.size() < 2 || first == all.at.end()) return 0;
    const auto end = std::find_if(all.at.rbegin(), all.at.rend(), is_here).base();
    Wide on = steps_[std::size_t(all.at.front())], between = 0; // the latter counts each cell twice
    for (std::size_t i = 1; i < all.at.size(); ++i) {
        const int ends = all.at[i - 1] + all.at[i];
        on += steps_[std::size_t(all.at[i])];
        between += steps_[std::size_t(ends / 2)] + steps_[std::size_t((ends + 1) / 2)];
    }
    const Wide whole = on * 2 * (all.at.size() - 1), middle = between * all.at.size();
    return middle >= whole ? 0
                           : int((whole - middle) * pixel_parts / whole * std::count_if(first, end, is_here) /
                                 (end - first));
}

/// The mean of both directions, weighted.
std::int64_t mean(const Axis& across, std::int64_t columns, const Axis& down, std::int64_t rows) {
    const Wide sum = Wide{across.weight()} + down.weight();
    if (sum == 0) return 0;
    return std::int64_t((Wide{columns} * across.weight() + Wide{rows} * down.weight()) / sum);
}

/// How well cells of a size fit: the share on their cuts, less the penalty and one and a half times the
/// expected share. The last term rejects cells half as large, whose cuts have no smaller share.
std::int64_t fit(const Axis& axis, std::uint32_t size) {
    const Cuts cuts = axis.cuts(size);
    return cuts.energy - cuts.penalty - axis.expected(cuts) * 3 / 2;
}

/// The sum and number of the distances between neighbouring cuts that are both seen.
struct SeenSpacings {
    std::int64_t pixels = 0, cells = 0;
};

void add_seen(SeenSpacings& seen, const Axis& axis, std::uint32_t size) {
    const Cuts cuts = axis.cuts(size);
    for (std::size_t i = 1; i < cuts.at.size() && cuts.energy > 0; ++i) {
        if (!axis.is_seen(cuts.at[i - 1], cuts, size) || !axis.is_seen(cuts.at[i], cuts, size)) continue;
        seen.pixels += cuts.at[i] - cuts.at[i - 1];
        ++seen.cells;
    }
}

/// The fewest pairs of neighbouring cuts that make a grid.
constexpr std::int64_t min_seen = 4;

/// The mean spacing of the cuts seen with cells of about `size`, in thousandths of a pixel; none for fewer
/// than min_seen.
std::optional<std::uint32_t> refined(std::initializer_list<const Axis*> axes, std::uint32_t about) {
    std::uint32_t size = about;
    for (int round = 0; round < 2; ++round) {
        SeenSpacings seen;
        for (const Axis* const axis : axes) add_seen(seen, *axis, size);
        if (seen.cells < min_seen) return std::nullopt;
        const std::int64_t mean = (seen.pixels * 2 * pixel_parts + seen.cells) / (2 * seen.cells);
        size = std::uint32_t(std::clamp<std::int64_t>(mean, min_cell, max_cell));
    }
    // Steps find such a grid better than labels have.
    if (!is_small(about) && is_small(size) && size * 10 < about * 9) return std::nullopt;
    return size;
}

/// The middles of the cells, which are the borders of cells shifted by half a cell.
std::vector<int> middles(std::span<const int> borders) {
    std::vector<int> middles;
    middles.reserve(borders.size());
    for (std::size_t i = 1; i < borders.size(); ++i) middles.push_back((borders[i - 1] + borders[i]) / 2);
    return middles;
}

/// By how much fewer pixels the grid mixes than the shifted cells do, in thousandths.
int contrast_of(std::uint64_t mixed, std::uint64_t shifted) {
    return mixed >= shifted ? 0 : int(pixel_parts - mixed * pixel_parts / shifted);
}

/// The picture that a grid is sought in.
struct GridSource {
    const LabelPlane& plane;
    Axis columns, rows;
    std::size_t frames;
};

/// The lesser of both directions' contrasts, with cells shifted by half a cell or with the middles of cells.
/// Leaves out a direction in which nothing changes.
int confidence(const PixelGrid& grid, const GridSource& source) {
    const Axis &across = source.columns, &down = source.rows;
    if (across.is_even() && down.is_even()) return 0;
    const std::vector<int>&columns = grid.columns.borders, &rows = grid.rows.borders;
    const auto mixed = [&](std::span<const int> at_x, std::span<const int> at_y) {
        return mixed_pixels(source.plane, at_x, at_y, source.frames);
    };
    const std::uint64_t unshifted = mixed(columns, rows);
    const auto purity = [&](const Axis& axis, std::uint32_t size, auto shifted) {
        if (axis.is_even()) return int(pixel_parts);
        return is_small(size) ? axis.step_contrast(size) : contrast_of(unshifted, shifted());
    };
    return std::min(purity(across, grid.columns.size, [&] { return mixed(middles(columns), rows); }),
                    purity(down, grid.rows.size, [&] { return mixed(columns, middles(rows)); }));
}

PixelGrid grid_with(const GridSource& source, CellSize size) {
    PixelGrid grid;
    const auto [width, height] = size;
    const Axis &columns = source.columns, &rows = source.rows;
    grid.columns = {cell_borders(columns.cuts(width), width, columns.length()), width};
    grid.rows = {cell_borders(rows.cuts(height), height, rows.length()), height};
    grid.confidence = confidence(grid, source);
    return grid;
}

/// The most cells in a direction. Pixel art has fewer, but an upscaled photo may seem to have more.
constexpr int max_cells = 1024;

/// A size and how well it fits.
struct Fit {
    std::uint32_t size;
    std::int64_t columns, rows, both;
};

/// The fits of all candidates, the best first; among equally good ones, the smaller size first.
std::vector<Fit> fits_of(const Axis& columns, const Axis& rows) {
    std::vector<Fit> fits;
    for (std::uint32_t size = min_cell; size <= max_cell; size += size / 40) {
        const std::int64_t across = fit(columns, size), down = fit(rows, size);
        fits.push_back({size, across, down, mean(columns, across, rows, down)});
    }
    std::ranges::stable_sort(fits, std::ranges::greater{}, &Fit::both);
    return fits;
}

/// The sizes of one kind to compare: the best and, up to `most`, others that fit at least half as well and
/// differ from each other by more than a fifth.
std::vector<std::uint32_t> sizes_to_try(std::span<const Fit> fits, bool small, std::size_t most) {
    std::vector<std::uint32_t> sizes;
    std::int64_t best = 0;
    for (const Fit& one : fits) {
        if (is_small(one.size) != small) continue;
        if (sizes.empty()) best = one.both;
        if (sizes.size() == most || one.both * 2 < best) break;
        const auto is_near = [&](std::uint32_t other) {
            return one.size * 6 > other * 5 && one.size * 5 < other * 6;
        };
        if (std::ranges::none_of(sizes, is_near)) sizes.push_back(one.size);
    }
    return sizes;
}

/// The best size of each direction, if the two fit better than one size for both by a twentieth of all
/// energy.
std::optional<CellSize> sizes_apart(std::span<const Fit> fits, const Axis& columns, const Axis& rows) {
    const Fit &width = *std::ranges::max_element(fits, {}, &Fit::columns),
              &height = *std::ranges::max_element(fits, {}, &Fit::rows);
    const std::int64_t apart = mean(columns, width.columns, rows, height.rows);
    if (apart - fits.front().both <= whole_share / 20) return std::nullopt;
    const auto exact_width = refined({&columns}, width.size), exact_height = refined({&rows}, height.size);
    if (!exact_width || !exact_height) return std::nullopt;
    return CellSize{*exact_width, *exact_height};
}

}

std::uint32_t drift(const GridAxis& axis) {
    if (axis.borders.size() < 4) return 0;
    // The outermost borders may be the picture's edges.
    const auto first = axis.borders.begin() + 1, last = axis.borders.end() - 2;
    const std::int64_t cells = last - first, pixels = *last - *first;
    assert(pixels > 0 && std::ranges::is_sorted(axis.borders));
    std::int64_t most = 0;
    for (std::int64_t i = 0; i <= cells; ++i)
        most = std::max(most, std::abs((first[i] - *first) * cells - pixels * i));
    return std::uint32_t(most * pixel_parts / cells);
}

int centre(const GridAxis& axis, int cell) {
    assert(axis.borders.front() == 0 && cell >= 0 && cell < axis.cells());
    return int((2 * std::int64_t{cell} + 1) * axis.borders.back() / (2 * axis.cells()));
}

PixelGrid grid_of(const PositionedPlane& labels, const PositionedPlane& source, CellSize size,
                  std::size_t frames, GridAnchor anchor, const Progress& progress) {
    const PlaneEnergies energies = cut_energies(labels, source, frames, progress);
    return grid_with({labels.plane, Axis(energies.columns, anchor.x), Axis(energies.rows, anchor.y), frames},
                     size);
}

int step_fit(const PositionedPlane& source, std::uint32_t least) {
    PlaneEnergies energies = step_energies(source);
    for (CutEnergies* const each : {&energies.columns, &energies.rows})
        std::fill(each->begin() + 1, each->end(), sharpened(each->front()));
    const Axis columns(energies.columns), rows(energies.rows);
    assert(least <= max_cell);
    const std::vector<Fit> fits = fits_of(columns, rows);
    const auto best = std::ranges::find_if(fits, [&](const Fit& one) { return one.size >= least; });
    assert(best != fits.end());
    SeenSpacings seen; // a gradient has a single step, from black to the next grey
    for (const Axis* const axis : {&columns, &rows}) add_seen(seen, *axis, best->size);
    return seen.cells < min_seen ? -1 : int(best->both * pixel_parts / whole_share);
}

std::optional<PixelGrid> best_grid(const PositionedPlane& labels, const PositionedPlane& source,
                                   std::size_t frames, const Progress& progress) {
    const PlaneEnergies energies = cut_energies(labels, source, frames, progress);
    const GridSource picture{labels.plane, Axis(energies.columns), Axis(energies.rows), frames};
    const Axis &columns = picture.columns, &rows = picture.rows;
    const std::vector<Fit> fits = fits_of(columns, rows);
    std::optional<PixelGrid> best;
    const auto compare = [&](CellSize size) {
        progress.throw_if_cancelled();
        PixelGrid grid = grid_with(picture, size);
        if (std::max(grid.columns.cells(), grid.rows.cells()) > max_cells) return;
        if (!best || grid.confidence > best->confidence) best = std::move(grid);
    };
    if (const auto apart = sizes_apart(fits, columns, rows)) compare(*apart);
    for (const bool small : {false, true})
        for (const std::uint32_t about : sizes_to_try(fits, small, small ? 1 : 4))
            if (const auto size = refined({&columns, &rows}, about)) compare({*size, *size});
    return best;
}

}
