#include "image/picture_filter.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/threads.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace huedrift {
namespace {

using Weights = std::array<std::uint32_t, largest_smooth_radius + 1>;

/// Smooths a band of rows from the top down. A window of rows, premultiplied by alpha, slides down; it is
/// summed along the columns first, then along the row: only in this order are bands independent. Pixels
/// outside the picture are zero and so have no weight.
class Band {
public:
    Band(const ImageView& image, int radius, const Weights& weights)
        : image_(image), radius_(std::size_t(radius)), weights_(weights), margin_(channels * radius_),
          values_(channels * std::size_t(image.width)),
          window_(2 * radius_ + 1, std::vector<std::uint16_t>(values_)), down_(values_ + 2 * margin_),
          across_(values_) {}

    void smooth(int first, int end, std::span<Rgba8> result) {
        assert(first >= 0 && first <= end && end <= image_.height && result.size() == image_.pixels.size());
        const int radius = int(radius_);
        for (int y = first - radius; y < first + radius; ++y) take_row(y);
        for (int y = first; y < end; ++y) {
            take_row(y + radius);
            sum_down(y);
            sum_across();
            divide(y, result);
        }
    }

private:
    static constexpr std::size_t channels = 4; // red, green and blue times alpha, and alpha

    std::span<const Rgba8> pixels(int y) const {
        return image_.pixels.subspan(std::size_t(y) * std::size_t(image_.width), std::size_t(image_.width));
    }
    std::vector<std::uint16_t>& row(int y) {
        const int rows = int(window_.size());
        assert(y >= -rows);
        return window_[std::size_t((y + rows) % rows)];
    }

    void take_row(int y) {
        std::vector<std::uint16_t>& values = row(y);
        if (y < 0 || y >= image_.height) {
            std::fill(values.begin(), values.end(), std::uint16_t{0});
            return;
        }
        std::uint16_t* out = values.data();
        for (const Rgba8 pixel : pixels(y)) {
            *out++ = static_cast<std::uint16_t>(pixel.a * pixel.r);
            *out++ = static_cast<std::uint16_t>(pixel.a * pixel.g);
            *out++ = static_cast<std::uint16_t>(pixel.a * pixel.b);
            *out++ = pixel.a;
        }
    }

    void sum_down(int y) {
        std::uint32_t* sums = down_.data() + margin_;
        const std::uint16_t* middle = row(y).data();
        for (std::size_t i = 0; i < values_; ++i) sums[i] = weights_[0] * middle[i];
        for (std::size_t k = 1; k <= radius_; ++k) {
            const std::uint16_t *above = row(y - int(k)).data(), *below = row(y + int(k)).data();
            for (std::size_t i = 0; i < values_; ++i)
                sums[i] += weights_[k] * (std::uint32_t{above[i]} + below[i]);
        }
    }

    void sum_across() {
        const std::uint32_t* sums = down_.data() + margin_;
        for (std::size_t i = 0; i < values_; ++i) across_[i] = std::uint64_t{weights_[0]} * sums[i];
        for (std::size_t k = 1; k <= radius_; ++k) {
            const std::uint32_t *left = sums - channels * k, *right = sums + channels * k;
            for (std::size_t i = 0; i < values_; ++i)
                across_[i] += std::uint64_t{weights_[k]} * (left[i] + right[i]);
        }
    }

    void divide(int y, std::span<Rgba8> result) {
        const std::span<const Rgba8> source = pixels(y);
        Rgba8* out = result.data() + std::size_t(y) * source.size();
        for (std::size_t x = 0; x < source.size(); ++x) {
            if (source[x].a == 0) continue;
            const std::uint64_t* sums = across_.data() + channels * x;
            const auto mean = [&](std::uint64_t sum) {
                return static_cast<std::uint8_t>((2 * sum + sums[3]) / (2 * sums[3]));
            };
            out[x] = {mean(sums[0]), mean(sums[1]), mean(sums[2]), source[x].a};
        }
    }

    const ImageView image_;
    const std::size_t radius_;
    const Weights& weights_;
    const std::size_t margin_, values_;
    std::vector<std::vector<std::uint16_t>> window_;
    std::vector<std::uint32_t> down_;
    std::vector<std::uint64_t> across_;
};

}

Weights smooth_weights(int radius) {
    if (radius < 0 || radius > largest_smooth_radius)
        throw Error(ErrorKind::usage, "the smoothing radius must be between 0 and " +
                                          std::to_string(largest_smooth_radius) + " pixels");
    Weights weights{};
    for (int k = 0; k <= radius; ++k) {
        const double deviations = 3.0 * k / (radius + 1);
        weights[std::size_t(k)] =
            static_cast<std::uint32_t>(std::floor(256.0 * std::exp(-0.5 * deviations * deviations) + 0.5));
    }
    return weights;
}

Image smooth(const ImageView& image, int radius, const Progress& progress) {
    assert(image.is_whole());
    const Weights weights = smooth_weights(radius);
    Image result(image.width, image.height);
    // A band also reads the `radius` rows above and below it, so it should not be low.
    const auto rows = std::clamp(std::size_t(image.height) / 64, std::size_t{64}, std::size_t{256});
    parallel_pieces(std::size_t(image.height), rows, progress, [&](std::size_t begin, std::size_t end) {
        Band(image, radius, weights).smooth(int(begin), int(end), result.pixels());
    });
    return result;
}

namespace {

void count(std::span<const Rgba8> pixels, LuminanceHistogram& histogram) {
    for (std::size_t i = 0; i < pixels.size();) {
        const Rgba8 pixel = pixels[i];
        std::uint32_t run = 0;
        // Adds up runs of equal pixels: repeated increments of one counter would wait for its last store.
        while (i < pixels.size() && pixels[i] == pixel) ++i, ++run;
        if (pixel.a == 0) continue;
        histogram.luma[luma(pixel)] += run;
        histogram.r[pixel.r] += run;
        histogram.g[pixel.g] += run;
        histogram.b[pixel.b] += run;
    }
}

void add(std::array<std::uint64_t, 256>& sum, const std::array<std::uint64_t, 256>& part) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
}

}

LuminanceHistogram luminance_histogram(const ImageView& image) {
    LuminanceHistogram total;
    Mutex mutex;
    parallel_ranges(image.pixels.size(), 1 << 18, [&](std::size_t begin, std::size_t end) {
        LuminanceHistogram part;
        count(image.pixels.subspan(begin, end - begin), part);
        const Lock lock(mutex);
        add(total.luma, part.luma);
        add(total.r, part.r);
        add(total.g, part.g);
        add(total.b, part.b);
    });
    return total;
}

}
