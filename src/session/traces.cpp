#include "session/traces.h"

#include "reduction/palette.h"

namespace huedrift {

std::shared_ptr<const Traces> trace(const TracedColor& traced, const Progress& progress) {
    const Result& result = *traced.result;
    const ColorSet& colors = result.picture->colors;
    const auto starts = members(result.reduction, colors, traced.color, Traces::max_paths);
    return std::make_shared<const Traces>(
        Traces{traced, trajectories(colors, starts, result.recipe.options(), progress)});
}

}
