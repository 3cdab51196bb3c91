#include "palette/join_nearest.h"

#include "palette/nearest_entry.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <tuple>

namespace huedrift {
namespace {

class Joining {
public:
    explicit Joining(std::span<const JoinedColor> colors)
        : colors_(colors), weights_(colors.size()), becomes_(colors.size()), nearest_of_(colors.size()),
          nearest_to_(colors.size()), tree_(positions_of(colors)) {
        for (std::uint32_t i = 0; i < colors.size(); ++i) {
            weights_[i] = colors[i].weight;
            becomes_[i] = i;
        }
        for (std::uint32_t i = 0; i < colors.size(); ++i) look_around(i);
    }

    /// False when no pair is left that may be joined.
    bool join_two() {
        while (!pairs_.empty()) {
            const auto [distance, first, second] = pairs_.top();
            pairs_.pop();
            if (is_current(first, second) || is_current(second, first)) {
                first_wins(first, second) ? join(second, first) : join(first, second);
                return true;
            }
        }
        return false;
    }

    std::vector<std::uint32_t> becomes() const {
        std::vector<std::uint32_t> roots = becomes_;
        for (std::uint32_t& root : roots)
            while (becomes_[root] != root) root = becomes_[root];
        return roots;
    }

private:
    static std::vector<Position> positions_of(std::span<const JoinedColor> colors) {
        std::vector<Position> positions;
        for (const JoinedColor& color : colors) positions.push_back(color.position);
        return positions;
    }
    bool is_left(std::uint32_t color) const { return becomes_[color] == color; }
    bool is_current(std::uint32_t color, std::uint32_t nearest) const {
        return is_left(color) && is_left(nearest) && nearest_of_[color] == nearest;
    }

    /// Pinned colours are skipped: each pair that may be joined has one that is not pinned.
    void look_around(std::uint32_t color) {
        nearest_of_[color] = NearestEntry::none;
        if (colors_[color].pinned) return;
        const std::uint32_t nearest = tree_(colors_[color].position, color);
        if (nearest == NearestEntry::none) return;
        nearest_of_[color] = nearest;
        nearest_to_[nearest].push_back(color);
        pairs_.emplace(squared_distance(colors_[color].position, colors_[nearest].position),
                       std::min(color, nearest), std::max(color, nearest));
    }

    bool first_wins(std::uint32_t first, std::uint32_t second) const {
        if (colors_[first].pinned != colors_[second].pinned) return colors_[first].pinned;
        return weights_[first] >= weights_[second];
    }

    void join(std::uint32_t color, std::uint32_t other) {
        becomes_[color] = other;
        weights_[other] += weights_[color];
        tree_.remove(color);
        for (const std::uint32_t left_alone : nearest_to_[color])
            if (is_left(left_alone) && nearest_of_[left_alone] == color) look_around(left_alone);
    }

    using Pair = std::tuple<std::int64_t, std::uint32_t, std::uint32_t>; // the nearest, then the first

    std::span<const JoinedColor> colors_;
    std::vector<std::uint64_t> weights_;
    std::vector<std::uint32_t> becomes_, nearest_of_;
    std::vector<std::vector<std::uint32_t>> nearest_to_; ///< the colours whose nearest one it is or was
    NearestEntry tree_;
    std::priority_queue<Pair, std::vector<Pair>, std::greater<>> pairs_;
};

}

std::vector<std::uint32_t> join_nearest(std::span<const JoinedColor> colors, std::size_t count) {
    std::vector<std::uint32_t> own(colors.size());
    std::iota(own.begin(), own.end(), 0u);
    if (colors.size() <= count) return own;
    Joining joining(colors);
    for (std::size_t left = colors.size(); left > count && joining.join_two();) --left;
    return joining.becomes();
}

}
