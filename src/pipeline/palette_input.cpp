#include "pipeline/palette_input.h"

#include "base/error.h"
#include "base/input_file.h"
#include "image/load.h"
#include "palette/decode_palette.h"
#include "reduction/color_set.h"

namespace huedrift {
namespace {

constexpr std::size_t max_palette_bytes = std::size_t{4} << 20;

std::vector<Rgb> colors_of_picture(const SealedBytes& file, const std::string& name) {
    const ColorSet colors(load_image(file, name).image, Transfer::srgb);
    if (colors.empty() || colors.size() > max_palette_colors)
        throw Error(ErrorKind::input, name + ": a picture of " + std::to_string(colors.size()) +
                                          " colours is no palette, which has 1 to " +
                                          std::to_string(max_palette_colors));
    return {colors.colors().begin(), colors.colors().end()};
}

}

std::vector<Rgb> load_palette(const Location& from) {
    const std::string name = from.name();
    const SealedBytes file = read_sealed_input(from, LoadLimits{}.max_file_bytes);
    // A colour table without a signature may begin like a picture, but its name is clear.
    if (!is_palette_name(from.file()) && is_picture(file.bytes())) return colors_of_picture(file, name);
    if (file.bytes().size() > max_palette_bytes)
        throw Error(ErrorKind::input,
                    name + ": a palette file has at most " + std::to_string(max_palette_bytes) + " bytes");
    return decode_palette(file.bytes(), name);
}

}
