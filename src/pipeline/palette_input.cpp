#include "pipeline/palette_input.h"

#include "base/error.h"
#include "base/input_file.h"
#include "image/load.h"
#include "palette/decode_palette.h"
#include "reduction/color_set.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace huedrift {
namespace {

constexpr std::size_t max_palette_bytes = std::size_t{4} << 20;

bool is_picture(std::span<const std::byte> file) {
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    return text.starts_with("\x89PNG") || text.starts_with("\xFF\xD8") || text.starts_with("BM");
}

}

std::vector<Rgb> load_palette(const std::filesystem::path& path) {
    const std::vector<std::byte> file = read_input(path, max_palette_bytes);
    if (!is_picture(file)) return decode_palette(file, input_name(path));
    const ColorSet colors(load_image(file, input_name(path)).image, Transfer::srgb);
    if (colors.empty() || colors.size() > max_palette_colors)
        throw Error(ErrorKind::input, input_name(path) + ": a picture of " + std::to_string(colors.size()) +
                                          " colours is no palette, which has 1 to " +
                                          std::to_string(max_palette_colors));
    return {colors.colors().begin(), colors.colors().end()};
}

bool is_palette_name(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    constexpr std::array palettes{".gpl", ".hex", ".json", ".pal", ".act", ".aco", ".ase", ".css"};
    return std::ranges::find(palettes, extension) != palettes.end();
}

}
