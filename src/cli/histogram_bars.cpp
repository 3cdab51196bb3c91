#include "cli/histogram_bars.h"

#include <algorithm>
#include <cmath>

namespace huedrift {
namespace {

constexpr std::size_t bars = 32, values_per_bar = 256 / bars;
constexpr std::array heights{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

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
