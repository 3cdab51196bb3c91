#pragma once

#include "image/image.h"
#include "palette/palette.h"
#include "reduction/color_set.h"

namespace huedrift {

/// Replaces each colour of an image by that of its entry. Alpha stays; fully transparent pixels become
/// (0,0,0,0).
class Remapping {
public:
    /// `palette` is one for `colors`, which must outlive this.
    Remapping(const ColorSet& colors, const Palette& palette);

    /// All visible pixels of `from` must have colours of the set. `to` may be the same pixels.
    void operator()(std::span<const Rgba8> from, std::span<Rgba8> to) const;

private:
    const ColorIndex& index_;
    std::vector<Rgb> color_of_;
};

/// The image with each colour replaced. `colors` must be the analysis of `image`, and `palette` one for
/// `colors`. Works in place, so an image moved in is not copied.
Image remap(Image image, const ColorSet& colors, const Palette& palette);

/// Applies a palette for the colours `of` to `colors`, a subset of them. Keeps all entries, even those that
/// no colour of the subset becomes. Throws Error(input) naming a colour that is not in `of`.
Palette apply(const Palette& palette, const ColorSet& of, const ColorSet& colors);

}
