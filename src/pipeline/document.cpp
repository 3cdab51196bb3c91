#include "pipeline/document.h"

#include "image/load.h"

namespace huedrift {

Document load_document(const std::filesystem::path& path, const LoadLimits& limits,
                       const Progress* progress) {
    LoadedImage loaded = load_image_file(path, limits, progress);
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
    return {.path = path,
            .file_bytes = unknown ? 0 : bytes,
            .image = std::make_shared<Image>(std::move(loaded.image)),
            .notes = std::move(loaded.notes),
            .recipe = parse_recipe(loaded.settings),
            .recipe_note = recipe_note(loaded.settings)};
}

}
