#include "reduction/color_histogram.h"

namespace huedrift {
namespace {

template <class Histogram>
void add(Histogram& histogram, Rgb color, std::uint64_t pixels) {
    using Count = typename decltype(histogram.luma)::value_type;
    const auto count = static_cast<Count>(pixels); // a picture has less than 2^32
    histogram.luma[luma({color.r, color.g, color.b, 255})] += count;
    histogram.r[color.r] += count;
    histogram.g[color.g] += count;
    histogram.b[color.b] += count;
}

}

LuminanceHistogram luminance_histogram(const ColorSet& colors) {
    LuminanceHistogram histogram;
    for (std::size_t i = 0; i < colors.size(); ++i) add(histogram, colors.colors()[i], colors.counts()[i]);
    return histogram;
}

LuminanceHistogram luminance_histogram(std::span<const Swatch> palette) {
    LuminanceHistogram histogram;
    for (const Swatch& swatch : palette) add(histogram, swatch.color, swatch.pixels);
    return histogram;
}

TableHistogram table_histogram(const ColorTable& table) {
    TableHistogram histogram;
    for (std::size_t i = 0; i < table.size(); ++i) add(histogram, table.colors()[i], table.counts()[i]);
    return histogram;
}

}
