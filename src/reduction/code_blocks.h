#pragma once

#include "image/image.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace huedrift {

/// The colour codes of visible pixels, sorted into 4096 blocks by their upper 12 bits. The counts of one
/// block stay in the first-level cache, where a table of all 2^24 codes takes 64 MiB.
class CodeBlocks {
public:
    static constexpr std::size_t count = 1 << 12, codes = 1 << 12;
    /// Of the codes of a block, which has them from `codes` times its number on.
    using Counts = std::array<std::uint32_t, codes>;

    explicit CodeBlocks(std::span<const Rgba8> pixels);

    bool is_empty(std::size_t block) const { return begins_[block] == begins_[block + 1]; }
    /// How many pixels have each code of a block.
    void tally(std::size_t block, Counts& counts) const;

private:
    std::unique_ptr<std::uint16_t[]> lower_; ///< the lower 12 bits of the codes, block by block
    std::vector<std::size_t> begins_;        ///< of each block; the last is the end
};

}
