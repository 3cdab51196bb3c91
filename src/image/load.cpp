#include "image/load.h"

#include "base/child_process.h"
#include "base/file_extension.h"
#include "base/input_file.h"
#include "image/decode_apart.h"

#include <algorithm>

namespace huedrift {
namespace {

std::vector<std::string> notes_on(const FileFacts& facts) {
    std::vector<std::string> notes;
    if (facts.sixteen_bits) notes.emplace_back("16-bit channels were reduced to 8 bits");
    if (facts.cmyk)
        notes.emplace_back("CMYK colours were converted to RGB without a colour profile");
    else if (facts.color_profile)
        notes.emplace_back("the embedded colour profile was ignored");
    if (facts.more_pages) notes.emplace_back("only the first page was read");
    if (facts.animated) notes.emplace_back("only the first picture of the animation was read");
    return notes;
}

std::string settings_of(const FileFacts& facts) {
    constexpr std::size_t max_bytes = 1000;
    if (facts.settings.size() > max_bytes) return {};
    return {reinterpret_cast<const char*>(facts.settings.data()), facts.settings.size()};
}

}

LoadedImage load_image(std::span<const std::byte> bytes, const std::string& name, const LoadLimits& limits,
                       const Progress* progress) {
    const auto [source, facts, format] = pass_header_gate(bytes, name, limits);
    return {decode_apart(source, facts, progress, sibling_program(format.decoder)), notes_on(facts),
            settings_of(facts)};
}

LoadedImage load_image_file(const std::filesystem::path& path, const LoadLimits& limits,
                            const Progress* progress) {
    return load_image(read_input(path, limits.max_file_bytes), input_name(path), limits, progress);
}

bool is_picture_name(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    return !extension.empty() && std::ranges::any_of(picture_formats(), [&](const PictureFormat& format) {
        return format.inspect && std::ranges::find(format.extensions, extension) != format.extensions.end();
    });
}

}
