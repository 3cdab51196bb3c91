#pragma once

#include "pipeline/radius_search.h"
#include "pipeline/sweep.h"
#include "reduction/difference.h"
#include "reduction/palette.h"

#include <string>

namespace huedrift {

/// One result of one weighting, measured. Never changes; another one has another id.
struct Result : Reduced {
    std::uint64_t id = 0;           ///< of this session, ascending
    bool exact = false;             ///< else a preview
    std::vector<Swatch> palette{};  ///< the colours of the result, most pixels first
    LuminanceHistogram histogram{}; ///< of the result
    Difference difference{};
    /// Its pixels, where they are not just the colours that those of the source became.
    std::shared_ptr<const Image> pixels{};

    /// What a colour of the analysed picture became; none for one that it does not have.
    std::optional<Rgb> result_of(Rgb source) const {
        const ColorIndex& index = picture->colors.index();
        if (!index.contains(source)) return std::nullopt;
        return reduction.modes[reduction.mode_of[index[source]]].color;
    }
};

/// Output colours against radius, as far as it is known. Never changes.
struct Curve {
    std::shared_ptr<const Picture> picture;
    Recipe recipe;                    ///< but for the radius
    std::vector<SweepPoint> points{}; ///< ascending by radius
    bool complete = false; ///< has exact points at all radii that are filled in, besides those asked for
};

}
