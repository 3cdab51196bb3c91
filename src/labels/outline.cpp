#include "labels/outline.h"

#include "base/error.h"
#include "base/parallel.h"
#include "labels/regions.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <charconv>
#include <iterator>
#include <numeric>
#include <utility>

namespace huedrift {
namespace {

constexpr std::size_t max_stacked_bytes = std::size_t{1} << 30;

/// Clockwise.
enum Direction : unsigned { right, down, left, up };

constexpr std::array<int, 4> step_x{1, 0, -1, 0}, step_y{0, 1, 0, -1};

void append(std::string& text, char command, int number) {
    char digits[12];
    text += command;
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// Walks around areas. `covers(pixel, area)` says whether an area has a pixel.
template <class Covers>
class Tracer {
public:
    Tracer(int width, int height, const Covers& covers)
        : covers_(covers), width_(width), height_(height), traced_(std::size_t(width) * std::size_t(height)) {
    }

    /// Traces the loop along the upper edge of a pixel, unless that is done. The loop's first such pixel in
    /// the order of the picture comes first.
    void trace_from(std::size_t pixel, std::uint32_t area, std::string& path) {
        if (!traced_[pixel])
            trace(int(pixel % std::size_t(width_)), int(pixel / std::size_t(width_)), area, path);
    }
    /// Forgets that a pixel's upper edge was traced, for another area that has it.
    void forget(std::size_t pixel) { traced_[pixel] = false; }

private:
    std::size_t index(int x, int y) const { return std::size_t(y) * std::size_t(width_) + std::size_t(x); }
    bool is(int x, int y, std::uint32_t area) const {
        return x >= 0 && y >= 0 && x < width_ && y < height_ && covers_(index(x, y), area);
    }

    /// Whether the area has the pixel ahead of a corner, on the right or left hand.
    bool is_at_right(int x, int y, Direction to, std::uint32_t area) const {
        return is(x - (to == down || to == left), y - (to == left || to == up), area);
    }
    bool is_at_left(int x, int y, Direction to, std::uint32_t area) const {
        return is(x - (to == left || to == up), y - (to == right || to == up), area);
    }

    /// Walks around the area with its pixels on the right, from the upper edge of its first pixel. Marks the
    /// edges along which a loop goes right as traced; each loop has one.
    void trace(int from_x, int from_y, std::uint32_t area, std::string& path) {
        int x = from_x, y = from_y;
        Direction to = right;
        append(path, 'M', x);
        append(path, ' ', y);
        do {
            int length = 0;
            bool straight = true;
            while (straight) {
                if (to == right) traced_[index(x, y)] = true;
                x += step_x[to], y += step_y[to], ++length;
                straight = is_at_right(x, y, to, area) && !is_at_left(x, y, to, area);
            }
            const unsigned turn = is_at_right(x, y, to, area) ? 3 : 1;
            const auto next = static_cast<Direction>((to + turn) % 4);
            const bool closes = x == from_x && y == from_y && next == right; // as z does
            if (!closes)
                append(path, to == right || to == left ? 'h' : 'v',
                       to == right || to == down ? length : -length);
            to = next;
        } while (x != from_x || y != from_y || to != right);
        path += 'z';
    }

    const Covers& covers_;
    int width_, height_;
    std::vector<bool> traced_; ///< upper edges of pixels
};

}

std::vector<std::string> outlines(const LabelPlane& plane) {
    std::vector<std::string> paths(plane.palette_size());
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        const auto covers = [&](std::size_t pixel, std::uint32_t label) { return labels[pixel] == label; };
        Tracer tracer(plane.width(), plane.height(), covers);
        const auto width = std::size_t(plane.width());
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (labels[i] != no_label<Label> && (i < width || labels[i - width] != labels[i]))
                tracer.trace_from(i, labels[i], paths[labels[i]]);
    });
    return paths;
}

namespace {

/// Layers that lie on each other, by the height of each pixel: the number of layers that it belongs to. Layer
/// i has the pixels that are higher than i.
template <class Label>
class Stack {
public:
    Stack(const std::vector<Label>& labels, int width, std::size_t colors,
          std::span<const std::uint32_t> order)
        : labels_(labels), width_(std::size_t(width)), rows_(labels.size() / width_), layers_(order.size()),
          height_of_(colors) {
        assert(order.size() <= colors);
        for (std::size_t i = 0; i < order.size(); ++i)
            height_of_[order[i]] = static_cast<std::uint32_t>(i + 1);
    }

    std::size_t layers() const { return layers_; }
    std::uint32_t height(std::size_t pixel) const {
        return labels_[pixel] == no_label<Label> ? 0 : height_of_[labels_[pixel]];
    }
    /// The height of the pixel above; 0 outside the picture. Layers from this to the pixel's own height have
    /// its upper edge.
    std::uint32_t height_above(std::size_t pixel) const {
        return pixel < width_ ? 0 : height(pixel - width_);
    }

