#pragma once

#include "base/input_file.h"
#include "image/load.h"
#include "image/thumbnail.h"
#include "pipeline/recipe.h"
#include "reduction/color_table.h"
#include "reduction/reduction.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace huedrift {

/// An immutable value, owned by all its users.
template <class Value>
using Shared = std::shared_ptr<const Value>;

/// An opened file. Immutable; reloading makes another one.
struct Document : PictureNotes {
    Location path{}; ///< the file that was read
    std::uintmax_t file_bytes = 0;
    std::optional<FileTimes> times{}; ///< of the file, before it was read
    Shared<Image> image{};            ///< empty for a colour table
    std::string frames_refused{};     ///< why load_frames() read only the first frame, a sentence or empty
    std::optional<Recipe> recipe{};   ///< the recipe that the file says it was made by
    Shared<ColorTable> table{};       ///< null for an image
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
Document load_colors(const Location& from, const LoadLimits& limits, ProfileUse use);

/// A document of a colour table; messages call it `from`.
Document document_of(Shared<ColorTable> table, const Location& from);

/// A document prepared for the reduction: alpha changed, smoothed, analysed. Immutable.
struct Picture {
    Shared<Document> document;
    Shared<Image> image;          ///< the document's own if nothing changes it
    ColorSet colors;              ///< of `image` or the document's table, with the transfer function
    LuminanceHistogram histogram; ///< of `colors`
    /// How often each pixel counts in `colors`; null: all visible ones count once.
    Shared<std::vector<std::uint8_t>> importances{};
    bool shares_colors = false; ///< `colors` are those of a table, perhaps of several pictures
};

/// Pixels of a large picture that stand for all, so that a preview is reduced and shown at once. Immutable.
struct Sample {
    Shared<ShrunkImage> pixels;
    /// Of these pixels; null where that of all pixels is to be reduced: a table has counted its colours.
    Shared<Picture> picture{};
    /// For each colour of all pixels one of the sample's, itself or one near it.
    std::vector<std::uint32_t> stand_ins{};
};

/// At most so many pixels. `is_counted`: the picture's colours are those of its own pixels. Throws
/// Error(cancelled).
Sample take_sample(const Picture& whole, std::size_t max_pixels, bool is_counted, const Progress& progress);

/// A palette of the sample's colours for all colours of its picture.
Palette widened(const Palette& palette, const Sample& sample, const ColorSet& colors);

/// The result of a recipe for the colours of a picture. Immutable.
struct Reduced {
    Shared<Picture> picture;
    Recipe recipe;           ///< with the radius that it chose
    Shared<Palette> palette; ///< for the picture's colours
    Statistics statistics{}; ///< of the mean shift
    double seconds = 0;
    std::string engine{}, device{};               ///< that computed it
    std::vector<std::string> notes{};             ///< sentences on settings that could not be met
    std::optional<std::uint32_t> chosen_colors{}; ///< the number that the recipe's error chose
    /// The colours before the edits, those of most pixels first, which dithering mixes; empty without either.
    std::vector<EditedColor> edited{};
    Shared<Mask> dither_mask{}, importance{}; ///< null: the recipe has none
    /// For a preview, pixels of the picture that stand for all; null: it has all.
    Shared<ShrunkImage> shrunk{};

    /// The pixels that it recolours.
    const Image& source() const { return shrunk ? shrunk->image : *picture->image; }
};

}
