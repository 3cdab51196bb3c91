#include "pipeline/palette_input.h"

#include "base/error.h"
#include "pipeline/palette_steps.h"

#include <algorithm>

namespace huedrift {
namespace {

/// The time of a colour grows with their number.
constexpr std::size_t max_inks = 256;

/// The palette that a recipe names, as it is given.
std::vector<Rgb> named_palette(const Recipe& recipe, const Document& document) {
    if (!recipe.palette.to_source) return recipe.palette.to;
    PaletteInput slots = palette_of(document.slots);
    if (slots.colors.empty())
        throw Error(ErrorKind::input, document.path.name() +
                                          ": the picture has no palette of its own; indexed PNG, GIF, BMP "
                                          "and TGA files have one");
    return std::move(slots.colors);
}

}

PaletteInput palette_of(std::span<const Rgba8> slots) {
    const auto visible = std::ranges::find_if(slots, [](Rgba8 slot) { return slot.a != 0; });
    PaletteInput palette;
    if (visible == slots.end()) return palette;
    for (const Rgba8 slot : slots) {
        const Rgba8 shown = slot.a == 0 ? *visible : slot;
        if (slot.a == 0 && !palette.transparent)
            palette.transparent = static_cast<std::uint32_t>(palette.colors.size());
        else
            palette.colors.push_back({shown.r, shown.g, shown.b});
    }
    return palette;
}

std::vector<Rgb> given_palette(const Recipe& recipe, const Document& document) {
    return at_levels(named_palette(recipe, document), recipe.palette.levels, recipe.source.transfer);
}

std::vector<Rgb> TargetSet::colors(Transfer transfer) const {
    if (is_given()) return at_levels(given, levels, transfer);
    return levels == Levels::off ? std::vector<Rgb>{} : grid_of(levels);
}

std::optional<InkRange> TargetSet::range(Transfer transfer) const {
    if (!fits_range) return std::nullopt;
    const std::vector<Rgb> inks = colors(transfer);
    if (inks.size() > max_inks)
        throw Error(ErrorKind::usage, "the range of inks is for at most " + std::to_string(max_inks) +
                                          " colours, and the palette has " + std::to_string(inks.size()));
    return InkRange(inks, transfer);
}

TargetSet target_set(const Recipe& recipe, const Document& document) {
    TargetSet set{.levels = recipe.palette.levels, .fits_range = recipe.palette.fits_range()};
    const std::vector<Rgb> named = named_palette(recipe, document);
    const auto clear = recipe.palette.to_source ? palette_of(document.slots).transparent : std::nullopt;
    for (std::size_t i = 0; i < named.size(); ++i)
        if (!recipe.reserves(i + (clear && i >= *clear))) set.given.push_back(named[i]);
    if (set.given.empty() && !named.empty())
        throw Error(ErrorKind::input, "every colour of the palette is reserved");
    return set;
}

std::vector<Rgb> target_palette(const Recipe& recipe, const Document& document) {
    const TargetSet set = target_set(recipe, document);
    return set.is_given() ? set.colors(recipe.source.transfer) : std::vector<Rgb>{};
}

}
