#include "labels/soft_edges.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <limits>
#include <optional>

namespace huedrift {
namespace {

/// The labels of core pixels: pixels inside a square of `side` pixels of their own label, wholly in the
/// picture. Others have none. Throws Error(cancelled).
template <class Label>
std::vector<Label> find_core(const std::vector<Label>& labels, std::size_t width, std::size_t height,
                             std::size_t side, const Progress& progress) {
    assert(labels.size() == width * height && side > 0);
    // Whether the row of `side` pixels, then the square, that begins at a pixel has one label.
    std::vector<std::uint8_t> row(labels.size()), square(labels.size());
    std::vector<Label> core(labels.size(), no_label<Label>);
    if (width < side || height < side) return core;
    const std::size_t last = width - side + 1;
    parallel_indices(height, 16, progress, [&](std::size_t y) {
        const Label* const from = &labels[y * width];
        std::uint8_t* const to = &row[y * width];
        for (std::size_t x = 0; x < last; ++x) to[x] = from[x] != no_label<Label>;
        for (std::size_t right = 1; right < side; ++right)
            for (std::size_t x = 0; x < last; ++x) to[x] &= from[x] == from[x + right];
    });
    parallel_indices(height - side + 1, 16, progress, [&](std::size_t y) {
        const Label* const from = &labels[y * width];
        std::uint8_t* const to = &square[y * width];
        std::copy_n(&row[y * width], last, to);
        for (std::size_t below = width; below < side * width; below += width)
            for (std::size_t x = 0; x < last; ++x)
                to[x] &= row[y * width + below + x] & (from[x] == from[below + x]);
    });
    parallel_pieces(height, 16, progress, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint8_t> above(width), within(width);
        for (std::size_t y = begin; y < end; ++y) {
            std::ranges::fill(above, std::uint8_t{0});
            for (std::size_t up = 0; up < side && up <= y; ++up)
                for (std::size_t x = 0; x < width; ++x) above[x] |= square[(y - up) * width + x];
            within = above;
            for (std::size_t left = 1; left < side; ++left)
                for (std::size_t x = left; x < width; ++x) within[x] |= above[x - left];
            const Label* const from = &labels[y * width];
            Label* const to = &core[y * width];
            for (std::size_t x = 0; x < width; ++x) to[x] = within[x] ? from[x] : no_label<Label>;
        }
    });
    return core;
}

/// The labels in a square window, with their counts. It moves along a row: most pixels of a photo need it, so
/// a step costs two columns of the window instead of all.
template <class Label>
class Window {
public:
    Window(const std::vector<Label>& labels, std::size_t width, std::size_t height, std::size_t reach)
        : labels_(labels), width_(width), height_(height), reach_(reach) {
        assert((2 * reach + 1) * (2 * reach + 1) <= max_window);
    }

    /// Centres the window at a pixel. Within a row it may only move to the right.
    void move_to(std::size_t x, std::size_t y) {
        assert(x < width_ && y < height_ && (y != y_ || x >= x_));
        if (y != y_ || x - x_ > reach_) {
            size_ = 0;
            top_ = y - std::min(y, reach_);
            bottom_ = std::min(y + reach_, height_ - 1);
            for (std::size_t u = x - std::min(x, reach_); u <= std::min(x + reach_, width_ - 1); ++u)
                add_column(u);
        } else {
            for (std::size_t at = x_ + 1; at <= x; ++at) {
                if (at > reach_) remove_column(at - reach_ - 1);
                if (at + reach_ < width_) add_column(at + reach_);
            }
        }
        x_ = x, y_ = y;
    }
    struct Count {
        std::uint32_t label, count;
    };
    /// The labels in the window, most frequent first, the lower of equally frequent ones first.
    std::span<const Count> labels() {
        const std::span<Count> counts(counts_.data(), size_);
        std::ranges::sort(counts, [](const Count& x, const Count& y) {
            return x.count != y.count ? x.count > y.count : x.label < y.label;
        });
        return counts;
    }

private:
    void add_column(std::size_t x) {
        for (std::size_t y = top_; y <= bottom_; ++y) {
            const Label label = labels_[y * width_ + x];
            if (label != no_label<Label>) ++at(label).count;
        }
    }
    void remove_column(std::size_t x) {
        for (std::size_t y = top_; y <= bottom_; ++y) {
            const Label label = labels_[y * width_ + x];
            if (label == no_label<Label>) continue;
            Count& count = at(label);
            assert(count.count > 0);
            if (--count.count == 0) count = counts_[--size_];
        }
    }
    /// At most 81 labels, and mostly a few.
    Count& at(Label label) {
        std::size_t i = 0;
        while (i < size_ && counts_[i].label != label) ++i;
        assert(i < max_window);
        if (i == size_) counts_[size_++] = {label, 0};
        return counts_[i];
    }

