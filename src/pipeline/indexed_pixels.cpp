#include "pipeline/indexed_pixels.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/sort_parts.h"
#include "base/threads.h"
#include "base/wording.h"
#include "dither/dither_pairs.h"
#include "labels/grid_cells.h"
#include "palette/alpha_pairs.h"
#include "pipeline/recipe_choice.h"

#include <algorithm>
#include <cassert>
#include <functional>

namespace huedrift {
namespace {

constexpr std::size_t pixels_at_once = 1 << 16;

/// Ascends with (R, G, B, A).
std::uint32_t code_of(Rgba8 value) { return Rgb{value.r, value.g, value.b}.code() << 8 | value.a; }

/// 0 for a transparent pixel.
std::uint32_t code_of(std::uint32_t label, std::uint8_t alpha) {
    assert(label < std::uint32_t{1} << 24);
    return alpha == 0 ? 0 : label << 8 | alpha;
}

/// The distinct codes of pixels that are not opaque, ascending.
template <class LabelAt, class AlphaAt>
std::vector<std::uint32_t> other_codes(std::size_t pixels, const LabelAt& label_at, const AlphaAt& alpha_at,
                                       const Progress& progress) {
    std::vector<std::uint32_t> codes;
    Mutex mutex;
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
        const Lock lock(mutex);
        codes.insert(codes.end(), here.begin(), here.end());
    });
    sort_parts(std::span(codes), std::less<>(), progress);
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
                assert(alpha == 255 ? label < colors.size() : *other == code_of(label, alpha));
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
    assert(pixels.values.size() == pixels.plane.palette_size());
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
    assert(scale > 0);
    if (scale == 1) return pixels;
    pixels.plane = enlarged(pixels.plane, scale, progress);
    count_pixels(pixels);
    return pixels;
}

IndexedPixels index_pixels(const IndexedImage& image) {
    assert(image.indices.size() == std::size_t(image.width) * std::size_t(image.height));
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
    assert(i < frames && pixels.plane.height() % static_cast<int>(frames) == 0);
    const int height = pixels.plane.height() / static_cast<int>(frames);
    IndexedPixels frame{rows_of(pixels.plane, static_cast<int>(i) * height, height), pixels.values,
                        pixels.has_levels};
    count_pixels(frame);
    return frame;
}

namespace {

/// What the pixels of each value count for; empty: all count alike, as do the cells of a grid.
std::vector<std::uint64_t> weights_of(const IndexedPixels& pixels, const Reduced& reduced,
                                      const Progress& progress) {
    const ShiftRecipe& shift = reduced.recipe.shift;
    if (!shift.drifts() && shift.weighting == Weighting::palette)
        return std::vector<std::uint64_t>(pixels.values.size()); // at least 1 each
    if (!reduced.importance || reduced.shrunk) return {};
    const std::vector<std::uint8_t> counts = importances(reduced.source(), *reduced.importance, progress);
    if (counts.size() != pixels.plane.size()) return {};
    std::vector<std::uint64_t> weights(pixels.values.size());
    pixels.plane.visit([&]<class Index>(const std::vector<Index>& indices) {
        each_index(indices.size(), progress, [&](std::size_t i) { weights[indices[i]] += counts[i]; });
    });
    return weights;
}

/// Throws Error(output) for fewer pairs than kinds of alpha, each of which needs one.
void check_kinds(std::span<const PixelValue> values, std::size_t most) {
    AlphaKinds kinds;
    for (const auto& [value, pixels] : values)
        if (pixels > 0) kinds.add(value.a);
    if (kinds.count() <= most) return;
    std::vector<std::string> names;
    if (kinds.opaque) names.emplace_back("opaque");
    if (kinds.soft) names.emplace_back("soft");
    if (kinds.clear) names.emplace_back("transparent");
    throw Refused(ErrorKind::output,
                  (most == 1 ? "1 entry is" : std::to_string(most) + " entries are") + " too few for " +
                      in_words(names, "and") + " pixels: each kind of alpha needs one",
                  {Refusal::Of::alpha_levels});
}

}

void make_levels(IndexedPixels& pixels, const Reduced& reduced, const Progress& progress) {
    const SourceRecipe& source = reduced.recipe.source;
    const LabelSteps& steps = reduced.recipe.labels;
    check_kinds(pixels.values, source.alpha.levels);
    const std::vector<std::uint64_t> weights = weights_of(pixels, reduced, progress);
    std::vector<PixelValue> joined = pixels.values;
    pixels.has_levels = join_values(joined,
                                    {.most = source.alpha.levels,
                                     .transfer = source.transfer,
                                     .keeps_colors = !joins_pairs(reduced.recipe),
                                     .weights = weights},
                                    progress);
    if (!pixels.has_levels) return;
    const bool is_mixed = steps.dithering.is_on() && keeps_own_colors(reduced);
    if (!is_mixed) {
        pixels.values = std::move(joined);
        return;
    }
    std::vector<Rgba8> values, entries;
    for (const PixelValue& pixel_value : distinct_values(joined, progress))
        entries.push_back(pixel_value.value);
    for (const PixelValue& pixel_value : pixels.values) // no entry may be near one that no pixel has
        values.push_back(pixel_value.pixels > 0 ? pixel_value.value : entries.front());
    const std::vector<std::uint8_t> marks = undithered_pixels(reduced, true, progress);
    pixels.plane = dither_pairs({.plane = pixels.plane,
                                 .values = values,
                                 .entries = entries,
                                 .transfer = source.transfer,
                                 .dithering = steps.dithering,
                                 .marks = marks,
                                 .frames = frames_of(*reduced.picture->document)},
                                progress);
    pixels.values.assign(entries.size(), {});
    std::ranges::transform(entries, pixels.values.begin(), [](Rgba8 value) { return PixelValue{value}; });
    count_pixels(pixels);
}

