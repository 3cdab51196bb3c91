#include "labels/false_borders.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace huedrift {
namespace {

/// How far a gradient must go on beside a border, in pixels.
constexpr std::size_t reach = 3;
/// The largest step of a channel from pixel to pixel of a gradient, of 255.
constexpr int largest_step = 8;
/// The least length of a border that counts.
constexpr std::size_t least_length = 16;

/// The pairs of neighbouring pixels along the rows or the columns of a picture. `step` leads to the next
/// pixel of a line, `across` to the next line.
struct PixelPairs {
    std::size_t step, across, length, lines;
};

bool is_same(const Rgba8& x, const Rgba8& y) { return x.r == y.r && x.g == y.g && x.b == y.b; }

/// Whether the pixels from `first` to `last`, `step` apart, are visible, and every channel either rises or
/// falls by small steps.
bool is_gradient(std::span<const Rgba8> pixels, std::size_t first, std::size_t last, std::size_t step) {
    unsigned rising = 0, falling = 0; // a bit for each channel
    for (std::size_t i = first; i != last; i += step) {
        const Rgba8 &here = pixels[i], &next = pixels[i + step];
        if (here.a == 0 || next.a == 0) return false;
        const std::array change{next.r - here.r, next.g - here.g, next.b - here.b};
        for (unsigned channel = 0; channel < change.size(); ++channel) {
            if (std::abs(change[channel]) > largest_step) return false;
            rising |= unsigned{change[channel] > 0} << channel;
            falling |= unsigned{change[channel] < 0} << channel;
        }
    }
    return (rising & falling) == 0;
}

/// Marks each pixel after which the result has a border inside a gradient of the source.
std::vector<std::uint8_t> mark_borders(const ImageView& source, const ImageView& result,
                                       const PixelPairs& pairs, const Progress& progress) {
    std::vector<std::uint8_t> marks(result.pixels.size());
    const auto width = static_cast<std::size_t>(source.width);
    parallel_pieces(
        static_cast<std::size_t>(source.height), 64, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin * width; i < end * width; ++i) {
                const std::size_t place = i / pairs.step % pairs.length;
                if (place + 1 == pairs.length) continue;
                if (is_same(result.pixels[i], result.pixels[i + pairs.step])) continue;
                const std::size_t before = std::min(place, reach),
                                  after = std::min(pairs.length - 1 - place, reach + 1);
                marks[i] =
                    is_gradient(source.pixels, i - before * pairs.step, i + after * pairs.step, pairs.step);
            }
        });
    return marks;
}

/// The number of marks that belong to long borders. A border goes on in the next line, up to one pixel aside.
std::size_t count_long(std::vector<std::uint8_t> marks, const PixelPairs& pairs, const Progress& progress) {
    struct Mark {
        std::size_t place, line;
    };
    std::vector<Mark> border;
    const auto add = [&](std::size_t place, std::size_t line) { // one before the first is beyond the last
        if (place >= pairs.length || line >= pairs.lines) return;
        std::uint8_t& mark = marks[place * pairs.step + line * pairs.across];
        if (mark == 0) return;
        mark = 0;
        border.push_back({place, line});
    };
    std::size_t length = 0;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (i % (1 << 20) == 0) progress.throw_if_cancelled();
        if (marks[i] == 0) continue;
        border.clear();
        add(i / pairs.step % pairs.length, i / pairs.across % pairs.lines);
        for (std::size_t done = 0; done < border.size(); ++done) {
            const auto [place, line] = border[done];
            for (const std::size_t next : {place - 1, place, place + 1}) {
                add(next, line - 1);
                add(next, line + 1);
            }
        }
        if (border.size() >= std::min(least_length, pairs.lines)) length += border.size();
    }
    return length;
}

}

std::size_t false_border_length(const ImageView& source, const ImageView& result, const Progress& progress) {
    const auto width = static_cast<std::size_t>(source.width),
               height = static_cast<std::size_t>(source.height);
    std::size_t length = 0;
    for (const PixelPairs& pairs : {PixelPairs{.step = 1, .across = width, .length = width, .lines = height},
                                    PixelPairs{.step = width, .across = 1, .length = height, .lines = width}})
        length += count_long(mark_borders(source, result, pairs, progress), pairs, progress);
    return length;
}

}
