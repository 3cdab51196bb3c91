#include "labels/pixel_grid.h"

#include "labels/mixed_cells.h"

#include <algorithm>
#include <numeric>

namespace huedrift {
namespace {

__extension__ using Wide = __int128;

/// The longest rim to skip, in pixels: at most a quarter of a cell.
std::size_t rim_of(std::uint32_t size) { return std::min<std::size_t>(max_rim, size / (4 * pixel_parts)); }

/// A direction, prepared for cells of any size.
class Axis {
public:
    explicit Axis(const CutEnergies& energies) : length_(int(energies.front().size())) {
        for (std::size_t rim = 0; rim < energies.size(); ++rim) {
            shares_[rim] = shares_of(energies[rim]);
            sums_[rim] = std::accumulate(energies[rim].begin(), energies[rim].end(), std::uint64_t{0});
        }
    }
    int length() const { return length_; }
    std::int64_t share(std::uint32_t size, int cut) const { return shares_[rim_of(size)][std::size_t(cut)]; }
    std::uint64_t energy(std::uint32_t size) const { return sums_[rim_of(size)]; }
    Cuts cuts(std::uint32_t size) const { return best_cuts(shares_[rim_of(size)], size); }

    /// The share that this number of cuts would have in a picture without a grid.
    std::int64_t expected(const Cuts& cuts) const {
        return length_ < 2 ? 0 : whole_share * std::int64_t(cuts.at.size()) / (length_ - 1);
    }

private:
    int length_;
    std::array<std::vector<std::int64_t>, max_rim + 1> shares_;
    std::array<std::uint64_t, max_rim + 1> sums_;
};

/// The mean of both directions, weighted by their energies.
std::int64_t mean(std::int64_t columns, std::uint64_t columns_energy, std::int64_t rows,
                  std::uint64_t rows_energy) {
    const Wide sum = Wide{columns_energy} + rows_energy;
    if (sum == 0) return 0;
    return std::int64_t((Wide{columns} * columns_energy + Wide{rows} * rows_energy) / sum);
}

/// How well cells of a size fit: the share on their cuts, less the penalty and one and a half times the
/// expected share. The last term rejects cells half as large, whose cuts have no smaller share.
std::int64_t fit(const Axis& axis, std::uint32_t size) {
    const Cuts cuts = axis.cuts(size);
    return cuts.energy - cuts.penalty - axis.expected(cuts) * 3 / 2;
}

/// The sum and number of the distances between neighbouring cuts that are both seen. A cut is seen if it has
/// at least a quarter of the mean energy.
struct SeenSpacings {
    std::int64_t pixels = 0, cells = 0;
};

void add_seen(SeenSpacings& seen, const Axis& axis, std::uint32_t size) {
    const Cuts cuts = axis.cuts(size);
    const auto is_seen = [&](int cut) {
        return axis.share(size, cut) * 4 * std::int64_t(cuts.at.size()) >= cuts.energy;
    };
    for (std::size_t i = 1; i < cuts.at.size() && cuts.energy > 0; ++i) {
        if (!is_seen(cuts.at[i - 1]) || !is_seen(cuts.at[i])) continue;
        seen.pixels += cuts.at[i] - cuts.at[i - 1];
        ++seen.cells;
    }
}

/// The fewest pairs of neighbouring cuts that make a grid.
constexpr std::int64_t min_seen = 4;

/// The mean spacing of the cuts seen with cells of about `size`, in thousandths of a pixel; none for fewer
/// than min_seen.
std::optional<std::uint32_t> refined(std::initializer_list<const Axis*> axes, std::uint32_t size) {
    for (int round = 0; round < 2; ++round) {
        SeenSpacings seen;
        for (const Axis* const axis : axes) add_seen(seen, *axis, size);
        if (seen.cells < min_seen) return std::nullopt;
        const std::int64_t mean = (seen.pixels * 2 * pixel_parts + seen.cells) / (2 * seen.cells);
        size = std::uint32_t(std::clamp<std::int64_t>(mean, min_cell, max_cell));
    }
    return size;
}

PixelGrid grid_with(const Axis& columns, const Axis& rows, CellSize size) {
    PixelGrid grid;
    grid.columns = {cell_borders(columns.cuts(size.width), size.width, columns.length()), size.width};
    grid.rows = {cell_borders(rows.cuts(size.height), size.height, rows.length()), size.height};
    return grid;
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

/// The lesser of both directions' contrasts with cells shifted by half a cell. Leaves out a direction in
/// which nothing changes.
int confidence(const PixelGrid& grid, const PlaneEnergies& energies, const LabelPlane& plane,
               std::size_t frames) {
    const auto is_even = [](const CutEnergies& energy) {
        return std::ranges::all_of(energy.front(), [](std::uint64_t one) { return one == 0; });
    };
    const std::vector<int>&columns = grid.columns.borders, &rows = grid.rows.borders;
    const bool even_columns = is_even(energies.columns), even_rows = is_even(energies.rows);
    if (even_columns && even_rows) return 0;
    const std::uint64_t mixed = mixed_pixels(plane, columns, rows, frames);
    int least = int(pixel_parts);
    if (!even_columns)
        least = std::min(least, contrast_of(mixed, mixed_pixels(plane, middles(columns), rows, frames)));
    if (!even_rows)
        least = std::min(least, contrast_of(mixed, mixed_pixels(plane, columns, middles(rows), frames)));
    return least;
}

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
        fits.push_back({size, across, down, mean(across, columns.energy(size), down, rows.energy(size))});
    }
    std::ranges::stable_sort(fits, std::ranges::greater{}, &Fit::both);
    return fits;
}

/// The sizes to compare: the best, and up to three others that fit at least half as well and differ from
/// each other by more than a fifth.
std::vector<std::uint32_t> sizes_to_try(std::span<const Fit> fits) {
    constexpr std::size_t most = 4;
    std::vector<std::uint32_t> sizes;
    for (const Fit& one : fits) {
        if (sizes.size() == most || one.both * 2 < fits.front().both) break;
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
    const std::int64_t apart =
        mean(width.columns, columns.energy(width.size), height.rows, rows.energy(height.size));
    if (apart - fits.front().both <= whole_share / 20) return std::nullopt;
    const auto exact_width = refined({&columns}, width.size), exact_height = refined({&rows}, height.size);
    if (!exact_width || !exact_height) return std::nullopt;
    return CellSize{*exact_width, *exact_height};
}

}

std::optional<std::size_t> cell_at(const GridAxis& axis, std::uint32_t pixel) {
    const auto after =
        std::ranges::upper_bound(axis.borders, pixel, {}, [](int border) { return std::uint32_t(border); });
    if (after == axis.borders.begin() || after == axis.borders.end()) return std::nullopt;
    return std::size_t(after - axis.borders.begin()) - 1;
}

std::uint32_t drift(const GridAxis& axis) {
    if (axis.borders.size() < 4) return 0;
    // The outermost borders may be the picture's edges.
    const auto first = axis.borders.begin() + 1, last = axis.borders.end() - 2;
    const std::int64_t cells = last - first, pixels = *last - *first;
    std::int64_t most = 0;
    for (std::int64_t i = 0; i <= cells; ++i)
        most = std::max(most, std::abs((first[i] - *first) * cells - pixels * i));
    return std::uint32_t(most * pixel_parts / cells);
}

PixelGrid grid_of(const LabelPlane& plane, std::span<const Position> palette, CellSize size,
                  std::size_t frames) {
    const PlaneEnergies energies = cut_energies(plane, palette, frames);
    PixelGrid grid = grid_with(Axis(energies.columns), Axis(energies.rows), size);
    grid.confidence = confidence(grid, energies, plane, frames);
    return grid;
}

std::optional<PixelGrid> best_grid(const LabelPlane& plane, std::span<const Position> palette,
                                   std::size_t frames) {
    const PlaneEnergies energies = cut_energies(plane, palette, frames);
    const Axis columns(energies.columns), rows(energies.rows);
    const std::vector<Fit> fits = fits_of(columns, rows);
    std::optional<PixelGrid> best;
    const auto compare = [&](CellSize size) {
        PixelGrid grid = grid_with(columns, rows, size);
        grid.confidence = confidence(grid, energies, plane, frames);
        if (!best || grid.confidence > best->confidence) best = std::move(grid);
    };
    if (const auto apart = sizes_apart(fits, columns, rows)) compare(*apart);
    for (const std::uint32_t about : sizes_to_try(fits))
        if (const auto size = refined({&columns, &rows}, about)) compare({*size, *size});
    return best;
}

}
