#include "cli/bench_report.h"

#include "base/decimal.h"
#include "cli/report.h"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

namespace huedrift {

using Json = nlohmann::ordered_json;

namespace {

/// One indented line: a name and its time in a column.
std::string row(int indent, const std::string& name, double seconds) {
    std::ostringstream line;
    line << std::string(std::size_t(indent), ' ') << std::left << std::setw(28 - indent) << name << std::right
         << std::setw(12) << duration_text(seconds);
    return line.str();
}

}

std::string text_of(const ImageBench& bench) {
    std::string text = bench.input + ": " + std::to_string(bench.width) + " x " +
                       std::to_string(bench.height) + ", " + std::to_string(bench.source_colors) +
                       " colours\n";
    for (const StageTime& stage : bench.stages) text += row(2, stage.stage, stage.seconds) + "\n";
    for (const EngineBench& engine : bench.engines) {
        text += "  " + engine.engine + " (" + engine.device + ")\n";
        for (const StageTime& stage : engine.once)
            text += row(4, stage.stage + ", once", stage.seconds) + "\n";
        for (const RadiusBench& at : engine.radii) {
            text += row(4, "mean shift, r " + shortest(at.radius), at.seconds) + "  " +
                    std::to_string(at.output_colors) + " colours, " + std::to_string(at.evaluations) +
                    " evaluations in " + std::to_string(at.rounds) + " rounds\n";
        }
    }
    return text;
}

Json json_of(const ImageBench& bench) {
    Json engines = Json::array();
    for (const EngineBench& engine : bench.engines) {
        Json radii = Json::array();
        for (const RadiusBench& at : engine.radii) {
            radii.push_back({{"radius", at.radius},
                             {"mean_shift", at.seconds},
                             {"output_colors", at.output_colors},
                             {"evaluations", at.evaluations},
                             {"rounds", at.rounds},
                             {"stages", json_of(at.stages)}});
        }
        engines.push_back({{"engine", engine.engine},
                           {"device", engine.device},
                           {"once", json_of(engine.once)},
                           {"radii", radii}});
    }
    return {{"input", bench.input},
            {"width", bench.width},
            {"height", bench.height},
            {"source_colors", bench.source_colors},
            {"stages", json_of(bench.stages)},
            {"engines", engines}};
}

double median(std::vector<double> numbers) {
    if (numbers.empty()) return 0;
    std::ranges::sort(numbers);
    const std::size_t half = numbers.size() / 2;
    return numbers.size() % 2 == 1 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2;
}

void StageTimes::add(const std::string& stage, double seconds) {
    auto row = std::ranges::find(rows_, stage, &Row::stage);
    if (row == rows_.end()) row = rows_.insert(row, {stage, {}});
    row->seconds.push_back(seconds);
}

void StageTimes::add(const std::vector<StageTime>& stages) {
    for (const StageTime& stage : stages) add(stage.stage, stage.seconds);
}

bool StageTimes::has(const std::string& stage) const {
    return std::ranges::find(rows_, stage, &Row::stage) != rows_.end();
}

std::vector<StageTime> StageTimes::medians() const {
    std::vector<StageTime> result;
    for (const Row& row : rows_) result.push_back({row.stage, median(row.seconds)});
    return result;
}

}
