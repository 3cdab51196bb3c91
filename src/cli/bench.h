#pragma once

#include "reduction/reduction.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace huedrift {

/// Medians of one engine at one radius, on an analysed image for which the engine has already built its data
/// structures.
struct RadiusBench {
    double radius = 0;
    double seconds = 0; ///< around the whole of Engine::reduce
    std::size_t output_colors = 0;
    std::uint64_t evaluations = 0;
    std::uint32_t rounds = 0;
    std::vector<StageTime> stages; ///< as reported by the engine
};

struct EngineBench {
    std::string engine, device;
    std::vector<StageTime> once{}; ///< stages that run only for a new image
    std::vector<RadiusBench> radii{};
};

struct ImageBench {
    std::string input;
    int width = 0, height = 0;
    std::size_t source_colors = 0;
    std::vector<StageTime> stages{}; ///< load, analysis, remap, encode
    std::vector<EngineBench> engines{};
};

std::string text_of(const ImageBench& bench);

/// The layout in docs/json.md.
nlohmann::ordered_json json_of(const ImageBench& bench);

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
