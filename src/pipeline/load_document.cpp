#include "base/error.h"
#include "pipeline/document.h"

#include <filesystem>
#include <optional>
#include <system_error>

namespace huedrift {
namespace {

Document document_of(LoadedImage loaded, const Location& from) {
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(from.file(), unknown);
    Document document = document_of(std::move(loaded.image), from);
    document.recipe = parse_recipe(loaded.settings);
    static_cast<PictureNotes&>(document) = std::move(loaded);
    document.file_bytes = unknown ? 0 : bytes;
    return document;
}

}

Document load_document(const Location& from, const LoadLimits& limits, const Progress* progress,
                       ProfileUse use) {
    const std::optional<FileTimes> times = times_of(from);
    Document document = document_of(load_image_file(from, limits, progress, use), from);
    document.times = times;
    return document;
}

Document load_frames(const Location& from, const Progress* progress, ProfileUse use) {
    std::string refused;
    try {
        return load_document(from, {.max_frames = LoadLimits::all_frames, .keeps_file = true}, progress, use);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input || from.is_standard_stream()) throw; // it cannot be read twice
        refused = error.what();
    }
    Document first = load_document(from, {.keeps_file = true}, progress, use);
    first.frames_refused = refused;
    return first;
}

Document load_colors(const Location& from, const LoadLimits& limits, ProfileUse use) {
    const std::string name = from.name();
    const std::optional<FileTimes> times = times_of(from);
    const SealedBytes file = read_sealed_input(from, limits.max_file_bytes);
    if (!is_color_table(file.bytes())) {
        Document document = document_of(load_image(file, name, limits, nullptr, use), from);
        document.times = times;
        return document;
    }
    Document document =
        document_of(std::make_shared<const ColorTable>(decode_color_table(file.bytes(), name)), from);
    document.file_bytes = file.bytes().size();
    return document;
}

}
