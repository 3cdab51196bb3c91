#include "decode/exif_block.h"
#include "decode/file_facts.h"
#include "decode/tiff_metadata.h"
#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const int orientation = huedrift::exif_facts(std::as_bytes(std::span(data, size))).orientation;
    if (orientation < 1 || orientation > 8) __builtin_trap();
    const auto bytes = std::as_bytes(std::span(data, size));
    const huedrift::TruePicture picture{12, 34, true};
    const auto cleaned = huedrift::cleaned_exif(bytes, picture);
    // The facts of the picture stay unchanged.
    if (cleaned && !cleaned->empty() && huedrift::cleaned_exif(*cleaned, picture) != cleaned)
        __builtin_trap();
    huedrift::cleaned_xmp(bytes, picture);
    std::vector<std::byte> exif, xmp;
    huedrift::read_tiff_metadata(bytes, exif, xmp);
    if (exif.size() > huedrift::max_exif_bytes + 1) __builtin_trap();
    huedrift::cleaned_exif(exif, picture);
    return 0;
}
