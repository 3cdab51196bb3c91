#include "cli/report.h"

#include "base/output_file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

namespace huedrift {
namespace {

nlohmann::ordered_json json_of(const Difference& difference) {
    return {{"mean", difference.mean},
            {"percentile_95", difference.percentile_95},
            {"maximum", difference.maximum}};
}

std::string formatted(const char* format, double number) {
    char text[64];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

constexpr std::size_t bars = 32, values_per_bar = 256 / bars;
constexpr std::array heights{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

}

void print(const std::string& text) { write_stdout(std::as_bytes(std::span(text))); }

nlohmann::ordered_json new_report(const std::string& command) {
    return {{"version", 1}, {"command", command}};
}

std::string json_text(const nlohmann::ordered_json& report) {
    // JSON holds only UTF-8, so invalid bytes of file names become U+FFFD.
    return report.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void print_report(const std::string& command, const nlohmann::ordered_json& members) {
    nlohmann::ordered_json report = new_report(command);
    report.update(members);
    print(json_text(report));
}

nlohmann::ordered_json json_of(const PictureDifference& difference) {
    nlohmann::ordered_json psnr; // JSON has no infinity
    if (difference.mse != 0) psnr = difference.psnr();
    return {{"pixels", difference.pixels},
            {"unmatched", difference.unmatched},
            {"mse", difference.mse},
            {"psnr", psnr},
            {"oklab", json_of(difference.oklab)},
            {"ciede2000", json_of(difference.ciede2000)}};
}

nlohmann::ordered_json json_of(const std::vector<StageTime>& stages) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const StageTime& stage : stages)
        rows.push_back({{"stage", stage.stage}, {"seconds", stage.seconds}});
    return rows;
}

nlohmann::ordered_json json_of(const std::optional<Resolution>& resolution) {
    return resolution ? nlohmann::ordered_json({resolution->x, resolution->y}) : nullptr;
}

std::string duration_text(double seconds) {
    return seconds < 0.1 ? formatted("%.2f ms", seconds * 1e3) : formatted("%.2f s", seconds);
}

std::string bytes_text(std::uint64_t bytes) {
    const double mebibytes = double(bytes) / (1 << 20);
    return mebibytes < 1024 ? formatted("%.0f MiB", mebibytes) : formatted("%.1f GiB", mebibytes / 1024);
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

void GrowingReport::begin() {
    if (begun_) return;
    begun_ = true;
    nlohmann::ordered_json head = new_report(command_);
    head[list_] = nlohmann::ordered_json::array();
    std::string text = json_text(head);
    text.resize(text.rfind(']'));
    print(text);
}

void GrowingReport::add(const nlohmann::ordered_json& item) {
    begin();
    std::string text = json_text(item);
    text.pop_back();
    print(std::exchange(empty_, false) ? text : "," + text);
}

void GrowingReport::end(const nlohmann::ordered_json& rest) {
    begin();
    std::string text = json_text(rest);
    text.front() = ',';
    print("]" + text);
}

std::uint64_t peak_memory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::string histogram_bars(const std::array<std::uint64_t, 256>& counts) {
    std::array<std::uint64_t, bars> sums{};
    for (std::size_t value = 0; value < counts.size(); ++value) sums[value / values_per_bar] += counts[value];
    const auto tallest = static_cast<double>(std::max<std::uint64_t>(std::ranges::max(sums), 1));
    std::string line;
    for (const std::uint64_t sum : sums)
        line += heights[std::size_t(std::ceil(8 * std::sqrt(static_cast<double>(sum) / tallest)))];
    return line;
}

}
