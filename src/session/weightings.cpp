#include "session/weightings.h"

#include "pipeline/enumerators.h"
#include "pipeline/sweep.h"

#include <algorithm>

namespace huedrift {

std::string_view name_of(Weightings weightings) {
    if (weightings == Weightings::both) return "both";
    return name_of(each(weightings).front());
}

Weightings only(Weighting weighting) {
    return weighting == Weighting::palette ? Weightings::palette : Weightings::frequency;
}

std::vector<Weighting> each(Weightings weightings) {
    std::vector<Weighting> single;
    for (const Weighting weighting : enumerators<Weighting>)
        if (includes(weightings, weighting)) single.push_back(weighting);
    return single;
}

bool includes(Weightings weightings, Weighting weighting) {
    return weightings == Weightings::both || weightings == only(weighting);
}

double multiplied_radius(double radius, double factor) {
    if (radius == 0) return factor > 1 ? min_slider_radius : 0;
    const double next = short_radius(std::min(radius * factor, max_radius));
    return radius >= min_slider_radius && next < min_slider_radius ? 0 : next;
}

SessionSettings settings_of(const Recipe& recipe) { return {recipe, only(recipe.shift.weighting)}; }

SessionSettings of_picture(SessionSettings settings, const RecipeEdits& edits) {
    settings.recipe = with_edits(std::move(settings.recipe), edits);
    return settings;
}

SessionSettings clamped(SessionSettings settings) {
    settings.recipe = clamped(settings.recipe.with(each(settings.weightings).front()));
    return settings;
}

}
