#include "reduction/preview.h"

#include "base/parallel_sort.h"
#include "color/morton.h"
#include "color/position_sum.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace huedrift {
namespace {

/// Positions have 25 bits a coordinate, of which a key of 63 bits holds 21.
constexpr int dropped_bits = 4;
constexpr int key_bits = 63;

/// The Morton code: its bits from 3 (level - dropped_bits) on are the number of the position's cell at a
/// level.
std::uint64_t morton_key(const Position& p) {
    constexpr std::int32_t middle = units_per_one / 2;
    const auto cell = [](std::int32_t coordinate) {
        return static_cast<std::uint32_t>(coordinate) >> dropped_bits;
    };
    return morton_code(cell(p.l), cell(p.a + middle), cell(p.b + middle));
}

}

Preview::Preview(const ColorSet& colors, std::size_t most)
    : colors_(colors), most_(most), keys_(colors.size()), order_(colors.size()), cells_(key_bits + 1, 1),
      cell_of_(colors.size()) {
    std::vector<std::uint64_t> keys(colors.size());
    std::ranges::transform(colors.positions(), keys.begin(), morton_key);
    std::iota(order_.begin(), order_.end(), 0u);
    parallel_sort(order_.begin(), order_.end(), [&](std::uint32_t i, std::uint32_t j) {
        return keys[i] != keys[j] ? keys[i] < keys[j] : i < j;
    });
    for (std::size_t i = 0; i < keys.size(); ++i) keys_[i] = keys[order_[i]];
    for (std::size_t i = 1; i < keys_.size(); ++i) {
        const auto common_from = static_cast<std::size_t>(std::bit_width(keys_[i] ^ keys_[i - 1]));
        for (std::size_t cut = 0; cut < common_from; ++cut) ++cells_[cut];
    }
}

/// The cubes with sides of r/4 at most, or halves of them joined until there are not too many.
int Preview::cut_for(double radius) const {
    const auto side = static_cast<std::uint64_t>(radius * units_per_one / 4);
    int cut = std::clamp(3 * (static_cast<int>(std::bit_width(side)) - 1 - dropped_bits), 0, key_bits);
    while (cut < key_bits && cells_[static_cast<std::size_t>(cut)] > most_) ++cut;
    return cut;
}

std::size_t Preview::representatives(double radius) const {
    return colors_.empty() ? 0 : cells_[static_cast<std::size_t>(cut_for(radius))];
}

void Preview::number_cells(int cut) {
    std::uint32_t cell = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
        if (i > 0 && keys_[i] >> cut != keys_[i - 1] >> cut) ++cell;
        cell_of_[order_[i]] = cell;
    }
    cut_ = cut;
    gathered_.reset();
}

ColorSet Preview::gather(Weighting weighting) const {
    std::vector<PositionSum> sums(cells_[static_cast<std::size_t>(cut_)]);
    for (std::size_t i = 0; i < cell_of_.size(); ++i)
        sums[cell_of_[i]].add(colors_.positions()[i],
                              weighting == Weighting::palette ? 1 : colors_.counts()[i]);
    std::vector<Position> means;
    std::vector<std::uint32_t> counts;
    for (const PositionSum& sum : sums) {
        means.push_back(sum.mean());
        counts.push_back(static_cast<std::uint32_t>(
            std::min<std::int64_t>(sum.weight, std::numeric_limits<std::int32_t>::max())));
    }
    return ColorSet::from_points(std::move(means), std::move(counts), colors_.transfer());
}

Reduction Preview::reduce(Engine& engine, const Options& options, Progress& progress) {
    squared_radius(options.radius);
    if (colors_.empty()) return {};
    const int cut = cut_for(options.radius);
    if (cut != cut_) number_cells(cut);
    if (!gathered_ || weighting_ != options.weighting) {
        gathered_ = gather(options.weighting);
        weighting_ = options.weighting;
    }
    // A representative weighs as much as all it stands for, whatever the weighting.
    Options weighted = options;
    weighted.weighting = Weighting::frequency;
    const Reduction coarse = engine.reduce(*gathered_, weighted, progress);

    std::vector<Position> states;
    for (const Mode& mode : coarse.modes) states.push_back(mode.position);
    std::vector<std::uint32_t> index_of(cell_of_.size());
    for (std::size_t i = 0; i < index_of.size(); ++i) index_of[i] = coarse.mode_of[cell_of_[i]];
    Reduction reduction = gather_modes(colors_, states, index_of);
    reduction.statistics = coarse.statistics;
    return reduction;
}

}
