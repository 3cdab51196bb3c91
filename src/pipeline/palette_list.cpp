#include "pipeline/palette_list.h"

#include "base/error.h"
#include "image/indexed_pixels.h"
#include "pipeline/palette_steps.h"
#include "pipeline/written_colors.h"

#include <algorithm>
#include <bitset>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace huedrift {
namespace {

/// Moves the first swatch of each of these colours to the front, if it exists.
void put_first(std::vector<Swatch>& swatches, std::span<const Rgb> colors) {
    if (colors.empty()) return;
    std::unordered_map<std::uint32_t, std::size_t> ranks;
    for (const Rgb color : colors) ranks.emplace(color.code(), ranks.size());
    std::vector<std::optional<Swatch>> front(ranks.size());
    std::vector<Swatch> rest;
    rest.reserve(swatches.size());
    for (Swatch& swatch : swatches) {
        const auto rank = ranks.find(swatch.color.code());
        const bool is_first = rank != ranks.end() && !front[rank->second];
        is_first ? void(front[rank->second] = std::move(swatch)) : rest.push_back(std::move(swatch));
    }
    swatches.clear();
    for (std::optional<Swatch>& swatch : front)
        if (swatch) swatches.push_back(std::move(*swatch));
    std::ranges::move(rest, std::back_inserter(swatches));
}

std::vector<Rgb> colors_of(std::span<const Pin> pins) {
    std::vector<Rgb> colors;
    for (const Pin& pin : pins) colors.push_back(pin.color);
    return colors;
}

Swatch transparent_swatch() { return {.color = {}, .name = "transparent", .transparent = true}; }

/// All colours of a given palette, with pixels only at their first place that is not reserved, then all
/// others. Transparent slots are not colours.
std::vector<Swatch> as_given(const std::vector<Swatch>& swatches, std::span<const Swatch> palette) {
    std::map<Rgb, const Swatch*> rest;
    for (const Swatch& swatch : swatches) rest.emplace(swatch.color, &swatch);
    std::vector<Swatch> list;
    for (const Swatch& slot : palette) {
        const auto found = slot.transparent || slot.reserved ? rest.end() : rest.find(slot.color);
        list.push_back(found == rest.end() ? slot : *found->second);
        if (found != rest.end()) rest.erase(found);
    }
    for (const Swatch& swatch : swatches)
        if (rest.contains(swatch.color)) list.push_back(swatch);
    return list;
}

/// The palette that a recipe maps to, whose transparent slots give way to an index of the recipe.
std::vector<Swatch> given_slots(const Recipe& recipe, std::span<const Rgba8> slots) {
    std::vector<Rgb> colors = recipe.palette.to;
    if (recipe.palette.to_source) {
        colors.clear();
        for (const auto [r, g, b, a] : slots) colors.push_back({r, g, b});
    }
    colors = at_levels(std::move(colors), recipe);
    std::vector<Swatch> given;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const bool is_clear = recipe.palette.to_source && slots[i].a == 0;
        if (!is_clear) given.push_back({.color = colors[i], .reserved = recipe.reserves(i)});
        if (is_clear && !recipe.output.transparent_index) given.push_back(transparent_swatch());
    }
    return given;
}

/// Gives the colours of a given palette their names.
void name_given(std::vector<Swatch>& list, const Recipe& recipe) {
    const std::vector<std::string>& names = recipe.palette.names;
    if (names.empty() || names.size() != recipe.palette.to.size()) return;
    const auto places = GivenPlaces(at_levels(recipe.palette.to, recipe)).of(list);
    for (std::size_t i = 0; i < list.size(); ++i)
        if (places[i]) list[i].name = names[*places[i]];
}

void insert_transparent(std::vector<Swatch>& list, std::uint32_t index) {
    if (index > list.size())
        throw Error(ErrorKind::output, "transparent pixels cannot have the index " + std::to_string(index) +
                                           " in a palette of " + std::to_string(list.size()) +
                                           (list.size() == 1 ? " colour" : " colours"));
    list.insert(list.begin() + index, transparent_swatch());
}

/// The alphas of each colour's pixels, without 0.
using Alphas = std::unordered_map<std::uint32_t, std::bitset<256>>;

Alphas alphas_of(std::span<const Rgba8> pixels) {
    Alphas alphas;
    Rgba8 last{};
    for (const Rgba8 pixel : pixels) {
        if (pixel.a == 0 || pixel == last) continue;
        alphas[Rgb{pixel.r, pixel.g, pixel.b}.code()].set(pixel.a);
        last = pixel;
    }
    return alphas;
}

/// The distinct values of transparent pixels, the first found first; of more than max_entries, not all.
std::vector<Rgba8> clear_values(std::span<const Rgba8> pixels) {
    std::vector<Rgba8> values;
    std::set<Rgb> known;
    for (const Rgba8 pixel : pixels) {
        if (pixel.a != 0 || (!values.empty() && pixel == values.back())) continue;
        if (known.insert({pixel.r, pixel.g, pixel.b}).second) values.push_back(pixel);
        if (values.size() > max_entries) break;
    }
    return values;
}

/// A value of this colour that no pixel has, if there is one, so that a reserved index has no pixels.
Rgba8 unused_value(Rgb color, const Alphas& alphas) {
    const auto found = alphas.find(color.code());
    std::uint8_t alpha = 255;
    while (found != alphas.end() && alpha > 1 && found->second[alpha]) --alpha;
    return {color.r, color.g, color.b, alpha};
}

