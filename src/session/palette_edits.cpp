#include "session/palette_edits.h"

#include "pipeline/file_colors.h"
#include "pipeline/look.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>
#include <unordered_set>

namespace huedrift {
namespace {

/// Whether an edit's source colour became one of these colours, which ascend.
auto became(const Result& result, std::span<const Rgb> colors) {
    return [&result, colors](const Edit& edit) {
        const auto color = result.result_of(edit.source);
        return color && std::ranges::binary_search(colors, *color);
    };
}

std::vector<Rgb> ascending(std::span<const Rgb> colors) {
    std::vector<Rgb> sorted(colors.begin(), colors.end());
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return sorted;
}

}

std::vector<std::optional<Rgb>> sources_of(const Result& result, std::span<const Rgb> colors) {
    std::unordered_map<std::uint32_t, std::size_t> numbers;
    for (std::size_t i = 0; i < colors.size(); ++i) numbers.emplace(colors[i].code(), i);
    std::vector<std::size_t> number_of;
    for (const PaletteEntry& entry : result.palette->entries) {
        const auto found = numbers.find(entry.color.code());
        number_of.push_back(found == numbers.end() ? colors.size() : found->second);
    }
    const ColorSet& all = result.picture->colors;
    std::vector<std::optional<std::size_t>> most(colors.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t found = number_of[result.palette->entry_of[i]];
        if (found < colors.size() && (!most[found] || all.counts()[i] > all.counts()[*most[found]]))
            most[found] = i;
    }
    std::vector<std::optional<Rgb>> sources(colors.size());
    for (std::size_t i = 0; i < colors.size(); ++i)
        if (most[i]) sources[i] = all.colors()[*most[i]];
    return sources;
}

std::optional<Rgb> source_of(const Result& result, Rgb color) {
    return sources_of(result, std::span(&color, 1)).front();
}

std::vector<Rgb> edited_in(const Result& result) {
    std::vector<Rgb> edited;
    for (const auto* const edits : {&result.recipe.palette.joins, &result.recipe.palette.recolors})
        for (const Edit& edit : *edits)
            if (const auto color = result.result_of(edit.source)) edited.push_back(*color);
    return ascending(edited);
}

Recipe joined(Recipe recipe, const Result& result, std::span<const Rgb> colors, Rgb into) {
    const auto to = source_of(result, into);
    if (!to) return recipe;
    for (const auto& from : sources_of(result, colors))
        if (from && *from != *to) recipe.palette.joins.push_back({*from, *to});
    return recipe;
}

Recipe unedited(Recipe recipe, const Result& result, std::span<const Rgb> colors) {
    const std::vector<Rgb> sorted = ascending(colors);
    std::erase_if(recipe.palette.joins, became(result, sorted));
    std::erase_if(recipe.palette.recolors, became(result, sorted));
    return recipe;
}

Recipe moved(Recipe recipe, const Result& result, std::span<const Swatch> list, std::size_t from,
             std::size_t to) {
    assert(from < list.size() && to <= list.size());
    const std::size_t target = to > from ? to - 1 : to;
    if (target == from) return recipe;
    std::vector<Rgb> order = colors_of(list);
    const Rgb color = order[from];
    order.erase(order.begin() + std::ptrdiff_t(from));
    order.insert(order.begin() + std::ptrdiff_t(target), color);
    const std::size_t before = arranged(result).size();
    order.resize(std::max(target + 1, from < before ? before : before + 1));
    recipe.output.arrange.clear();
    for (const auto& source : sources_of(result, order))
        if (source) recipe.output.arrange.push_back(*source);
    return recipe;
}

Recipe pinned(Recipe recipe, std::span<const Rgb> colors) {
    const std::vector<Rgb> before = pins_in(recipe);
    std::unordered_set<std::uint32_t> added;
    for (const Rgb color : colors)
        if (!std::ranges::binary_search(before, color) && added.insert(color.code()).second)
            recipe.shift.pins.push_back({.color = color});
    return recipe;
}

Recipe unpinned(Recipe recipe, std::span<const Rgb> colors) {
    const std::vector<Rgb> sorted = ascending(colors);
    std::erase_if(recipe.shift.pins,
                  [&](const Pin& pin) { return std::ranges::binary_search(sorted, pin.color); });
    return recipe;
}

std::vector<Rgb> pins_in(const Recipe& recipe) {
    std::vector<Rgb> pins = colors_of(recipe.shift.pins);
    std::ranges::sort(pins);
    return pins;
}

Recipe with_mask(Recipe recipe, const MaskId& mask, MaskUse use) {
    if (use == MaskUse::importance) recipe.source.importance = mask;
    if (use != MaskUse::dithering) return recipe;
    recipe.labels.dither_mask = mask;
    if (!recipe.labels.any()) recipe.labels.dithering.method = Dither::automatic;
    return recipe;
}

Recipe with_palette(Recipe recipe, const PaletteInput& palette, PaletteUse use) {
    const std::vector<Rgb>& colors = palette.colors;
    if (use == PaletteUse::pins) return pinned(std::move(recipe), colors);
    if (use == PaletteUse::output) {
        recipe.output.palette = colors;
        return recipe;
    }
    // The edges that a look cleans would not have their nearest colours.
    if (look_of(recipe) == Look::flat) recipe.labels.defringe = 0;
    recipe.output.palette.clear();
    recipe.palette.to = colors;
    recipe.palette.to_source = false;
    recipe.palette.names = palette.names;
    // A look's number of colours would keep the result from using the palette whole. A number that is asked
    // for later selects colours of the palette, which need no settling.
    recipe.palette.set_colors({});
    recipe.palette.fit = recipe.palette.fit.without_settling();
    recipe.palette.directly = use == PaletteUse::directly;
    recipe.output.order = SwatchOrder::given;
    recipe.output.arrange.clear();
    return recipe;
}

Recipe with_own_palette(Recipe recipe) {
    recipe = with_palette(std::move(recipe), {}, PaletteUse::directly);
    recipe.palette.to_source = true;
    return recipe;
}

}
