#include "session/document.h"

#include "image/load.h"

namespace huedrift {

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
                     PictureFilter& filter, const Picture* earlier) {
    const int smooth = parameters.smooth;
    std::shared_ptr<const Image> image = document->image;
    const bool known = earlier && earlier->document == document && earlier->smooth == smooth;
    if (known)
        image = earlier->image;
    else if (smooth != 0)
        image = std::make_shared<Image>(filter.smoothed(*document->image, smooth));
    const LuminanceHistogram histogram = known ? earlier->histogram : filter.histogram(*image);
    ColorSet colors(*image, parameters.transfer);
    return {std::move(document), smooth, std::move(image), std::move(colors), histogram};
}

}
