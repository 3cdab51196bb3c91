#include "decode/decoders.h"

#include "decode/stb_image_options.h"
#include "decode/stb_memory.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>
#include <zlib.h>

namespace huedrift {
namespace {

constexpr std::size_t signature_bytes = 8, length_and_type_bytes = 8, checksum_bytes = 4;

void check_sum(const Source& source, std::size_t chunk, std::uint32_t length) {
    const auto covered = source.part(chunk + 4, 4 + std::size_t{length}); // the type and the data
    const auto sum =
        ::crc32_z(0, reinterpret_cast<const Bytef*>(covered.data()), static_cast<z_size_t>(covered.size()));
    if (sum != source.u32_big(chunk + length_and_type_bytes + length))
        throw source.damaged("a checksum is wrong");
}

/// By the colour type in the first chunk.
bool is_indexed(const Source& source) { return source.u8(signature_bytes + length_and_type_bytes + 9) == 3; }

FileFacts read_ihdr(const Source& source, std::size_t data) {
    FileFacts facts;
    facts.width = source.u32_big(data);
    facts.height = source.u32_big(data + 4);
    facts.sixteen_bits = source.u8(data + 8) == 16;
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    return facts;
}

/// The palette in PLTE and tRNS, whose alphas may end before the colours (PNG specification, 11.2.2, 11.3.1).
void read_slots(const Source& source, std::string_view type, std::size_t data, std::uint32_t length,
                std::vector<Rgba8>& slots) {
    const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(source.u8(data + at)); };
    if (type == "PLTE") {
        slots.clear();
        for (std::size_t at = 0; at + 3 <= length && slots.size() < max_slots; at += 3)
            slots.push_back({byte(at), byte(at + 1), byte(at + 2), 255});
    }
    if (type == "tRNS")
        for (std::size_t i = 0; i < std::min<std::size_t>(length, slots.size()); ++i) slots[i].a = byte(i);
}

/// The text of an iTXt chunk with this keyword, if it is uncompressed and without a language, as this program
/// and writers of XMP make it; otherwise none. Keyword, compression flag and method, language tag and
/// translated keyword come first (PNG specification).
std::span<const std::byte> text_in(const Source& source, std::string_view keyword, std::size_t data,
                                   std::uint32_t length) {
    const std::string head = std::string(keyword) + std::string(5, '\0');
    const bool has_it = length > head.size() && source.text(data, head.size()) == head;
    return has_it ? source.part(data + head.size(), length - head.size()) : std::span<const std::byte>{};
}

/// PNG specification, third edition, 11.3.4.3.
std::optional<Resolution> read_phys(const Source& source, std::size_t data, std::uint32_t length) {
    constexpr std::uint32_t metre = 1;
    if (length != 9 || source.u8(data + 8) != metre) return std::nullopt;
    return usable_resolution(source.u32_big(data), source.u32_big(data + 4));
}

/// The animation in the chunks of a file (PNG specification, third edition, 11.3.6).
class FrameChunks {
public:
    FrameChunks(const Source& source, const FileFacts& facts) : source_(source), facts_(facts) {}

    void read(std::string_view type, std::size_t data, std::uint32_t length) {
        const bool cut = (type == "acTL" && length != 8) || (type == "fcTL" && length != 26) ||
                         (type == "fdAT" && length < 4);
        if (cut) {
            sound_ = false;
        } else if (type == "acTL") {
            sound_ &= count_ == 0 && !pixels_;
            count_ = source_.u32_big(data);
            animation_.plays = source_.u32_big(data + 4);
        } else if (type == "fcTL") {
            sound_ &= follows(data) && (animation_.delays.empty() || has_data_) && fits(data);
            const auto numerator = static_cast<std::uint16_t>(source_.u16_big(data + 20));
            const auto denominator = static_cast<std::uint16_t>(source_.u16_big(data + 22));
            animation_.delays.push_back({numerator, denominator == 0 ? std::uint16_t{100} : denominator});
            has_data_ = false;
        } else if (type == "IDAT") {
            sound_ &= animation_.frames() < 2;
            pixels_ = has_data_ = true;
        } else if (type == "fdAT") {
            sound_ &= follows(data) && pixels_ && animation_.frames() > 0;
            has_data_ = true;
        }
    }

    /// None if the chunks contradict each other: the file is then a picture, as in browsers.
    Animation animation() const {
        constexpr std::uint32_t unknown = 0xFFFFFFFF; // written by ffmpeg into pipes
        const bool counted = count_ == animation_.frames() || count_ == unknown;
        return sound_ && has_data_ && counted ? animation_ : Animation{};
    }

private:
    bool follows(std::size_t data) { return source_.u32_big(data) == sequence_++; }
    bool fits(std::size_t data) const {
        const std::uint64_t width = source_.u32_big(data + 4), height = source_.u32_big(data + 8),
                            right = source_.u32_big(data + 12) + width,
                            bottom = source_.u32_big(data + 16) + height;
        // IDAT covers the whole picture.
        const bool whole = width == facts_.width && height == facts_.height;
        return width > 0 && height > 0 && right <= facts_.width && bottom <= facts_.height &&
               (pixels_ || whole);
    }

