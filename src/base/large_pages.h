#pragma once

#include <cstddef>
#include <span>

namespace huedrift {

/// Puts memory that is filled from its beginning in place by large pages, where the kernel can: faulting in
/// shared memory by small ones takes about as long as decoding a JPEG file into it. One after the other as it
/// is filled, so that a file which promises more than it holds takes no memory for it.
class LargePages {
public:
    explicit LargePages(std::span<std::byte> memory);

    /// To be called before these bytes of it are written to. What they hold stays. Another process may do the
    /// same with the same memory.
    void reach(std::span<const std::byte> bytes);

private:
    std::byte *begin_, *end_;
    std::byte* ahead_; ///< the next that is not yet in place; the first may begin before the memory
};

}
