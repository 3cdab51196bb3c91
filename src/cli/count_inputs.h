#pragma once

#include "cli/batch.h"
#include "reduction/color_table.h"

#include <functional>
#include <span>
#include <string>

namespace huedrift {

/// Adds the colour tables of several inputs up, `at_once` of them at the same time. `table_of(i)` makes one
/// and may throw; `counted(i, failure)` is called for each that was begun, in their order. Shows a bar unless
/// `quiet`.
ColorTable count_inputs(std::span<const std::string> names, std::size_t at_once, bool quiet, Batch& batch,
                        const std::function<ColorTable(std::size_t)>& table_of,
                        const std::function<void(std::size_t, const std::optional<Failure>&)>& counted);

}
