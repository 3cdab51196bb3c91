#include "decode/decode_here.h"
#include "fuzz/mend_sums.h"
#include "fuzz/target.h"

#include <algorithm>
#include <utility>
#include <vector>

// Decodes twice: the same file gives the same picture. The name counts only without a signature.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace huedrift;
    std::vector<std::uint8_t> mended(data, data + size);
    mend_sums(mended);
    const auto file = std::as_bytes(std::span(std::as_const(mended)));
    const LoadLimits limits{.max_pixels = 100'000};
    try {
        const Image first = decode_here(file, "a.tga", limits), second = decode_here(file, "a.tga", limits);
        if (!std::ranges::equal(first.pixels(), second.pixels())) __builtin_trap();
    } catch (const Error&) { // refused
    }
    return 0;
}
