#include "pipeline/palette_steps.h"

#include "palette/join_nearest.h"
#include "reduction/recolor.h"

namespace huedrift {
namespace {

std::string few_colors(const Reduced& found, std::size_t count) {
    const bool all = count == found.picture->colors.size();
    return (all ? "the picture has only " : "the palette that was found has only ") + std::to_string(count) +
           (count == 1 ? " colour" : " colours");
}

/// The colours with their positions and what they weigh by the recipe's weighting.
std::vector<JoinedColor> weighed(const ResultColors& of, const Recipe& recipe) {
    const PositionTable position(recipe.transfer);
    std::vector<JoinedColor> weighed;
    for (const Swatch& swatch : of.colors)
        weighed.push_back(
            {position(swatch.color), recipe.weighting == Weighting::palette ? swatch.colors : swatch.pixels});
    return weighed;
}

/// The reduction where each colour is that of another index.
Reduction with_becomes(const Reduced& found, const ResultColors& of, std::span<const std::uint32_t> becomes) {
    std::vector<Rgb> colors;
    for (const std::uint32_t other : becomes) colors.push_back(of.colors[other].color);
    return recolor(found.reduction, found.picture->colors, of, colors);
}

}

Reduced join_colors(const Reduced& found, std::uint32_t count) {
    Reduced result = found;
    result.recipe.join_to = count;
    const ResultColors of = result_colors(found.reduction);
    if (of.colors.size() < count) result.notes.push_back(few_colors(found, of.colors.size()));
    if (of.colors.size() > count)
        result.reduction = with_becomes(found, of, join_nearest(weighed(of, found.recipe), count));
    return result;
}

}