/// The slots, then those of the values that they lack. Any transparent slot takes the transparent pixels, and
/// one without pixels the alpha of others of its colour.
std::vector<Rgba8> with_missing(std::span<const Rgba8> slots, std::span<const Rgba8> values) {
    std::vector<Rgba8> entries(slots.begin(), slots.end());
    for (const Rgba8 value : values) {
        const auto same = std::ranges::find_if(
            entries, [&](Rgba8 slot) { return slot == value || (slot.a == 0 && value.a == 0); });
        if (same != entries.end()) continue;
        const auto unused = std::ranges::find_if(entries, [&](Rgba8 slot) {
            return slot.a != 0 && Rgb{slot.r, slot.g, slot.b} == Rgb{value.r, value.g, value.b} &&
                   std::ranges::find(values, slot) == values.end();
        });
        unused == entries.end() ? entries.push_back(value) : void(*unused = value);
    }
    return entries;
}

}

std::vector<Rgb> arranged(const Reduced& reduced) {
    if (reduced.recipe.output.arrange.empty()) return {};
    const ColorIndex& index = reduced.picture->colors.index();
    std::vector<Rgb> colors;
    std::set<Rgb> known;
    for (const Rgb source : reduced.recipe.output.arrange) {
        if (!index.contains(source)) continue;
        const Rgb color = reduced.palette->color_of(index[source]);
        if (known.insert(color).second) colors.push_back(color);
    }
    return colors;
}

std::vector<Swatch> listed(std::vector<Swatch> swatches, const Recipe& recipe, std::span<const Rgb> first,
                           std::span<const Rgba8> slots) {
    const SwatchOrder order = recipe.order().value_or(SwatchOrder::pixels);
    sort_swatches(swatches, order == SwatchOrder::given ? SwatchOrder::pixels : order);
    if (order == SwatchOrder::given && recipe.palette.maps())
        swatches = as_given(swatches, given_slots(recipe, slots));
    else if (recipe.output.order || !first.empty())
        put_first(swatches, colors_of(recipe.shift.pins));
    put_first(swatches, first);
    name_given(swatches, recipe);
    if (recipe.output.transparent_index) insert_transparent(swatches, *recipe.output.transparent_index);
    return swatches;
}

std::vector<Swatch> listed(const Labelled& labelled, const Reduced& reduced) {
    std::vector<Swatch> colors = used_colors(labelled);
    if (reduced.recipe.order() == SwatchOrder::found) find_first(colors, paint(labelled, reduced));
    return listed(std::move(colors), reduced.recipe, arranged(reduced), reduced.picture->document->slots);
}

void find_first(std::span<Swatch> swatches, const ImageView& image) {
    std::unordered_map<std::uint32_t, std::size_t> place;
    for (std::size_t i = 0; i < swatches.size(); ++i) place.emplace(swatches[i].color.code(), i);
    for (std::size_t i = 0; i < image.pixels.size() && !place.empty(); ++i) {
        const auto [r, g, b, a] = image.pixels[i];
        if (a == 0 || (i > 0 && image.pixels[i] == image.pixels[i - 1])) continue;
        const auto found = place.find(Rgb{r, g, b}.code());
        if (found == place.end()) continue;
        swatches[found->second].first = i;
        place.erase(found);
    }
}

std::vector<Swatch> painted_colors(const ImageView& image) {
    const ColorSet colors(image, Transfer::srgb);
    std::vector<Swatch> swatches;
    swatches.reserve(colors.size());
    for (std::size_t i = 0; i < colors.size(); ++i)
        swatches.push_back({.color = colors.colors()[i], .pixels = colors.counts()[i]});
    return swatches;
}

std::size_t count_colors(std::span<const Swatch> list) {
    return std::size_t(std::ranges::count_if(list, [](const Swatch& one) { return one.pixels > 0; }));
}

bool keeps_slots(const Recipe& recipe) {
    return recipe.palette.to_source && recipe.order() == SwatchOrder::given &&
           recipe.output.arrange.empty() && !recipe.output.transparent_index;
}

std::vector<Rgba8> index_entries(const ImageView& image, std::span<const Swatch> list, const Recipe& recipe,
                                 std::span<const Rgba8> slots) {
    if (!recipe.order() && recipe.output.arrange.empty() && !recipe.output.transparent_index) return {};
    const auto few = find_entries(image); // found faster than the alphas of all pixels
    Alphas alphas = alphas_of(few ? *few : image.pixels);
    if (few && keeps_slots(recipe)) {
        std::vector<Rgba8> free(slots.begin(), slots.end());
        for (std::size_t i = 0; i < free.size(); ++i)
            if (free[i].a != 0 && recipe.reserves(i))
                free[i] = unused_value({free[i].r, free[i].g, free[i].b}, alphas);
        return with_missing(free, *few);
    }
    const std::vector<Rgba8> clear = clear_values(few ? *few : image.pixels);
    std::vector<Rgba8> entries, softer;
    for (const Swatch& swatch : list) {
        const auto [r, g, b] = swatch.color;
        entries.push_back(swatch.transparent ? (clear.empty() ? Rgba8{} : clear.front())
                          : swatch.reserved  ? unused_value(swatch.color, alphas)
                                             : Rgba8{r, g, b, 255});
        const bool has_pixels = !swatch.transparent && !swatch.reserved;
        const auto found = has_pixels ? alphas.find(swatch.color.code()) : alphas.end();
        if (found == alphas.end()) continue;
        std::vector<Rgba8> variants;
        for (int a = 255; a > 0; --a)
            if (found->second[std::size_t(a)]) variants.push_back({r, g, b, std::uint8_t(a)});
        entries.back() = variants.front();
        softer.insert(softer.end(), variants.begin() + 1, variants.end());
        alphas.erase(found);
    }
    entries.insert(entries.end(), softer.begin(), softer.end());
    const std::size_t placed = recipe.output.transparent_index && !clear.empty() ? 1 : 0;
    entries.insert(entries.end(), clear.begin() + std::ptrdiff_t(placed), clear.end());
    return entries;
}

}
