#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// The word that takes the fewest inserted, deleted or replaced letters (Levenshtein 1966), the first of
/// several; empty if more than a third of the letters would change.
std::string nearest_word(std::string_view typed, const std::vector<std::string>& words);

/// Runs huedrift-cli; returns the exit code.
int run_program(int argc, char** argv);

}
