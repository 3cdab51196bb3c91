#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// The word that is the fewest inserted, deleted or replaced letters away (Levenshtein 1966), the first of
/// several; empty if more than a third of the letters would have to change.
std::string nearest_word(std::string_view typed, const std::vector<std::string>& words);

}