    /// The number of corners of all outlines.
    std::uint64_t corners(const Progress& progress) const {
        std::atomic<std::uint64_t> sum{0};
        parallel_pieces(rows_ + 1, 64, progress, [&](std::size_t begin, std::size_t end) {
            std::uint64_t here = 0;
            for (std::size_t y = begin; y < end; ++y)
                for (std::size_t x = 0; x <= width_; ++x) here += corners_at(x, y);
            sum += here;
        });
        return sum;
    }

    /// Adds the pixels with an upper edge of their own to the lowest layer that has it.
    void sort_edges(const Progress& progress) {
        begins_.resize(layers_ + 1);
        each_edge(progress, [&](std::size_t, std::uint32_t low) { ++begins_[low]; });
        std::exclusive_scan(begins_.begin(), begins_.end(), begins_.begin(), std::size_t{0});
        edges_.resize(begins_.back());
        std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
        each_edge(progress, [&](std::size_t pixel, std::uint32_t low) {
            edges_[next[low]++] = static_cast<std::uint32_t>(pixel);
        });
    }
    /// The pixels with an upper edge in a layer, in the order of the picture.
    std::vector<std::uint32_t> edges_of(std::uint32_t layer, const Progress& progress) const {
        std::vector<std::uint32_t> edges;
        each_edge(progress, [&](std::size_t pixel, std::uint32_t low) {
            if (low <= layer && layer < height(pixel)) edges.push_back(static_cast<std::uint32_t>(pixel));
        });
        return edges;
    }
    /// The same from those of the layer below.
    std::vector<std::uint32_t> edges_of(std::uint32_t layer, std::vector<std::uint32_t> below) const {
        std::erase_if(below, [&](std::uint32_t pixel) { return height(pixel) <= layer; });
        const auto begin = edges_.begin() + std::ptrdiff_t(begins_[layer]),
                   end = edges_.begin() + std::ptrdiff_t(begins_[layer + 1]);
        std::vector<std::uint32_t> edges;
        edges.reserve(below.size() + std::size_t(end - begin));
        std::merge(below.begin(), below.end(), begin, end, std::back_inserter(edges));
        return edges;
    }

private:
    template <class Found>
    void each_edge(const Progress& progress, const Found& found) const {
        each_index(labels_.size(), progress, [&](std::size_t pixel) {
            if (const std::uint32_t low = height_above(pixel); low < height(pixel)) found(pixel, low);
        });
    }
    /// The corners of all layers where four pixels meet.
    std::uint64_t corners_at(std::size_t x, std::size_t y) const {
        const auto at = [&](bool is_left, bool is_above) -> std::uint32_t {
            if ((is_left ? x == 0 : x == width_) || (is_above ? y == 0 : y == rows_)) return 0;
            return height((y - is_above) * width_ + x - is_left);
        };
        const std::array around{at(true, true), at(false, true), at(false, false), at(true, false)};
        std::array sorted = around;
        std::ranges::sort(sorted);
        const bool touch = std::min(around[0], around[2]) >= std::max(around[1], around[3]) ||
                           std::min(around[1], around[3]) >= std::max(around[0], around[2]);
        return sorted[3] - sorted[2] + (touch ? 2 * std::uint64_t{sorted[2] - sorted[1]} : 0) + sorted[1] -
               sorted[0];
    }

    const std::vector<Label>& labels_;
    std::size_t width_, rows_, layers_;
    std::vector<std::uint32_t> height_of_;
    std::vector<std::uint32_t> edges_{};
    std::vector<std::size_t> begins_{}; ///< of the edges of each layer
};

void check_stacked(std::uint64_t bytes) {
    if (bytes > max_stacked_bytes)
        throw Error(ErrorKind::output, "stacked layers would take more than 1 GiB; fewer colours, or fewer "
                                       "small regions, need less");
}

/// The outlines of the layers, from the edges of each alone: to look at all pixels for each would take hours.
template <class Label>
std::vector<std::string> trace_stack(const LabelPlane& plane, Stack<Label>& stack, const Progress& progress) {
    constexpr std::uint64_t bytes_of_corner = 2; // "h1"
    check_stacked(stack.corners(progress) * bytes_of_corner);
    stack.sort_edges(progress);
    std::vector<std::string> paths(stack.layers());
    std::atomic<std::size_t> bytes{0};
    const std::size_t pieces = 4 * std::size_t(thread_count()); // each looks at all pixels once
    parallel_ranges(paths.size(), 1 + paths.size() / pieces, [&](std::size_t begin, std::size_t end) {
        const auto covers = [&](std::size_t pixel, std::uint32_t layer) {
            return stack.height(pixel) > layer;
        };
        Tracer tracer(plane.width(), plane.height(), covers);
        std::vector<std::uint32_t> edges;
        for (std::size_t i = begin; i < end; ++i) {
            progress.throw_if_cancelled();
            const auto layer = static_cast<std::uint32_t>(i);
            edges = i == begin ? stack.edges_of(layer, progress) : stack.edges_of(layer, std::move(edges));
            for (const std::uint32_t pixel : edges) tracer.trace_from(pixel, layer, paths[i]);
            for (const std::uint32_t pixel : edges) tracer.forget(pixel);
            check_stacked(bytes += paths[i].size());
        }
    });
    return paths;
}

}

