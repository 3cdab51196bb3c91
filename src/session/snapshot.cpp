#include "session/snapshot.h"

#include <algorithm>

namespace huedrift {

ResultState Snapshot::state(Weighting weighting) const {
    const Result* const newest = result(weighting).get();
    if (!newest) return ResultState::none;
    // Asked many times a frame, and a copy of the recipe may have 65,536 colours.
    const bool is_first = recipe.shift.weighting == weighting;
    const bool is_current = newest->picture == picture && picture_is_linked == linked &&
                            newest->recipe == (is_first ? recipe : recipe.with(weighting));
    if (!is_current) return ResultState::outdated;
    return newest->exact ? ResultState::exact : ResultState::preview;
}

std::optional<std::uint32_t> Snapshot::enough_colors() const {
    if (!enough || !enough->is_of(picture, recipe) || !enough->fewest.is_kept) return std::nullopt;
    return enough->fewest.count;
}

bool Snapshot::exact() const {
    return document && std::ranges::all_of(each(weightings), [&](Weighting weighting) {
               return state(weighting) == ResultState::exact;
           });
}

}
