#include "pipeline/palette_input.h"

#include "base/error.h"
#include "base/input_file.h"
#include "image/load.h"
#include "palette/decode_palette.h"
#include "pipeline/color_lists.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

namespace huedrift {
namespace {

constexpr std::size_t max_palette_bytes = std::size_t{4} << 20;

/// The colours of a picture where they occur first, row by row.
std::vector<Rgb> colors_of_picture(const SealedBytes& file, const std::string& name) {
    const Image image = load_image(file, name).image;
    std::vector<Rgb> colors;
    std::unordered_set<std::uint32_t> seen;
    for (const Rgba8 pixel : image.pixels()) {
        const Rgb color{pixel.r, pixel.g, pixel.b};
        if (pixel.a == 0 || !seen.insert(color.code()).second) continue;
        if (colors.size() == max_palette_colors)
            throw Error(ErrorKind::input, name + ": a palette has at most " +
                                              std::to_string(max_palette_colors) +
                                              " colours, and the picture has more");
        colors.push_back(color);
    }
    if (colors.empty()) throw Error(ErrorKind::input, name + ": the picture has no colours for a palette");
    return colors;
}

/// The colours of a palette file.
PaletteInput split(const std::vector<PaletteColor>& named) {
    PaletteInput input;
    for (const PaletteColor& one : named) input.colors.push_back(one.color);
    if (std::ranges::all_of(named, [](const PaletteColor& one) { return one.name.empty(); })) return input;
    for (const PaletteColor& one : named) input.names.push_back(one.name);
    return input;
}

}

PaletteInput load_palette(const Location& from) {
    const std::string name = from.name();
    const SealedBytes file = read_sealed_input(from, LoadLimits{}.max_file_bytes);
    // A colour table without a signature may begin like a picture, but its name is clear.
    if (!is_palette_name(from.file()) && is_picture(file.bytes())) return {colors_of_picture(file, name)};
    if (file.bytes().size() > max_palette_bytes)
        throw Error(ErrorKind::input,
                    name + ": a palette file has at most " + std::to_string(max_palette_bytes) + " bytes");
    return split(decode_palette(file.bytes(), name));
}

PaletteInput palette_named(const std::string& word) {
    if (auto listed = colors_in(word)) return {*std::move(listed)};
    const bool is_list = word.starts_with('#') || word.find(',') != word.npos;
    std::error_code failed;
    if (is_list && !std::filesystem::exists(word, failed))
        throw Error(ErrorKind::usage, "\"" + word + "\" is no list of colours as rrggbb,rrggbb, and no file");
    return load_palette(Location::named(word));
}

}
