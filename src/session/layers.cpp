#include "session/layers.h"

#include "base/parallel.h"
#include "pipeline/file_colors.h"
#include "reduction/remap.h"
#include "session/palette_edits.h"

#include <algorithm>
#include <iterator>

namespace huedrift {
namespace {

std::optional<Rgb> meant(const Result& result, const HiddenColor& hidden) {
    return hidden.source ? result.result_of(*hidden.source) : std::optional(hidden.color);
}

void hide(const Result& result, std::span<const Rgb> colors, std::vector<HiddenColor>& hidden) {
    const auto sources = sources_of(result, colors);
    for (std::size_t i = 0; i < colors.size(); ++i) hidden.push_back({colors[i], sources[i]});
}

bool marks(const Result& result, const ResultDisplay& display) {
    return display.marks_changes && result.pixels && result.recipe.labels.cleans();
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

std::vector<Swatch> layers_of(const Result& result) {
    Recipe recipe = with_shown_order(result.recipe);
    recipe.output.transparent_index.reset(); // it is not a colour
    return listed(result.swatches, recipe, arranged(result), result.picture->document->slots);
}

std::vector<Rgb> hidden_in(const Result& result, std::span<const HiddenColor> hidden) {
    std::vector<Rgb> colors;
    for (const HiddenColor& one : hidden)
        if (const auto color = meant(result, one)) colors.push_back(*color);
    std::ranges::sort(colors);
    colors.erase(std::unique(colors.begin(), colors.end()), colors.end());
    return colors;
}

bool is_hidden(const Result& result, Rgb color, std::span<const HiddenColor> hidden) {
    return std::ranges::any_of(hidden, [&](const HiddenColor& one) { return meant(result, one) == color; });
}

void toggle_hidden(const Result& result, std::span<const Rgb> colors, std::vector<HiddenColor>& hidden) {
    std::vector<Rgb> chosen(colors.begin(), colors.end()), shown;
    std::ranges::sort(chosen);
    std::ranges::set_difference(chosen, hidden_in(result, hidden), std::back_inserter(shown));
    if (!shown.empty()) return hide(result, shown, hidden);
    std::erase_if(hidden, [&](const HiddenColor& one) {
        const auto color = meant(result, one);
        return color && std::ranges::binary_search(chosen, *color);
    });
}

void show_only(const Result& result, std::span<const Rgb> colors, std::vector<HiddenColor>& hidden) {
    std::vector<Rgb> alone(colors.begin(), colors.end()), others;
    std::ranges::sort(alone);
    for (const Swatch& swatch : result.swatches)
        if (!std::ranges::binary_search(alone, swatch.color)) others.push_back(swatch.color);
    hidden.clear();
    hide(result, others, hidden);
}

std::vector<Rgb> shown_in(const Result& result, std::span<const HiddenColor> hidden) {
    const std::vector<Rgb> without = hidden_in(result, hidden);
    std::vector<Rgb> shown;
    for (const Swatch& swatch : layers_of(result))
        if (swatch.pixels > 0 && !std::ranges::binary_search(without, swatch.color))
            shown.push_back(swatch.color);
    return shown;
}

bool changes_pixels(const Result& result, const ResultDisplay& display) {
    return marks(result, display) || !hidden_in(result, display.hidden).empty();
}

Image displayed(const Result& result, const ResultDisplay& display, std::size_t frame) {
    Image image = ResultPainter(result, frame).whole(), before;
    const bool marked = marks(result, display);
    if (marked) { // the pixels before the steps on labels
        const ImageView source = frame_of(*result.picture->document, result.source(), frame);
        before = remap(Image(source.width, source.height, {source.pixels.begin(), source.pixels.end()}),
                       result.picture->colors, *result.palette);
    }
    const std::vector<Rgb> hidden = hidden_in(result, display.hidden);
    parallel_ranges(image.pixels().size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Rgba8& pixel = image.pixels()[i];
            if (pixel.a == 0) continue;
            if (std::ranges::binary_search(hidden, Rgb{pixel.r, pixel.g, pixel.b}))
                pixel = {};
            else if (marked)
                pixel = pixel == before.pixels()[i] ? dimmed(pixel)
                                                    : Rgba8{change_mark.r, change_mark.g, change_mark.b, 255};
        }
    });
    return image;
}

}
