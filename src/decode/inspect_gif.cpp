#include "decode/decoders.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

// GIF89a, sections 17 to 27.
enum Block : std::uint32_t { extension = 0x21, image = 0x2C, trailer = 0x3B };
enum Extension : std::uint32_t { graphic_control = 0xF9, application = 0xFF };

/// The bytes of the colour table announced by a byte of flags.
std::size_t color_table(std::uint32_t flags) {
    constexpr std::uint32_t present = 0x80, size = 7;
    return flags & present ? std::size_t{3} << ((flags & size) + 1) : 0;
}

/// The colours of the table at a position, of which one may be transparent.
std::vector<Rgba8> slots_at(const Source& source, std::size_t at, std::uint32_t flags,
                            std::optional<std::uint32_t> transparent) {
    std::vector<Rgba8> slots;
    for (const std::size_t end = at + color_table(flags); at < end; at += 3) {
        const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(source.u8(at + i)); };
        slots.push_back({byte(0), byte(1), byte(2), 255});
    }
    if (transparent && *transparent < slots.size()) slots[*transparent].a = 0;
    return slots;
}

/// The position after data blocks: blocks of up to 255 bytes, each preceded by its size, and an empty one.
std::size_t skip_data(const Source& source, std::size_t at) {
    while (const std::size_t size = source.u8(at)) at += 1 + size;
    return at + 1;
}

/// Netscape's extension holds a number; browsers play once more than that. 0: forever.
void read_plays(const Source& source, std::size_t block, Animation& animation) {
    constexpr std::size_t name_bytes = 11;
    if (source.u8(block) != name_bytes) return;
    const std::string_view name = source.text(block + 1, name_bytes);
    const std::size_t data = block + 1 + name_bytes;
    if ((name != "NETSCAPE2.0" && name != "ANIMEXTS1.0") || source.u8(data) < 3 || source.u8(data + 1) != 1)
        return;
    const std::uint32_t more = source.u16_little(data + 2);
    animation.plays = more == 0 ? 0 : more + 1;
}

/// Walks through the blocks and gathers the facts about pictures.
class Blocks {
public:
    Blocks(const Source& source, FileFacts& facts) : source_(source), facts_(facts) {}

    /// Returns the end of the block.
    std::size_t read_extension(std::size_t at) {
        const std::uint32_t kind = source_.u8(at + 1);
        const std::size_t block = at + 2;
        if (kind == graphic_control && source_.u8(block) >= 4) {
            delay_ = {.numerator = static_cast<std::uint16_t>(source_.u16_little(block + 2))};
            transparent_.reset();
            if (source_.u8(block + 1) & 1) transparent_ = source_.u8(block + 4);
        }
        if (kind == application) read_plays(source_, block, facts_.animation);
        return skip_data(source_, block);
    }
    std::size_t read_image(std::size_t at) {
        constexpr std::size_t descriptor = 10;
        const std::uint64_t width = source_.u16_little(at + 5), height = source_.u16_little(at + 7);
        // Some writers leave the screen too small, or empty.
        if (facts_.animation.delays.empty()) {
            facts_.width = std::max(facts_.width, source_.u16_little(at + 1) + width);
            facts_.height = std::max(facts_.height, source_.u16_little(at + 3) + height);
            facts_.slots = first_slots(at);
        }
        facts_.animation.delays.push_back(std::exchange(delay_, {}));
        facts_.frame_pixels += width * height;
        return skip_data(source_, at + descriptor + color_table(source_.u8(at + 9)) + 1);
    }

private:
    /// The palette that all pictures of the file share or, without one, that of the picture at a position.
    std::vector<Rgba8> first_slots(std::size_t picture) const {
        constexpr std::size_t screen_flags = 10, screen = 13, picture_flags = 9, descriptor = 10;
        const std::uint32_t shared = source_.u8(screen_flags), own = source_.u8(picture + picture_flags);
        return color_table(shared) != 0 ? slots_at(source_, screen, shared, transparent_)
                                        : slots_at(source_, picture + descriptor, own, transparent_);
    }

    const Source& source_;
    FileFacts& facts_;
    Delay delay_{};                              ///< of the next picture
    std::optional<std::uint32_t> transparent_{}; ///< the index in the next picture
};

}

FileFacts inspect_gif(const Source& source) {
    constexpr std::size_t head = 13;
    if (source.text(0, 6) != "GIF87a" && source.text(0, 6) != "GIF89a")
        throw source.damaged("its version is unknown");
    FileFacts facts;
    facts.width = source.u16_little(6);
    facts.height = source.u16_little(8);
    Blocks blocks(source, facts);
    for (std::size_t at = head + color_table(source.u8(10)); source.u8(at) != trailer;) {
        if (source.u8(at) == extension)
            at = blocks.read_extension(at);
        else if (source.u8(at) == image)
            at = blocks.read_image(at);
        else
            throw source.damaged("it has an unknown block");
    }
    const std::size_t images = facts.animation.frames();
    if (images == 0) throw source.damaged("it has no pixel data");
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    facts.animated = images > 1;
    // Frames may be larger than the picture, which makes decoding slower.
    facts.frame_pixels = std::max(facts.frame_pixels, images * facts.width * facts.height);
    return facts;
}

}
