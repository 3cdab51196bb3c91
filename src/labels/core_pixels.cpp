#include "labels/core_pixels.h"

#include "base/parallel.h"

#include <algorithm>

namespace huedrift {

template <class Label>
std::vector<Label> find_core(const std::vector<Label>& labels, std::size_t width, std::size_t height,
                             std::size_t side, const Progress& progress) {
    // Whether the row of `side` pixels, then the square, that begins at a pixel has one label.
    std::vector<std::uint8_t> row(labels.size()), square(labels.size());
    std::vector<Label> core(labels.size(), no_label<Label>);
    if (width < side || height < side) return core;
    const std::size_t last = width - side + 1;
    parallel_pieces(height, 16, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y) {
            const Label* const from = &labels[y * width];
            std::uint8_t* const to = &row[y * width];
            for (std::size_t x = 0; x < last; ++x) to[x] = from[x] != no_label<Label>;
            for (std::size_t right = 1; right < side; ++right)
                for (std::size_t x = 0; x < last; ++x) to[x] &= from[x] == from[x + right];
        }
    });
    parallel_pieces(height - side + 1, 16, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y) {
            const Label* const from = &labels[y * width];
            std::uint8_t* const to = &square[y * width];
            std::copy_n(&row[y * width], last, to);
            for (std::size_t below = width; below < side * width; below += width)
                for (std::size_t x = 0; x < last; ++x)
                    to[x] &= row[y * width + below + x] & (from[x] == from[below + x]);
        }
    });
    parallel_pieces(height, 16, progress, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint8_t> above(width), within(width);
        for (std::size_t y = begin; y < end; ++y) {
            std::ranges::fill(above, std::uint8_t{0});
            for (std::size_t up = 0; up < side && up <= y; ++up)
                for (std::size_t x = 0; x < width; ++x) above[x] |= square[(y - up) * width + x];
            within = above;
            for (std::size_t left = 1; left < side; ++left)
                for (std::size_t x = left; x < width; ++x) within[x] |= above[x - left];
            const Label* const from = &labels[y * width];
            Label* const to = &core[y * width];
            for (std::size_t x = 0; x < width; ++x) to[x] = within[x] ? from[x] : no_label<Label>;
        }
    });
    return core;
}

template std::vector<std::uint8_t> find_core(const std::vector<std::uint8_t>&, std::size_t, std::size_t,
                                             std::size_t, const Progress&);
template std::vector<std::uint16_t> find_core(const std::vector<std::uint16_t>&, std::size_t, std::size_t,
                                              std::size_t, const Progress&);
template std::vector<std::uint32_t> find_core(const std::vector<std::uint32_t>&, std::size_t, std::size_t,
                                              std::size_t, const Progress&);

}
