#include "session/traces.h"

#include "palette/palette.h"

namespace huedrift {

std::shared_ptr<const Traces> trace(const TracedColor& traced, const Progress& progress) {
    const Result& result = *traced.result;
    const ColorSet& colors = result.picture->colors;
    const auto starts = members(*result.palette, colors.counts(), traced.color, Traces::max_paths);
    return std::make_shared<const Traces>(
        Traces{traced, trajectories(colors, starts, result.recipe.options(), progress)});
}

}
