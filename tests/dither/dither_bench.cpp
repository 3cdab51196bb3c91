// dither_bench PICTURE PALETTE...: prints the cost of dithering a picture to palettes, as medians of wall
// time and, in parentheses, processor time in milliseconds, and a hash of the labels.
#include "base/input_file.h"
#include "dither/dither.h"
#include "image/load.h"
#include "palette/palette_file.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace {

using namespace huedrift;

constexpr int runs = 5;

std::vector<Rgb> palette_of(const std::filesystem::path& file) {
    std::vector<Rgb> colors;
    for (const PaletteColor& one : decode_palette(read_input(file, 1 << 20), file))
        colors.push_back(one.color);
    return colors;
}

double processor_milliseconds() { return 1e3 * double(std::clock()) / CLOCKS_PER_SEC; }

double median(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    return numbers[numbers.size() / 2];
}

void measure(const char* name, const DitherSource& source, LabelPlane (*dither)(const DitherSource&)) {
    std::vector<double> wall, processor;
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (int run = 0; run < runs; ++run) {
        const auto start = std::chrono::steady_clock::now();
        const double processor_start = processor_milliseconds();
        LabelPlane plane = dither(source);
        processor.push_back(processor_milliseconds() - processor_start);
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        wall.push_back(time.count());
        if (run == 0)
            plane.visit([&](const auto& labels) {
                for (const auto label : labels) hash = (hash ^ label) * 0x100000001b3;
            });
    }
    std::printf("| %s, %zu colours | %.0f (%.0f) | %016llx |\n", name, source.palette.size(), median(wall),
                median(processor), static_cast<unsigned long long>(hash));
    std::fflush(stdout);
}

}

int main(int count, char** words) {
    if (count < 3) return 2;
    const LoadedImage loaded = load_image_file(std::filesystem::path(words[1]));
    const ColorSet colors(loaded.image, Transfer::srgb);
    std::printf("| %d x %d, %zu colours | ms | hash |\n|---|--:|---|\n", loaded.image.width(),
                loaded.image.height(), colors.size());
    for (int i = 2; i < count; ++i) {
        const std::vector<Rgb> palette = palette_of(words[i]);
        const auto source = [&](bool is_given) {
            return DitherSource{.image = loaded.image,
                                .colors = colors,
                                .palette = palette,
                                .is_given = is_given,
                                .strength = full_strength};
        };
        measure("diffusion", source(false), [](const DitherSource& from) { return diffuse(from, true); });
        measure("everywhere", source(false), [](const DitherSource& from) { return diffuse(from, false); });
        measure("given", source(true), [](const DitherSource& from) { return diffuse(from, false); });
        measure("ordered", source(false), [](const DitherSource& from) { return dither_ordered(from); });
        measure("ordered, given", source(true),
                [](const DitherSource& from) { return dither_ordered(from); });
        measure("blue noise", source(false),
                [](const DitherSource& from) { return dither_blue_noise(from); });
    }
    return 0;
}
