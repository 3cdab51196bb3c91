#include "session/layers.h"

#include "base/parallel.h"
#include "pipeline/file_colors.h"
#include "reduction/remap.h"
#include "session/palette_edits.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <iterator>

namespace huedrift {
namespace {

std::optional<Rgb> meant(const Result& result, const HiddenColor& hidden) {
    return hidden.source ? result.result_of(*hidden.source) : std::optional(hidden.color);
}

/// Adds colours of the result.
void name(const Result& result, std::span<const Rgb> colors, std::vector<HiddenColor>& named) {
    const auto sources = sources_of(result, colors);
    assert(sources.size() == colors.size());
    for (std::size_t i = 0; i < colors.size(); ++i) named.push_back({colors[i], sources[i]});
}

Rgba8 dimmed(Rgba8 pixel) {
    const int luma = (54 * pixel.r + 183 * pixel.g + 19 * pixel.b) / 256;
    const auto grey = static_cast<std::uint8_t>(48 + luma * 3 / 8);
    return {grey, grey, grey, pixel.a};
}

}

Recipe with_shown_order(Recipe recipe) {
    if (!recipe.order()) recipe.output.order = SwatchOrder::pixels;
    return recipe;
}

Layers layers_of(const Result& result) {
    Recipe recipe = with_shown_order(result.recipe);
    recipe.output.transparent_index.reset();                           // it is not a colour
    if (result.has_entries) recipe.output.order = SwatchOrder::pixels; // the others are those of colours
    Layers layers{listed(result.swatches, recipe, arranged(result), result.picture->document->slots)};
    layers.ends.reserve(layers.list.size());
    for (const Swatch& swatch : layers.list) layers.ends.push_back(layers.pixels() + swatch.pixels);
    return layers;
}

HiddenIn::HiddenIn(const Result& result, const HiddenLayers& hidden) : are_others_(hidden.are_others) {
    for (const HiddenColor& one : hidden.named)
        if (const auto color = meant(result, one)) named_.push_back(*color);
    std::ranges::sort(named_);
}

void toggle_hidden(const Result& result, std::span<const Rgb> colors, HiddenLayers& hidden) {
    const HiddenIn is_hidden(result, hidden);
    std::vector<Rgb> changed;
    std::ranges::remove_copy_if(colors, std::back_inserter(changed), std::cref(is_hidden));
    const bool hides = !changed.empty();
    if (!hides) changed.assign(colors.begin(), colors.end());
    std::ranges::sort(changed);
    if (hides != hidden.are_others) return name(result, changed, hidden.named);
    std::erase_if(hidden.named, [&](const HiddenColor& one) {
        const auto color = meant(result, one);
        return color && std::ranges::binary_search(changed, *color);
    });
}

void show_only(const Result& result, std::span<const Rgb> colors, HiddenLayers& hidden) {
    hidden = {.are_others = true};
    name(result, colors, hidden.named);
}

std::size_t count_hidden(const Result& result, const HiddenLayers& hidden) {
    if (hidden.empty()) return 0;
    return std::size_t(std::ranges::count_if(result.layers.list, HiddenIn(result, hidden), &Swatch::color));
}

std::vector<Rgb> shown_in(const Result& result, const HiddenLayers& hidden) {
    const HiddenIn is_hidden(result, hidden);
    std::vector<Rgb> shown;
    for (const Swatch& swatch : result.layers.list)
        if (swatch.pixels > 0 && !is_hidden(swatch.color)) shown.push_back(swatch.color);
    return shown;
}

bool marks(const Result& result, const ResultDisplay& display) {
    return display.marks_changes && result.pixels && result.recipe.labels.cleans();
}

Image displayed(const Result& result, const ResultDisplay& display, std::size_t frame) {
    Image image = ResultPainter(result, frame).whole(), before;
    const bool marked = marks(result, display);
    if (marked) { // the pixels before the steps on labels
        const ImageView source = frame_of(*result.picture->document, result.source(), frame);
        before = remap(Image(source.width, source.height, {source.pixels.begin(), source.pixels.end()}),
                       result.picture->colors, *result.palette);
    }
    const HiddenIn is_hidden(result, display.hidden);
    parallel_ranges(image.pixels().size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Rgba8& pixel = image.pixels()[i];
            if (pixel.a == 0) continue;
            if (is_hidden(Rgb{pixel.r, pixel.g, pixel.b}))
                pixel = {};
            else if (marked)
                pixel = pixel == before.pixels()[i] ? dimmed(pixel)
                                                    : Rgba8{change_mark.r, change_mark.g, change_mark.b, 255};
        }
    });
    return image;
}

}
