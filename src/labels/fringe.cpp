#include "labels/fringe.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace huedrift {
namespace {

/// Products of two squared distances.
__extension__ using Wide = __int128;

std::int64_t dot(const Position& p, const Position& q, const Position& r) { // of q - p and r - p
    return (std::int64_t{q.l} - p.l) * (std::int64_t{r.l} - p.l) +
           (std::int64_t{q.a} - p.a) * (std::int64_t{r.a} - p.a) +
           (std::int64_t{q.b} - p.b) * (std::int64_t{r.b} - p.b);
}

/// 1 for pixels that lie in a square of `side` pixels of their own label.
template <class Label>
std::vector<std::uint8_t> find_core(const std::vector<Label>& labels, std::size_t width, std::size_t height,
                                    std::size_t side) {
    // Whether the square whose first corner a pixel is has one label.
    std::vector<std::uint8_t> square(labels.size()), core(labels.size());
    if (width < side || height < side) return core;
    parallel_ranges(height - side + 1, 16, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint8_t> alike(width);
        for (std::size_t y = begin; y < end; ++y) {
            std::ranges::fill(alike, std::uint8_t{1});
            const Label* const top = &labels[y * width];
            for (std::size_t down = 0; down < side; ++down)
                for (std::size_t right = 0; right < side; ++right) {
                    const Label* const other = top + down * width + right;
                    for (std::size_t x = 0; x + side <= width; ++x) alike[x] &= top[x] == other[x];
                }
            for (std::size_t x = 0; x + side <= width; ++x)
                square[y * width + x] = alike[x] && top[x] != no_label<Label>;
        }
    });
    parallel_ranges(height, 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y)
            for (std::size_t up = 0; up < side && up <= y; ++up)
                for (std::size_t left = 0; left < side; ++left) {
                    const std::uint8_t* const from = &square[(y - up) * width];
                    std::uint8_t* const to = &core[y * width];
                    for (std::size_t x = left; x < width; ++x) to[x] |= from[x - left];
                }
    });
    return core;
}

/// The labels of a window with how many of its pixels have them.
class Tally {
public:
    void clear() { size_ = 0; }
    void add(std::uint32_t label) {
        for (std::size_t i = 0; i < size_; ++i)
            if (counts_[i].label == label) {
                ++counts_[i].count;
                return;
            }
        counts_[size_++] = {label, 1};
    }
    /// The two most frequent, of equally frequent ones the lower; false: there are no two.
    bool top_two(std::uint32_t& first, std::uint32_t& second) {
        if (size_ < 2) return false;
        const auto before = [](const Count& x, const Count& y) {
            return x.count != y.count ? x.count > y.count : x.label < y.label;
        };
        std::partial_sort(counts_.begin(), counts_.begin() + 2,
                          counts_.begin() + static_cast<std::ptrdiff_t>(size_), before);
        first = counts_[0].label;
        second = counts_[1].label;
        return true;
    }

private:
    struct Count {
        std::uint32_t label, count;
    };
    static constexpr std::size_t max_window = 9 * 9;
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
        const std::vector<std::uint8_t> core = find_core(labels, columns, rows, reach);
        std::vector<Label> result = labels;
        parallel_ranges(rows, 16, [&](std::size_t begin, std::size_t end) {
            Tally tally;
            std::uint64_t here = 0;
            for (std::size_t y = begin; y < end; ++y) {
                progress.throw_if_cancelled();
                for (std::size_t x = 0; x < columns; ++x) {
                    const std::size_t at = y * columns + x;
                    if (core[at] || labels[at] == no_label<Label>) continue;
                    tally.clear();
                    for (std::size_t v = y - std::min(y, reach); v <= std::min(y + reach, rows - 1); ++v)
                        for (std::size_t u = x - std::min(x, reach); u <= std::min(x + reach, columns - 1);
                             ++u)
                            if (core[v * columns + u]) tally.add(labels[v * columns + u]);
                    std::uint32_t first = 0, second = 0;
                    if (!tally.top_two(first, second)) continue;
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
