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

/// All colours of a given palette, with pixels only at their first occurrence, then all others.
std::vector<Swatch> as_given(const std::vector<Swatch>& swatches, std::span<const Rgb> palette) {
    std::map<Rgb, const Swatch*> rest;
    for (const Swatch& swatch : swatches) rest.emplace(swatch.color, &swatch);
    std::vector<Swatch> list;
    for (const Rgb color : palette) {
        const auto found = rest.find(color);
        list.push_back(found == rest.end() ? Swatch{.color = color} : *found->second);
        if (found != rest.end()) rest.erase(found);
    }
    for (const Swatch& swatch : swatches)
        if (rest.contains(swatch.color)) list.push_back(swatch);
    return list;
}

/// Gives the colours of a given palette their names.
void name_given(std::vector<Swatch>& list, const Recipe& recipe) {
    const std::vector<std::string>& names = recipe.palette.names;
    if (names.empty() || names.size() != recipe.palette.to.size()) return;
    const auto places = GivenPlaces(given_colors(recipe)).of(list);
    for (std::size_t i = 0; i < list.size(); ++i)
        if (places[i]) list[i].name = names[*places[i]];
}

void insert_transparent(std::vector<Swatch>& list, std::uint32_t index) {
    if (index > list.size())
        throw Error(ErrorKind::output, "transparent pixels cannot have the index " + std::to_string(index) +
                                           " in a palette of " + std::to_string(list.size()) +
                                           (list.size() == 1 ? " colour" : " colours"));
    list.insert(list.begin() + index, Swatch{.color = {}, .name = "transparent", .transparent = true});
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

std::vector<Swatch> listed(std::vector<Swatch> swatches, const Recipe& recipe, std::span<const Rgb> first) {
    const SwatchOrder order = recipe.output.order.value_or(SwatchOrder::pixels);
    sort_swatches(swatches, order == SwatchOrder::given ? SwatchOrder::pixels : order);
    if (order == SwatchOrder::given && !recipe.palette.to.empty())
        swatches = as_given(swatches, given_colors(recipe));
    else if (recipe.output.order || !first.empty())
        put_first(swatches, colors_of(recipe.shift.pins));
    put_first(swatches, first);
    name_given(swatches, recipe);
    if (recipe.output.transparent_index) insert_transparent(swatches, *recipe.output.transparent_index);
    return swatches;
}

std::size_t count_colors(std::span<const Swatch> list) {
    return std::size_t(std::ranges::count_if(list, [](const Swatch& one) { return one.pixels > 0; }));
}

std::vector<Rgba8> index_entries(const ImageView& image, std::span<const Swatch> list, const Recipe& recipe) {
    if (!recipe.output.order && recipe.output.arrange.empty() && !recipe.output.transparent_index) return {};
    const auto few = find_entries(image); // found faster than the alphas of all pixels
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
