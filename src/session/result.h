#pragma once

#include "palette/palette.h"
#include "pipeline/labelled.h"
#include "pipeline/next_radius.h"
#include "pipeline/sweep.h"
#include "reduction/difference.h"

#include <string>

namespace huedrift {

/// A result for one weighting, with its figures. Immutable.
struct Result : Reduced {
    std::uint64_t id = 0;           ///< unique in this session, ascending
    bool exact = false;             ///< else a preview
    std::vector<Swatch> swatches{}; ///< the colours of the result, most pixels first
    LuminanceHistogram histogram{}; ///< of the result
    Difference difference{};
    /// The result's pixels, if steps on labels changed them.
    std::shared_ptr<const Image> pixels{};
    /// What fringe and small regions changed, and the number of regions left. None if neither step is on.
    struct Cleaned : LabelChanges {
        std::uint64_t regions = 0;
    };
    std::optional<Cleaned> cleaned{};
    /// The grid whose cells are the result's pixels; none: the result has the source's pixels.
    std::optional<PixelGrid> grid{};

    /// What a colour of the analysed picture became; none for other colours.
    std::optional<Rgb> result_of(Rgb source) const {
        const ColorIndex& index = picture->colors.index();
        if (!index.contains(source)) return std::nullopt;
        return palette->color_of(index[source]);
    }
};

/// Output colours against radius, as far as known. Immutable.
struct Curve {
    std::shared_ptr<const Picture> picture;
    Recipe recipe;                    ///< except the radius
    std::vector<SweepPoint> points{}; ///< ascending by radius
    bool complete = false;            ///< all radii of CurveFiller have exact points
};

}