    static constexpr std::size_t max_window = 9 * 9;
    const std::vector<Label>& labels_;
    std::size_t width_, height_, reach_;
    std::size_t x_ = 0, y_ = std::numeric_limits<std::size_t>::max(), top_ = 0, bottom_ = 0;
    std::array<Count, max_window> counts_;
    std::size_t size_ = 0;
};

std::int64_t squared_distance(Rgb x, Rgb y) {
    const auto squared = [](int difference) { return std::int64_t{difference} * difference; };
    return squared(x.r - y.r) + squared(x.g - y.g) + squared(x.b - y.b);
}

struct Pair {
    std::uint32_t first, second;
};

/// The labels whose colours the source colour `own` is a mixture of: of such pairs the one with the highest
/// count, the first in the order of `counts`.
template <class Count>
std::optional<Pair> find_mixed(Rgb color, std::span<const Count> counts, std::span<const Rgb> palette) {
    std::optional<Pair> mixed;
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        for (std::size_t j = i + 1; j < counts.size(); ++j) {
            const std::uint32_t first = counts[i].label, second = counts[j].label;
            assert(first < palette.size() && second < palette.size());
            const std::uint32_t both = counts[i].count + counts[j].count;
            if (both <= most) break; // later ones are counted less
            if (!is_mixture(color, palette[first], palette[second])) continue;
            most = both;
            mixed = Pair{first, second};
        }
    return mixed;
}

/// The least distance, as (R, G, B), at which a label's colour beside a stroke is a wrong one.
constexpr std::int64_t wrong_distance = 48;
/// Two of so many labels around a pixel, those of most pixels, may be strokes.
constexpr std::size_t max_strokes = 8;

struct Fraction {
    std::int64_t numerator, denominator;
};

/// The squared distance of `own` from the segment between two colours.
Fraction squared_distance_from_segment(Rgb color, Rgb from, Rgb to) {
    const std::int64_t length = squared_distance(from, to), before = squared_distance(color, from),
                       after = squared_distance(color, to);
    const std::int64_t along = length + before - after; // twice the product of both vectors
    if (along <= 0) return {before, 1};
    if (along >= 2 * length) return {after, 1};
    return {4 * length * before - along * along, 4 * length};
}

/// Whether `own` lies more than twice as near to the segment between the colours of `pair` as to each segment
/// from the colour of its label to those around it.
template <class Count>
bool is_nearer_to(const Pair& pair, Rgb color, std::uint32_t label, std::span<const Count> counts,
                  std::span<const Rgb> palette) {
    const Fraction near = squared_distance_from_segment(color, palette[pair.first], palette[pair.second]);
    return std::ranges::all_of(counts, [&](const Count& other) {
        const Fraction present = squared_distance_from_segment(color, palette[label], palette[other.label]);
        return 4 * near.numerator * present.denominator < present.numerator * near.denominator;
    });
}

/// The strokes beside a pixel of the colour `own`, which its label does not suit; letters may be too thin for
/// core pixels. `counts` has all labels around the pixel.
template <class Count>
std::optional<Pair> find_strokes(Rgb color, std::uint32_t label, std::span<const Count> counts,
                                 std::span<const Rgb> palette) {
    if (squared_distance(color, palette[label]) < wrong_distance * wrong_distance) return {};
    std::array<Count, max_strokes> others;
    std::size_t size = 0;
    for (const Count& count : counts)
        if (count.label != label && size < others.size()) others[size++] = count;
    const auto sides = find_mixed(color, std::span<const Count>(others.data(), size), palette);
    return sides && is_nearer_to(*sides, color, label, counts, palette) ? sides : std::nullopt;
}

}

