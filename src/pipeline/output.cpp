#include "pipeline/output.h"

#include "pipeline/labelled.h"
#include "pipeline/palette_list.h"
#include "reduction/palette.h"
#include "reduction/remap.h"

namespace huedrift {
namespace {

Output unordered(const Reduced& reduced, const Progress& progress, ColorMixer* mixer) {
    if (!reduced.recipe.labels.any())
        return {remap(*reduced.picture->image, reduced.picture->colors, reduced.reduction),
                palette(reduced.reduction)};
    const Labelled labelled = label(reduced, progress, mixer);
    return {paint(labelled, reduced), used_colors(labelled)};
}

}

Output output_of(const Reduced& reduced, const Progress& progress, ColorMixer* mixer) {
    Output output = unordered(reduced, progress, mixer);
    output.palette = listed(std::move(output.palette), reduced.recipe, arranged(reduced));
    output.entries = index_entries(output.image, output.palette, reduced.recipe);
    return output;
}

}
