#include "session/snapshot.h"

#include <algorithm>

namespace huedrift {

ResultState Snapshot::state(Weighting weighting) const {
    const Result* const newest = result(weighting).get();
    if (!newest) return ResultState::none;
    if (newest->picture != picture || newest->recipe != recipe.with(weighting)) return ResultState::outdated;
    return newest->exact ? ResultState::exact : ResultState::preview;
}

bool Snapshot::exact() const {
    return document && std::ranges::all_of(each(weightings), [&](Weighting weighting) {
               return state(weighting) == ResultState::exact;
           });
}

}
