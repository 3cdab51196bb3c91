#include "pipeline/palette_input.h"

#include "base/error.h"
#include "base/input_file.h"
#include "image/load.h"
#include "palette/palette_file.h"
#include "pipeline/palette_steps.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

namespace huedrift {
namespace {

constexpr std::size_t max_palette_bytes = std::size_t{4} << 20;
/// The time of a colour grows with their number.
constexpr std::size_t max_inks = 256;

PaletteInput palette_of_picture(const SealedBytes& file, const std::string& name) {
    const LoadedImage picture = load_image(file, name);
    if (PaletteInput palette = palette_of(picture.slots); !palette.colors.empty()) return palette;
    std::vector<Rgb> colors;
    std::unordered_set<std::uint32_t> seen;
    for (const Rgba8 pixel : picture.image.pixels()) {
        const Rgb color{pixel.r, pixel.g, pixel.b};
        if (pixel.a == 0 || !seen.insert(color.code()).second) continue;
        if (colors.size() == max_palette_colors)
            throw Error(ErrorKind::input, name + ": a palette has at most " +
                                              std::to_string(max_palette_colors) +
                                              " colours, and the picture has more");
        colors.push_back(color);
    }
    if (colors.empty()) throw Error(ErrorKind::input, name + ": the picture has no colours for a palette");
    return {std::move(colors)};
}

/// The colours of a palette file, whose transparent entries are those of a picture.
PaletteInput split(const std::vector<PaletteColor>& named) {
    const bool has_visible = !std::ranges::all_of(named, &PaletteColor::transparent);
    std::vector<Rgba8> slots;
    slots.reserve(named.size());
    for (const PaletteColor& one : named)
        slots.push_back(
            {one.color.r, one.color.g, one.color.b, std::uint8_t(has_visible && one.transparent ? 0 : 255)});
    PaletteInput input = palette_of(slots);
    if (std::ranges::all_of(named, [](const PaletteColor& one) { return one.name.empty(); })) return input;
    for (const PaletteColor& one : named) input.names.push_back(one.name);
    if (input.transparent) input.names.erase(input.names.begin() + *input.transparent);
    return input;
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
    if (!recipe.palette.to_source) return at_levels(recipe.palette.to, recipe);
    PaletteInput own = palette_of(document.slots);
    if (own.colors.empty())
        throw Error(ErrorKind::input, document.path.name() +
                                          ": the picture has no palette of its own; indexed PNG, GIF, BMP "
                                          "and TGA files have one");
    return at_levels(std::move(own.colors), recipe);
}

std::vector<Rgb> target_palette(const Recipe& recipe, const Document& document) {
    std::vector<Rgb> colors = given_palette(recipe, document);
    if (recipe.palette.reserve.empty() || colors.empty()) return colors;
    const bool is_own = recipe.palette.to_source;
    const auto clear = is_own ? palette_of(document.slots).transparent : std::nullopt;
    std::vector<Rgb> left;
    for (std::size_t i = 0; i < colors.size(); ++i)
        if (!recipe.reserves(i + (clear && i >= *clear))) left.push_back(colors[i]);
    if (left.empty()) throw Error(ErrorKind::input, "every colour of the palette is reserved");
    return left;
}

std::optional<InkRange> ink_range(const Recipe& recipe, const Document& document) {
    if (!recipe.palette.fits_range()) return std::nullopt;
    const std::vector<Rgb> inks = target_palette(recipe, document);
    if (inks.size() > max_inks)
        throw Error(ErrorKind::usage, "the range of inks is for at most " + std::to_string(max_inks) +
                                          " colours, and the palette has " + std::to_string(inks.size()));
    return InkRange(inks, recipe.source.transfer);
}

PaletteInput load_palette(const Location& from) {
    const std::string name = from.name();
    const SealedBytes file = read_sealed_input(from, LoadLimits{}.max_file_bytes);
    // A colour table without a signature may begin like a picture, but its name is clear.
    if (!is_palette_name(from.file()) && is_picture(file.bytes(), name))
        return palette_of_picture(file, name);
    if (file.bytes().size() > max_palette_bytes)
        throw Error(ErrorKind::input,
                    name + ": a palette file has at most " + std::to_string(max_palette_bytes) + " bytes");
    return split(decode_palette(file.bytes(), name));
}

PaletteInput palette_named(const std::string& word) {
    if (auto listed = value_in<std::vector<Rgb>>(word)) return {*std::move(listed)};
    const bool is_list = word.starts_with('#') || word.find(',') != word.npos;
    std::error_code failed;
    if (is_list && !std::filesystem::exists(word, failed))
        throw Error(ErrorKind::usage, "\"" + word + "\" is no list of colours as rrggbb,rrggbb, and no file");
    return load_palette(Location::named(word));
}

}
