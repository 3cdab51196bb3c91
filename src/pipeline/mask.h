#pragma once

#include "base/location.h"
#include "base/progress.h"
#include "image/image.h"
#include "image/load.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace huedrift {

struct Picture;

/// The name of a mask in recipes: a hash of its size and its pixels, so that neither file nor format matters.
struct MaskId {
    std::uint64_t hash = 0;

    friend bool operator==(const MaskId&, const MaskId&) = default;
};

/// The greys of a picture, one for each pixel of another ("Masks" of docs/definition.md).
/// Immutable.
struct Mask {
    int width = 0, height = 0;
    std::vector<std::uint8_t> greys{}; ///< row by row from the top left
    MaskId id{};

    /// Of a picture or an animation, whose frames all have the same.
    std::uint8_t at(std::size_t pixel) const { return greys[pixel % greys.size()]; }
    /// Whether a pixel may be dithered.
    bool dithers(std::size_t pixel) const { return at(pixel) >= 128; }
};

/// Masks by which a pipeline finds those of a recipe.
using Masks = std::vector<std::shared_ptr<const Mask>>;
/// The mask of a recipe; null if it has none, or it is not among them.
std::shared_ptr<const Mask> find_mask(const Masks& masks, const std::optional<MaskId>& id);

std::shared_ptr<const Mask> mask_of(const ImageView& image);
/// Whether a picture has greys only, as a mask mostly has.
bool is_grey(const ImageView& image);
/// The mask of a picture with one pixel for each square of 2^halvings pixels a side, of which it takes the
/// middle.
std::shared_ptr<const Mask> shrunk(const Mask& mask, int halvings);
/// Reads any picture; of an animation only the first frame. Throws Error(input) and Error(cancelled).
std::shared_ptr<const Mask> load_mask(const Location& from, LoadLimits limits);

/// How often each pixel counts by a mask of its size, 0 for transparent ones; empty if all visible ones count
/// alike. Throws Error(cancelled).
std::vector<std::uint8_t> importances(const ImageView& image, const Mask& mask, const Progress& progress);
/// The picture whose pixels count as often as a mask of its size says; itself if all count alike. Throws
/// Error(cancelled).
std::shared_ptr<const Picture> weighed(const std::shared_ptr<const Picture>& whole, const Mask& mask,
                                       const Progress& progress);

}
