#pragma once

#include "base/progress.h"
#include "image/picture_filter.h"
#include "reduction/color_histogram.h"
#include "session/parameters.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace huedrift {

/// An opened file. Never changes; a reload is another one.
struct Document {
    std::filesystem::path path;
    std::uintmax_t file_bytes = 0;
    std::shared_ptr<const Image> image;
    std::vector<std::string> notes; ///< what was lost on the way in, as sentences
    std::optional<Recipe> recipe{}; ///< what made it, where the file says so
};

/// Throws Error(input) when the file is no picture that can be read, Error(cancelled) with `progress`.
Document load_document(const std::filesystem::path& path, const Progress& progress);

/// A document as it is reduced: smoothed and analysed. Never changes.
struct Picture {
    std::shared_ptr<const Document> document;
    int smooth = 0;                     ///< pixels
    std::shared_ptr<const Image> image; ///< the document's own when nothing is smoothed
    ColorSet colors;                    ///< of `image`; has the transfer
    LuminanceHistogram histogram;       ///< of `image`
};

/// `parameters` decide on smoothing and transfer, `filter` smooths and counts; `earlier`, if it is of the
/// same document, gives what can be shared.
Picture make_picture(std::shared_ptr<const Document> document, const Parameters& parameters,
                     PictureFilter& filter, const Picture* earlier);

}
