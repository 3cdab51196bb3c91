#include "labels/smooth_grid.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>

namespace huedrift {
namespace {

// Interpolation bends a line of pixels at its nodes, the centres of the cells, and hardly between them. So
// second differences show where the centres are.

constexpr int fewest_cells = 8, most_cells = 1024, largest_cell = 16;
/// Lines that are enough to see the kinks, to refuse a number of cells and to be sure of it.
constexpr std::size_t lines_of_kinks = 256, lines_to_refuse = 16, lines_to_be_sure = 64;
/// The numbers of cells that are compared with the picture. JPEG's blocks may hide the right one behind
/// some others.
constexpr std::size_t most_candidates = 8;

/// A pixel's channels, multiplied by alpha, and its alpha, all up to 255 * 255.
using Blended = std::array<std::int32_t, 4>;
using PixelLine = std::vector<Blended>;

/// The rows or the columns of a picture; the columns of its frames are lines of their own.
class PixelLines {
public:
    PixelLines(const ImageView& image, std::size_t frames, bool rows)
        : pixels_(image.pixels), width_(std::size_t(image.width)),
          length_(rows ? width_ : std::size_t(image.height) / frames), rows_(rows) {}

    int length() const { return int(length_); }
    /// Lines at even distances, at most so many.
    std::vector<PixelLine> some(std::size_t most) const {
        const std::size_t all = length_ == 0 ? 0 : pixels_.size() / length_, count = std::min(most, all);
        std::vector<PixelLine> lines;
        for (std::size_t i = 0; i < count; ++i) lines.push_back(line((2 * i + 1) * all / (2 * count)));
        return lines;
    }

private:
    PixelLine line(std::size_t number) const {
        const std::size_t step = rows_ ? 1 : width_;
        const std::size_t first =
            rows_ ? number * width_ : number / width_ * length_ * width_ + number % width_;
        PixelLine line;
        for (std::size_t i = 0; i < length_; ++i) {
            const auto [r, g, b, a] = pixels_[first + i * step];
            line.push_back({r * a, g * a, b * a, 255 * a});
        }
        return line;
    }

