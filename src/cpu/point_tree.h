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
/// + 1) fan_out) of level k. far_away pads everything to whole nodes. A walk reaches leaves and groups of
/// siblings in no order, so each of them lies in one piece of memory.
class PointTree {
public:
    static constexpr std::size_t leaf_points = 16;
    static constexpr std::size_t fan_out = 16;
    /// Numbers of a leaf in memory: l, a, b and the pixels of its points.
    static constexpr std::size_t leaf_numbers = 4 * leaf_points;
    /// A coordinate (in units) that no ball reaches.
    static constexpr std::int32_t far_away = 1'000'000'000;

    struct Level {
        /// The boxes' corners, integers of at most 2^24, so exact: for each fan_out siblings the lower ends
        /// along l, a and b, and the upper ones.
        AlignedVector<float> boxes;
        std::vector<MomentSum> palette, frequency;
        std::size_t size() const { return palette.size(); }
        /// Where the lower ends along an axis, or with `axis` + 3 the upper ones, of a node are.
        static constexpr std::size_t place(std::size_t node, std::size_t axis) {
            return node / fan_out * 6 * fan_out + axis * fan_out + node % fan_out;
        }
    };

    /// Throws Error(cancelled).
    explicit PointTree(const ColorSet& colors, const Progress& progress = {});

    /// l, a, b and the pixels of the first leaf's points; 0 pixels for padding. Those of each leaf lie
    /// leaf_numbers after those of the leaf before.
    PointPointers<const std::int32_t> pointers() const {
        const std::int32_t* const first = points_.data();
        return {{first, first + leaf_points, first + 2 * leaf_points}, first + 3 * leaf_points};
    }
    /// levels().front() are the leaves, levels().back() has at most fan_out nodes.
    const std::vector<Level>& levels() const { return levels_; }

private:
    void add_leaves();
    void add_level_above();

    AlignedVector<std::int32_t> points_;
    std::vector<Level> levels_;
};

}
