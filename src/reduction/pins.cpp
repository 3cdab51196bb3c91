#include "reduction/pins.h"

#include "base/parallel.h"

#include <algorithm>
#include <limits>

namespace huedrift {
namespace {

/// The squared distance up to which a pin takes colours.
std::int64_t reach_of(const Pin& pin, double radius) {
    const double distance = pin.distance.value_or(radius);
    return distance == 0 ? 0 : squared_radius(distance);
}

/// The pin that takes each colour, or `none`.
std::vector<std::uint32_t> takers(const ColorSet& colors, std::span<const Position> positions,
                                  std::span<const std::int64_t> reaches, std::uint32_t none) {
    std::vector<std::uint32_t> takers(colors.size(), none);
    parallel_ranges(takers.size(), 1 << 12, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            std::int64_t least = std::numeric_limits<std::int64_t>::max();
            for (std::uint32_t pin = 0; pin < positions.size(); ++pin) {
                const std::int64_t distance = squared_distance(colors.positions()[i], positions[pin]);
                if (distance > reaches[pin] || distance >= least) continue;
                least = distance;
                takers[i] = pin;
            }
        }
    });
    return takers;
}

ColorSet without(const ColorSet& colors, std::span<const std::uint32_t> pin_of, std::uint32_t none) {
    std::vector<Rgb> rest;
    std::vector<std::uint32_t> counts;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        if (pin_of[i] != none) continue;
        rest.push_back(colors.colors()[i]);
        counts.push_back(colors.counts()[i]);
    }
    return {std::move(rest), std::move(counts), colors.transfer()};
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

PinnedColors::PinnedColors(const ColorSet& colors, std::span<const Pin> pins, double radius)
    : pins_(positions_of(pins, colors.transfer())),
      pin_of_(takers(colors, pins_, reaches_of(pins, radius), none)), rest_(without(colors, pin_of_, none)) {}

Reduction PinnedColors::with_pins(const ColorSet& colors, const Reduction& reduction) const {
    std::vector<Position> states = pins_;
    for (const Mode& mode : reduction.modes) states.push_back(mode.position);
    const bool of_all = reduction.mode_of.size() == colors.size();
    std::vector<std::uint32_t> index_of = pin_of_;
    for (std::size_t i = 0, in_rest = 0; i < index_of.size(); ++i) {
        const std::size_t in_reduction = of_all ? i : in_rest;
        if (index_of[i] != none) continue;
        index_of[i] = static_cast<std::uint32_t>(pins_.size() + reduction.mode_of[in_reduction]);
        ++in_rest;
    }
    Reduction result = gather_modes(colors, states, index_of);
    result.statistics = reduction.statistics;
    return result;
}

}
