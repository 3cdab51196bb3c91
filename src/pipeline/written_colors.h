#pragma once

#include "image/image.h"
#include "palette/swatch.h"
#include "pipeline/document.h"
#include "pipeline/given_places.h"

#include <span>
#include <vector>

namespace huedrift {

/// Throws Error(usage) unless an output palette has as many colours as the given one.
void check_sizes(std::span<const Rgb> written, std::span<const Rgb> given);

/// "Output palette" of docs/definition.md: what files have in place of the colours of a result.
class WrittenColors {
public:
    /// Throws Error(usage) if the recipe's output palette and the one that it maps `document` to differ in
    /// size.
    WrittenColors(const Recipe& recipe, const Document& document);

    /// Whether files have the result's own colours.
    bool empty() const { return written_.empty(); }
    /// A colour of a picture.
    Rgb operator()(Rgb color) const;
    /// The picture as files have it.
    Image painted(const ImageView& image) const;
    /// A list of the result's colours as files have it. The colours that a palette repeats keep their places.
    std::vector<Swatch> listed(std::span<const Swatch> list) const;
    /// The entries of an indexed picture as files have them; the first are those of `list`, if there are any.
    std::vector<Rgba8> listed(std::span<const Swatch> list, std::vector<Rgba8> entries) const;

private:
    GivenPlaces places_;
    std::vector<Rgb> written_; ///< for each place in the palette
};

}
