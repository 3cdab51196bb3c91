#include "pipeline/indexed_pixels.h"

#include "base/parallel.h"
#include "base/sort_parts.h"
#include "labels/grid_cells.h"
#include "palette/alpha_pairs.h"

#include <algorithm>
#include <functional>
#include <mutex>

namespace huedrift {
namespace {

constexpr std::size_t pixels_at_once = 1 << 16;

/// Ascends with (R, G, B, A).
std::uint32_t code_of(Rgba8 value) { return Rgb{value.r, value.g, value.b}.code() << 8 | value.a; }

/// 0 for a transparent pixel.
std::uint32_t code_of(std::uint32_t label, std::uint8_t alpha) { return alpha == 0 ? 0 : label << 8 | alpha; }

/// The distinct codes of pixels that are not opaque, ascending.
template <class LabelAt, class AlphaAt>
std::vector<std::uint32_t> other_codes(std::size_t pixels, const LabelAt& label_at, const AlphaAt& alpha_at,
                                       const Progress& progress) {
    std::vector<std::uint32_t> codes;
    std::mutex mutex;
    parallel_pieces(pixels, pixels_at_once, progress, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint32_t> here;
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint8_t alpha = alpha_at(i);
            if (alpha == 255) continue;
            const std::uint32_t code = code_of(alpha == 0 ? 0 : label_at(i), alpha);
            if (here.empty() || here.back() != code) here.push_back(code);
        }
        std::ranges::sort(here);
        here.erase(std::unique(here.begin(), here.end()), here.end());
        const std::scoped_lock lock(mutex);
        codes.insert(codes.end(), here.begin(), here.end());
    });
    sort_parts(std::span(codes), std::less<>(), {});
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    return codes;
}

/// Opaque pixels have the index of their label; the values of the others follow.
template <class LabelAt, class AlphaAt>
IndexedPixels index_labels(int width, int height, std::span<const Rgb> colors, const LabelAt& label_at,
                           const AlphaAt& alpha_at, const Progress& progress) {
    const auto others = other_codes(std::size_t(width) * std::size_t(height), label_at, alpha_at, progress);
    IndexedPixels result{LabelPlane(width, height, colors.size() + others.size()), {}};
    result.plane.visit([&]<class Index>(std::vector<Index>& indices) {
        parallel_pieces(indices.size(), pixels_at_once, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint8_t alpha = alpha_at(i);
                const std::uint32_t label = alpha == 0 ? 0 : label_at(i);
                const auto other =
                    alpha == 255 ? others.begin() : std::ranges::lower_bound(others, code_of(label, alpha));
                indices[i] = static_cast<Index>(
                    alpha == 255 ? label : colors.size() + std::size_t(other - others.begin()));
            }
        });
    });
    for (const Rgb color : colors) result.values.push_back({{color.r, color.g, color.b, 255}});
    for (const std::uint32_t code : others) {
        const Rgb color = code == 0 ? Rgb{} : colors[code >> 8];
        result.values.push_back({{color.r, color.g, color.b, static_cast<std::uint8_t>(code)}});
    }
    return result;
}

void count_pixels(IndexedPixels& pixels) {
    const std::vector<std::uint64_t> counts = count_labels(pixels.plane);
    for (std::size_t i = 0; i < counts.size(); ++i) pixels.values[i].pixels = counts[i];
}

IndexedPixels index_entries(const Reduced& reduced, const Progress& progress) {
    const std::vector<Rgb> colors = colors_of(reduced.palette->entries);
    const ColorIndex& index = reduced.picture->colors.index();
    const std::span<const Rgba8> source = reduced.source().pixels();
    const auto label_at = [&](std::size_t i) {
        return reduced.palette->entry_of[index[{source[i].r, source[i].g, source[i].b}]];
    };
    const auto alpha_at = [&](std::size_t i) { return source[i].a; };
    return index_labels(reduced.source().width(), reduced.source().height(), colors, label_at, alpha_at,
                        progress);
}

/// The values are the entries of files. Transparent pixels have the first of their tile's palette.
IndexedPixels index_tiles(const Labelled& labelled, const TiledLabels& tiles) {
    IndexedPixels result{labelled.plane, {}};
    for (const Swatch& swatch : labelled.colors) {
        const auto [r, g, b] = swatch.color;
        result.values.push_back({swatch.transparent ? Rgba8{} : Rgba8{r, g, b, 255}});
    }
    result.plane.visit([&]<class Index>(std::vector<Index>& indices) {
        for (std::size_t i = 0; i < indices.size(); ++i)
            if (indices[i] == no_label<Index>)
                indices[i] = static_cast<Index>(tiles.palette_of[tiles.grid.at(i)] * tiles.colors);
    });
    count_pixels(result);
    return result;
}

}

