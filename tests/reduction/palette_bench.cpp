// palette_bench: the time of joining by error and of eight steps of "Settle", as medians of wall time in
// milliseconds, for colours around lines through RGB, as those of photographs lie.
#include "base/parallel.h"
#include "palette/join_by_error.h"
#include "reduction/reduction.h"
#include "reduction/settle.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>

namespace {

using namespace huedrift;

double median_ms(const std::function<void()>& step, std::size_t runs = 15) {
    std::vector<double> times;
    for (std::size_t run = 0; run < runs; ++run) {
        const auto start = std::chrono::steady_clock::now();
        step();
        times.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    std::ranges::sort(times);
    return times[runs / 2];
}

ColorSet random_colors(std::size_t count) {
    std::mt19937 random(7);
    std::normal_distribution<double> around(0, 30);
    std::vector<std::uint32_t> codes;
    while (codes.size() < count) {
        while (codes.size() < count) {
            const double middle = random() % 256, slope = double(random() % 5) / 4;
            const auto channel = [&](double value) {
                return static_cast<std::uint32_t>(std::clamp(value + around(random), 0.0, 255.0));
            };
            codes.push_back(channel(middle) << 16 | channel(slope * middle) << 8 | channel(0.7 * middle));
        }
        std::ranges::sort(codes);
        codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    }
    std::vector<Rgb> colors;
    std::vector<std::uint32_t> counts;
    for (const std::uint32_t code : codes) {
        colors.push_back(Rgb::from_code(code));
        counts.push_back(1 + static_cast<std::uint32_t>(random()) % 100);
    }
    return {std::move(colors), std::move(counts), Transfer::srgb};
}

void measure_joining(std::size_t count) {
    const Palette palette = own_palette(random_colors(count));
    const auto join = [&] { order_joins(single_parts(palette.entries), {}); };
    std::printf("%zu colours, joined by error: %.1f ms\n", count, median_ms(join, count > 10'000 ? 3 : 15));
}

void measure_settling(std::size_t count) {
    const ColorSet colors = random_colors(count);
    std::printf("%zu colours, tree: %.1f ms\n", count, median_ms([&] { const ColorTree tree(colors); }));
    const ColorTree tree(colors);
    for (const std::size_t size : {32u, 256u, 10'000u}) {
        std::vector<Rgb> entries;
        for (std::size_t i = 0; i < size; ++i) entries.push_back(colors.colors()[i * count / size]);
        const std::vector<bool> pinned(size);
        SettledPalette settled;
        const double nearest = median_ms([&] { settled = settle_nearest(tree, entries, pinned, 8, {}); }),
                     basin = median_ms([&] {
                         settle_basin(colors, colors.counts(), entries, pinned, settled.entry_of, 1);
                     });
        std::printf("%zu entries: nearest, 8 steps %.1f ms, basin %.1f ms\n", size, nearest, basin);
    }
}

}

int main() {
    std::printf("%d threads\n", thread_count());
    for (const std::size_t count : {214u, 1000u, 10'000u, 100'000u}) measure_joining(count);
    for (const std::size_t count : {30'000u, 1'000'000u}) measure_settling(count);
    return 0;
}
