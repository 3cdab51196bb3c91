#include "labels/outline.h"

#include "base/error.h"
#include "base/parallel.h"

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

}
