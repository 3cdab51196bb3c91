#include "cli/medians.h"

#include <algorithm>

namespace huedrift {

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
