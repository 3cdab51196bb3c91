#include "base/parallel.h"
#include "blue_noise.h"
#include "dither/dither.h"
#include "dither/mix_colors.h"
#include "palette/palette.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <memory>
#include <vector>

namespace huedrift {
namespace {

/// The bytes of mixtures in memory at a time.
constexpr std::size_t mixtures_bytes = std::size_t{1} << 26;

/// Bayer 1973: of the bits of x and y, the lowest of x XOR y weighs most, then that of y.
std::vector<std::uint8_t> bayer_matrix(std::uint32_t side) {
    assert(std::has_single_bit(side) && side >= least_matrix && side <= greatest_matrix);
    std::vector<std::uint8_t> matrix;
    matrix.reserve(std::size_t{side} * side);
    for (unsigned y = 0; y < side; ++y)
        for (unsigned x = 0; x < side; ++x) {
            unsigned value = 0;
            for (unsigned bit = 0; 1u << bit < side; ++bit)
                value = 4 * value + 2 * ((x ^ y) >> bit & 1) + (y >> bit & 1);
            matrix.push_back(static_cast<std::uint8_t>(value));
        }
    return matrix;
}

/// The number of labels in a mixture that blue noise lays out.
constexpr std::size_t blue_noise_size = 64;

/// The mixture of each colour.
template <class Stored, class Color, class MakeChooser>
void mix_colors(std::span<const Color> colors, const MakeChooser& make_chooser, std::span<Stored> mixtures,
                const Progress& progress) {
    // Each thread has its own chooser, which adapts to its colours. Neighbouring blocks go to different
    // threads, as some regions of colours take longer than others.
    constexpr std::size_t block = Mixtures::max_colors;
    const std::size_t size = mixtures.size() / colors.size();
    assert(mixtures.size() == colors.size() * size);
    const std::size_t blocks = (colors.size() + block - 1) / block;
    const std::size_t choosers = std::min(blocks, std::size_t(thread_count()));
    parallel_ranges(choosers, 1, [&](std::size_t begin, std::size_t end) {
        const auto chooser = make_chooser();
        for (std::size_t number = 0; number < blocks; ++number) {
            if (number % choosers < begin || number % choosers >= end) continue;
            progress.throw_if_cancelled();
            const std::size_t first = number * block, count = std::min(block, colors.size() - first);
            const Mixtures& mixed = chooser->choose(colors.subspan(first, count));
            for (std::size_t i = 0; i < count; ++i) mixed.write(i, &mixtures[(first + i) * size]);
        }
    });
}

/// Labels the pixels whose colours have mixtures, `first` being the first of these colours.
template <class Stored, class Label>
void choose(const DitherSource& source, const Pattern& pattern, std::size_t first,
            std::span<const Stored> mixtures, std::vector<Label>& labels, const Progress& progress) {
    const auto width = std::size_t(source.image.width);
    const std::size_t frame = frame_height(source);
    assert(!mixtures.empty() && first + mixtures.size() / pattern.size <= source.colors.size());
    const auto of_code = source.colors.colors().subspan(first, mixtures.size() / pattern.size);
    const std::uint32_t low = of_code.front().code(), high = of_code.back().code();
    parallel_ranges(std::size_t(source.image.height), 16, [&](std::size_t begin, std::size_t end) {
        std::vector<const Stored*> chosen(width);
        for (std::size_t y = begin; y < end; ++y) {
            progress.throw_if_cancelled();
            const std::uint8_t* const row = &pattern.indices[y % frame % pattern.side * pattern.side];
            // Mixtures are scattered in memory, so many are fetched at the same time.
            for (std::size_t x = 0; x < width; ++x) {
                const auto [r, g, b, a] = source.image.pixels[y * width + x];
                const Rgb color{r, g, b};
                chosen[x] = nullptr;
                if (a == 0 || color.code() < low || color.code() > high) continue;
                const std::size_t mixture = (source.colors.index()[color] - first) * pattern.size;
                chosen[x] = &mixtures[mixture + row[x % pattern.side]];
                __builtin_prefetch(chosen[x]);
            }
            for (std::size_t x = 0; x < width; ++x)
                if (chosen[x] != nullptr) labels[y * width + x] = *chosen[x];
        }
    });
}

/// Mixes as many colours at a time as there is room for. `colors` are those of the ColorSet.
template <class Stored, class Color, class MakeChooser, class Label>
void dither(const DitherSource& source, const Pattern& pattern, std::span<const Color> colors,
            const MakeChooser& make_chooser, std::vector<Label>& labels, const Progress& progress) {
    const std::size_t at_once = std::min(mixtures_bytes / (pattern.size * sizeof(Stored)), colors.size());
    const auto memory = std::make_unique_for_overwrite<Stored[]>(at_once * pattern.size);
    for (std::size_t first = 0; first < colors.size(); first += at_once) {
        const std::size_t count = std::min(at_once, colors.size() - first);
        const std::span<Stored> mixtures(memory.get(), count * pattern.size);
        mix_colors(colors.subspan(first, count), make_chooser, mixtures, progress);
        choose<Stored>(source, pattern, first, mixtures, labels, progress);
    }
}

template <class Stored, class Label>
void dither(const DitherSource& source, const Pattern& pattern, std::vector<Label>& labels,
            const Progress& progress) {
    if (source.is_given) {
        const GivenPalette palette(source, progress);
        const auto make = [&] {
            return std::make_unique<LightMixtureChooser>(palette, source.dithering.integer_strength(),
                                                         pattern.size, progress);
        };
        dither<Stored>(source, pattern, std::span<const GivenColor>(palette.colors), make, labels, progress);
    } else {
        const std::vector<Position> entries = positions_of(source.palette, source.colors.transfer());
        const MixedPalette palette{entries, source.dithering.integer_strength(), pattern.size};
        const auto make = [&] { return std::make_unique<MixtureChooser>(palette, progress); };
        dither<Stored>(source, pattern, source.colors.positions(), make, labels, progress);
    }
}

LabelPlane dither(const DitherSource& source, const Pattern& pattern, const Progress& progress) {
    assert(source.image.is_whole());
    assert(source.colors.empty() || !source.palette.empty());
    LabelPlane plane(source.image.width, source.image.height, source.palette.size());
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        if (source.palette.size() <=
            256) // a plane of 256 colours has wider labels, to mark transparent pixels
            dither<std::uint8_t>(source, pattern, labels, progress);
        else
            dither<Label>(source, pattern, labels, progress);
    });
    return plane;
}

}

Pattern ordered_pattern(std::uint32_t matrix) {
    return {matrix, bayer_matrix(matrix), std::size_t{matrix} * matrix};
}

Pattern blue_noise_pattern() {
    Pattern pattern{mask_side, {}, blue_noise_size};
    for (const std::uint16_t rank : blue_noise)
        pattern.indices.push_back(static_cast<std::uint8_t>(rank * blue_noise_size / blue_noise.size()));
    return pattern;
}

LabelPlane dither_ordered(const DitherSource& source, const Progress& progress) {
    return dither(source, ordered_pattern(source.dithering.matrix), progress);
}

LabelPlane dither_blue_noise(const DitherSource& source, const Progress& progress) {
    return dither(source, blue_noise_pattern(), progress);
}

}
