#include "reduction/difference.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/sort_parts.h"
#include "base/threads.h"
#include "color/oklab.h"
#include "palette/sort_keys.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <utility>

namespace huedrift {

namespace {

double distance_in_oklab(const Position& p, const Position& q) {
    return std::sqrt(double(squared_distance(p, q))) / units_per_one;
}

/// A distance that some pixels have.
struct WeighedDistance {
    double distance = 0;
    std::uint64_t pixels = 0; ///< at least 1
};

/// The least distance that at least `rank` pixels do not exceed. Orders the distances.
double distance_of_rank(std::span<WeighedDistance> among, std::uint64_t rank, const Progress& progress) {
    assert(!among.empty() && rank > 0);
    const auto is_less = [](const auto& x, const auto& y) { return x.distance < y.distance; };
    while (among.size() > 1) {
        const std::size_t middle = among.size() / 2;
        select_key(among, middle, is_less, progress);
        std::uint64_t below = 0;
        for (const WeighedDistance& one : among.first(middle)) below += one.pixels;
        const bool is_below = rank <= below;
        if (!is_below) rank -= below;
        among = is_below ? among.first(middle) : among.subspan(middle);
    }
    return among.front().distance;
}

/// The difference that pixels at these distances make; all 0 without any.
Difference difference(std::vector<WeighedDistance> distances, const Progress& progress) {
    constexpr std::size_t block = 1 << 13; // as docs/definition.md adds them up
    Difference found;
    std::uint64_t pixels = 0;
    for (std::size_t begin = 0; begin < distances.size(); begin += block) {
        double sum = 0;
        for (const auto& [distance, count] :
             std::span(distances).subspan(begin).first(std::min(block, distances.size() - begin))) {
            sum += distance * double(count);
            pixels += count;
            found.maximum = std::max(found.maximum, distance);
        }
        found.mean += sum;
    }
    if (pixels == 0) return {};
    found.mean /= double(pixels);
    found.percentile_95 = distance_of_rank(distances, (pixels * 19 + 19) / 20, progress);
    return found;
}

}

std::uint64_t total_distance(const ColorSet& colors, const Palette& palette) {
    assert(palette.entry_of.size() == colors.size());
    std::atomic<std::uint64_t> total = 0;
    parallel_ranges(colors.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
        std::uint64_t part = 0; // exact: a squared distance is below 2^52
        for (std::size_t i = begin; i < end; ++i) {
            const Position& result = palette.entries[palette.entry_of[i]].position;
            const auto squared = static_cast<double>(squared_distance(colors.positions()[i], result));
            part += colors.counts()[i] * static_cast<std::uint64_t>(std::sqrt(squared));
        }
        total += part;
    });
    return total;
}

Difference difference(const ColorSet& colors, const Palette& palette, const Progress& progress) {
    assert(palette.entry_of.size() == colors.size());
    const PositionTable position(Transfer::srgb);
    std::vector<Position> results;
    results.reserve(palette.entries.size());
    for (const PaletteEntry& entry : palette.entries) results.push_back(position(entry.color));
    std::vector<WeighedDistance> distances(colors.size());
    parallel_indices(distances.size(), 1 << 13, progress, [&](std::size_t i) {
        const Position start =
            colors.transfer() == Transfer::srgb ? colors.positions()[i] : position(colors.colors()[i]);
        distances[i] = {distance_in_oklab(start, results[palette.entry_of[i]]), colors.counts()[i]};
    });
    return difference(std::move(distances), progress);
}

namespace {

/// Two colours that occur at the same pixels, and at how many.
struct Pair {
    Rgb x, y;
    std::uint64_t pixels;
};

std::vector<std::uint64_t> visible_pairs(const ImageView& x, const ImageView& y, PictureDifference& result) {
    assert(x.pixels.size() == y.pixels.size());
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
std::vector<Pair> counted(std::vector<std::uint64_t> codes, const Progress& progress) {
    sort_keys(codes, progress);
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
Difference measured(std::span<const Pair> pairs, const Progress& progress, const Distance& distance_of) {
    std::vector<WeighedDistance> distances(pairs.size());
    parallel_indices(pairs.size(), 1 << 12, progress, [&](std::size_t i) {
        distances[i] = {distance_of(pairs[i].x, pairs[i].y), pairs[i].pixels};
    });
    return difference(std::move(distances), progress);
}

Difference in_oklab(std::span<const Pair> pairs, const Progress& progress) {
    const PositionTable position(Transfer::srgb);
    return measured(pairs, progress,
                    [&](Rgb p, Rgb q) { return distance_in_oklab(position(p), position(q)); });
}

void check_sizes_match(const ImageView& x, const ImageView& y) {
    if (x.width != y.width || x.height != y.height)
        throw Error(ErrorKind::failed,
                    "pictures of different sizes cannot be compared: " + std::to_string(x.width) + " x " +
                        std::to_string(x.height) + " and " + std::to_string(y.width) + " x " +
                        std::to_string(y.height));
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
    check_sizes_match(x, y);
    PictureDifference result;
    const std::vector<std::uint64_t> codes = visible_pairs(x, y, result);
    result.pixels = codes.size();
    if (codes.empty()) return result;
    const std::vector<Pair> pairs = counted(codes, {});
    result.mse = squared_error(pairs) / (3 * double(result.pixels));
    const CieLabTable cielab;
    result.oklab = in_oklab(pairs, {});
    result.ciede2000 = measured(pairs, {}, [&](Rgb p, Rgb q) { return ciede2000(cielab(p), cielab(q)); });
    return result;
}

Difference oklab_difference(const ImageView& x, const ImageView& y, const Progress& progress) {
    check_sizes_match(x, y);
    PictureDifference unused;
    return in_oklab(counted(visible_pairs(x, y, unused), progress), progress);
}

std::vector<double> entry_distances(const ImageView& source, const ImageView& result, std::size_t entries,
                                    const std::function<std::uint32_t(std::size_t pixel)>& entry_of,
                                    const Progress& progress) {
    assert(source.pixels.size() == result.pixels.size());
    const PositionTable position(Transfer::srgb);
    struct Sum {
        std::uint64_t units = 0, pixels = 0;
    };
    std::vector<Sum> sums(entries);
    Mutex mutex;
    const std::size_t grain = std::max(std::size_t{1} << 16, entries);
    reported_pieces(source.pixels.size(), grain, progress, [&](std::size_t begin, std::size_t end) {
        std::vector<Sum> here(entries);
        for (std::size_t i = begin; i < end; ++i) {
            const auto [r, g, b, a] = source.pixels[i];
            const auto [p, q, s, t] = result.pixels[i];
            if (a == 0 || t == 0) continue;
            const auto squared = double(squared_distance(position({r, g, b}), position({p, q, s})));
            assert(entry_of(i) < entries);
            Sum& sum = here[entry_of(i)];
            sum.units += static_cast<std::uint64_t>(std::sqrt(squared));
            ++sum.pixels;
        }
        const Lock lock(mutex);
        for (std::size_t i = 0; i < entries; ++i) {
            sums[i].units += here[i].units;
            sums[i].pixels += here[i].pixels;
        }
    });
    std::vector<double> means;
    means.reserve(entries);
    for (const auto& [units, pixels] : sums)
        means.push_back(pixels == 0 ? 0 : double(units) / double(pixels) / units_per_one);
    return means;
}

}
