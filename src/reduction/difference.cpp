#include "reduction/difference.h"

#include "base/parallel.h"
#include "base/parallel_sort.h"

#include <cmath>

namespace huedrift {
namespace {

struct Distance {
    std::int64_t squared; ///< in squared units
    std::uint32_t pixels;
};

double in_oklab(std::int64_t squared_units) { return std::sqrt(double(squared_units)) / units_per_one; }

std::vector<Distance> distances(const ColorSet& colors, const Reduction& reduction) {
    const PositionTable position(Transfer::srgb);
    std::vector<Position> results(reduction.modes.size());
    for (std::size_t i = 0; i < results.size(); ++i) results[i] = position(reduction.modes[i].color);
    std::vector<Distance> found(colors.size());
    parallel_ranges(found.size(), 1 << 12, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Position start =
                colors.transfer() == Transfer::srgb ? colors.positions()[i] : position(colors.colors()[i]);
            found[i] = {squared_distance(start, results[reduction.mode_of[i]]), colors.counts()[i]};
        }
    });
    return found;
}

}

Difference difference(const ColorSet& colors, const Reduction& reduction) {
    if (colors.empty()) return {};
    std::vector<Distance> sorted = distances(colors, reduction);
    parallel_sort(sorted.begin(), sorted.end(),
                  [](const Distance& x, const Distance& y) { return x.squared < y.squared; });
    Difference result{.maximum = in_oklab(sorted.back().squared)};
    const std::uint64_t rank = (colors.pixels() * 19 + 19) / 20;
    std::uint64_t seen = 0;
    for (const Distance& distance : sorted) {
        result.mean += in_oklab(distance.squared) * distance.pixels / double(colors.pixels());
        if (seen < rank && seen + distance.pixels >= rank) result.percentile_95 = in_oklab(distance.squared);
        seen += distance.pixels;
    }
    return result;
}

}
