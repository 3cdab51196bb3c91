#pragma once

#include "library/huedrift.h"
#include "pipeline/recipe_rows.h"

#include <string_view>
#include <vector>

namespace huedrift {

/// A setting of the library that is not one of recipe_rows().
struct OwnSetting {
    const char* word;
    const char* help; ///< a sentence without its full stop
    huedrift_kind kind;
    const char* syntax;
    std::vector<std::string> names{};
    ValueRange range{};
};

/// "look", "engine", "device", "threads" and "memory-limit".
const std::vector<OwnSetting>& own_settings();

/// Descriptions of all settings for the caller: those of recipe_rows(), then own_settings().
const std::vector<huedrift_setting>& setting_list();

/// The setting with this word, or null. Options of other names count.
const huedrift_setting* find_setting(std::string_view word);

/// "a whole number from 1 to 256" or "off or on": the values that a setting takes.
std::string values_of(const huedrift_setting& setting);

}
