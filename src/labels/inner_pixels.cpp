#include "labels/inner_pixels.h"

#include "base/parallel.h"
#include "labels/fringe.h"

#include <algorithm>

namespace huedrift {
namespace {

/// A thin line has core pixels or transparent ones at most so many pixels from its own.
constexpr std::size_t line_reach = 2;
/// Pixels of a label that follow each other along a thin line.
constexpr std::size_t line_pixels = 3;

/// The pixels of thin lines in a plane.
template <class Label>
class ThinLines {
public:
    ThinLines(const std::vector<Label>& labels, const std::vector<Label>& core, std::span<const Rgb> palette,
              const ImageView& image)
        : labels_(labels), core_(core), palette_(palette),
          pixels_(image.pixels), columns_{1, static_cast<std::size_t>(image.width)},
          rows_{columns_.length, static_cast<std::size_t>(image.height)} {}

    bool has(std::size_t x, std::size_t y) const {
        return (is_between(columns_, x, y) && is_in_run(rows_, y, x)) ||
               (is_between(rows_, y, x) && is_in_run(columns_, x, y));
    }

private:
    /// The pixels along a row or column: the distance of their indices and their number.
    struct Axis {
        std::size_t step, length;
    };
    struct Pixel {
        std::size_t place, index; ///< along the axis, in the picture
    };
    /// The pixel at a place along an axis; the other place is along the other one.
    Pixel at(const Axis& axis, std::size_t place, std::size_t other) const {
        const std::size_t other_step = axis.step == 1 ? columns_.length : 1;
        return {place, place * axis.step + other * other_step};
    }

    /// The number of pixels of the own label that follow directly before and after a pixel, and itself.
    bool is_in_run(const Axis& axis, std::size_t place, std::size_t other) const {
        const Pixel pixel = at(axis, place, other);
        std::size_t run = 1;
        for (std::size_t d = 1; d < line_pixels && d <= place && is_same(pixel, pixel.index - d * axis.step);
             ++d)
            ++run;
        for (std::size_t d = 1;
             d < line_pixels && place + d < axis.length && is_same(pixel, pixel.index + d * axis.step); ++d)
            ++run;
        return run >= line_pixels;
    }
    bool is_same(const Pixel& pixel, std::size_t index) const {
        return labels_[pixel.index] == labels_[index];
    }

    /// Whether it lies between two areas, and is no mixture of them.
    bool is_between(const Axis& axis, std::size_t place, std::size_t other) const {
        const Pixel pixel = at(axis, place, other);
        for (std::size_t before = 1; before <= std::min(line_reach, place); ++before)
            for (std::size_t after = 1; after <= line_reach && place + after < axis.length; ++after)
                if (parts(pixel.index, pixel.index - before * axis.step, pixel.index + after * axis.step))
                    return true;
        return false;
    }
    bool parts(std::size_t index, std::size_t before, std::size_t after) const {
        if (!is_side(index, before) || !is_side(index, after)) return false;
        if (labels_[before] == no_label<Label> || labels_[after] == no_label<Label>) return true;
        const auto [r, g, b, a] = pixels_[index];
        return !is_mixture({r, g, b}, palette_[labels_[before]], palette_[labels_[after]]);
    }
    bool is_side(std::size_t index, std::size_t other) const {
        return labels_[other] == no_label<Label> ||
               (core_[other] != no_label<Label> && labels_[other] != labels_[index]);
    }

    const std::vector<Label>& labels_;
    const std::vector<Label>& core_;
    std::span<const Rgb> palette_;
    std::span<const Rgba8> pixels_;
    Axis columns_, rows_;
};

}

std::vector<std::uint8_t> find_inner(const LabelPlane& plane, std::span<const Rgb> palette,
                                     const ImageView& image, const Progress& progress) {
    const auto columns = std::size_t(plane.width()), rows = std::size_t(plane.height());
    std::vector<std::uint8_t> inner(plane.size());
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        const std::vector<Label> core = find_core(labels, columns, rows, 2, progress);
        const ThinLines<Label> lines(labels, core, palette, image);
        parallel_pieces(rows, 16, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t y = begin; y < end; ++y)
                for (std::size_t x = 0; x < columns; ++x) {
                    const std::size_t at = y * columns + x;
                    inner[at] =
                        core[at] != no_label<Label> || (labels[at] != no_label<Label> && lines.has(x, y));
                }
        });
    });
    return inner;
}

std::vector<std::uint32_t> count_inner(const ImageView& image, const ColorSet& colors,
                                       std::span<const std::uint32_t> label_of, std::span<const Rgb> palette,
                                       const Progress& progress, std::span<const std::uint8_t> importances) {
    std::vector<std::uint32_t> counts(colors.size());
    const std::vector<std::uint8_t> inner =
        find_inner(label_pixels(image, colors, label_of, palette.size(), progress), palette, image, progress);
    each_index(inner.size(), progress, [&](std::size_t i) {
        const auto [r, g, b, a] = image.pixels[i];
        if (inner[i]) counts[colors.index()[{r, g, b}]] += importances.empty() ? 1U : importances[i];
    });
    return counts;
}

LabelPlane label_pixels(const ImageView& image, const ColorSet& colors,
                        std::span<const std::uint32_t> label_of, std::size_t palette_size,
                        const Progress& progress) {
    LabelPlane plane(image.width, image.height, palette_size);
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        const std::vector<Label> label_of_color(label_of.begin(), label_of.end());
        parallel_pieces(labels.size(), 1 << 16, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const Rgba8 pixel = image.pixels[i];
                if (pixel.a != 0) labels[i] = label_of_color[colors.index()[{pixel.r, pixel.g, pixel.b}]];
            }
        });
    });
    return plane;
}

}
