#include "labels/grid_cells.h"

#include "base/error.h"
#include "base/parallel.h"
#include "labels/mixed_cells.h"

#include <algorithm>
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
    const std::size_t cells = std::size_t(width) * std::size_t(height);
    auto most = std::size_t(scale);
    while (cells * most * most > LabelPlane::max_size) --most;
    if (most == std::size_t(scale)) return;
    throw Error(ErrorKind::output, std::to_string(width) + " x " + std::to_string(height) +
                                       " cells of the pixel grid are too many to be enlarged to " +
                                       std::to_string(scale) + " pixels each; enlarge them to at most " +
                                       std::to_string(most) + " pixels");
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

/// The cell of each pixel along a side; beyond the cells, the nearest cell.
std::vector<std::size_t> cell_of_pixels(const GridAxis& axis, int length) {
    std::vector<std::size_t> cells(std::size_t(length), 0);
    for (int cell = 0; cell < axis.cells(); ++cell)
        std::fill(cells.begin() + axis.borders[std::size_t(cell)], cells.end(), std::size_t(cell));
    return cells;
}

}

GridCells take_cells(const LabelPlane& plane, const PixelGrid& grid, const ImageView& source,
                     std::size_t frames, const Progress& progress) {
    const int frame_height = plane.height() / int(frames), width = grid.columns.cells(),
              height = grid.rows.cells();
    GridCells cells{LabelPlane(width, height * int(frames), plane.colors()), {}};
    cells.alpha.resize(cells.plane.size());
    const auto take_row = [&]<class Label>(const std::vector<Label>& labels, std::vector<Label>& target,
                                           std::size_t row) {
        std::vector<Vote<Label>> votes;
        const int top = int(row) / height * frame_height, cell = int(row) % height;
        const int upper = grid.rows.borders[std::size_t(cell)],
                  lower = grid.rows.borders[std::size_t(cell) + 1];
        const InnerPixels down = inner_pixels(upper, lower);
        for (int column = 0; column < width; ++column) {
            const int left = grid.columns.borders[std::size_t(column)],
                      right = grid.columns.borders[std::size_t(column) + 1];
            const InnerPixels across = inner_pixels(left, right);
            votes.clear();
            for (int y = down.begin; y < down.end; ++y)
                for (int x = across.begin; x < across.end; ++x) {
                    const std::int64_t u = 2 * x + 1 - left - right, v = 2 * y + 1 - upper - lower;
                    const std::size_t at = std::size_t(top + y) * std::size_t(plane.width()) + std::size_t(x);
                    votes.push_back({labels[at], source.pixels[at].a, u * u + v * v});
                }
            const Outcome<Label> outcome = count(votes);
            const std::size_t at = row * std::size_t(width) + std::size_t(column);
            target[at] = outcome.label;
            cells.alpha[at] = outcome.label == no_label<Label> ? 0 : outcome.alpha;
        }
    };
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        cells.plane.visit([&]<class Same>(std::vector<Same>& target) {
            if constexpr (std::is_same_v<Label, Same>)
                parallel_pieces(std::size_t(cells.plane.height()), 1, progress,
                                [&](std::size_t row, std::size_t) { take_row(labels, target, row); });
        });
    });
    return cells;
}

CellPlaces::CellPlaces(const PixelGrid& grid, int width, int height, std::size_t frames)
    : across_(std::size_t(grid.columns.cells())), down_(std::size_t(grid.rows.cells())),
      columns_(cell_of_pixels(grid.columns, width)), rows_(cell_of_pixels(grid.rows, height / int(frames))) {}

Image spread(const ImageView& cells, const PixelGrid& grid, int width, int height, std::size_t frames,
             const Progress& progress) {
    const CellPlaces place(grid, width, height, frames);
    Image image(width, height);
    parallel_pieces(std::size_t(height), 1, progress, [&](std::size_t y, std::size_t) {
        Rgba8* const to = image.pixels().data() + y * std::size_t(width);
        for (std::size_t x = 0; x < std::size_t(width); ++x) to[x] = cells.pixels[place(x, y)];
    });
    return image;
}

LabelPlane enlarged(const LabelPlane& cells, int scale, const Progress& progress) {
    check_enlargement(cells.width(), cells.height(), scale);
    LabelPlane large(cells.width() * scale, cells.height() * scale, cells.colors());
    cells.visit([&]<class Label>(const std::vector<Label>& labels) {
        large.visit([&]<class Same>(std::vector<Same>& target) {
            if constexpr (std::is_same_v<Label, Same>)
                enlarge(std::span(labels), std::size_t(cells.width()), std::size_t(scale), target.data(),
                        progress);
        });
    });
    return large;
}

Image enlarged(const ImageView& cells, int scale, const Progress& progress) {
    check_enlargement(cells.width, cells.height, scale);
    Image large(cells.width * scale, cells.height * scale);
    enlarge(cells.pixels, std::size_t(cells.width), std::size_t(scale), large.pixels().data(), progress);
    return large;
}

}
