#pragma once

#include "pipeline/sweep.h"
#include "reduction/color_histogram.h"
#include "reduction/difference.h"
#include "reduction/reduction.h"
#include "session/document.h"

#include <string>

namespace huedrift {

/// One result of one weighting. Never changes; another one has another id.
struct Result {
    std::uint64_t id = 0; ///< of this session, ascending
    std::shared_ptr<const Picture> picture;
    Parameters parameters; ///< what it was computed with
    Weighting weighting = Weighting::palette;
    bool exact = false; ///< else a preview
    Reduction reduction;
    std::vector<Swatch> palette;  ///< the colours of the result, most pixels first
    LuminanceHistogram histogram; ///< of the result
    Difference difference;
    double seconds = 0;
    std::string engine, device;

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
    Parameters parameters; ///< but for the radius
    Weighting weighting = Weighting::palette;
    std::vector<SweepPoint> points; ///< exact, ascending by radius
    bool complete = false;          ///< has all radii that are filled in, besides those that were asked for
};

}
