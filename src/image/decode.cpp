#include "image/decode.h"

#include "image/stb_image_options.h"
#include "image/stb_memory.h"

#include <cstring>
#include <memory>
#include <string>

namespace huedrift {
namespace {

std::string failure_reason() {
    const std::string reason = stbi_failure_reason();
    if (reason == "outofmem") return "it unpacks to more than its size allows";
    // What stb_image says before it finds out that a file is no PNG, and so where it gives no reason of its
    // own.
    if (reason == "bad png sig") return "its parts do not fit together";
    return reason;
}

}

Image decode(const Source& source, const FileFacts& facts) {
    // The hungriest decoding, of an interlaced PNG of four 16-bit channels, holds 20 bytes a pixel at once:
    // the unpacked file, the picture and the largest pass. Compressed data are gathered in a block that
    // doubles, the old and the new one side by side; the constant covers tables.
    const StbMemoryBudget budget((std::size_t{64} << 20) + 24 * facts.width * facts.height +
                                 3 * source.bytes().size());
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(source.bytes().data()),
                              static_cast<int>(source.bytes().size()), &width, &height, &channels,
                              STBI_rgb_alpha),
        &stbi_image_free);
    if (!pixels) throw source.undecodable(failure_reason());
    if (std::uint64_t(width) != facts.width || std::uint64_t(height) != facts.height)
        throw source.damaged("its size is told in two ways");

    Image image(width, height);
    std::memcpy(image.pixels().data(), pixels.get(), image.pixels().size_bytes());
    return image;
}

}
