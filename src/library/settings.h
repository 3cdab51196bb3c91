#pragma once

#include "engines/engine_choice.h"
#include "library/huedrift.h"
#include "pipeline/recipe_choice.h"
#include "pipeline/recipe_rows.h"

#include <optional>
#include <string_view>
#include <vector>

struct huedrift_settings {
    huedrift::GivenSettings given{};
    std::optional<huedrift::Look> look{};
    std::optional<std::uint32_t> entries{}; ///< at most so many in the palette
    huedrift::EngineChoice engine{.engine = "cpu", .settings = {.caches = false}};
};

namespace huedrift {

/// Sets a setting, or takes it back if the value is null. Throws Error(usage) for an unknown word or a value
/// that the setting cannot have.
void set(huedrift_settings& settings, std::string_view word, const char* value);

/// The request of settings for one image, or for several with one palette. Throws Error(usage) for settings
/// that exclude each other.
RecipeRequest request_of(const huedrift_settings& settings, bool shares = false);

/// Calls `body` with the threads that the settings allow. Every call that computes does so here: the caller
/// may be in a loop of oneTBB, and none of the loop's other work may begin inside the call.
void run(const std::optional<int>& threads, FunctionRef<> body);

/// Descriptions of all settings for the caller: those of recipe_rows(), then the library's own.
const std::vector<huedrift_setting>& setting_list();

/// "a whole number from 1 to 256" or "off or on": the values that a setting takes.
std::string values_of(const huedrift_setting& setting);

}
