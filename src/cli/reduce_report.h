#pragma once

#include "cli/reduce_plan.h"
#include "reduction/palette.h"
#include "reduction/reduction.h"

#include <nlohmann/json_fwd.hpp>

namespace huedrift {

/// Seconds that each part of one picture's way took.
struct ReduceTimes {
    double load = 0, smooth = 0, analysis = 0, mean_shift = 0, remap = 0, encode = 0, write = 0, total = 0;
};

/// What became of one picture.
struct ReduceResult {
    ReduceJob job;
    int width = 0, height = 0;
    std::size_t source_colors = 0;
    std::uint64_t visible_pixels = 0;
    double radius = 0; ///< that of --colors where it was asked for
    Reduction reduction{};
    std::size_t output_colors = 0;
    std::string engine{}, device{};
    std::vector<std::string> notes{}; ///< what the user was told of the device
    ReduceTimes times{};
};

/// "in.png: 51234 -> 87 colours, radius 0.05, cpu (2 threads), 0.41 s, written to out.png"
std::string summary(const ReduceResult& result);

/// The layout in docs/json.md.
nlohmann::ordered_json to_json(const ReduceResult& result, const ReduceRequest& request);

}
