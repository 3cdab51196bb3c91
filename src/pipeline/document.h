#pragma once

#include "base/input_file.h"
#include "base/location.h"
#include "image/load.h"
#include "pipeline/recipe.h"
#include "reduction/color_table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace huedrift {

/// An opened file. Immutable; reloading makes another one.
struct Document : PictureNotes {
    Location path{}; ///< the file that was read
    std::uintmax_t file_bytes = 0;
    std::optional<FileTimes> times{};     ///< of the file, before it was read
    std::shared_ptr<const Image> image{}; ///< empty for a colour table
    std::string frames_refused{};   ///< why load_frames() read only the first frame, a sentence or empty
    std::optional<Recipe> recipe{}; ///< the recipe that the file says it was made by
    std::shared_ptr<const ColorTable> table{}; ///< null for an image
};

/// A document of an image in memory; messages call it `from`.
Document document_of(Image image, const Location& from);

/// The number of frames that lie below each other in the document's image: 1 for a picture.
std::size_t frames_of(const Document& document);
/// Returns frame `i` of an image with as many frames as the document, such as its own or a result's.
ImageView frame_of(const Document& document, const ImageView& image, std::size_t i);

/// Throws Error(input) when the file is not a readable picture, and Error(cancelled).
Document load_document(const Location& from, const LoadLimits& limits = {},
                       const Progress* progress = nullptr, ProfileUse use = ProfileUse::convert);

/// Loads all frames of an animation, or the first one if they are too many or damaged. Keeps the file.
Document load_frames(const Location& from, const Progress* progress = nullptr,
                     ProfileUse use = ProfileUse::convert);

/// Loads a picture or a colour table. Throws Error(input) when the file is neither.
Document load_colors(const Location& from, const LoadLimits& limits = {}, const Progress* progress = nullptr,
                     ProfileUse use = ProfileUse::convert);

/// A document of a colour table; messages call it `from`.
Document document_of(std::shared_ptr<const ColorTable> table, const Location& from);

/// A document prepared for the reduction: alpha changed, smoothed, analysed. Immutable.
struct Picture {
    std::shared_ptr<const Document> document;
    std::shared_ptr<const Image> image; ///< the document's own if nothing changes it
    ColorSet colors;                    ///< of `image` or the document's table, with the transfer function
    LuminanceHistogram histogram;       ///< of `colors`
    /// How often each pixel counts in `colors`; null: all visible ones count once.
    std::shared_ptr<const std::vector<std::uint8_t>> importances{};
};

}