bool join_values(std::vector<PixelValue>& values, const ValueJoins& joins, const Progress& progress) {
    const auto& [most, transfer, keeps_colors, weights] = joins;
    assert(weights.empty() || weights.size() == values.size());
    std::vector<PixelValue> weighed = values;
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (values[i].pixels > 0) weighed[i].pixels = std::max(weights[i], std::uint64_t{1});
    const std::vector<PixelValue> distinct = distinct_values(weighed, progress);
    if (distinct.size() <= most) return false;
    std::vector<AlphaPair> pairs;
    pairs.reserve(distinct.size());
    for (const auto& [value, weight] : distinct)
        pairs.push_back({.color = {value.r, value.g, value.b}, .alpha = value.a, .weight = weight});
    assert(std::ranges::count(distinct, 0,
                              [](const PixelValue& pixel_value) { return pixel_value.value.a; }) <= 1 &&
           "all transparent pixels have one value");
    const JoinedPairs joined = join_alpha_pairs(
        pairs, {.count = most, .transfer = transfer, .keeps_colors = keeps_colors}, progress);
    parallel_indices(values.size(), 1 << 12, progress, [&](std::size_t i) {
        auto& [value, pixels] = values[i];
        if (pixels == 0) return;
        const auto place =
            std::ranges::lower_bound(distinct, code_of(value), {}, [](const PixelValue& pixel_value) {
                return code_of(pixel_value.value);
            });
        assert(place != distinct.end() && place->value == value);
        const AlphaPair& pair = joined.pairs[joined.becomes[std::size_t(place - distinct.begin())]];
        value = {pair.color.r, pair.color.g, pair.color.b, pair.alpha};
    });
    return true;
}

void set_hidden(std::vector<PixelValue>& values, Rgba8 value) {
    for (PixelValue& pixel_value : values)
        if (pixel_value.value.a == 0) pixel_value.value = value;
}

std::vector<PixelValue> distinct_values(std::span<const PixelValue> values, const Progress& progress) {
    std::vector<PixelValue> used;
    std::ranges::copy_if(values, std::back_inserter(used),
                         [](const PixelValue& pixel_value) { return pixel_value.pixels > 0; });
    const auto is_before = [](const PixelValue& x, const PixelValue& y) {
        return code_of(x.value) < code_of(y.value);
    };
    sort_parts(std::span(used), is_before, progress);
    std::vector<PixelValue> distinct;
    for (const PixelValue& pixel_value : used)
        if (distinct.empty() || distinct.back().value != pixel_value.value)
            distinct.push_back(pixel_value);
        else
            distinct.back().pixels += pixel_value.pixels;
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

std::vector<Swatch> entry_swatches(const IndexedPixels& pixels) {
    std::vector<Swatch> swatches;
    for (const auto& [value, count] : distinct_values(pixels.values))
        swatches.push_back({.color = {value.r, value.g, value.b},
                            .pixels = count,
                            .name = value.a == 0 ? transparent_name : "",
                            .alpha = value.a});
    return swatches;
}

Image paint(const IndexedPixels& pixels) {
    std::vector<Rgba8> values;
    for (const PixelValue& pixel_value : pixels.values) values.push_back(pixel_value.value);
    return paint(pixels, values, Image(pixels.plane.width(), pixels.plane.height()));
}

Image paint_as_source(const Labelled& labelled, const Reduced& reduced, const Progress& progress) {
    Image image = paint(index_pixels(reduced, &labelled, progress));
    if (!labelled.has_cells) return image;
    const Image& source = *reduced.picture->image;
    return spread(image, *labelled.grid, source.width(), source.height(), labelled.frames, progress);
}

Image paint(const IndexedPixels& pixels, std::span<const Rgba8> values, Image image) {
    assert(values.size() == pixels.values.size());
    assert(image.width() == pixels.plane.width() && image.height() == pixels.plane.height());
    pixels.plane.visit([&]<class Index>(const std::vector<Index>& indices) {
        parallel_ranges(indices.size(), pixels_at_once, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                if (const Rgba8 value = values[indices[i]]; value.a != 0) image.pixels()[i] = value;
        });
    });
    return image;
}

}
