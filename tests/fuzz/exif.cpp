#include "decode/orientation.h"
#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const int orientation = huedrift::exif_orientation(std::as_bytes(std::span(data, size)));
    if (orientation < 1 || orientation > 8) __builtin_trap();
    return 0;
}
