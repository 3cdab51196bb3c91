#include "session/view.h"

#include <algorithm>

namespace huedrift {

Standing View::standing(Weighting weighting) const {
    const Outcome* const result = outcome(weighting).get();
    if (!result) return Standing::none;
    const bool current = result->picture->document == document && same_result(result->parameters, parameters);
    if (!current) return Standing::outdated;
    return result->exact ? Standing::exact : Standing::preview;
}

bool View::exact() const {
    return document && std::ranges::all_of(each(parameters.weightings), [&](Weighting weighting) {
               return standing(weighting) == Standing::exact;
           });
}

}
