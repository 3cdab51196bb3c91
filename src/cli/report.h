#pragma once

#include "base/progress.h"
#include "image/resolution.h"
#include "reduction/difference.h"

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace huedrift {

/// Prints results on stdout. Throws Error(output) if that fails.
void print(const std::string& text);

/// The head of every JSON report: the version of the layouts in docs/json.md and the command.
nlohmann::ordered_json new_report(const std::string& command);
/// A report as one line of text.
std::string json_text(const nlohmann::ordered_json& report);
/// Prints a whole report.
void print_report(const std::string& command, const nlohmann::ordered_json& members);

/// Parts of several reports, in the layout of docs/json.md.
nlohmann::ordered_json json_of(const PictureDifference& difference);
nlohmann::ordered_json json_of(const std::vector<StageTime>& stages);
nlohmann::ordered_json json_of(const std::optional<Resolution>& resolution);

/// "1.84 s", "23.1 ms".
std::string duration_text(double seconds);
/// "512 MiB", "3.4 GiB".
std::string bytes_text(std::uint64_t bytes);

/// The median of `numbers`: the mean of the middle two for an even count, 0 for none.
double median(std::vector<double> numbers);

/// The times of named stages in many runs.
class StageTimes {
public:
    void add(const std::string& stage, double seconds);
    void add(const std::vector<StageTime>& stages);
    bool has(const std::string& stage) const;
    /// In the order of first appearance.
    std::vector<StageTime> medians() const;

private:
    struct Row {
        std::string stage;
        std::vector<double> seconds;
    };
    std::vector<Row> rows_;
};

/// A report that prints its list as it grows: ten thousand pictures would fill the memory.
class GrowingReport {
public:
    GrowingReport(std::string command, std::string list)
        : command_(std::move(command)), list_(std::move(list)) {}

    void add(const nlohmann::ordered_json& item);
    /// Ends the list and prints the other members.
    void end(const nlohmann::ordered_json& rest);

private:
    void begin();

    std::string command_, list_;
    bool begun_ = false, empty_ = true;
};

/// The peak memory of this process, in bytes.
std::uint64_t peak_memory();

/// 256 counts as a line of 32 bars, eighths of a character high (UTF-8). Each bar stands for eight values,
/// the tallest fills its character, and every count above zero shows. Heights go with the square root of the
/// counts, because pure black or white outnumber all other values in many pictures.
std::string histogram_bars(const std::array<std::uint64_t, 256>& counts);

}
