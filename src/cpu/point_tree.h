#pragma once

#include "color/position.h"
#include "reduction/color_set.h"

#include <array>
#include <cstdint>
#include <new>
#include <vector>

namespace huedrift {

/// Allocates at cache line boundaries, through operator new, which the sanitizers watch; libtbb's allocators
/// bypass it, and ThreadSanitizer reports memory that they pass between threads as a race.
template <class T>
struct CacheLineAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};

    CacheLineAllocator() = default;
    template <class Other>
    CacheLineAllocator(const CacheLineAllocator<Other>&) {}

    T* allocate(std::size_t count) {
        if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
        return static_cast<T*>(::operator new(count * sizeof(T), alignment));
    }
    void deallocate(T* first, std::size_t) { ::operator delete(first, alignment); }
    friend bool operator==(CacheLineAllocator, CacheLineAllocator) { return true; }
};

/// A vector whose elements start at a cache line boundary, for loads of whole SIMD vectors.
template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

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
