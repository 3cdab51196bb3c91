#include "labels/grid_cells.h"

#include "base/error.h"
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <string>

namespace huedrift {
namespace {

/// A pixel of a cell.
template <class Label>
struct Vote {
    Label label;
    std::uint8_t alpha;
    std::int64_t from_centre; ///< squared, in half pixels
};

template <class Label>
struct Outcome {
    Label label;
    std::uint8_t alpha;
};

/// Returns the label with the most votes; among equal ones, the one nearest to the centre, then the lowest.
/// Sorts the votes by label and alpha.
template <class Label>
Outcome<Label> count(std::vector<Vote<Label>>& votes) {
    assert(!votes.empty());
    std::ranges::sort(votes, [](const auto& x, const auto& y) {
        return x.label != y.label ? x.label < y.label : x.alpha < y.alpha;
    });
    Outcome<Label> best{};
    std::size_t most = 0;
    std::int64_t nearest = 0;
    for (std::size_t begin = 0; begin < votes.size();) {
        std::size_t end = begin;
        std::int64_t distance = votes[begin].from_centre;
        for (; end < votes.size() && votes[end].label == votes[begin].label; ++end)
            distance = std::min(distance, votes[end].from_centre);
        const std::size_t here = end - begin;
        if (here > most || (here == most && distance < nearest)) {
            best = {votes[begin].label, votes[begin + here / 2].alpha};
            most = here, nearest = distance;
        }
        begin = end;
    }
    return best;
}

/// Throws Error(output) if the enlarged cells are too many pixels.
void check_enlargement(int width, int height, int scale) {
    assert(scale > 0);
    const std::size_t cells = std::size_t(width) * std::size_t(height);
    auto most = std::size_t(scale);
    while (cells * most * most > LabelPlane::max_size) --most;
    if (most == std::size_t(scale)) return;
    throw Refused(ErrorKind::output,
                  std::to_string(width) + " x " + std::to_string(height) +
                      " cells of the pixel grid are too many to be enlarged to " + std::to_string(scale) +
                      " pixels each; enlarge them to at most " + std::to_string(most) + " pixels",
                  {Refusal::Of::enlargement, most});
}

/// Makes a square of `scale` x `scale` of each element of a picture `width` wide.
template <class Element>
void enlarge(std::span<const Element> from, std::size_t width, std::size_t scale, Element* to,
             const Progress& progress) {
    if (width == 0) return;
    parallel_pieces(from.size() / width, 1, progress, [&](std::size_t row, std::size_t) {
        const std::size_t length = width * scale;
        Element* const first = to + row * scale * length;
        for (std::size_t x = 0; x < width; ++x) std::fill_n(first + x * scale, scale, from[row * width + x]);
        for (std::size_t i = 1; i < scale; ++i) std::copy_n(first, length, first + i * length);
    });
}

/// The range of a cell's pixels along one side without a quarter at each end. Only inner pixels decide.
struct InnerPixels {
    int begin, end;
};

InnerPixels inner_pixels(int begin, int end) {
    assert(begin < end);
    const int quarter = (end - begin + 1) / 4;
    return {begin + quarter, end - quarter};
}

/// Those that decide the colour of a cell.
InnerPixels deciding_pixels(const PixelGrid& grid, const GridAxis& axis, int cell) {
    if (!grid.is_smooth)
        return inner_pixels(axis.borders[std::size_t(cell)], axis.borders[std::size_t(cell) + 1]);
    const int middle = centre(axis, cell);
    return {middle, middle + 1};
}

/// The alpha of a cell whose neighbours, transparent or not, have a part in the alpha at its centre.
std::uint8_t unblended(std::uint8_t alpha, std::uint8_t most) {
    if (2 * alpha < most) return 0;
    return 4 * alpha < 3 * most ? alpha : most;
}

/// The cell of each pixel along a side; beyond the cells, the nearest cell.
std::vector<std::size_t> cell_of_pixels(const GridAxis& axis, int length) {
    assert(axis.cells() > 0 && axis.borders.back() <= length && std::ranges::is_sorted(axis.borders));
    std::vector<std::size_t> cells(std::size_t(length), 0);
    for (int cell = 0; cell < axis.cells(); ++cell)
        std::fill(cells.begin() + axis.borders[std::size_t(cell)], cells.end(), std::size_t(cell));
    return cells;
}

}

GridCells take_cells(const LabelPlane& plane, const PixelGrid& grid, const ImageView& source,
                     std::size_t frames, const Progress& progress) {
    assert(source.is_whole() && source.pixels.size() == plane.size());
    assert(frames > 0 && plane.height() % int(frames) == 0);
    const int frame_height = plane.height() / int(frames), width = grid.columns.cells(),
              height = grid.rows.cells();
    GridCells cells{LabelPlane(width, height * int(frames), plane.palette_size()), {}};
    cells.alpha.resize(cells.plane.size());
    const std::uint8_t most = grid.is_smooth ? std::ranges::max(source.pixels, {}, &Rgba8::a).a : 0;
    const auto alpha_of = [&](std::uint8_t alpha) { return grid.is_smooth ? unblended(alpha, most) : alpha; };
    const auto take_row = [&]<class Label>(const std::vector<Label>& labels, std::vector<Label>& target,
                                           std::size_t row) {
        std::vector<Vote<Label>> votes;
        const int top = int(row) / height * frame_height, cell = int(row) % height;
        const int upper = grid.rows.borders[std::size_t(cell)],
                  lower = grid.rows.borders[std::size_t(cell) + 1];
        const InnerPixels down = deciding_pixels(grid, grid.rows, cell);
        for (int column = 0; column < width; ++column) {
            const int left = grid.columns.borders[std::size_t(column)],
                      right = grid.columns.borders[std::size_t(column) + 1];
            const InnerPixels across = deciding_pixels(grid, grid.columns, column);
            votes.clear();
            for (int y = down.begin; y < down.end; ++y)
                for (int x = across.begin; x < across.end; ++x) {
                    const std::int64_t u = 2 * x + 1 - left - right, v = 2 * y + 1 - upper - lower;
                    const std::size_t at = std::size_t(top + y) * std::size_t(plane.width()) + std::size_t(x);
                    votes.push_back({labels[at], source.pixels[at].a, u * u + v * v});
                }
            const Outcome<Label> outcome = count(votes);
            const std::size_t at = row * std::size_t(width) + std::size_t(column);
            cells.alpha[at] = outcome.label == no_label<Label> ? 0 : alpha_of(outcome.alpha);
            target[at] = grid.is_smooth && cells.alpha[at] == 0 ? no_label<Label> : outcome.label;
        }
    };
    plane.visit_with(cells.plane, [&](const auto& labels, auto& target) {
        parallel_indices(std::size_t(cells.plane.height()), 1, progress,
                         [&](std::size_t row) { take_row(labels, target, row); });
    });
    return cells;
}

CellPlaces::CellPlaces(const PixelGrid& grid, int width, int height, std::size_t frames)
    : across_(std::size_t(grid.columns.cells())), down_(std::size_t(grid.rows.cells())),
      columns_(cell_of_pixels(grid.columns, width)), rows_(cell_of_pixels(grid.rows, height / int(frames))) {}

Image spread(const ImageView& cells, const PixelGrid& grid, int width, int height, std::size_t frames,
             const Progress& progress) {
    const CellPlaces place(grid, width, height, frames);
    assert(cells.width == grid.columns.cells() && cells.height == grid.rows.cells() * int(frames));
    Image image(width, height);
    parallel_pieces(std::size_t(height), 1, progress, [&](std::size_t y, std::size_t) {
        Rgba8* const to = image.pixels().data() + y * std::size_t(width);
        for (std::size_t x = 0; x < std::size_t(width); ++x) to[x] = cells.pixels[place(x, y)];
    });
    return image;
}

LabelPlane enlarged(const LabelPlane& cells, int scale, const Progress& progress) {
    check_enlargement(cells.width(), cells.height(), scale);
    LabelPlane large(cells.width() * scale, cells.height() * scale, cells.palette_size());
    cells.visit_with(large, [&](const auto& labels, auto& target) {
        enlarge(std::span(labels), std::size_t(cells.width()), std::size_t(scale), target.data(), progress);
    });
    return large;
}

namespace {

/// Counts the labels of cells, one cell after another.
class LabelCounts {
public:
    explicit LabelCounts(std::size_t colors) : counts_(colors + 1) {}