std::vector<std::string> stacked_outlines(const LabelPlane& plane, std::span<const std::uint32_t> order,
                                          const Progress& progress) {
    return plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        Stack<Label> stack(labels, plane.width(), plane.palette_size(), order);
        return trace_stack(plane, stack, progress);
    });
}

namespace {

/// Columns per task: their pixels of a row share a cache line.
constexpr std::size_t band_columns = 16;

/// The exact squared distances of Meijster, Roerdink and Hesselink (2000): rows first, then columns as lower
/// envelopes of parabolas. A column consists of stretches of one region; the distance is 0 at their ends, and
/// no pixel beyond them is nearer.
class Column {
public:
    explicit Column(std::size_t height) : near_(height + 2), vertex_(height + 2), from_(height + 2) {}

    /// `at` has the distances within the row, `stride` apart, and receives the squared distances.
    void run(std::uint32_t* at, std::size_t stride, std::size_t length) {
        assert(length + 2 <= near_.size());
        near_[0] = near_[length + 1] = 0;
        for (std::size_t i = 0; i < length; ++i) near_[i + 1] = std::int64_t{at[i * stride]} * at[i * stride];
        find_envelope(std::int64_t(length) + 2);
        for (std::int64_t i = std::int64_t(length) + 1; i > 0; --i) {
            if (i <= std::int64_t(length))
                at[std::size_t(i - 1) * stride] = static_cast<std::uint32_t>(parabola(i, vertex_[last_]));
            if (i == from_[last_]) --last_;
        }
    }

private:
    std::int64_t parabola(std::int64_t at, std::int64_t vertex) const {
        return (at - vertex) * (at - vertex) + near_[std::size_t(vertex)];
    }

    void find_envelope(std::int64_t size) {
        last_ = 0;
        vertex_[0] = from_[0] = 0;
        for (std::int64_t u = 1; u < size; ++u) {
            while (parabola(from_[last_], vertex_[last_]) > parabola(from_[last_], u) && last_ > 0) --last_;
            const std::int64_t i = vertex_[last_];
            const std::int64_t meet = u * u - i * i + near_[std::size_t(u)] - near_[std::size_t(i)];
            assert(meet >= 0);
            const std::int64_t begin = 1 + meet / (2 * (u - i)); // near_[0] is 0, so it is not negative
            if (begin >= size) continue;
            ++last_;
            vertex_[last_] = u;
            from_[last_] = begin;
        }
    }

    std::vector<std::int64_t> near_, vertex_, from_;
    std::size_t last_ = 0;
};

std::vector<std::uint32_t> row_distances(const Regions& regions) {
    const auto width = std::size_t(regions.width());
    std::vector<std::uint32_t> distances(width * std::size_t(regions.height()));
    parallel_ranges(std::size_t(regions.height()), 16, [&](std::size_t begin, std::size_t end) {
        for (int y = int(begin); y < int(end); ++y)
            for (std::uint32_t run = regions.runs(y); run < regions.runs(y + 1); ++run) {
                const std::uint32_t left = regions.left(run), right = regions.right(run);
                for (std::uint32_t x = left; x < right; ++x)
                    distances[std::size_t(y) * width + x] = std::min(x - left + 1, right - x);
            }
    });
    return distances;
}

template <class Label>
void go_down_columns(const std::vector<Label>& labels, std::size_t width, std::size_t height,
                     std::vector<std::uint32_t>& distances, const Progress& progress) {
    const std::size_t bands = (width + band_columns - 1) / band_columns;
    parallel_ranges(bands, 1, [&](std::size_t begin, std::size_t end) {
        Column column(height);
        for (std::size_t x = begin * band_columns; x < std::min(end * band_columns, width); ++x) {
            progress.throw_if_cancelled();
            for (std::size_t y = 0, next = 0; y < height; y = next) {
                while (next < height && labels[next * width + x] == labels[y * width + x]) ++next;
                column.run(&distances[y * width + x], width, next - y);
            }
        }
    });
}

}

std::vector<Pole> poles(const LabelPlane& plane, std::uint32_t min_squared_distance,
                        const Progress& progress) {
    const Regions regions(plane);
    const auto width = std::size_t(plane.width());
    std::vector<std::uint32_t> distances = row_distances(regions);
    plane.visit([&](const auto& labels) {
        go_down_columns(labels, width, std::size_t(plane.height()), distances, progress);
    });
    std::vector<Pole> deepest(regions.runs()); // the pole of a region, at its first run
    for (int y = 0; y < regions.height(); ++y)
        for (std::uint32_t run = regions.runs(y); run < regions.runs(y + 1); ++run) {
            if (regions.label(run) == Regions::none) continue;
            Pole& pole = deepest[regions.region(run)];
            for (std::uint32_t x = regions.left(run); x < regions.right(run); ++x) {
                const std::uint32_t distance = distances[std::size_t(y) * width + x];
                if (distance > pole.squared_distance) pole = {regions.label(run), int(x), y, distance};
            }
        }
    std::erase_if(deepest, [&](const Pole& pole) {
        return pole.squared_distance == 0 || pole.squared_distance < min_squared_distance;
    });
    return deepest;
}

}
