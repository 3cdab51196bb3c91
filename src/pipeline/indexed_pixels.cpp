#include "pipeline/indexed_pixels.h"

#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "labels/grid_cells.h"
#include "palette/alpha_pairs.h"

#include <algorithm>
#include <mutex>

namespace huedrift {
namespace {

constexpr std::size_t pixels_at_once = 1 << 16;

/// A label and the alpha of a visible pixel; 0 for a transparent one.
using PixelCode = std::uint32_t;

PixelCode code_of(std::uint32_t label, std::uint8_t alpha) { return alpha == 0 ? 0 : label << 8 | alpha; }
bool is_opaque_code(PixelCode code) { return (code & 255) == 255; }

/// Ascends with (R, G, B, A).
std::uint32_t value_code(Rgba8 value) { return Rgb{value.r, value.g, value.b}.code() << 8 | value.a; }

void keep_distinct(std::vector<PixelCode>& codes) {
    parallel_sort(codes.begin(), codes.end(), std::less<>());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
}

/// The distinct codes of pixels that are not opaque, ascending.
template <class CodeAt>
std::vector<PixelCode> other_codes(std::size_t pixels, const CodeAt& code_at, const Progress& progress) {
    std::vector<PixelCode> codes;
    std::mutex mutex;
    parallel_pieces(pixels, pixels_at_once, progress, [&](std::size_t begin, std::size_t end) {
        std::vector<PixelCode> here;
        for (std::size_t i = begin; i < end; ++i) {
            const PixelCode code = code_at(i);
            if (!is_opaque_code(code) && (here.empty() || here.back() != code)) here.push_back(code);
        }
        keep_distinct(here);
        const std::scoped_lock lock(mutex);
        codes.insert(codes.end(), here.begin(), here.end());
    });
    keep_distinct(codes);
    return codes;
}

/// Opaque pixels have the index of their label; the values of the others follow.
template <class CodeAt>
IndexedPixels index_codes(int width, int height, std::span<const Rgb> colors, const CodeAt& code_at,
                          const Progress& progress) {
    const std::vector<PixelCode> others =
        other_codes(std::size_t(width) * std::size_t(height), code_at, progress);
    IndexedPixels result{LabelPlane(width, height, colors.size() + others.size()), {}};
    result.plane.visit([&]<class Index>(std::vector<Index>& indices) {
        parallel_pieces(indices.size(), pixels_at_once, progress, [&](std::size_t begin, std::size_t end) {
            PixelCode last = 255;
            std::size_t index = 0;
            for (std::size_t i = begin; i < end; ++i) {
                const PixelCode code = code_at(i);
                if (is_opaque_code(code))
                    index = code >> 8;
                else if (code != last)
                    index =
                        colors.size() + std::size_t(std::ranges::lower_bound(others, code) - others.begin());
                last = code;
                indices[i] = static_cast<Index>(index);
            }
        });
    });
    for (const Rgb color : colors) result.values.push_back({{color.r, color.g, color.b, 255}});
    for (const PixelCode code : others) {
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
    std::vector<Rgb> colors;
    for (const PaletteEntry& entry : reduced.palette->entries) colors.push_back(entry.color);
    const ColorIndex& index = reduced.picture->colors.index();
    const Image& source = reduced.source();
    const auto code_at = [&](std::size_t i) {
        const auto [r, g, b, a] = source.pixels()[i];
        return a == 0 ? PixelCode{0} : code_of(reduced.palette->entry_of[index[{r, g, b}]], a);
    };
    return index_codes(source.width(), source.height(), colors, code_at, progress);
}

IndexedPixels index_labels(const Reduced& reduced, const Labelled& labelled, const Progress& progress) {
    std::vector<Rgb> colors;
    for (const Swatch& swatch : labelled.colors) colors.push_back(swatch.color);
    return labelled.plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        const auto code_at = [&](std::size_t i) {
            if (labels[i] == no_label<Label>) return PixelCode{0};
            return code_of(labels[i],
                           labelled.has_cells ? labelled.alpha[i] : reduced.source().pixels()[i].a);
        };
        return index_codes(labelled.plane.width(), labelled.plane.height(), colors, code_at, progress);
    });
}

}

IndexedPixels index_pixels(const Reduced& reduced, const Labelled* labelled, const Progress& progress) {
    IndexedPixels pixels =
        labelled ? index_labels(reduced, *labelled, progress) : index_entries(reduced, progress);
    if (labelled && labelled->scale != 1) pixels.plane = enlarged(pixels.plane, labelled->scale, progress);
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
        codes.push_back(value_code(value));
    }
    const std::size_t clear = distinct.size() - pairs.size();
    const JoinedPairs joined = join_alpha_pairs(pairs, most - clear, transfer, progress);
    for (auto& [value, pixels] : values) {
        if (value.a == 0 || pixels == 0) continue;
        const auto found = std::ranges::lower_bound(codes, value_code(value)) - codes.begin();
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
    parallel_sort(used.begin(), used.end(), [](const PixelValue& x, const PixelValue& y) {
        return value_code(x.value) < value_code(y.value);
    });
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
