#include "image/luminance_histogram.h"

#include "base/parallel.h"

#include <mutex>

namespace huedrift {
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
    std::mutex mutex;
    parallel_ranges(image.pixels.size(), 1 << 18, [&](std::size_t begin, std::size_t end) {
        LuminanceHistogram part;
        count(image.pixels.subspan(begin, end - begin), part);
        const std::lock_guard lock(mutex);
        add(total.luma, part.luma);
        add(total.r, part.r);
        add(total.g, part.g);
        add(total.b, part.b);
    });
    return total;
}

}
