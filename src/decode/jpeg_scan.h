#pragma once

#include "decode/jpeg_bits.h"

#include <vector>

namespace huedrift {

struct JpegComponent {
    std::uint32_t id = 0, across = 1, down = 1; ///< blocks in a unit of an interleaved scan
    std::size_t columns = 0, rows = 0;          ///< blocks in a scan of its own
    std::vector<std::uint64_t> known{}; ///< progressive: a bit for each coefficient of a block that is not 0
    bool seen = false;                  ///< in a scan that begins it
};

struct JpegScan {
    std::vector<JpegComponent*> components{};
    std::vector<const JpegHuffman*> dc{}, ac{}; ///< of each
    std::uint32_t first = 0, last = 63;         ///< coefficients
    bool refines = false;
};

/// One pass over the blocks of a scan, without their values.
class JpegScanWalk {
public:
    /// `at`: where the scan's data begin. Neither is owned.
    JpegScanWalk(std::span<const std::byte> file, std::size_t at, const JpegScan& scan)
        : bits_(file, at), scan_(scan) {}

    /// False when there are fewer blocks than `units` times those of a unit: of a single component its own
    /// ones, else as many of each as it has samples. `interval`: units between restart markers, 0 without
    /// any.
    bool sequential(std::size_t units, std::size_t interval);
    /// The same for a scan of a progressive file; of other than first coefficients it has one component.
    bool progressive(std::size_t units, std::size_t interval);

    /// Behind the last byte that was looked at.
    std::size_t at() const { return bits_.at(); }

private:
    template <typename Block>
    bool each_block(std::size_t units, std::size_t interval, const Block& block);
    int symbol(const JpegHuffman& table);
    bool coefficient(const JpegHuffman& table);
    bool sequential_ac(const JpegHuffman& table);
    std::uint32_t end_of_band(int exponent);
    bool first_ac(std::uint64_t& known);
    bool correct(std::uint64_t known, std::uint32_t& k, std::uint32_t zeros);
    bool refined_ac(std::uint64_t& known);

    JpegBits bits_;
    const JpegScan& scan_;
    std::uint32_t blocks_without_ = 0; ///< of those that follow
};

}
