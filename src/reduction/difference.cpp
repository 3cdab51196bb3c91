#include "reduction/difference.h"

#include "base/parallel.h"
#include "base/sort_parts.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace huedrift {
namespace {

/// The least distance that at least `rank` pixels do not exceed. Orders the distances.
double distance_of_rank(std::span<WeighedDistance> among, std::uint64_t rank, const Progress& progress) {
    const auto is_less = [](const auto& x, const auto& y) { return x.distance < y.distance; };
    while (among.size() > 1) {
        const std::size_t middle = among.size() / 2;
        select_key(among, middle, is_less, progress);
        std::uint64_t below = 0;
        for (const WeighedDistance& one : among.first(middle)) below += one.pixels;
        const bool is_below = rank <= below;
        if (!is_below) rank -= below;
        among = is_below ? among.first(middle) : among.subspan(middle);
    }
    return among.front().distance;
}

}

Difference difference(std::vector<WeighedDistance> distances, const Progress& progress) {
    constexpr std::size_t block = 1 << 13; // as docs/definition.md adds them up
    Difference found;
    std::uint64_t pixels = 0;
    for (std::size_t begin = 0; begin < distances.size(); begin += block) {
        double sum = 0;
        for (const auto& [distance, count] :
             std::span(distances).subspan(begin).first(std::min(block, distances.size() - begin))) {
            sum += distance * double(count);
            pixels += count;
            found.maximum = std::max(found.maximum, distance);
        }
        found.mean += sum;
    }
    if (pixels == 0) return {};
    found.mean /= double(pixels);
    found.percentile_95 = distance_of_rank(distances, (pixels * 19 + 19) / 20, progress);
    return found;
}

std::uint64_t total_distance(const ColorSet& colors, const Palette& palette) {
    std::atomic<std::uint64_t> total = 0;
    parallel_ranges(colors.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
        std::uint64_t part = 0; // exact: a squared distance is below 2^52
        for (std::size_t i = begin; i < end; ++i) {
            const Position& result = palette.entries[palette.entry_of[i]].position;
            const auto squared = static_cast<double>(squared_distance(colors.positions()[i], result));
            part += colors.counts()[i] * static_cast<std::uint64_t>(std::sqrt(squared));
        }
        total += part;
    });
    return total;
}

Difference difference(const ColorSet& colors, const Palette& palette, const Progress& progress) {
    const PositionTable position(Transfer::srgb);
    std::vector<Position> results;
    results.reserve(palette.entries.size());
    for (const PaletteEntry& entry : palette.entries) results.push_back(position(entry.color));
    std::vector<WeighedDistance> distances(colors.size());
    parallel_pieces(distances.size(), 1 << 13, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Position start =
                colors.transfer() == Transfer::srgb ? colors.positions()[i] : position(colors.colors()[i]);
            distances[i] = {distance_in_oklab(start, results[palette.entry_of[i]]), colors.counts()[i]};
        }
    });
    return difference(std::move(distances), progress);
}

}