    const Source& source_;
    const FileFacts& facts_;
    Animation animation_{};
    std::uint32_t count_ = 0, sequence_ = 0;
    bool sound_ = true;
    bool pixels_ = false;   ///< IDAT was there
    bool has_data_ = false; ///< the last frame
};

/// Unpacks a profile from a name, a zero, the method 0 and zlib data (PNG specification, 11.3.2.3). A single
/// byte, which is no profile, stands for a damaged one.
std::vector<std::byte> profile_in(std::string_view chunk) {
    const std::size_t packed_at = chunk.find('\0') + 2;
    std::vector<std::byte> damaged(1);
    if (packed_at < 2 || packed_at >= chunk.size()) return damaged;
    int size = 0;
    const std::unique_ptr<char, decltype(&stbi_image_free)> profile(
        stbi_zlib_decode_malloc(chunk.data() + packed_at, static_cast<int>(chunk.size() - packed_at), &size),
        &stbi_image_free);
    if (!profile || size <= 0) return damaged;
    const auto bytes = std::as_bytes(std::span(profile.get(), static_cast<std::size_t>(size)));
    return {bytes.begin(), bytes.end()};
}

void read_color_chunk(const Source& source, std::string_view type, std::size_t data, std::size_t length,
                      StoredColors& colors) {
    PngColors& png = colors.png;
    if (type == "cICP" && length == 4) {
        colors.cicp = Cicp{source.u8(data), source.u8(data + 1)};
        png.chunks |= PngColors::cicp_chunk;
        png.cicp = source.u32_big(data);
    }
    if (type == "sRGB" && length == 1) {
        png.chunks |= PngColors::srgb_chunk;
        png.intent = source.u8(data);
    }
    if (type == "gAMA" && length == 4) {
        png.chunks |= PngColors::gamma_chunk;
        png.gamma = source.u32_big(data);
    }
    if (type == "cHRM" && length == 4 * png.primaries.size()) {
        png.chunks |= PngColors::primaries_chunk;
        for (std::size_t i = 0; i < png.primaries.size(); ++i)
            png.primaries[i] = source.u32_big(data + 4 * i);
    }
}

StoredColors colors_in(const Source& source) {
    constexpr std::size_t signature = 8, around = 12; // a chunk has length, type and checksum
    StoredColors colors;
    for (std::size_t chunk = signature;;) {
        const std::size_t length = source.u32_big(chunk), data = chunk + 8;
        const std::string_view type = source.text(chunk + 4, 4);
        if (type == "IDAT" || type == "IEND") return colors;
        if (type == "iCCP") colors.profile = profile_in(source.text(data, length));
        read_color_chunk(source, type, data, length, colors);
        chunk += around + length;
    }
}

}

FileFacts inspect_png(const Source& source) {
    // The signature contains line endings because a transfer as text breaks them.
    if (source.text(0, signature_bytes) != "\x89PNG\r\n\x1a\n")
        throw source.damaged("its signature is wrong");
    FileFacts facts;
    bool pixels_seen = false;
    FrameChunks frames(source, facts);
    for (std::size_t chunk = signature_bytes;;) {
        const std::uint32_t length = source.u32_big(chunk);
        const std::string_view type = source.text(chunk + 4, 4);
        const std::size_t data = chunk + length_and_type_bytes;
        if ((chunk == signature_bytes) != (type == "IHDR" && length == 13))
            throw source.damaged("its header chunk is misplaced");
        check_sum(source, chunk, length);

        if (type == "IHDR") facts = read_ihdr(source, data);
        if (is_indexed(source)) read_slots(source, type, data, length, facts.slots);
        if (type == "IDAT") pixels_seen = true;
        if (type == "acTL") facts.animated = true;
        if (type == "pHYs") facts.resolution = read_phys(source, data, length);
        if (type == "eXIf") facts.exif = source.part(data, length);
        if (type == "iTXt" && facts.settings.empty())
            facts.settings = text_in(source, "huedrift", data, length);
        if (type == "iTXt" && facts.xmp.empty())
            facts.xmp = text_in(source, "XML:com.adobe.xmp", data, length);
        frames.read(type, data, length);
        if (type == "IEND") break;
        chunk = data + length + checksum_bytes;
    }
    if (!pixels_seen) throw source.damaged("it has no pixel data");
    facts.animation = frames.animation();
    facts.frame_pixels = facts.animation.frames() * facts.width * facts.height;
    return facts;
}

std::string decode_png(const Undecoded& picture) {
    {
        const StbMemoryBudget budget(memory_budget(picture.file().size(), 0));
        picture.colors = colors_in(picture.source);
    }
    return picture.frames > 1 ? decode_apng(picture) : decode_stb(picture);
}

}
