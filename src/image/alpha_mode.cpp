#include "image/alpha_mode.h"

#include "base/parallel.h"
#include "base/sort_parts.h"
#include "color/oklab.h"
#include "image/animation.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

namespace huedrift {
namespace {

/// (c A + m (255 - A)) / 255, rounded to nearest; 255 is odd, so there are no ties.
std::uint8_t over(int channel, int matte, int alpha) {
    assert(alpha >= 0 && alpha <= 255);
    return static_cast<std::uint8_t>((channel * alpha + matte * (255 - alpha) + 127) / 255);
}

Rgba8 with_alpha(Rgba8 pixel, const AlphaMode& mode) {
    switch (mode.kind) {
    case AlphaMode::Kind::keep:
    case AlphaMode::Kind::levels:
        break;
    case AlphaMode::Kind::threshold:
        return pixel.a >= mode.threshold ? Rgba8{pixel.r, pixel.g, pixel.b, 255} : Rgba8{};
    case AlphaMode::Kind::matte:
        return {over(pixel.r, mode.matte.r, pixel.a), over(pixel.g, mode.matte.g, pixel.a),
                over(pixel.b, mode.matte.b, pixel.a), 255};
    }
    return pixel;
}

}

AlphaKinds alpha_kinds(const ImageView& image) {
    AlphaKinds kinds;
    for (const Rgba8& pixel : image.pixels) kinds.add(pixel.a);
    return kinds;
}

Image with_alpha(const ImageView& image, const AlphaMode& mode) {
    assert(image.is_whole());
    Image result(image.width, image.height);
    parallel_indices(image.pixels.size(), 1 << 16,
                     [&](std::size_t i) { result.pixels()[i] = with_alpha(image.pixels[i], mode); });
    return result;
}

namespace {

constexpr std::int32_t no_row = -1;

/// For each pixel the row of the nearest visible one in its column, the upper one of two, or no_row.
std::vector<std::int32_t> nearest_rows(const ImageView& frame, const Progress& progress) {
    assert(frame.is_whole());
    const auto width = std::size_t(frame.width), height = std::size_t(frame.height);
    std::vector<std::int32_t> rows(width * height, no_row);
    for (std::size_t y = 0; y < height; ++y) {
        progress.throw_if_cancelled();
        for (std::size_t x = 0, i = y * width; x < width; ++x, ++i)
            rows[i] = frame.pixels[i].a != 0 ? std::int32_t(y) : y > 0 ? rows[i - width] : no_row;
    }
    std::vector<std::int32_t> below(width, no_row);
    for (std::size_t y = height; y-- > 0;) {
        progress.throw_if_cancelled();
        const auto row = std::int32_t(y);
        for (std::size_t x = 0, i = y * width; x < width; ++x, ++i) {
            if (rows[i] == row) below[x] = row;
            const bool is_nearer =
                below[x] != no_row && (rows[i] == no_row || below[x] - row < row - rows[i]);
            if (is_nearer) rows[i] = below[x];
        }
    }
    return rows;
}

/// The nearest visible pixel to each of a row's pixels, by the lower envelope of a parabola for each column
/// (Meijster, Roerdink and Hesselink, "A general algorithm for computing distance transforms in linear time",
/// 2000). Order in the picture decides among equal distances, so any two parabolas cross once.
class NearestInRow {
public:
    NearestInRow(std::span<const std::int32_t> rows, std::int64_t y) : y_(y) {
        const auto width = std::int64_t(rows.size());
        for (std::int64_t x = 0; x < width; ++x) {
            if (rows[std::size_t(x)] == no_row) continue;
            const Column column{x, rows[std::size_t(x)]};
            while (!parts_.empty() &&
                   key(column, parts_.back().from) < key(parts_.back().column, parts_.back().from))
                parts_.pop_back();
            const std::int64_t from = parts_.empty() ? 0 : last_of(parts_.back().column, column) + 1;
            if (from < width) parts_.push_back({column, from});
        }
    }

