#pragma once

#include "base/progress.h"
#include "image/thumbnail.h"
#include "pipeline/document.h"
#include "reduction/reduction.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace huedrift {

/// The result of a recipe for the colours of a picture. Immutable.
struct Reduced {
    std::shared_ptr<const Picture> picture;
    Recipe recipe;                          ///< with the radius that it chose
    std::shared_ptr<const Palette> palette; ///< for the picture's colours
    Statistics statistics{};                ///< of the mean shift
    double seconds = 0;
    std::string engine{}, device{};               ///< that computed it
    std::vector<std::string> notes{};             ///< sentences on settings that could not be met
    std::optional<std::uint32_t> chosen_colors{}; ///< the number that the recipe's error chose
    /// The colours before the edits, those of most pixels first, which dithering mixes; empty without either.
    std::vector<EditedColor> edited{};
    std::shared_ptr<const Mask> dither_mask{}; ///< null: the recipe has none
    /// For a preview, pixels of the picture that stand for all; null: it has all.
    std::shared_ptr<const ShrunkImage> shrunk{};

    /// The pixels that it recolours.
    const Image& source() const { return shrunk ? shrunk->image : *picture->image; }
};

/// A sentence if there were fewer colours than the recipe asks for; else empty.
std::string shortage(const Reduced& reduced);

/// Reduces a picture at a radius.
using ReduceAt = std::function<std::shared_ptr<const Reduced>(double radius, Progress& progress)>;

}
