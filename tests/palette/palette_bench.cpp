// palette_bench: what the steps on a palette of random colours cost, 10,000 where nothing else is said, as
// medians of wall time in milliseconds, and a hash of what each gave.
#include "base/parallel.h"
#include "palette/join_by_error.h"
#include "palette/merge.h"
#include "palette/nearest_entry.h"
#include "palette/remove_entries.h"
#include "palette/swatch.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>
#include <string>

namespace {

using namespace huedrift;

constexpr std::size_t count = 10'000;
constexpr std::size_t runs = 401;

/// FNV-1a.
std::uint64_t hash_of(std::span<const std::uint32_t> numbers) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::uint32_t number : numbers) hash = (hash ^ number) * 0x100000001b3;
    return hash;
}

void measure(const std::string& name, const std::function<std::vector<std::uint32_t>()>& step,
             std::size_t runs = ::runs) {
    std::vector<double> times;
    std::uint64_t hash = 0;
    for (std::size_t run = 0; run < runs; ++run) {
        const auto start = std::chrono::steady_clock::now();
        const std::vector<std::uint32_t> result = step();
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        times.push_back(time.count());
        hash = hash_of(result);
    }
    std::ranges::sort(times);
    std::printf("| %s | %.2f | %.2f | %016llx |\n", name.c_str(), times[runs / 2], times[runs * 99 / 100],
                static_cast<unsigned long long>(hash));
}

struct Colors {
    std::vector<JoinedColor> weighed{};
    std::vector<Swatch> swatches{};
    std::vector<PaletteEntry> entries{};
    std::vector<Position> positions{};
};

/// Distinct ones, ascending by code; the spread ones all over RGB, the others around a straight line in it.
Colors random_colors(bool spread, std::size_t count = ::count) {
    std::mt19937 random(7);
    std::normal_distribution<double> around(0, 25);
    const auto code = [&]() -> std::uint32_t {
        if (spread) return random() & 0xffffff;
        const double middle = random() % 256;
        const auto near = [&](double value) {
            return static_cast<std::uint32_t>(std::clamp(value + around(random), 0.0, 255.0));
        };
        const std::uint32_t r = near(middle), g = near(middle), b = near(0.8 * middle);
        return r << 16 | g << 8 | b;
    };
    std::vector<std::uint32_t> codes;
    while (codes.size() < count) {
        while (codes.size() < count) codes.push_back(code());
        std::ranges::sort(codes);
        codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    }
    const PositionTable position(Transfer::srgb);
    Colors colors;
    for (const std::uint32_t one : codes) {
        const Rgb color = Rgb::from_code(one);
        const std::uint64_t pixels = 1 + std::uint64_t{random() % 1000} * (random() % 1000);
        colors.weighed.push_back({position(color), pixels});
        colors.swatches.push_back({.color = color, .pixels = pixels, .colors = 1});
        colors.entries.push_back({color, position(color), pixels, 1});
        colors.positions.push_back(position(color));
    }
    return colors;
}

void measure_merging(const Colors& colors) {
    std::mt19937 random(8);
    std::vector<Position> modes = colors.positions;
    std::ranges::sort(modes);
    std::vector<Height> heights;
    for (std::uint32_t i = 0; i < count; ++i) heights.push_back(random());
    for (const double distance : {0.002, 0.01, 0.05}) {
        const auto units = static_cast<std::int64_t>(distance * units_per_one);
        char name[32];
        std::snprintf(name, sizeof name, "merge at %g", distance);
        measure(name, [&] { return PaletteEntries(units * units).merge(modes, heights); });
    }
}

void measure_joining(const Colors& colors) {
    for (const std::size_t left : {2u, 256u, 5000u})
        measure("join down to " + std::to_string(left),
                [&] { return join_nearest(colors.weighed, left, {}); });
    for (const double share : {0.0001, 0.00025}) {
        char name[32];
        std::snprintf(name, sizeof name, "small shares below %g", share);
        measure(name, [&] { return join_small_shares(colors.entries, share, {}); });
    }
}

void measure_joining_by_error(bool spread) {
    for (const std::size_t size : {214u, 1000u, 10'000u, 100'000u}) {
        const Colors colors = random_colors(spread, size);
        measure(
            "join " + std::to_string(size) + " by error",
            [&] { return join_by_error(single_parts(colors.entries), {}).left(size / 2).becomes; },
            std::max<std::size_t>(5, std::min(runs, 200'000 / size)));
    }
}

void measure_snapping(const Colors& colors) {
    for (const std::size_t entries : {16u, 256u, 2000u}) {
        std::vector<Position> palette;
        for (std::size_t i = 0; i < entries; ++i) palette.push_back(colors.positions[i * count / entries]);
        measure("nearest of " + std::to_string(entries), [&] {
            const NearestEntry nearest(palette);
            std::vector<std::uint32_t> indices(count);
            parallel_ranges(count, 512, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) indices[i] = nearest(colors.positions[i]);
            });
            return indices;
        });
    }
}

void measure_ordering(const Colors& colors) {
    std::vector<Swatch> shuffled = colors.swatches;
    std::ranges::shuffle(shuffled, std::mt19937(9));
    for (const SwatchOrder order :
         {SwatchOrder::pixels, SwatchOrder::lightness, SwatchOrder::hue, SwatchOrder::rgb}) {
        std::vector<std::vector<Swatch>> copies(runs, shuffled);
        auto next = copies.begin();
        measure("order by " + std::string(name_of(order)), [&] {
            sort_swatches(*next, order);
            std::vector<std::uint32_t> codes;
            codes.reserve(count);
            for (const Swatch& swatch : *next) codes.push_back(swatch.color.code());
            ++next;
            return codes;
        });
    }
}

}

int main() {
    for (const bool spread : {true, false}) {
        const Colors colors = random_colors(spread);
        std::printf("| colours %s | median | 99 %% | hash |\n|---|--:|--:|---|\n",
                    spread ? "all over RGB" : "around a line");
        measure_merging(colors);
        measure_joining(colors);
        measure_joining_by_error(spread);
        measure_snapping(colors);
        measure_ordering(colors);
    }
    return 0;
}
