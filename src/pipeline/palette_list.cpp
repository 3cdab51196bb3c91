#include "pipeline/palette_list.h"

#include "base/error.h"
#include "image/indexed_pixels.h"
#include "pipeline/given_places.h"
#include "pipeline/palette_steps.h"

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

/// All colours of a given palette, with pixels only at their first occurrence, then all others. Transparent
/// slots are not colours.
std::vector<Swatch> as_given(const std::vector<Swatch>& swatches, std::span<const Rgba8> palette) {
    std::map<Rgb, const Swatch*> rest;
    for (const Swatch& swatch : swatches) rest.emplace(swatch.color, &swatch);
    std::vector<Swatch> list;
    for (const Rgba8 slot : palette) {
        const Rgb color{slot.r, slot.g, slot.b};
        const auto found = slot.a == 0 ? rest.end() : rest.find(color);
        list.push_back(slot.a == 0           ? transparent_swatch()
                       : found == rest.end() ? Swatch{.color = color}
                                             : *found->second);
        if (found != rest.end()) rest.erase(found);
    }
    for (const Swatch& swatch : swatches)
        if (rest.contains(swatch.color)) list.push_back(swatch);
    return list;
}

/// The palette that a recipe maps to, whose transparent slots give way to an index of the recipe.
std::vector<Rgba8> given_slots(const Recipe& recipe, std::span<const Rgba8> slots) {
    std::vector<Rgb> colors = recipe.palette.to;
    if (recipe.palette.to_source) {
        colors.clear();
        for (const auto [r, g, b, a] : slots) colors.push_back({r, g, b});
    }
    colors = at_levels(std::move(colors), recipe);
    std::vector<Rgba8> given;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const std::uint8_t alpha = recipe.palette.to_source ? slots[i].a : 255;
        given.push_back({colors[i].r, colors[i].g, colors[i].b, alpha});
    }
    if (recipe.output.transparent_index) std::erase_if(given, [](Rgba8 slot) { return slot.a == 0; });
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
    return listed(used_colors(labelled), reduced.recipe, arranged(reduced), reduced.picture->document->slots);
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
    if (few && keeps_slots(recipe)) return with_missing(slots, *few);
    Alphas alphas = alphas_of(few ? *few : image.pixels);
    std::vector<Rgba8> entries, softer;
    for (const Swatch& swatch : list) {
        const auto [r, g, b] = swatch.color;
        entries.push_back(swatch.transparent ? Rgba8{} : Rgba8{r, g, b, 255});
        const auto found = swatch.transparent ? alphas.end() : alphas.find(swatch.color.code());
        if (found == alphas.end()) continue;
        std::vector<Rgba8> variants;
        for (int a = 255; a > 0; --a)
            if (found->second[std::size_t(a)]) variants.push_back({r, g, b, std::uint8_t(a)});
        entries.back() = variants.front();
        softer.insert(softer.end(), variants.begin() + 1, variants.end());
        alphas.erase(found);
    }
    entries.insert(entries.end(), softer.begin(), softer.end());
    if (!recipe.output.transparent_index && std::ranges::count(image.pixels, std::uint8_t{0}, &Rgba8::a) > 0)
        entries.push_back({});
    return entries;
}

}
