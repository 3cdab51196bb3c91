#include "reduction/color_histogram.h"

namespace huedrift {
namespace {

void add(LuminanceHistogram& histogram, Rgb color, std::uint64_t pixels) {
    histogram.luma[luma({color.r, color.g, color.b, 255})] += pixels;
    histogram.r[color.r] += pixels;
    histogram.g[color.g] += pixels;
    histogram.b[color.b] += pixels;
}

template <class Colors>
LuminanceHistogram counted(const Colors& colors) {
    LuminanceHistogram histogram;
    for (std::size_t i = 0; i < colors.size(); ++i) add(histogram, colors.colors()[i], colors.counts()[i]);
    return histogram;
}

}

LuminanceHistogram luminance_histogram(const ColorSet& colors) { return counted(colors); }
LuminanceHistogram luminance_histogram(const ColorTable& table) { return counted(table); }

LuminanceHistogram luminance_histogram(std::span<const Swatch> palette) {
    LuminanceHistogram histogram;
    for (const Swatch& swatch : palette) add(histogram, swatch.color, swatch.pixels);
    return histogram;
}

}
