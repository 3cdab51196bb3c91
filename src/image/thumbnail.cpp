#include "image/thumbnail.h"

#include "base/parallel.h"

#include <algorithm>

namespace huedrift {
namespace {

/// The columns or rows of the large picture that one of the `small` ones covers.
struct Stretch {
    std::size_t begin, end;
};

Stretch stretch(std::size_t at, std::size_t small, std::size_t large) {
    const std::size_t begin = at * large / small;
    return {begin, std::max(begin + 1, (at + 1) * large / small)};
}

Rgba8 mean(const ImageView& image, Stretch columns, Stretch rows) {
    std::uint64_t r = 0, g = 0, b = 0, a = 0;
    for (std::size_t y = rows.begin; y < rows.end; ++y)
        for (std::size_t x = columns.begin; x < columns.end; ++x) {
            const Rgba8 pixel = image.pixels[y * std::size_t(image.width) + x];
            r += std::uint64_t(pixel.r) * pixel.a;
            g += std::uint64_t(pixel.g) * pixel.a;
            b += std::uint64_t(pixel.b) * pixel.a;
            a += pixel.a;
        }
    if (a == 0) return {};
    const auto rounded = [](std::uint64_t sum, std::uint64_t count) {
        return static_cast<std::uint8_t>((sum + count / 2) / count);
    };
    const std::uint64_t count = (columns.end - columns.begin) * (rows.end - rows.begin);
    return {rounded(r, a), rounded(g, a), rounded(b, a), rounded(a, count)};
}

}

Image thumbnail(const ImageView& image, int max_side, Threads threads) {
    const int longer = std::max(image.width, image.height);
    if (longer <= max_side)
        return Image(image.width, image.height, {image.pixels.begin(), image.pixels.end()});
    const auto shrunk = [&](int side) {
        return std::max(1, int((std::int64_t{side} * max_side + longer / 2) / longer));
    };
    Image small(shrunk(image.width), shrunk(image.height));
    const auto width = std::size_t(small.width()), height = std::size_t(small.height());
    const auto shrink_rows = [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y)
            for (std::size_t x = 0; x < width; ++x)
                small.pixels()[y * width + x] = mean(image, stretch(x, width, std::size_t(image.width)),
                                                     stretch(y, height, std::size_t(image.height)));
    };
    if (threads == Threads::this_one)
        shrink_rows(0, height);
    else
        parallel_ranges(height, 1, shrink_rows);
    return small;
}

}
