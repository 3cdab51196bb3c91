#pragma once

#include "base/progress.h"
#include "image/image.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace huedrift {

/// The colour codes of visible pixels by their upper 12 bits, in 4096 blocks. The counts of one block stay in
/// the first-level cache, where a table of all 2^24 codes takes 64 MiB.
class CodeBlocks {
public:
    static constexpr std::size_t count = 1 << 12, codes = 1 << 12;

    /// Throws Error(cancelled).
    CodeBlocks(std::span<const Rgba8> pixels, const Progress& progress);

    /// Calls `body(code, pixels)` for each code of a block that has pixels, ascending. The codes are the
    /// lower 12 bits.
    template <class Body>
    void for_each(std::size_t block, const Body& body) const {
        const std::span<const std::uint16_t> lower = lower_of(block);
        if (lower.size() > max_sorted) return for_each_tallied(lower, body);
        for (std::size_t i = 0; i < lower.size();) {
            const std::size_t first = i;
            while (i < lower.size() && lower[i] == lower[first]) ++i;
            body(lower[first], static_cast<std::uint32_t>(i - first));
        }
    }

private:
    /// Blocks with at most so many pixels are sorted: that takes less time than to clear and read all counts.
    static constexpr std::size_t max_sorted = 1 << 10;

    std::span<std::uint16_t> lower_of(std::size_t block) const {
        return {lower_.get() + begins_[block], begins_[block + 1] - begins_[block]};
    }
    template <class Body>
    static void for_each_tallied(std::span<const std::uint16_t> lower, const Body& body) {
        std::array<std::uint32_t, codes> counts{};
        for (const std::uint16_t code : lower) ++counts[code];
        for (std::size_t code = 0; code < codes; ++code)
            if (counts[code] != 0) body(code, counts[code]);
    }

    std::unique_ptr<std::uint16_t[]> lower_; ///< the lower 12 bits of the codes, block by block
    std::vector<std::size_t> begins_;        ///< of each block; the last is the end
};

}
