#pragma once

#include "engines/engine_choice.h"
#include "library/huedrift.h"
#include "pipeline/recipe_choice.h"
#include "pipeline/recipe_rows.h"

#include <optional>

struct huedrift_settings {
    huedrift::GivenSettings given{};
    std::optional<huedrift::Look> look{};
    std::optional<std::uint32_t> entries{}; ///< at most so many in the palette
    huedrift::Masks masks{};                ///< those of `given` and of recipes
    huedrift::EngineChoice engine{.engine = "cpu", .settings = {.caches = false}};
};

namespace huedrift {

/// The request of settings for one image, or for several with one palette. Throws Error(usage) for settings
/// that exclude each other.
RecipeRequest request_of(const huedrift_settings& settings, bool shares = false);

/// Calls `body` with the threads that the settings allow. Every call that computes does so here: the caller
/// may be in a loop of oneTBB, and none of the loop's other work may begin inside the call.
void run(const std::optional<int>& threads, FunctionRef<> body);

}
