#include "session/document.h"

#include "image/load.h"
#include "image/smooth.h"

namespace huedrift {
namespace {

std::shared_ptr<const Image> smoothed(const Document& document, int radius, const Picture* earlier) {
    if (radius == 0) return document.image;
    if (earlier && earlier->document.get() == &document && earlier->smooth == radius) return earlier->image;
    return std::make_shared<Image>(smooth(*document.image, radius));
}

}

Document load_document(const std::filesystem::path& path, const Progress& progress) {
    LoadedImage loaded = load_image_file(path, {}, &progress);
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
    return {.path = path,
            .file_bytes = unknown ? 0 : bytes,
            .image = std::make_shared<Image>(std::move(loaded.image)),
            .notes = std::move(loaded.notes),
            .recipe = parse_recipe(loaded.settings)};
}

Picture make_picture(std::shared_ptr<const Document> document, const Parameters& parameters,
                     const Picture* earlier) {
    std::shared_ptr<const Image> image = smoothed(*document, parameters.smooth, earlier);
    ColorSet colors(*image, parameters.transfer);
    const LuminanceHistogram histogram = luminance_histogram(colors);
    return {std::move(document), parameters.smooth, std::move(image), std::move(colors), histogram};
}

}
