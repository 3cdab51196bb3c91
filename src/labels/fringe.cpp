#include "labels/fringe.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <utility>

namespace huedrift {
namespace {

/// Products of two squared distances.
__extension__ using Wide = __int128;

std::int64_t dot(const Position& p, const Position& q, const Position& r) { // of q - p and r - p
    return (std::int64_t{q.l} - p.l) * (std::int64_t{r.l} - p.l) +
           (std::int64_t{q.a} - p.a) * (std::int64_t{r.a} - p.a) +
           (std::int64_t{q.b} - p.b) * (std::int64_t{r.b} - p.b);
}

/// The labels of core pixels: pixels inside a square of `side` pixels of their own label. Others have none.
template <class Label>
std::vector<Label> find_core(const std::vector<Label>& labels, std::size_t width, std::size_t height,
                             std::size_t side) {
    // Whether the row of `side` pixels, then the square, that begins at a pixel has one label.
    std::vector<std::uint8_t> row(labels.size()), square(labels.size());
    std::vector<Label> core(labels.size(), no_label<Label>);
    if (width < side || height < side) return core;
    const std::size_t last = width - side + 1;
    parallel_ranges(height, 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y) {
            const Label* const from = &labels[y * width];
            std::uint8_t* const to = &row[y * width];
            for (std::size_t x = 0; x < last; ++x) to[x] = from[x] != no_label<Label>;
            for (std::size_t right = 1; right < side; ++right)
                for (std::size_t x = 0; x < last; ++x) to[x] &= from[x] == from[x + right];
        }
    });
    parallel_ranges(height - side + 1, 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y) {
            const Label* const from = &labels[y * width];
            std::uint8_t* const to = &square[y * width];
            std::copy_n(&row[y * width], last, to);
            for (std::size_t below = width; below < side * width; below += width)
                for (std::size_t x = 0; x < last; ++x)
                    to[x] &= row[y * width + below + x] & (from[x] == from[below + x]);
        }
    });
    parallel_ranges(height, 16, [&](std::size_t begin, std::size_t end) {
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

/// The labels of the core pixels in a square window, with their counts. It moves along a row: most pixels of
/// a photo need it, so a step costs two columns of the window instead of all.
template <class Label>
class Window {
public:
    Window(const std::vector<Label>& core, std::size_t width, std::size_t height, std::size_t reach)
        : core_(core), width_(width), height_(height), reach_(reach) {}

    /// Centres the window at a pixel. Within a row it may only move to the right.
    void move_to(std::size_t x, std::size_t y) {
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
    /// Finds the two most frequent labels, the lower of equally frequent ones. Returns false without two.
    bool top_two(std::uint32_t& first, std::uint32_t& second) const {
        Count best{0, 0}, next{0, 0};
        for (std::size_t i = 0; i < size_; ++i) {
            if (is_before(counts_[i], best))
                next = std::exchange(best, counts_[i]);
            else if (is_before(counts_[i], next))
                next = counts_[i];
        }
        first = best.label;
        second = next.label;
        return next.count > 0;
    }

private:
    struct Count {
        std::uint32_t label, count;
    };
    static bool is_before(const Count& x, const Count& y) {
        return x.count != y.count ? x.count > y.count : x.label < y.label;
    }

    void add_column(std::size_t x) {
        for (std::size_t y = top_; y <= bottom_; ++y) {
            const Label label = core_[y * width_ + x];
            if (label != no_label<Label>) ++at(label).count;
        }
    }
    void remove_column(std::size_t x) {
        for (std::size_t y = top_; y <= bottom_; ++y) {
            const Label label = core_[y * width_ + x];
            if (label == no_label<Label>) continue;
            Count& count = at(label);
            if (--count.count == 0) count = counts_[--size_];
        }
    }
    /// Only few labels have core pixels near each other.
    Count& at(Label label) {
        std::size_t i = 0;
        while (i < size_ && counts_[i].label != label) ++i;
        if (i == size_) counts_[size_++] = {label, 0};
        return counts_[i];
    }

    static constexpr std::size_t max_window = 9 * 9;
    const std::vector<Label>& core_;
    std::size_t width_, height_, reach_;
    std::size_t x_ = 0, y_ = std::numeric_limits<std::size_t>::max(), top_ = 0, bottom_ = 0;
    std::array<Count, max_window> counts_;
    std::size_t size_ = 0;
};

}

bool is_near_segment(const Position& point, const Position& from, const Position& to,
                     std::int64_t squared_radius) {
    const std::int64_t length = squared_distance(from, to), along = dot(from, point, to);
    if (along <= 0) return squared_distance(point, from) <= squared_radius;
    if (along >= length) return squared_distance(point, to) <= squared_radius;
    return Wide{squared_distance(point, from)} * length - Wide{along} * along <=
           Wide{squared_radius} * length;
}

std::uint64_t remove_fringe(LabelPlane& plane, std::span<const Position> palette, const ImageView& image,
                            const ColorSet& colors, int width, std::int64_t squared_radius,
                            const Progress& progress) {
    const auto columns = std::size_t(plane.width()), rows = std::size_t(plane.height());
    const auto reach = std::size_t(width) + 1;
    std::atomic<std::uint64_t> changed{0};
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        const std::vector<Label> core = find_core(labels, columns, rows, reach);
        progress.report(0.5);
        std::vector<Label> result = labels;
        parallel_ranges(rows, 16, [&](std::size_t begin, std::size_t end) {
            Window<Label> window(core, columns, rows, reach);
            std::uint64_t here = 0;
            for (std::size_t y = begin; y < end; ++y) {
                progress.throw_if_cancelled();
                for (std::size_t x = 0; x < columns; ++x) {
                    const std::size_t at = y * columns + x;
                    if (core[at] != no_label<Label> || labels[at] == no_label<Label>) continue;
                    window.move_to(x, y);
                    std::uint32_t first = 0, second = 0;
                    if (!window.top_two(first, second)) continue;
                    const auto [r, g, b, a] = image.pixels[at];
                    const Position& own = colors.positions()[colors.index()[{r, g, b}]];
                    if (!is_near_segment(own, palette[first], palette[second], squared_radius)) continue;
                    const bool is_first =
                        squared_distance(own, palette[first]) <= squared_distance(own, palette[second]);
                    result[at] = static_cast<Label>(is_first ? first : second);
                    here += result[at] != labels[at];
                }
            }
            changed += here;
        });
        labels = std::move(result);
    });
    return changed;
}

}
