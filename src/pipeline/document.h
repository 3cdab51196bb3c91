#pragma once

#include "base/location.h"
#include "base/progress.h"
#include "image/animation.h"
#include "image/color_profile.h"
#include "image/header_gate.h"
#include "image/image.h"
#include "image/metadata.h"
#include "pipeline/recipe.h"
#include "reduction/color_histogram.h"
#include "reduction/color_table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace huedrift {

/// An opened file. Immutable; reloading gives another one.
struct Document {
    Location path; ///< where it was read from
    std::uintmax_t file_bytes = 0;
    std::shared_ptr<const Image> image; ///< without pixels where there is a table
    Animation animation{};              ///< of which `image` has the frames; without any for a picture
    std::vector<std::string> notes;     ///< what was lost on the way in, as sentences
    std::string frames_refused{};       ///< why load_frames() read the first alone, a sentence or none
    ProfileReport profile{};
    ColorTag colors{};                         ///< what files of a result say of theirs
    Metadata metadata{};                       ///< what they may keep of this file's
    std::optional<Recipe> recipe{};            ///< what made it, where the file says so
    std::string recipe_note{};                 ///< what whoever takes it should know, one sentence or none
    std::shared_ptr<const ColorTable> table{}; ///< of pictures that are not here
};

/// How many frames lie below each other in its image: 1 for a picture.
std::size_t frames_of(const Document& document);
/// Of an image that has as many frames, such as its own or a result's, number `i`.
ImageView frame_of(const Document& document, const ImageView& image, std::size_t i);

/// Throws Error(input) when the file is not a readable picture, Error(cancelled) when
/// `progress` is cancelled.
Document load_document(const Location& from, const LoadLimits& limits = {},
                       const Progress* progress = nullptr, ProfileUse use = ProfileUse::convert);

/// The same with all frames of an animation, or with its first where the others are too many or damaged.
Document load_frames(const Location& from, const Progress* progress = nullptr,
                     ProfileUse use = ProfileUse::convert);

/// load_document() for a picture or the file of a colour table. Throws Error(input) when it is neither.
Document load_colors(const Location& from, const LoadLimits& limits = {}, const Progress* progress = nullptr,
                     ProfileUse use = ProfileUse::convert);

/// The colours of pictures that are not here; sentences call them by `from`.
Document document_of(std::shared_ptr<const ColorTable> table, const Location& from);

/// A document as it is reduced: with the alpha asked for, smoothed and analysed. Never changes.
struct Picture {
    std::shared_ptr<const Document> document;
    std::shared_ptr<const Image> image; ///< the document's own when nothing of it is changed
    ColorSet colors;                    ///< of `image` or the document's table; has the transfer
    LuminanceHistogram histogram;       ///< of `image`
};

}
