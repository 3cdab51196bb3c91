#include "decode/jpeg_scan.h"

namespace huedrift {

template <typename Block>
bool JpegScanWalk::each_block(std::size_t units, std::size_t interval, const Block& block) {
    const bool alone = scan_.components.size() == 1;
    for (std::size_t unit = 0; unit < units; ++unit) {
        if (interval > 0 && unit > 0 && unit % interval == 0) {
            if (!bits_.restart()) return false;
            blocks_without_ = 0;
        }
        for (std::size_t part = 0; part < scan_.components.size(); ++part) {
            const JpegComponent& component = *scan_.components[part];
            for (std::uint32_t n = alone ? 1 : component.across * component.down; n > 0; --n)
                if (!block(part, unit)) return false;
        }
    }
    return true;
}

bool JpegScanWalk::sequential(std::size_t units, std::size_t interval) {
    return each_block(units, interval, [&](std::size_t part, std::size_t) {
        return coefficient(*scan_.dc[part]) && sequential_ac(*scan_.ac[part]);
    });
}

bool JpegScanWalk::progressive(std::size_t units, std::size_t interval) {
    if (scan_.first == 0)
        return each_block(units, interval, [&](std::size_t part, std::size_t) {
            return scan_.refines ? bits_.skip(1) : coefficient(*scan_.dc[part]);
        });
    std::vector<std::uint64_t>& known = scan_.components[0]->known;
    return each_block(units, interval, [&](std::size_t, std::size_t block) {
        return scan_.refines ? refined_ac(known[block]) : first_ac(known[block]);
    });
}

/// -1 when there is none.
int JpegScanWalk::symbol(const JpegHuffman& table) {
    const JpegHuffman::Code code = table.find(bits_.peek());
    return code.bits > 0 && bits_.skip(code.bits) ? code.symbol : -1;
}

/// A symbol that says how many bits follow, and those.
bool JpegScanWalk::coefficient(const JpegHuffman& table) {
    const JpegHuffman::Code code = table.find(bits_.peek());
    return code.bits > 0 && code.symbol <= 15 && bits_.skip(code.bits + code.symbol);
}

bool JpegScanWalk::sequential_ac(const JpegHuffman& table) {
    for (std::uint32_t k = 1; k < 64;) {
        const JpegHuffman::Code code = table.find(bits_.peek());
        const int size = code.symbol & 15;
        if (code.bits == 0 || !bits_.skip(code.bits + size)) return false;
        if (code.symbol == 0xF0) {
            k += 16;
        } else if (size == 0) {
            break;
        } else {
            k += (code.symbol >> 4) + 1u;
        }
    }
    return true;
}

/// How many blocks, this one among them, have nothing more; 0 when bits are missing.
std::uint32_t JpegScanWalk::end_of_band(int exponent) {
    const std::uint32_t more = exponent == 0 ? 0 : bits_.peek() >> (16 - exponent);
    return bits_.skip(exponent) ? (1u << exponent) + more : 0;
}

bool JpegScanWalk::first_ac(std::uint64_t& known) {
    if (blocks_without_ > 0) return --blocks_without_, true;
    for (std::uint32_t k = scan_.first; k <= scan_.last;) {
        const int code = symbol(*scan_.ac[0]);
        if (code < 0) return false;
        const int run = code >> 4, size = code & 15;
        if (size == 0 && run < 15) {
            blocks_without_ = end_of_band(run);
            return blocks_without_-- > 0;
        }
        k += static_cast<std::uint32_t>(run);
        if (size > 0 && k < 64) known |= std::uint64_t{1} << k;
        if (!bits_.skip(size)) return false;
        ++k;
    }
    return true;
}

/// Passes `zeros` coefficients that are not known and stands on the next such; a bit for each that is
/// known.
bool JpegScanWalk::correct(std::uint64_t known, std::uint32_t& k, std::uint32_t zeros) {
    for (; k <= scan_.last; ++k) {
        if (known >> k & 1) {
            if (!bits_.skip(1)) return false;
        } else if (zeros-- == 0) {
            break;
        }
    }
    return true;
}

bool JpegScanWalk::refined_ac(std::uint64_t& known) {
    constexpr std::uint32_t all = 64;
    std::uint32_t k = scan_.first;
    if (blocks_without_ > 0) return --blocks_without_, correct(known, k, all);
    while (k <= scan_.last) {
        const int code = symbol(*scan_.ac[0]);
        if (code < 0) return false;
        const int run = code >> 4, size = code & 15;
        if (size == 0 && run < 15) {
            blocks_without_ = end_of_band(run);
            return blocks_without_-- > 0 && correct(known, k, all);
        }
        if (size > 0 && !bits_.skip(1)) return false; // the new coefficient's sign
        if (!correct(known, k, static_cast<std::uint32_t>(run))) return false;
        if (size > 0 && k < 64) known |= std::uint64_t{1} << k;
        ++k;
    }
    return true;
}

}
