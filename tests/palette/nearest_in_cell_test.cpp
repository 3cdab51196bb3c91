#include "palette/nearest_in_cell.h"

#include <gtest/gtest.h>

#include <random>

namespace huedrift {
namespace {

std::uint32_t nearest_of_all(std::span<const Position> entries, const Position& position) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < entries.size(); ++i)
        if (squared_distance(entries[i], position) < squared_distance(entries[best], position)) best = i;
    return best;
}

TEST(NearestInCell, IsTheFirstOfTheNearest) {
    std::mt19937 random(1);
    const auto in = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    for (const std::size_t count : {1, 2, 3, 4, 17, 300, 5000})
        for (const int step : {1, 1 << 19, 1 << 21}) { // coarse steps make ties
            const auto on_lattice = [&](int low, int high) { return in(low / step, high / step) * step; };
            std::vector<Position> entries;
            for (std::size_t i = 0; i < count; ++i)
                entries.push_back({on_lattice(0, 1 << 24), on_lattice(-(1 << 22), 1 << 22),
                                   on_lattice(-(1 << 22), 1 << 22)});
            NearestInCell nearest(entries);
            for (int i = 0; i < 500; ++i) {
                const Position position{on_lattice(-(1 << 23), 3 << 23), on_lattice(-(1 << 24), 1 << 24),
                                        on_lattice(-(1 << 24), 1 << 24)};
                ASSERT_EQ(nearest(position), nearest_of_all(entries, position)) << count << " " << step;
            }
        }
}

}
}
