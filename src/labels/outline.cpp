#include "labels/outline.h"

#include "base/error.h"
#include "base/parallel.h"
#include "labels/regions.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
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

template <class Label>
class Tracer {
public:
    Tracer(const std::vector<Label>& labels, int width, int height)
        : labels_(labels), width_(width), height_(height), traced_(labels.size()) {}

    void run(std::vector<std::string>& paths) {
        for (int y = 0; y < height_; ++y)
            for (int x = 0; x < width_; ++x) {
                const Label label = labels_[index(x, y)];
                if (label == no_label<Label> || traced_[index(x, y)] || is(x, y - 1, label)) continue;
                trace(x, y, label, paths[label]);
            }
    }

private:
    std::size_t index(int x, int y) const { return std::size_t(y) * std::size_t(width_) + std::size_t(x); }
    bool is(int x, int y, Label label) const {
        return x >= 0 && y >= 0 && x < width_ && y < height_ && labels_[index(x, y)] == label;
    }

    /// Whether the pixel ahead of a corner, on the right or left hand, has the label.
    bool is_at_right(int x, int y, Direction to, Label label) const {
        return is(x - (to == down || to == left), y - (to == left || to == up), label);
    }
    bool is_at_left(int x, int y, Direction to, Label label) const {
        return is(x - (to == left || to == up), y - (to == right || to == up), label);
    }

    /// Walks around the area with the label on the right, from the upper edge of its first pixel. Marks the
    /// edges along which a loop goes right as traced; each loop has one.
    void trace(int from_x, int from_y, Label label, std::string& path) {
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
                straight = is_at_right(x, y, to, label) && !is_at_left(x, y, to, label);
            }
            const unsigned turn = is_at_right(x, y, to, label) ? 3 : 1;
            const auto next = static_cast<Direction>((to + turn) % 4);
            const bool closes = x == from_x && y == from_y && next == right; // as z does
            if (!closes)
                append(path, to == right || to == left ? 'h' : 'v',
                       to == right || to == down ? length : -length);
            to = next;
        } while (x != from_x || y != from_y || to != right);
        path += 'z';
    }

    const std::vector<Label>& labels_;
    int width_, height_;
    std::vector<bool> traced_; ///< upper edges of pixels
};

}

std::vector<std::string> outlines(const LabelPlane& plane) {
    std::vector<std::string> paths(plane.colors());
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        Tracer<Label>(labels, plane.width(), plane.height()).run(paths);
    });
    return paths;
}

std::vector<std::string> stacked_outlines(const LabelPlane& plane, std::span<const std::uint32_t> order,
                                          const Progress& progress) {
    constexpr std::uint32_t below_all = 0;
    std::vector<std::uint32_t> height_of(plane.colors(), below_all); // the lowest layer has 1
    for (std::size_t i = 0; i < order.size(); ++i) height_of[order[i]] = static_cast<std::uint32_t>(i + 1);
    std::vector<std::string> paths(order.size());
    std::atomic<std::size_t> bytes{0};
    parallel_ranges(order.size(), 1, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint8_t> covered(plane.size());
        std::vector<std::string> path(1);
        for (std::size_t i = begin; i < end; ++i) {
            progress.throw_if_cancelled();
            plane.visit([&]<class Label>(const std::vector<Label>& labels) {
                std::ranges::transform(labels, covered.begin(), [&](Label label) {
                    return label != no_label<Label> && height_of[label] > i ? std::uint8_t{0}
                                                                            : no_label<std::uint8_t>;
                });
            });
            Tracer<std::uint8_t>(covered, plane.width(), plane.height()).run(path);
            paths[i] = std::exchange(path[0], {});
            if (bytes += paths[i].size(); bytes > max_stacked_bytes)
                throw Error(ErrorKind::output, "stacked layers would take more than 1 GiB; fewer colours, or "
                                               "fewer small regions, need less");
        }
    });
    return paths;
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
