#pragma once

#include <cstddef>
#include <span>

namespace huedrift {

/// MADV_COLLAPSE, since Linux 6.1; glibc 2.36 has no name for it.
inline constexpr int collapse_advice = 25;

/// Backs memory that is filled from its beginning by large pages, where the kernel can. Faulting in small
/// pages of shared memory takes about as long as decoding a JPEG file into it. Pages are backed one after
/// another as they are reached, so a file that promises more than it holds takes no memory for it.
class LargePages {
public:
    explicit LargePages(std::span<std::byte> memory);

    /// Call it before writing to these bytes. Keeps their contents. Another process may do the same with the
    /// same memory.
    void reach(std::span<const std::byte> bytes);

private:
    std::byte *begin_, *end_;
    std::byte* ahead_; ///< the first page not yet backed; may begin before the memory
};

}
