#include "labels/grid_cuts.h"

#include <algorithm>
#include <numeric>

namespace huedrift {
namespace {

/// Holds products of shares and squared sizes.
__extension__ using Wide = __int128;

/// The penalty for a departure by a whole cell, as a multiple of the cell's share of the energy.
constexpr std::int64_t stiffness = 2;

std::int64_t penalty(std::int64_t departure, std::uint32_t size, int length, std::int64_t weight) {
    return std::int64_t(Wide{whole_share} * weight * departure * departure /
                        (Wide{4} * pixel_parts * size * length));
}

std::int64_t departure(int spacing, std::uint32_t size) {
    const std::int64_t parts = std::int64_t{spacing} * pixel_parts;
    return parts > size ? parts - size : size - parts;
}

/// Finds the best continuation of each cut, from the last cut to the first.
class CutSearch {
public:
    CutSearch(std::span<const std::int64_t> shares, std::uint32_t size)
        : shares_(shares), length_(int(shares.size())), allowed_(spacings_of(size)), value_(shares.size()),
          next_(shares.size()) {
        for (int d = 0; d <= allowed_.most; ++d) {
            between_.push_back(spacing_penalty(d, size, length_));
            at_edge_.push_back(edge_penalty(d, size, length_));
        }
        for (int x = length_ - 1; x > 0; --x) value_[std::size_t(x)] = follow(x) + shares_[std::size_t(x)];
    }

    Cuts best() {
        const int last = std::min(allowed_.most, length_ - 1);
        int first = 0;
        std::int64_t most = 0;
        for (int x = 1; x <= last; ++x) {
            const std::int64_t value = value_[std::size_t(x)] - at_edge_[std::size_t(x)];
            if (first == 0 || value > most) first = x, most = value;
        }
        if (length_ <= allowed_.most && (first == 0 || -at_edge_[std::size_t(length_)] > most)) return {};
        return from(first);
    }

private:
    std::int64_t follow(int x) {
        int next = 0;
        std::int64_t most = 0;
        for (int d = allowed_.least; d <= allowed_.most && x + d < length_; ++d) {
            const std::int64_t value = value_[std::size_t(x + d)] - between_[std::size_t(d)];
            if (next == 0 || value > most) next = x + d, most = value;
        }
        if (const int rest = length_ - x; rest <= allowed_.most)
            if (const std::int64_t value = -at_edge_[std::size_t(rest)]; next == 0 || value > most)
                next = length_, most = value;
        next_[std::size_t(x)] = next;
        return most;
    }

    Cuts from(int first) {
        Cuts cuts;
        cuts.penalty = at_edge_[std::size_t(first)];
        for (int x = first; x < length_; x = next_[std::size_t(x)]) {
            cuts.at.push_back(x);
            cuts.energy += shares_[std::size_t(x)];
            const int next = next_[std::size_t(x)];
            cuts.penalty += (next < length_ ? between_ : at_edge_)[std::size_t(next - x)];
        }
        return cuts;
    }

    std::span<const std::int64_t> shares_;
    int length_;
    Spacings allowed_;
    std::vector<std::int64_t> between_, at_edge_; ///< penalties by spacing
    std::vector<std::int64_t> value_;             ///< of each cut with its best continuation
    std::vector<int> next_;
};

}

std::vector<std::int64_t> shares_of(std::span<const std::uint64_t> energy) {
    const std::uint64_t sum = std::accumulate(energy.begin(), energy.end(), std::uint64_t{0});
    std::vector<std::int64_t> shares(energy.size());
    if (sum == 0) return shares;
    std::ranges::transform(energy, shares.begin(),
                           [&](std::uint64_t one) { return std::int64_t(Wide{whole_share} * one / sum); });
    return shares;
}

std::int64_t spacing_penalty(int spacing, std::uint32_t size, int length) {
    return penalty(departure(spacing, size), size, length, 4 * stiffness);
}

std::int64_t edge_penalty(int spacing, std::uint32_t size, int length) {
    const std::int64_t cut_off = std::int64_t{spacing} * pixel_parts;
    return penalty(std::min(departure(spacing, size), cut_off), size, length, stiffness);
}

Spacings spacings_of(std::uint32_t size) {
    constexpr std::uint32_t tenth = 10 * pixel_parts;
    return {int(size * 7 / tenth), int((size * 13 + tenth - 1) / tenth)};
}

Cuts best_cuts(std::span<const std::int64_t> shares, std::uint32_t size, int anchor) {
    if (anchor <= 0 || std::size_t(anchor) >= shares.size()) return CutSearch(shares, size).best();
    // More than all shares and penalties together, so that no sequence without the anchor is better. Some
    // sequence always has it: cuts may lie anywhere near the edge, and cells may be as narrow as 0.7 and as
    // wide as 1.3 sizes.
    constexpr std::int64_t bonus = 16 * whole_share;
    std::vector<std::int64_t> raised(shares.begin(), shares.end());
    raised[std::size_t(anchor)] += bonus;
    Cuts cuts = CutSearch(raised, size).best();
    cuts.energy -= bonus;
    return cuts;
}

std::vector<int> cell_borders(const Cuts& cuts, std::uint32_t size, int length) {
    std::vector<int> borders = cuts.at;
    const auto is_cell = [&](int spacing) {
        return std::int64_t{spacing} * 5 * pixel_parts >= std::int64_t{2} * size;
    };
    if (borders.empty()) return {0, length};
    const bool begins = is_cell(borders.front()), ends = is_cell(length - borders.back());
    if (begins) borders.insert(borders.begin(), 0);
    if (ends) borders.push_back(length);
    return borders.size() < 2 ? std::vector{0, length} : borders;
}

}
