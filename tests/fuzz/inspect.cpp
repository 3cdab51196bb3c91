#include "decode/decode_here.h"
#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace huedrift;
    const LoadLimits limits;
    try {
        const FileFacts facts = inspect_here(std::as_bytes(std::span(data, size)), "a.tga", limits);
        if (facts.width == 0 || facts.height == 0 || facts.width * facts.height > limits.max_pixels)
            __builtin_trap();
    } catch (const Error&) { // refused
    }
    return 0;
}
