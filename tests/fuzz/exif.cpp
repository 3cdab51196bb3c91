#include "decode/exif_block.h"
#include "decode/file_facts.h"
#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const int orientation = huedrift::exif_facts(std::as_bytes(std::span(data, size))).orientation;
    if (orientation < 1 || orientation > 8) __builtin_trap();
    const auto bytes = std::as_bytes(std::span(data, size));
    const huedrift::TruePicture picture{12, 34, true};
    using huedrift::copied_exif, huedrift::ExifHolder;
    const auto copied = copied_exif(bytes, ExifHolder::block, picture);
    // The facts of the picture stay unchanged.
    if (copied && !copied->empty() && copied_exif(*copied, ExifHolder::block, picture) != copied)
        __builtin_trap();
    huedrift::copied_xmp(bytes, picture);
    const auto from_file = copied_exif(bytes, ExifHolder::tiff_file, picture);
    if (!from_file) return 0;
    if (from_file->size() > huedrift::max_exif_bytes + 1) __builtin_trap();
    if (!copied_exif(*from_file, ExifHolder::block, picture)) __builtin_trap();
    return 0;
}
