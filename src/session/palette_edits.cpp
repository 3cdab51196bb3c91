#include "session/palette_edits.h"

#include <algorithm>

namespace huedrift {
namespace {

/// What an edit's source colour became in the result.
auto became(const Result& result, Rgb color) {
    return [&result, color](const Edit& edit) { return result.result_of(edit.source) == color; };
}

}

std::optional<Rgb> source_of(const Result& result, Rgb color) {
    const ColorSet& colors = result.picture->colors;
    std::optional<std::size_t> most;
    for (std::size_t i = 0; i < colors.size(); ++i)
        if (result.reduction.modes[result.reduction.mode_of[i]].color == color &&
            (!most || colors.counts()[i] > colors.counts()[*most]))
            most = i;
    return most ? std::optional(colors.colors()[*most]) : std::nullopt;
}

bool is_edited(const Result& result, Rgb color) {
    return std::ranges::any_of(result.recipe.joins, became(result, color)) ||
           std::ranges::any_of(result.recipe.recolors, became(result, color));
}

Recipe recolored(Recipe recipe, const Result& result, Rgb color, Rgb target) {
    const auto source = source_of(result, color);
    if (!source) return recipe;
    std::erase_if(recipe.recolors, became(result, color));
    recipe.recolors.push_back({*source, target});
    return recipe;
}

Recipe joined(Recipe recipe, const Result& result, Rgb color, Rgb into) {
    const auto from = source_of(result, color), to = source_of(result, into);
    if (from && to && *from != *to) recipe.joins.push_back({*from, *to});
    return recipe;
}

Recipe unedited(Recipe recipe, const Result& result, Rgb color) {
    std::erase_if(recipe.joins, became(result, color));
    std::erase_if(recipe.recolors, became(result, color));
    return recipe;
}

Recipe pinned(Recipe recipe, Rgb color) {
    if (!is_pinned(recipe, color)) recipe.pins.push_back({.color = color});
    return recipe;
}

Recipe unpinned(Recipe recipe, Rgb color) {
    std::erase_if(recipe.pins, [&](const Pin& pin) { return pin.color == color; });
    return recipe;
}

}
