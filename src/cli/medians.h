#pragma once

#include "reduction/reduction.h"

#include <string>
#include <vector>

namespace huedrift {

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

}
