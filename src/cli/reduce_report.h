#pragma once

#include "base/progress.h"
#include "cli/reduce_plan.h"
#include "pipeline/parts.h"
#include "reduction/difference.h"

#include <nlohmann/json_fwd.hpp>

namespace huedrift {

/// The result for one picture.
struct ReduceResult {
    BatchJob job;
    std::optional<Look> look{}; ///< the look that it got
    std::shared_ptr<const Reduced> reduced{};
    std::size_t output_colors = 0;
    std::string cells{};            ///< a text about the cells that became pixels; empty: no cell did
    PictureDifference difference{}; ///< to the input file; JSON only, as the next three are
    LabelChanges changes{};
    std::optional<PixelGrid> grid{};
    std::optional<TiledLabels> tiles{};
    std::vector<Part> parts{};
    std::vector<std::string> notes{}; ///< messages about the picture and the device
    Metadata metadata{};              ///< those of the source that stay
    bool is_source = false;           ///< the source was written in place of a larger picture
    std::vector<StageTime> times{};   ///< of all stages, in order
    double seconds = 0;               ///< in total
};

/// "in.png: 51234 -> 32 colours, photo, radius 0.005, cpu (2 threads), 0.41 s, written to out.png"
std::string summary(const ReduceResult& result);

/// The layout in docs/json.md.
nlohmann::ordered_json to_json(const ReduceResult& result);
nlohmann::ordered_json to_json(const SharedPalette& shared, const std::vector<std::string>& notes);

}
