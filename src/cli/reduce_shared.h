#pragma once

#include "cli/batch.h"
#include "cli/job_engines.h"
#include "cli/reduce_plan.h"
#include "pipeline/shared_palette.h"
#include "reduction/engine.h"

#include <functional>
#include <span>

namespace huedrift {

/// A palette for many pictures, and the look that it was found with.
struct SharedLook {
    SharedPalette palette;
    std::optional<Look> look{};
};

/// Loads the colour table of --counts. Throws Error(input).
Document load_table(const Location& input);

/// Counts the colours of all pictures as the request reduces them. Tells `counted` each picture, with the
/// reason if it cannot be read.
Document count_together(const ReduceRequest& request, std::span<const ReduceJob> jobs, JobEngines& engines,
                        Batch& batch,
                        const std::function<void(const ReduceJob&, const std::optional<Failure>&)>& counted);

/// Finds the palette for the colours of `table` and writes it if the request names a file. Adds messages
/// about table and palette to `notes`.
SharedLook find_shared(const ReduceRequest& request, Document table, Engine& engine,
                       std::vector<std::string>& notes);

}
