#include "reduction/pins.h"

#include "base/each_index.h"
#include "base/parallel.h"
#include "color/bounding_box.h"

#include <algorithm>
#include <limits>
#include <set>

namespace huedrift {
namespace {

/// The squared distance up to which a pin takes colours.
std::int64_t reach_of(const Pin& pin, double radius) {
    const double distance = pin.distance.value_or(radius);
    return distance == 0 ? 0 : squared_radius(distance);
}

/// Finds the pin that takes a colour. Each node of the k-d tree knows its box and its farthest reach.
class PinTree {
public:
    PinTree(std::span<const Position> positions, std::span<const std::int64_t> reaches)
        : nodes_(positions.size()) {
        for (std::uint32_t i = 0; i < positions.size(); ++i) pins_.push_back({positions[i], reaches[i], i});
        divide(0, pins_.size());
    }

    /// The nearest pin that reaches the position, the first of equally near ones; or `none`.
    std::uint32_t taker_of(const Position& position, std::uint32_t none) const {
        Taker best{std::numeric_limits<std::int64_t>::max(), none};
        search(position, 0, pins_.size(), best);
        return best.index;
    }

private:
    static constexpr std::size_t leaf_size = 8;
    struct Reaching {
        Position position;
        std::int64_t reach; ///< squared
        std::uint32_t index;
    };
    struct Node {
        BoundingBox box;
        std::int64_t reach = 0; ///< the farthest
    };
    struct Taker {
        std::int64_t distance; ///< squared
        std::uint32_t index;
    };

    static std::size_t middle_of(std::size_t begin, std::size_t end) { return begin + (end - begin) / 2; }

    void divide(std::size_t begin, std::size_t end) {
        if (begin == end) return;
        Node& node = nodes_[middle_of(begin, end)];
        for (std::size_t i = begin; i < end; ++i) {
            node.box.add(pins_[i].position);
            node.reach = std::max(node.reach, pins_[i].reach);
        }
        if (end - begin <= leaf_size) return;
        const auto at = [&](std::size_t i) { return pins_.begin() + static_cast<std::ptrdiff_t>(i); };
        const std::size_t middle = middle_of(begin, end), longest = node.box.longest_axis();
        std::nth_element(at(begin), at(middle), at(end), [&](const Reaching& x, const Reaching& y) {
            return coordinates(x.position)[longest] < coordinates(y.position)[longest];
        });
        divide(begin, middle);
        divide(middle + 1, end);
    }

    void look_at(const Position& position, const Reaching& pin, Taker& best) const {
        const std::int64_t distance = squared_distance(position, pin.position);
        if (distance > pin.reach || distance > best.distance) return;
        if (distance < best.distance || pin.index < best.index) best = {distance, pin.index};
    }

    void search(const Position& position, std::size_t begin, std::size_t end, Taker& best) const {
        if (begin == end) return;
        const std::size_t middle = middle_of(begin, end);
        const Node& node = nodes_[middle];
        if (node.box.squared_distance_to(position) > std::min(node.reach, best.distance)) return;
        if (end - begin <= leaf_size) {
            for (std::size_t i = begin; i < end; ++i) look_at(position, pins_[i], best);
            return;
        }
        look_at(position, pins_[middle], best);
        const std::size_t longest = node.box.longest_axis();
        const bool is_below = coordinates(position)[longest] < coordinates(pins_[middle].position)[longest];
        if (is_below) search(position, begin, middle, best);
        search(position, middle + 1, end, best);
        if (!is_below) search(position, begin, middle, best);
    }

    std::vector<Reaching> pins_;
    std::vector<Node> nodes_; ///< each of the range with this middle
};

/// The pin that takes each colour, or `none`.
std::vector<std::uint32_t> takers(const ColorSet& colors, std::span<const Position> positions,
                                  std::span<const std::int64_t> reaches, std::uint32_t none,
                                  const Progress& progress) {
    const PinTree pins(positions, reaches);
    std::vector<std::uint32_t> takers(colors.size());
    reported_pieces(takers.size(), 1 << 12, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) takers[i] = pins.taker_of(colors.positions()[i], none);
    });
    return takers;
}

ColorSet without(const ColorSet& colors, std::span<const std::uint32_t> pin_of, std::uint32_t none,
                 const Progress& progress) {
    const auto size = static_cast<std::size_t>(std::ranges::count(pin_of, none));
    std::vector<Rgb> rest;
    std::vector<std::uint32_t> counts;
    rest.reserve(size);
    counts.reserve(size);
    each_index(colors.size(), progress, [&](std::size_t i) {
        if (pin_of[i] != none) return;
        rest.push_back(colors.colors()[i]);
        counts.push_back(colors.counts()[i]);
    });
    return {std::move(rest), std::move(counts), colors.transfer(), progress};
}

std::vector<Position> positions_of(std::span<const Pin> pins, Transfer transfer) {
    const PositionTable position(transfer);
    std::vector<Position> positions;
    for (const Pin& pin : pins) positions.push_back(position(pin.color));
    return positions;
}

std::vector<std::int64_t> reaches_of(std::span<const Pin> pins, double radius) {
    std::vector<std::int64_t> reaches;
    for (const Pin& pin : pins) reaches.push_back(reach_of(pin, radius));
    return reaches;
}

}

std::vector<Rgb> exclusive_pins(std::span<const Pin> pins) {
    std::set<Rgb> open;
    std::vector<Rgb> exclusive;
    for (const Pin& pin : pins)
        if (!pin.distance) open.insert(pin.color);
    for (const Pin& pin : pins)
        if (!open.contains(pin.color)) exclusive.push_back(pin.color);
    return exclusive;
}

PinnedColors::PinnedColors(const ColorSet& colors, std::span<const Pin> pins, double radius,
                           const Progress& progress)
    : pins_(positions_of(pins, colors.transfer())),
      pin_of_(takers(colors, pins_, reaches_of(pins, radius), none, progress)),
      rest_(without(colors, pin_of_, none, progress)) {}

Reduction PinnedColors::with_pins(const ColorSet& colors, const Reduction& reduction,
                                  const Progress& progress) const {
    const bool of_all = reduction.entry_of.size() == colors.size();
    std::vector<Position> states;
    states.reserve(pins_.size() + reduction.entries.size());
    states = pins_;
    std::vector<Position> pins = pins_;
    std::ranges::sort(pins);
    each_index(reduction.entries.size(), progress, [&](std::size_t i) {
        Position state = reduction.entries[i].position;
        if (std::ranges::binary_search(pins, state)) ++state.l; // what no pin took is no pin
        states.push_back(state);
    });
    std::vector<std::uint32_t> index_of = pin_of_;
    std::size_t in_rest = 0;
    each_index(index_of.size(), progress, [&](std::size_t i) {
        const std::size_t in_reduction = of_all ? i : in_rest;
        if (index_of[i] != none) return;
        index_of[i] = static_cast<std::uint32_t>(pins_.size() + reduction.entry_of[in_reduction]);
        ++in_rest;
    });
    Reduction result = gather_modes(colors, states, index_of, progress);
    result.statistics = reduction.statistics;
    return result;
}

}