    void add(std::size_t label, std::uint32_t pixels) {
        std::uint32_t& count = counts_[label];
        if (count == 0) seen_.push_back(label);
        count += pixels;
        sum_ += pixels;
        most_ = std::max(most_, count);
    }
    /// Returns the number of pixels without the most frequent label, and starts the next cell.
    std::uint64_t take_others() {
        for (const std::size_t label : seen_) counts_[label] = 0;
        assert(most_ <= sum_);
        const std::uint64_t others = sum_ - most_;
        seen_.clear();
        sum_ = most_ = 0;
        return others;
    }

private:
    std::vector<std::uint32_t> counts_; ///< of each label, then of transparency
    std::vector<std::size_t> seen_;
    std::uint32_t sum_ = 0, most_ = 0;
};

/// A cell with a single inner pixel is never mixed.
InnerPixels compared_pixels(int begin, int end) {
    return end - begin < 4 ? InnerPixels{begin, end} : inner_pixels(begin, end);
}

}

std::uint64_t mixed_pixels(const LabelPlane& plane, std::span<const int> columns, std::span<const int> rows,
                           std::size_t frames) {
    if (columns.size() < 2 || rows.size() < 2) return 0;
    assert(std::ranges::is_sorted(columns) && columns.front() >= 0 && columns.back() <= plane.width());
    assert(std::ranges::is_sorted(rows) && rows.front() >= 0);
    assert(std::size_t(rows.back()) * frames <= std::size_t(plane.height()));
    const auto width = std::size_t(plane.width()), frame_height = std::size_t(plane.height()) / frames,
               cell_rows = rows.size() - 1;
    std::atomic<std::uint64_t> mixed{0};
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        parallel_ranges(frames * cell_rows, 4, [&](std::size_t begin, std::size_t end) {
            LabelCounts counts(plane.palette_size());
            std::uint64_t here = 0;
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t top = i / cell_rows * frame_height;
                const InnerPixels down = compared_pixels(rows[i % cell_rows], rows[i % cell_rows + 1]);
                const auto upper = top + std::size_t(down.begin), lower = top + std::size_t(down.end);
                for (std::size_t column = 0; column + 1 < columns.size(); ++column) {
                    const InnerPixels across = compared_pixels(columns[column], columns[column + 1]);
                    const auto left = std::size_t(across.begin), right = std::size_t(across.end);
                    for (std::size_t y = upper; y < lower; ++y)
                        each_run(&labels[y * width], left, right,
                                 [&](Label label, std::size_t x, std::size_t end) {
                                     counts.add(label == no_label<Label> ? plane.palette_size() : label,
                                                std::uint32_t(end - x));
                                 });
                    here += counts.take_others();
                }
            }
            mixed += here;
        });
    });
    return mixed;
}

}
