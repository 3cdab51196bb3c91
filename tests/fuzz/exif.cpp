#include "decode/exif_block.h"
#include "decode/file_facts.h"
#include "decode/tiff_metadata.h"
#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const int orientation = huedrift::exif_orientation(std::as_bytes(std::span(data, size)));
    if (orientation < 1 || orientation > 8) __builtin_trap();
    const auto bytes = std::as_bytes(std::span(data, size));
    const huedrift::TruePicture picture{12, 34, true};
    const auto cleaned = huedrift::cleaned_exif(bytes, picture);
    // The facts of the picture stay unchanged.
    if (cleaned && !cleaned->empty() && huedrift::cleaned_exif(*cleaned, picture) != cleaned)
        __builtin_trap();
    huedrift::cleaned_xmp(bytes, picture);
    const huedrift::StoredMetadata of_a_picture = huedrift::tiff_metadata(bytes);
    if (of_a_picture.exif.size() > huedrift::max_exif_bytes + 1) __builtin_trap();
    huedrift::cleaned_exif(of_a_picture.exif, picture);
    return 0;
}
