#include "reduction/pins.h"

#include "base/parallel.h"
#include "palette/nearest_entry.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace huedrift {
namespace {

/// The squared distance up to which a pin takes colours.
std::int64_t reach_of(const Pin& pin, double radius) {
    assert(radius >= 0 && pin.distance.value_or(0) >= 0);
    const double distance = pin.distance.value_or(radius);
    return distance == 0 ? 0 : squared_radius(distance);
}

/// Finds the pin that takes a colour: the nearest that reaches it, the first of equally near ones. Few pins
/// have reaches of their own, so those of one reach share a tree.
class TakingPin {
public:
    TakingPin(std::span<const Position> positions, std::span<const std::int64_t> reaches,
              const Progress& progress) {
        std::map<std::int64_t, std::vector<std::uint32_t>> of_reach;
        for (std::uint32_t i = 0; i < positions.size(); ++i) of_reach[reaches[i]].push_back(i);
        for (auto& [reach, pins] : of_reach) {
            std::vector<Position> at;
            for (const std::uint32_t pin : pins) at.push_back(positions[pin]);
            groups_.push_back({reach, NearestEntry(at, progress), at, std::move(pins)});
        }
    }

    /// `none` if no pin reaches the position.
    std::uint32_t operator()(const Position& position, std::uint32_t none) const {
        std::pair best{std::numeric_limits<std::int64_t>::max(), none};
        for (const auto& [reach, nearest, at, pins] : groups_) {
            const std::uint32_t place = nearest(position);
            const std::int64_t distance = squared_distance(position, at[place]);
            if (distance <= reach) best = std::min(best, {distance, pins[place]});
        }
        return best.second;
    }

private:
    struct Group {
        std::int64_t reach; ///< squared
        NearestEntry nearest;
        std::vector<Position> at;
        std::vector<std::uint32_t> pins; ///< ascending
    };
    std::vector<Group> groups_;
};

/// The pin that takes each colour, or `none`.
std::vector<std::uint32_t> takers(const ColorSet& colors, std::span<const Position> positions,
                                  std::span<const std::int64_t> reaches, std::uint32_t none,
                                  const Progress& progress) {
    const TakingPin taker(positions, reaches, progress);
    std::vector<std::uint32_t> takers(colors.size());
    reported_pieces(takers.size(), 1 << 12, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) takers[i] = taker(colors.positions()[i], none);
    });
    return takers;
}

ColorSet without(const ColorSet& colors, std::span<const std::uint32_t> pin_of, std::uint32_t none,
                 const Progress& progress) {
    const auto size = static_cast<std::size_t>(std::ranges::count(pin_of, none));
    std::vector<Rgb> unpinned;
    std::vector<std::uint32_t> counts;
    unpinned.reserve(size);
    counts.reserve(size);
    each_index(colors.size(), progress, [&](std::size_t i) {
        if (pin_of[i] != none) return;
        unpinned.push_back(colors.colors()[i]);
        counts.push_back(colors.counts()[i]);
    });
    return {std::move(unpinned), std::move(counts), colors.transfer(), progress};
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
      unpinned_(without(colors, pin_of_, none, progress)) {}

Reduction PinnedColors::with_pins(const ColorSet& colors, const Reduction& reduction,
                                  const Progress& progress) const {
    const bool of_all = reduction.entry_of.size() == colors.size();
    assert(colors.size() == pin_of_.size());
    assert(of_all || reduction.entry_of.size() == unpinned_.size());
    std::vector<Position> states;
    states.reserve(pins_.size() + reduction.entries.size());
    states = pins_;
    std::vector<Position> pins = pins_;
    std::ranges::sort(pins);
    each_index(reduction.entries.size(), progress, [&](std::size_t i) {
        Position state = reduction.entries[i].position;
        if (std::ranges::binary_search(pins, state))
            ++state.l; // only colours that a pin took may have its position
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
