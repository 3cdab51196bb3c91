#include "gpu/stages/gilbert.h"

#include <array>
#include <cstdlib>

namespace huedrift {
namespace {

/// A side of a box: its axis and its length, negative if it runs backwards.
struct Side {
    int axis = 0, length = 0;

    int size() const { return std::abs(length); }
    int direction() const { return length < 0 ? -1 : 1; }
    Side operator-() const { return {axis, -length}; }
    Side operator-(const Side& part) const { return {axis, length - part.length}; }

    /// About half of the side, a whole number of pairs if it is longer than one pair: only a box of even
    /// width can be crossed without a diagonal step. The half is rounded down, not towards zero, so that a
    /// side cut from its other end is cut at the same place.
    Side half() const {
        const int floor = length >> 1;
        const bool odd = (floor & 1) != 0;
        return {axis, odd && size() > 2 ? floor + direction() : floor};
    }
};

using Corner = std::array<int, 3>;

/// The first cell beyond `side` and the last one within it, seen from the corner `from`.
Corner beyond(Corner from, const Side& side) {
    from[std::size_t(side.axis)] += side.length;
    return from;
}
Corner end_of(Corner from, const Side& side) {
    from[std::size_t(side.axis)] += side.length - side.direction();
    return from;
}

class Curve {
public:
    explicit Curve(std::size_t cells) { order_.reserve(cells); }

    /// Visits the box at `from`: from that corner to the other end of `a`.
    void cross(const Corner& from, const Side& a, const Side& b, const Side& c) {
        if (a.length == 0 || b.length == 0 || c.length == 0) return;
        const int w = a.size(), h = b.size(), d = c.size();
        if (h == 1 && d == 1) return walk(from, a);
        if (w == 1 && d == 1) return walk(from, b);
        if (w == 1 && h == 1) return walk(from, c);
        if (2 * w > 3 * h && 2 * w > 3 * d) return cross_long(from, a, b, c);
        if (3 * h > 4 * d) return cross_flat_in_c(from, a, b, c);
        if (3 * d > 4 * h) return cross_flat_in_b(from, a, b, c);
        return cross_cube(from, a, b, c);
    }

    std::vector<Cell> take() { return std::move(order_); }

private:
    void walk(Corner from, const Side& side) {
        for (int i = 0; i < side.size(); ++i) {
            order_.push_back({from[0], from[1], from[2]});
            from[std::size_t(side.axis)] += side.direction();
        }
    }

    // Two boxes, one after the other.
    void cross_long(const Corner& from, const Side& a, const Side& b, const Side& c) {
        const Side a2 = a.half();
        cross(from, a2, b, c);
        cross(beyond(from, a2), a - a2, b, c);
    }

    // Hilbert's plane figure, "up, across, down", with c left whole.
    void cross_flat_in_c(const Corner& from, const Side& a, const Side& b, const Side& c) {
        const Side a2 = a.half(), b2 = b.half();
        cross(from, b2, c, a2);
        cross(beyond(from, b2), a, b - b2, c);
        cross(end_of(end_of(from, a), b2), -b2, c, -(a - a2));
    }

    // The same with b left whole.
    void cross_flat_in_b(const Corner& from, const Side& a, const Side& b, const Side& c) {
        const Side a2 = a.half(), c2 = c.half();
        cross(from, c2, a2, b);
        cross(beyond(from, c2), a, b, c - c2);
        cross(end_of(end_of(from, a), c2), -c2, -(a - a2), b);
    }

    // Hilbert's figure in space: eight octants, of which the three pairs in the middle are crossed as one.
    void cross_cube(const Corner& from, const Side& a, const Side& b, const Side& c) {
        const Side a2 = a.half(), b2 = b.half(), c2 = c.half();
        const Corner far_a = end_of(from, a);
        cross(from, b2, c2, a2);
        cross(beyond(from, b2), c, a2, b - b2);
        cross(end_of(end_of(from, b2), c), a, -b2, -(c - c2));
        cross(end_of(beyond(far_a, b2), c), -c, -(a - a2), b - b2);
        cross(end_of(far_a, b2), -b2, c2, -(a - a2));
    }

    std::vector<Cell> order_;
};

}

std::vector<Cell> gilbert_order(const CellBox& box) {
    const Side x{0, box.width}, y{1, box.height}, z{2, box.depth};
    Curve curve(std::size_t(box.width) * std::size_t(box.height) * std::size_t(box.depth));
    // The curve crosses its first side, so that is the longest.
    if (box.width >= box.height && box.width >= box.depth)
        curve.cross({0, 0, 0}, x, y, z);
    else if (box.height >= box.depth)
        curve.cross({0, 0, 0}, y, x, z);
    else
        curve.cross({0, 0, 0}, z, x, y);
    return curve.take();
}

std::vector<std::uint32_t> gilbert_ranks(const CellBox& box) {
    const std::vector<Cell> order = gilbert_order(box);
    std::vector<std::uint32_t> ranks(order.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        ranks[cell_index(box, order[rank])] = static_cast<std::uint32_t>(rank);
    return ranks;
}

}
