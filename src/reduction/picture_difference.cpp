#include "reduction/picture_difference.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "color/cielab.h"

#include <cmath>
#include <utility>

namespace huedrift {
namespace {

/// Two colours that occur at the same pixels, and at how many.
struct Pair {
    Rgb x, y;
    std::uint64_t pixels;
};

std::vector<std::uint64_t> visible_pairs(const ImageView& x, const ImageView& y, PictureDifference& result) {
    std::vector<std::uint64_t> codes;
    codes.reserve(x.pixels.size());
    for (std::size_t i = 0; i < x.pixels.size(); ++i) {
        const Rgba8 p = x.pixels[i], q = y.pixels[i];
        result.unmatched += (p.a == 0) != (q.a == 0);
        if (p.a == 0 || q.a == 0) continue;
        codes.push_back(std::uint64_t{Rgb{p.r, p.g, p.b}.code()} << 24 | Rgb{q.r, q.g, q.b}.code());
    }
    return codes;
}

/// Each pair once, with its count.
std::vector<Pair> counted(std::vector<std::uint64_t> codes) {
    parallel_sort(codes.begin(), codes.end(), std::less<>());
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (i == 0 || codes[i] != codes[i - 1])
            pairs.push_back({Rgb::from_code(static_cast<std::uint32_t>(codes[i] >> 24)),
                             Rgb::from_code(static_cast<std::uint32_t>(codes[i] & 0xFFFFFF)), 0});
        ++pairs.back().pixels;
    }
    return pairs;
}

template <class Distance>
Difference measured(std::span<const Pair> pairs, std::uint64_t pixels, const Distance& distance_of) {
    std::vector<std::pair<double, std::uint64_t>> distances(pairs.size());
    parallel_ranges(pairs.size(), 1 << 12, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            distances[i] = {distance_of(pairs[i].x, pairs[i].y), pairs[i].pixels};
    });
    parallel_sort(distances.begin(), distances.end(), std::less<>());
    Difference result{.maximum = distances.back().first};
    const std::uint64_t rank = (pixels * 19 + 19) / 20;
    std::uint64_t seen = 0;
    for (const auto& [distance, count] : distances) {
        result.mean += distance * double(count) / double(pixels);
        if (seen < rank && seen + count >= rank) result.percentile_95 = distance;
        seen += count;
    }
    return result;
}

double squared_error(std::span<const Pair> pairs) {
    std::uint64_t sum = 0;
    for (const auto& [x, y, pixels] : pairs) {
        const int r = x.r - y.r, g = x.g - y.g, b = x.b - y.b;
        sum += static_cast<std::uint64_t>(r * r + g * g + b * b) * pixels;
    }
    return double(sum);
}

}

double PictureDifference::psnr() const { return 10 * std::log10(255.0 * 255.0 / mse); }

PictureDifference picture_difference(const ImageView& x, const ImageView& y) {
    if (x.width != y.width || x.height != y.height)
        throw Error(ErrorKind::failed,
                    "pictures of different sizes cannot be compared: " + std::to_string(x.width) + " x " +
                        std::to_string(x.height) + " and " + std::to_string(y.width) + " x " +
                        std::to_string(y.height));
    PictureDifference result;
    const std::vector<std::uint64_t> codes = visible_pairs(x, y, result);
    result.pixels = codes.size();
    if (codes.empty()) return result;
    const std::vector<Pair> pairs = counted(codes);
    result.mse = squared_error(pairs) / (3 * double(result.pixels));
    const PositionTable position(Transfer::srgb);
    const CieLabTable cielab;
    result.oklab = measured(pairs, result.pixels, [&](Rgb p, Rgb q) {
        return std::sqrt(double(squared_distance(position(p), position(q)))) / units_per_one;
    });
    result.ciede2000 =
        measured(pairs, result.pixels, [&](Rgb p, Rgb q) { return ciede2000(cielab(p), cielab(q)); });
    return result;
}

}
