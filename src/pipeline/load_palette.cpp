#include "base/error.h"
#include "base/input_file.h"
#include "image/load.h"
#include "palette/named_palettes.h"
#include "palette/palette_file.h"
#include "pipeline/palette_input.h"
#include "pipeline/setting_words.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

namespace huedrift {
namespace {

constexpr std::size_t max_palette_bytes = std::size_t{4} << 20;

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
    for (const PaletteColor& entry : named)
        slots.push_back({entry.color.r, entry.color.g, entry.color.b,
                         std::uint8_t(has_visible && entry.transparent ? 0 : 255)});
    PaletteInput input = palette_of(slots);
    if (std::ranges::all_of(named, [](const PaletteColor& entry) { return entry.name.empty(); }))
        return input;
    for (const PaletteColor& entry : named) input.names.push_back(entry.name);
    if (input.transparent) input.names.erase(input.names.begin() + *input.transparent);
    return input;
}

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
    const bool is_file = std::filesystem::exists(word, failed);
    if (is_list && !is_file)
        throw Error(ErrorKind::usage, "\"" + word + "\" is no list of colours as rrggbb,rrggbb, and no file");
    if (const NamedPalette* const named = is_file ? nullptr : palette_by_name(word))
        return {{named->colors.begin(), named->colors.end()}};
    const Location file = Location::named(word);
    if (is_file || !file.is_file() || file.file().has_extension()) return load_palette(file);
    try {
        return load_palette(file);
    } catch (const Error& error) {
        throw Error(error.kind(),
                    std::string(error.what()) + "; a palette without a file is " + palette_name_list());
    }
}

}