    std::span<const Rgba8> pixels_;
    std::size_t width_, length_;
    bool rows_;
};

/// The sums of second differences at each place of the lines.
std::vector<std::int64_t> kinks_of(const PixelLines& picture) {
    const auto length = std::size_t(picture.length());
    std::vector<std::int64_t> kinks(length);
    for (const PixelLine& line : picture.some(lines_of_kinks))
        for (std::size_t x = 1; x + 1 < length; ++x)
            for (std::size_t c = 0; c < 4; ++c)
                kinks[x] += std::abs(line[x - 1][c] - 2 * line[x][c] + line[x + 1][c]);
    // JPEG's blocks of 8 pixels have kinks of their own where they meet.
    for (std::size_t x = 8; x + 1 < length; x += 8)
        kinks[x - 1] = kinks[x] = (kinks[x - 2] + kinks[x + 1]) / 2;
    return kinks;
}

/// Where the nodes of an interpolation lie: in the centres of cells or, to compare, on the borders between
/// them.
enum class Nodes { centres = 1, borders = 2 };

std::int64_t count_of(Nodes nodes, std::int64_t cells) { return nodes == Nodes::centres ? cells : cells - 1; }

/// The mean of the kinks at the nodes.
std::int64_t mean_at(Nodes nodes, const std::vector<std::int64_t>& kinks, std::int64_t cells) {
    const auto length = std::int64_t(kinks.size()), parts = 2 * cells, count = count_of(nodes, cells);
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t place = (2 * i + int(nodes)) * length - cells; // in parts of a pixel
        const std::int64_t* const kink = &kinks[std::size_t(place / parts)];
        sum += kink[0] * (parts - place % parts) + kink[1] * (place % parts);
    }
    return sum / (parts * count);
}

/// The numbers of cells that fit the kinks best, the best first.
std::vector<int> numbers_to_try(const std::vector<std::int64_t>& kinks) {
    struct Number {
        int cells;
        std::int64_t score;
    };
    const int length = int(kinks.size());
    const int least = std::max(fewest_cells, (length + largest_cell - 1) / largest_cell);
    std::vector<Number> numbers;
    for (int cells = least; cells <= std::min(length / 2 + 1, most_cells); ++cells) {
        const std::int64_t more =
            mean_at(Nodes::centres, kinks, cells) - mean_at(Nodes::borders, kinks, cells);
        const auto root = std::int64_t(std::sqrt(double(cells) * (1 << 20))); // an exact product
        if (more > 0) numbers.push_back({cells, more * root});
    }
    std::ranges::stable_sort(numbers, std::ranges::greater{}, &Number::score);
    std::vector<int> best;
    for (std::size_t i = 0; i < std::min(numbers.size(), most_candidates); ++i)
        best.push_back(numbers[i].cells);
    return best;
}

constexpr std::int64_t phases = 64; ///< between two nodes
constexpr int weight_bits = 19;
/// Of the two nodes before a place and the two behind it; their sum is 2^weight_bits.
using NodeWeights = std::array<std::int64_t, 4>;

NodeWeights triangle(std::int64_t q) { return {0, (phases - q) << 13, q << 13, 0}; }
/// Lanczos's filter gives nearly the same.
NodeWeights catmull_rom(std::int64_t q) {
    constexpr std::int64_t p = phases;
    return {-q * q * q + 2 * p * q * q - p * p * q, 3 * q * q * q - 5 * p * q * q + 2 * p * p * p,
            -3 * q * q * q + 4 * p * q * q + p * p * q, q * q * q - p * q * q};
}

/// The sum of squared differences between a line and its interpolation from the pixels at the nodes, from the
/// first border to the last: beyond them the borders have no further node, and would always seem worse.
template <class Filter>
std::uint64_t error_of(const PixelLine& line, std::int64_t cells, Nodes nodes, Filter filter) {
    const auto length = std::int64_t(line.size()), count = count_of(nodes, cells);
    std::vector<const Blended*> node_pixels;
    for (std::int64_t i = 0; i < count; ++i)
        node_pixels.push_back(&line[std::size_t((2 * i + int(nodes)) * length / (2 * cells))]);
    std::uint64_t error = 0;
    for (std::int64_t x = 0; x < length; ++x) {
        const std::int64_t middle = (2 * x + 1) * cells; // of the pixel, in parts of 2 cells
        if (middle < 2 * length || middle > 2 * length * (cells - 1)) continue;
        const std::int64_t place = middle + (4 - int(nodes)) * length; // 2 nodes to the right
        const std::int64_t before = place / (2 * length) - 2;
        const NodeWeights weights = filter((phases * (place % (2 * length)) + length) / (2 * length));
        for (std::size_t c = 0; c < 4; ++c) {
            std::int64_t sum = std::int64_t{1} << (weight_bits - 1);
            for (std::int64_t i = 0; i < 4; ++i)
                sum += weights[std::size_t(i)] *
                       (*node_pixels[std::size_t(std::clamp<std::int64_t>(before - 1 + i, 0, count - 1))])[c];
            const std::int64_t shown = std::clamp<std::int64_t>(sum >> weight_bits, 0, 255 * 255);
            const std::int64_t off = shown - line[std::size_t(x)][c];
            error += std::uint64_t(off * off);
        }
    }
    return error;
}

/// By how much less the lines differ from their interpolation between centres than from that between
/// borders, in thousandths, with the better filter.
int confidence_of(const std::vector<PixelLine>& lines, int cells) {
    const auto by = [&](auto filter) {
        std::uint64_t from_centres = 0, from_borders = 0;
        for (const PixelLine& line : lines) {
            from_centres += error_of(line, cells, Nodes::centres, filter);
            from_borders += error_of(line, cells, Nodes::borders, filter);
        }
        return from_centres >= from_borders ? 0 : int(1000 - from_centres * 1000 / from_borders);
    };
    return std::max(by(triangle), by(catmull_rom));
}

GridAxis even_axis(int length, int cells) {
    GridAxis axis{{}, std::uint32_t(length) * pixel_parts / std::uint32_t(cells)};
    for (int i = 0; i <= cells; ++i) axis.borders.push_back((2 * i * length + cells) / (2 * cells));
    return axis;
}

struct SureAxis {
    GridAxis axis;
    int confidence;
};

/// The numbers of columns or rows that give the picture back, those that fit the kinks best first.
std::vector<SureAxis> sure_axes(const PixelLines& picture, const Progress& progress) {
    const std::vector<int> numbers = numbers_to_try(kinks_of(picture));
    std::vector<SureAxis> sure;
    if (numbers.empty()) return sure;
    const std::vector<PixelLine> few = picture.some(lines_to_refuse), more = picture.some(lines_to_be_sure);
    for (const int cells : numbers) {
        progress.throw_if_cancelled();
        if (confidence_of(few, cells) < min_confidence / 2) continue;
        const int confidence = confidence_of(more, cells);
        if (confidence >= min_confidence) sure.push_back({even_axis(picture.length(), cells), confidence});
    }
    return sure;
}

/// Whether cells of these sizes are as wide as high, but for the rounding of the picture's sides.
bool are_square(std::uint32_t width, std::uint32_t height) {
    return std::max(width, height) - std::min(width, height) <= std::min(width, height) / 32;
}

}

std::optional<PixelGrid> smooth_grid(const ImageView& image, std::size_t frames, const Progress& progress) {
    assert(image.is_whole() && frames > 0 && image.height % int(frames) == 0);
    // Larger pictures would have cells of more than largest_cell pixels, or too many.
    if (std::max(image.width, image.height / int(frames)) > most_cells * largest_cell) return std::nullopt;
    const std::vector<SureAxis> columns = sure_axes({image, frames, true}, progress);
    if (columns.empty()) return std::nullopt;
    const std::vector<SureAxis> rows = sure_axes({image, frames, false}, progress);
    for (const SureAxis& across : columns)
        for (const SureAxis& down : rows)
            if (are_square(across.axis.size, down.axis.size))
                return PixelGrid{across.axis, down.axis, std::min(across.confidence, down.confidence), true};
    return std::nullopt;
}

Image centres_of(const ImageView& image, const PixelGrid& grid, std::size_t frames) {
    const int height = image.height / int(frames);
    Image centres(grid.columns.cells(), grid.rows.cells() * int(frames));
    auto to = centres.pixels().begin();
    for (int frame = 0; frame < int(frames); ++frame)
        for (int row = 0; row < grid.rows.cells(); ++row)
            for (int column = 0; column < grid.columns.cells(); ++column)
                *to++ = image.pixels[std::size_t(frame * height + centre(grid.rows, row)) *
                                         std::size_t(image.width) +
                                     std::size_t(centre(grid.columns, column))];
    return centres;
}

}
