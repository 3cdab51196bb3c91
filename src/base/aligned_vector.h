#pragma once

#include <cstddef>
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

}
