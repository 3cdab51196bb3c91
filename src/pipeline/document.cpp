#include "pipeline/document.h"

#include "base/error.h"
#include "base/input_file.h"
#include "reduction/color_table.h"

#include <algorithm>

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

Document document_of(Image image, const Location& from) {
    Document document;
    document.path = from;
    document.image = std::make_shared<const Image>(std::move(image));
    return document;
}

std::size_t frames_of(const Document& document) {
    return std::max<std::size_t>(1, document.animation.frames());
}

ImageView frame_of(const Document& document, const ImageView& image, std::size_t i) {
    return frame_of(image, frames_of(document), i);
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

Document load_colors(const Location& from, const LoadLimits& limits, const Progress* progress,
                     ProfileUse use) {
    const std::string name = from.name();
    const std::optional<FileTimes> times = times_of(from);
    const SealedBytes file = read_sealed_input(from, limits.max_file_bytes);
    if (!is_color_table(file.bytes())) {
        Document document = document_of(load_image(file, name, limits, progress, use), from);
        document.times = times;
        return document;
    }
    Document document =
        document_of(std::make_shared<const ColorTable>(decode_color_table(file.bytes(), name)), from);
    document.file_bytes = file.bytes().size();
    return document;
}

Document document_of(std::shared_ptr<const ColorTable> table, const Location& from) {
    Document document = document_of(Image(), from);
    if (const unsigned times = halvings(*table); times != 0)
        document.notes.push_back("its counts are halved " + std::to_string(times) +
                                 (times == 1 ? " time" : " times") + ", so that sums stay exact");
    document.table = std::move(table);
    return document;
}

}
