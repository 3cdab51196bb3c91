#pragma once

#include "pipeline/labelled.h"
#include "pipeline/radius_search.h"
#include "pipeline/sweep.h"
#include "reduction/difference.h"
#include "reduction/palette.h"

#include <string>

namespace huedrift {

/// A result for one weighting, with its figures. Immutable.
struct Result : Reduced {
    std::uint64_t id = 0;           ///< unique in this session, ascending
    bool exact = false;             ///< else a preview
    std::vector<Swatch> palette{};  ///< the colours of the result, most pixels first
    LuminanceHistogram histogram{}; ///< of the result
    Difference difference{};
    /// Its pixels, where steps on labels changed more than each source colour.
    std::shared_ptr<const Image> pixels{};
    /// What fringe and small regions changed, and the regions there are then; none where neither was asked
    /// for.
    struct Cleaned : LabelChanges {
        std::uint64_t regions = 0;
    };
    std::optional<Cleaned> cleaned{};

    /// What a colour of the analysed picture became; none for one that is not in it.
    std::optional<Rgb> result_of(Rgb source) const {
        const ColorIndex& index = picture->colors.index();
        if (!index.contains(source)) return std::nullopt;
        return reduction.modes[reduction.mode_of[index[source]]].color;
    }
};

/// Output colours against radius, as far as known. Immutable.
struct Curve {
    std::shared_ptr<const Picture> picture;
    Recipe recipe;                    ///< except the radius
    std::vector<SweepPoint> points{}; ///< ascending by radius
    bool complete = false;            ///< has exact points at all radii that CurveFiller fills in
};

}
