#include "cli/reduce_report.h"

#include "base/input_file.h"
#include "cli/figures.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace huedrift {

using Json = nlohmann::ordered_json;

std::string summary(const ReduceResult& result) {
    return input_name(result.job.input) + ": " + std::to_string(result.source_colors) + " -> " +
           std::to_string(result.output_colors) + " colours, radius " + shortest(result.radius) + ", " +
           result.engine + " (" + result.device + "), " + duration_text(result.times.total) +
           ", written to " + (result.job.output == "-" ? "standard output" : result.job.output.string());
}

Json to_json(const ReduceResult& result, const ReduceRequest& request) {
    Json modes = Json::array();
    for (const Mode& mode : result.reduction.modes) {
        const auto [l, a, b] = mode.position;
        modes.push_back({{"position", {l, a, b}},
                         {"color", hex_code(mode.color)},
                         {"colors", mode.colors},
                         {"pixels", mode.pixels}});
    }
    Json stages = Json::array();
    for (const StageTime& stage : result.reduction.statistics.stages)
        stages.push_back({{"stage", stage.stage}, {"seconds", stage.seconds}});
    const ReduceTimes& times = result.times;
    const auto& limit = request.options.max_iterations;
    return {
        {"input", result.job.input.string()},
        {"output", result.job.output.string()},
        {"width", result.width},
        {"height", result.height},
        {"visible_pixels", result.visible_pixels},
        {"source_colors", result.source_colors},
        {"output_colors", result.output_colors},
        {"radius", result.radius},
        {"weighting", name_of(request.options.weighting)},
        {"transfer", name_of(request.options.transfer)},
        {"max_iterations", limit ? Json(*limit) : Json(nullptr)},
        {"smooth", request.smooth},
        {"merge_distance", request.merge_distance},
        {"engine", result.engine},
        {"device", result.device},
        {"notes", result.notes},
        {"evaluations", result.reduction.statistics.evaluations},
        {"rounds", result.reduction.statistics.rounds},
        {"seconds",
         {{"load", times.load},
          {"smooth", times.smooth},
          {"analysis", times.analysis},
          {"mean_shift", times.mean_shift},
          {"remap", times.remap},
          {"encode", times.encode},
          {"write", times.write},
          {"total", times.total}}},
        {"engine_stages", stages},
        {"modes", modes},
    };
}

}