IndexedPixels index_pixels(const Reduced& reduced, const Labelled* labelled, const Progress& progress) {
    if (labelled && labelled->tiles) return index_tiles(*labelled, *labelled->tiles);
    if (!labelled) {
        IndexedPixels pixels = index_entries(reduced, progress);
        count_pixels(pixels);
        return pixels;
    }
    const std::vector<Rgb> colors = colors_of(labelled->colors);
    IndexedPixels pixels = labelled->plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        const std::span<const Rgba8> source = reduced.source().pixels();
        const auto alpha_at = [&](std::size_t i) -> std::uint8_t {
            if (labels[i] == no_label<Label>) return 0;
            return labelled->has_cells ? labelled->alpha[i] : source[i].a;
        };
        return index_labels(
            labelled->plane.width(), labelled->plane.height(), colors,
            [&](std::size_t i) -> std::uint32_t { return labels[i]; }, alpha_at, progress);
    });
    count_pixels(pixels);
    return pixels;
}

IndexedPixels enlarged(IndexedPixels pixels, int scale, const Progress& progress) {
    if (scale == 1) return pixels;
    pixels.plane = enlarged(pixels.plane, scale, progress);
    count_pixels(pixels);
    return pixels;
}

IndexedPixels index_pixels(const IndexedImage& image) {
    IndexedPixels pixels{LabelPlane(image.width, image.height, image.entries.size()), {}};
    pixels.plane.visit([&]<class Index>(std::vector<Index>& indices) {
        std::ranges::transform(image.indices, indices.begin(),
                               [](std::byte index) { return std::to_integer<Index>(index); });
    });
    for (const Rgba8 value : image.entries) pixels.values.push_back({value});
    count_pixels(pixels);
    return pixels;
}

IndexedPixels frame_of(const IndexedPixels& pixels, std::size_t frames, std::size_t i) {
    const int height = pixels.plane.height() / static_cast<int>(frames);
    IndexedPixels frame{rows_of(pixels.plane, static_cast<int>(i) * height, height), pixels.values,
                        pixels.has_levels};
    count_pixels(frame);
    return frame;
}

bool join_alpha_levels(std::vector<PixelValue>& values, std::size_t most, Transfer transfer,
                       const Progress& progress) {
    const std::vector<PixelValue> distinct = distinct_values(values);
    if (distinct.size() <= most) return false;
    std::vector<AlphaPair> pairs;
    std::vector<std::uint32_t> codes;
    for (const auto& [value, pixels] : distinct) {
        if (value.a == 0) continue;
        pairs.push_back({.color = {value.r, value.g, value.b}, .alpha = value.a, .pixels = pixels});
        codes.push_back(code_of(value));
    }
    const std::size_t clear = distinct.size() - pairs.size();
    const JoinedPairs joined = join_alpha_pairs(pairs, most - clear, transfer, progress);
    for (auto& [value, pixels] : values) {
        if (value.a == 0 || pixels == 0) continue;
        const auto found = std::ranges::lower_bound(codes, code_of(value)) - codes.begin();
        const AlphaPair& pair = joined.pairs[joined.becomes[std::size_t(found)]];
        value = {pair.color.r, pair.color.g, pair.color.b, pair.alpha};
    }
    return true;
}

void set_hidden(std::vector<PixelValue>& values, Rgba8 value) {
    for (PixelValue& one : values)
        if (one.value.a == 0) one.value = value;
}

std::vector<PixelValue> distinct_values(std::span<const PixelValue> values) {
    std::vector<PixelValue> used;
    std::ranges::copy_if(values, std::back_inserter(used),
                         [](const PixelValue& one) { return one.pixels > 0; });
    const auto is_before = [](const PixelValue& x, const PixelValue& y) {
        return code_of(x.value) < code_of(y.value);
    };
    sort_parts(std::span(used), is_before, {});
    std::vector<PixelValue> distinct;
    for (const PixelValue& one : used)
        if (distinct.empty() || distinct.back().value != one.value)
            distinct.push_back(one);
        else
            distinct.back().pixels += one.pixels;
    return distinct;
}

std::vector<Swatch> visible_colors(const IndexedPixels& pixels) {
    std::vector<Swatch> colors;
    for (const auto& [value, count] : distinct_values(pixels.values)) {
        const Rgb color{value.r, value.g, value.b};
        if (value.a == 0) continue;
        if (colors.empty() || colors.back().color != color) colors.push_back({.color = color});
        colors.back().pixels += count;
    }
    return colors;
}

Image paint(const IndexedPixels& pixels) {
    std::vector<Rgba8> values;
    for (const PixelValue& one : pixels.values) values.push_back(one.value);
    return paint(pixels, values, Image(pixels.plane.width(), pixels.plane.height()));
}

Image paint_as_source(const Labelled& labelled, const Reduced& reduced, const Progress& progress) {
    Image image = paint(index_pixels(reduced, &labelled, progress));
    if (!labelled.has_cells) return image;
    const Image& source = *reduced.picture->image;
    return spread(image, *labelled.grid, source.width(), source.height(), labelled.frames, progress);
}

Image paint(const IndexedPixels& pixels, std::span<const Rgba8> values, Image image) {
    pixels.plane.visit([&]<class Index>(const std::vector<Index>& indices) {
        parallel_ranges(indices.size(), pixels_at_once, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                if (const Rgba8 value = values[indices[i]]; value.a != 0) image.pixels()[i] = value;
        });
    });
    return image;
}

}
