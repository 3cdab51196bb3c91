#include "palette/join_nearest.h"

#include "base/each_index.h"
#include "palette/near_pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace huedrift {
namespace {

/// Up to this number of colours, all pairs are sorted at once.
constexpr std::size_t few_colors = 64;

/// A remaining colour does not move. So the two nearest are always the first pair, by distance, of two
/// remaining colours.
class Joining {
public:
    Joining(std::span<const JoinedColor> colors, const Progress& progress) : colors_(colors) {
        weights_.reserve(colors.size());
        becomes_.reserve(colors.size());
        left_.reserve(colors.size());
        each_index(colors.size(), progress, [&](std::size_t i) {
            weights_.push_back(colors[i].weight);
            becomes_.push_back(static_cast<std::uint32_t>(i));
            left_.push_back(static_cast<std::uint32_t>(i));
        });
    }

    /// Finds and sorts pairs by bands of distance, narrow enough that most of a band's pairs join.
    void join_down_to(std::size_t count, const Progress& progress) {
        constexpr double farthest = 1 << 26;
        double reach = typical_gap(progress), done = 0;
        std::size_t max_pairs = 0;
        while (left_.size() > count && done < farthest) {
            if (left_.size() <= few_colors) reach = farthest;
            max_pairs = std::max({max_pairs, 4 * left_.size(), few_colors * few_colors});
            const auto pairs = near_pairs(places(progress), reach, max_pairs, progress);
            if (!pairs) { // even a narrow band may have many equal distances
                reach = done > 0 ? std::sqrt(done * reach) : reach / 2;
                max_pairs *= 2;
                continue;
            }
            if (!pairs->empty()) max_pairs = 0;
            join(*pairs, count, progress);
            done = reach;
            reach *= pairs->size() < left_.size() / 8 ? 2 : 1.5;
        }
    }

    std::vector<std::uint32_t> becomes(const Progress& progress) {
        std::vector<std::uint32_t> roots(becomes_.size());
        each_index(roots.size(), progress, [&](std::size_t color) {
            auto root = static_cast<std::uint32_t>(color);
            while (becomes_[root] != root) root = becomes_[root] = becomes_[becomes_[root]];
            roots[color] = root;
        });
        return roots;
    }

private:
    bool is_left(std::uint32_t color) const { return becomes_[color] == color; }

    std::vector<Place> places(const Progress& progress) const {
        std::vector<Place> places;
        places.reserve(left_.size());
        each_index(left_.size(), progress, [&](std::size_t i) {
            const std::uint32_t color = left_[i];
            places.push_back({colors_[color].position, color, colors_[color].pinned});
        });
        return places;
    }

    /// The gap between colours spread evenly over their box.
    double typical_gap(const Progress& progress) const {
        BoundingBox box;
        each_index(colors_.size(), progress, [&](std::size_t i) { box.add(colors_[i].position); });
        double volume = 1;
        for (const std::int64_t side : box.sides()) volume *= double(side + 1);
        return std::max(0.35 * std::cbrt(volume / double(colors_.size())), 1.0);
    }

    void join(std::span<const Pair> pairs, std::size_t count, const Progress& progress) {
        std::size_t left = left_.size();
        for (std::size_t i = 0; i < pairs.size() && left != count; ++i) {
            if (i % (1 << 16) == 0) progress.throw_if_cancelled();
            const Pair& pair = pairs[i];
            if (!is_left(pair.first()) || !is_left(pair.second())) continue;
            const bool first_stays = first_wins(pair.first(), pair.second());
            const std::uint32_t stays = first_stays ? pair.first() : pair.second();
            const std::uint32_t goes = first_stays ? pair.second() : pair.first();
            becomes_[goes] = stays;
            weights_[stays] += weights_[goes];
            --left;
        }
        std::erase_if(left_, [&](std::uint32_t color) { return !is_left(color); });
    }

    bool first_wins(std::uint32_t first, std::uint32_t second) const {
        if (colors_[first].pinned != colors_[second].pinned) return colors_[first].pinned;
        return weights_[first] >= weights_[second];
    }

    std::span<const JoinedColor> colors_;
    std::vector<std::uint64_t> weights_;
    std::vector<std::uint32_t> becomes_, left_; ///< the remaining ones ascend
};

}

std::vector<std::uint32_t> join_nearest(std::span<const JoinedColor> colors, std::size_t count,
                                        const Progress& progress) {
    if (colors.size() <= count) {
        std::vector<std::uint32_t> own(colors.size());
        std::iota(own.begin(), own.end(), 0u);
        return own;
    }
    Joining joining(colors, progress);
    joining.join_down_to(count, progress);
    return joining.becomes(progress);
}

}
