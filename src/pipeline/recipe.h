#pragma once

#include "reduction/options.h"

#include <optional>
#include <string>
#include <string_view>

namespace huedrift {

/// All that decides on a result besides the picture.
struct Recipe {
    Options options{};
    int smooth = 0;            ///< pixels, 0 to largest_smooth_radius
    double merge_distance = 0; ///< 0 to largest_radius
};

/// The recipe as the words that huedrift-cli reduce takes, those left out that say what it does anyway: a
/// person can repeat a picture from what is stored in its file.
std::string recipe_text(const Recipe& recipe);

/// Reads recipe_text() back; none when the text is no recipe or asks for what is out of range.
std::optional<Recipe> parse_recipe(std::string_view text);

}
