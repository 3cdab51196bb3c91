#include "pipeline/output.h"

#include "pipeline/palette_list.h"
#include "reduction/palette.h"
#include "reduction/remap.h"

namespace huedrift {
namespace {

Output ordered(Output output, const Reduced& reduced) {
    output.palette = listed(std::move(output.palette), reduced.recipe, arranged(reduced));
    output.entries = index_entries(output.image, output.palette, reduced.recipe);
    return output;
}

}

Output output_of(const Reduced& reduced, const Progress& progress, ColorMixer* mixer) {
    if (reduced.recipe.labels.any()) return output_of(reduced, label(reduced, progress, mixer));
    return ordered({remap(*reduced.picture->image, reduced.picture->colors, reduced.reduction),
                    palette(reduced.reduction)},
                   reduced);
}

Output output_of(const Reduced& reduced, const Labelled& labelled) {
    return ordered({paint(labelled, reduced), used_colors(labelled)}, reduced);
}

}
