#pragma once

#include "cli/batch.h"
#include "reduction/color_table.h"

#include <functional>
#include <span>
#include <string>

namespace huedrift {

/// Adds up the colour tables of several inputs, `at_once` of them at the same time. `table_of(i)` makes a
/// table and may throw. `counted(i, failure)` is called in order for each input that was begun. Shows a bar
/// unless `quiet`.
ColorTable count_inputs(std::span<const std::string> names, std::size_t at_once, bool quiet, Batch& batch,
                        const std::function<ColorTable(std::size_t)>& table_of,
                        const std::function<void(std::size_t, const std::optional<Failure>&)>& counted);

}
