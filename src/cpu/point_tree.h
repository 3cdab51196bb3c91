#pragma once

#include "base/aligned_vector.h"
#include "color/height.h"
#include "reduction/color_set.h"

#include <array>
#include <cstdint>
#include <vector>

namespace huedrift {

/// Pointers to a list of points: l, a, b and pixels, one array each.
template <class T>
struct PointPointers {
    std::array<T*, 3> points;
    T* counts;
};

/// The points of a colour set in k-d order, under a hierarchy of boxes and integer sums. Built once per image
/// for every radius and both weightings.
///
/// Leaf i holds points [i leaf_points, (i + 1) leaf_points); node j of level k + 1 holds nodes [j fan_out, (j
/// + 1) fan_out) of level k. far_away pads everything to whole nodes.
class PointTree {
public:
    static constexpr std::size_t leaf_points = 16;
    static constexpr std::size_t fan_out = 16;
    /// A coordinate (in units) that no ball reaches.
    static constexpr std::int32_t far_away = 1'000'000'000;

    struct Level {
        std::array<AlignedVector<float>, 3> low,
            high; ///< the boxes' corners: integers of at most 2^24, so exact
        std::vector<MomentSum> palette, frequency;
        std::size_t size() const { return palette.size(); }
    };

    /// Throws Error(cancelled).
    explicit PointTree(const ColorSet& colors, const Progress& progress = {});

    /// l, a, b and the pixels of each point; 0 pixels for padding.
    PointPointers<const std::int32_t> pointers() const {
        return {{points_[0].data(), points_[1].data(), points_[2].data()}, counts_.data()};
    }
    /// levels().front() are the leaves, levels().back() has at most fan_out nodes.
    const std::vector<Level>& levels() const { return levels_; }

private:
    void add_leaves();
    void add_level_above();

    std::array<AlignedVector<std::int32_t>, 3> points_;
    AlignedVector<std::int32_t> counts_;
    std::vector<Level> levels_;
};

}
