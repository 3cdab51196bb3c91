#pragma once

#include "session/snapshot.h"

#include <string>
#include <vector>

namespace huedrift {

/// A change of the settings after which a refusal no longer applies.
struct Remedy {
    std::string label; ///< of its button
    std::string about; ///< a sentence
    Recipe recipe;     ///< then
};

/// The remedies for a refusal that a snapshot tells; none where no single setting helps.
std::vector<Remedy> remedies_of(const Refusal& refusal, const Snapshot& snapshot);

/// The change of alpha with which a kind begins.
AlphaMode first_of(AlphaMode::Kind kind);

}