    bool empty() const { return parts_.empty(); }
    /// The index of the pixel that is nearest to column `x`; columns must descend from call to call.
    std::size_t operator()(std::int64_t x, std::int64_t width) {
        assert(!parts_.empty() && x >= 0 && x < width);
        while (parts_.back().from > x) parts_.pop_back();
        return std::size_t(parts_.back().column.row * width + parts_.back().column.x);
    }

private:
    struct Column {
        std::int64_t x, row; ///< of its nearest visible pixel
    };
    struct Part {
        Column column;
        std::int64_t from; ///< the first column to which it is nearest
    };

    static std::int64_t square(std::int64_t x) { return x * x; }
    std::tuple<std::int64_t, std::int64_t, std::int64_t> key(const Column& column, std::int64_t x) const {
        return {square(x - column.x) + square(y_ - column.row), column.row, column.x};
    }
    /// The last column to which `left` is nearer than `right`.
    std::int64_t last_of(const Column& left, const Column& right) const {
        assert(left.x < right.x);
        const std::int64_t apart =
            square(right.x) - square(left.x) + square(y_ - right.row) - square(y_ - left.row);
        const bool right_first = right.row < left.row;
        return (apart - std::int64_t{right_first}) / (2 * (right.x - left.x));
    }

    std::int64_t y_;
    std::vector<Part> parts_;
};

void spread_in_frame(const ImageView& frame, std::span<Rgba8> result, const Progress& progress) {
    assert(result.size() == frame.pixels.size());
    const std::vector<std::int32_t> rows = nearest_rows(frame, progress);
    const auto width = std::size_t(frame.width);
    parallel_indices(std::size_t(frame.height), 16, [&](std::size_t y) {
        progress.throw_if_cancelled();
        const auto columns = std::span(rows).subspan(y * width, width);
        NearestInRow nearest(columns, static_cast<std::int64_t>(y));
        if (nearest.empty()) return;
        for (std::size_t x = width; x-- > 0;) {
            Rgba8& pixel = result[y * width + x];
            if (pixel.a != 0) continue;
            pixel = frame.pixels[nearest(std::int64_t(x), frame.width)];
            pixel.a = 0;
        }
    });
}

}

void keep_hidden_colors(Image& image, const ImageView& source) {
    assert(source.width == image.width() && source.height == image.height());
    parallel_indices(image.pixels().size(), 1 << 16, [&](std::size_t i) {
        if (image.pixels()[i].a != 0) return;
        image.pixels()[i] = source.pixels[i];
        image.pixels()[i].a = 0;
    });
}

void spread_hidden_colors(Image& image, std::size_t frames, const Progress& progress) {
    assert(frames > 0);
    const Image visible = image;
    for (std::size_t i = 0; i < frames; ++i) {
        const ImageView frame = frame_of(visible, frames, i);
        const std::size_t size = frame.pixels.size();
        spread_in_frame(frame, image.pixels().subspan(i * size, size), progress);
    }
}

Rgba8 most_hidden_value(const ImageView& image) {
    std::vector<std::uint64_t> runs; // of one hidden colour: its code, then the run's length
    for (const auto [r, g, b, a] : image.pixels) {
        const std::uint64_t code = Rgb{r, g, b}.code();
        if (a != 0) continue;
        if (runs.empty() || runs.back() >> 32 != code) runs.push_back(code << 32);
        ++runs.back();
    }
    sort_parts(std::span(runs), std::less<>(), {});
    std::uint64_t most = 0, pixels = 0;
    Rgba8 value;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const bool goes_on = i > 0 && runs[i] >> 32 == runs[i - 1] >> 32;
        pixels = (goes_on ? pixels : 0) + static_cast<std::uint32_t>(runs[i]);
        if (pixels <= most) continue;
        most = pixels;
        const Rgb color = Rgb::from_code(static_cast<std::uint32_t>(runs[i] >> 32));
        value = {color.r, color.g, color.b, 0};
    }
    return value;
}

}