std::uint64_t remove_fringe(LabelPlane& plane, std::span<const Rgb> palette, const ImageView& image,
                            int width, const Progress& progress) {
    const auto columns = std::size_t(plane.width()), rows = std::size_t(plane.height());
    const auto reach = std::size_t(width) + 1;
    assert(width >= 1 && width <= 3 && palette.size() >= plane.palette_size());
    assert(image.is_whole() && image.pixels.size() == plane.size());
    std::atomic<std::uint64_t> changed{0};
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        const std::vector<Label> core = find_core(labels, columns, rows, reach, progress);
        progress.report(0.5);
        std::vector<Label> result = labels;
        parallel_ranges(rows, 16, [&](std::size_t begin, std::size_t end) {
            Window<Label> areas(core, columns, rows, reach), strokes(labels, columns, rows, reach);
            std::uint64_t here = 0;
            for (std::size_t y = begin; y < end; ++y) {
                for (std::size_t x = 0; x < columns; ++x) {
                    if (x % 256 == 0) progress.throw_if_cancelled();
                    const std::size_t at = y * columns + x;
                    if (core[at] != no_label<Label> || labels[at] == no_label<Label>) continue;
                    const Rgb color{image.pixels[at].r, image.pixels[at].g, image.pixels[at].b};
                    areas.move_to(x, y);
                    auto sides = find_mixed(color, areas.labels(), palette);
                    if (!sides) {
                        strokes.move_to(x, y);
                        sides = find_strokes(color, labels[at], strokes.labels(), palette);
                    }
                    if (!sides) continue;
                    const bool is_first = squared_distance(color, palette[sides->first]) <=
                                          squared_distance(color, palette[sides->second]);
                    result[at] = static_cast<Label>(is_first ? sides->first : sides->second);
                    here += result[at] != labels[at];
                }
            }
            changed += here;
        });
        labels = std::move(result);
    });
    return changed;
}

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
    assert(image.is_whole() && image.pixels.size() == plane.size() && palette.size() >= plane.palette_size());
    std::vector<std::uint8_t> inner(plane.size());
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        const std::vector<Label> core = find_core(labels, columns, rows, 2, progress);
        const ThinLines<Label> lines(labels, core, palette, image);
        parallel_indices(rows, 16, progress, [&](std::size_t y) {
            for (std::size_t x = 0; x < columns; ++x) {
                const std::size_t at = y * columns + x;
                inner[at] = core[at] != no_label<Label> || (labels[at] != no_label<Label> && lines.has(x, y));
            }
        });
    });
    return inner;
}

std::vector<std::uint32_t> count_inner(const ImageView& image, const ColorSet& colors,
                                       std::span<const std::uint32_t> label_of, std::span<const Rgb> palette,
                                       const Progress& progress, std::span<const std::uint8_t> importances) {
    assert(label_of.size() == colors.size());
    assert(importances.empty() || importances.size() == image.pixels.size());
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
    assert(image.is_whole() && label_of.size() == colors.size());
    assert(std::ranges::all_of(label_of, [&](std::uint32_t label) { return label < palette_size; }));
    LabelPlane plane(image.width, image.height, palette_size);
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        const std::vector<Label> label_of_color(label_of.begin(), label_of.end());
        parallel_indices(labels.size(), 1 << 16, progress, [&](std::size_t i) {
            const Rgba8 pixel = image.pixels[i];
            if (pixel.a != 0) labels[i] = label_of_color[colors.index()[{pixel.r, pixel.g, pixel.b}]];
        });
    });
    return plane;
}

}
