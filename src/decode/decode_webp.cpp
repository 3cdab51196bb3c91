#include "decode/decoders.h"

#include <algorithm>
#include <memory>
#include <webp/decode.h>
#include <webp/demux.h>

namespace huedrift {
namespace {

// RIFF chunks, RFC 9649, section 2: a name of four letters, the number of bytes, these and one more if they
// are odd.
constexpr std::size_t chunk_head = 8, file_head = 12;

std::uint32_t u24_little(const Source& source, std::size_t at) {
    return source.u16_little(at) | source.u8(at + 2) << 16;
}

/// The key frame that a lossy picture is, RFC 6386, section 9.1.
void read_lossy(const Source& source, std::size_t data, FileFacts& facts) {
    if (source.u8(data) & 1 || u24_little(source, data + 3) != 0x2A019D)
        throw source.damaged("it does not begin with a key frame");
    facts.width = source.u16_little(data + 6) & 0x3FFF;
    facts.height = source.u16_little(data + 8) & 0x3FFF;
}

void read_lossless(const Source& source, std::size_t data, FileFacts& facts) {
    if (source.u8(data) != 0x2F) throw source.damaged("its signature is wrong");
    const std::uint32_t sizes = source.u32_little(data + 1);
    facts.width = (sizes & 0x3FFF) + 1;
    facts.height = (sizes >> 14 & 0x3FFF) + 1;
}

/// The canvas of the extended form, in which profiles, Exif data and animations lie.
void read_extended(const Source& source, std::size_t data, FileFacts& facts) {
    constexpr std::uint32_t animation = 0x02;
    facts.animated = (source.u8(data) & animation) != 0;
    facts.width = u24_little(source, data + 4) + 1;
    facts.height = u24_little(source, data + 7) + 1;
}

/// Some writers put the header of a JPEG segment before the TIFF structure.
std::span<const std::byte> exif_in(const Source& source, std::size_t data, std::uint32_t length) {
    constexpr std::string_view header("Exif\0\0", 6);
    const bool headed = length >= header.size() && source.text(data, header.size()) == header;
    const std::size_t skipped = headed ? header.size() : 0;
    return source.part(data + skipped, length - skipped);
}

const char* reason_of(VP8StatusCode status) {
    switch (status) {
    case VP8_STATUS_OK:
        return "";
    case VP8_STATUS_OUT_OF_MEMORY:
        return unpacks_to_too_much;
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED:
        return is_cut_short;
    default:
        return contradicts_itself;
    }
}

/// Whether the frame lies within the picture.
bool fits(const WebPIterator& frame, const Undecoded& picture) {
    return frame.x_offset >= 0 && frame.y_offset >= 0 && frame.width > 0 && frame.height > 0 &&
           std::uint64_t(frame.x_offset) + std::uint64_t(frame.width) <= picture.width &&
           std::uint64_t(frame.y_offset) + std::uint64_t(frame.height) <= picture.height;
}

const char* decode_frame(const WebPIterator& frame, const Undecoded& picture) {
    if (!frame.complete) return is_cut_short;
    if (!fits(frame, picture)) return has_two_sizes;
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return "its decoder has another version";
    const WebPData& data = frame.fragment;
    if (const auto status = WebPGetFeatures(data.bytes, data.size, &config.input); status != VP8_STATUS_OK)
        return reason_of(status);
    if (config.input.width != frame.width || config.input.height != frame.height) return has_two_sizes;

    const auto first = std::size_t(frame.y_offset) * picture.width + std::size_t(frame.x_offset);
    const auto target = std::as_writable_bytes(picture.pixels.subspan(first));
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA = {.rgba = reinterpret_cast<std::uint8_t*>(target.data()),
                            .stride = static_cast<int>(picture.width * sizeof(Rgba8)),
                            .size = target.size()};
    return reason_of(WebPDecode(data.bytes, data.size, &config));
}

}

FileFacts inspect_webp(const Source& source) {
    if (source.text(0, 4) != "RIFF") throw source.damaged("its signature is wrong");
    const std::size_t end = chunk_head + source.u32_little(4);
    source.part(0, end);
    FileFacts facts;
    bool pixels_seen = false;
    for (std::size_t chunk = file_head; chunk < end;) {
        const std::string_view type = source.text(chunk, 4);
        const std::uint32_t length = source.u32_little(chunk + 4);
        const std::size_t data = chunk + chunk_head, next = data + length + length % 2;
        source.part(data, length);
        if (next > end) throw source.damaged("a chunk reaches beyond its end");

        const bool first = chunk == file_head;
        if (type == "VP8 " || type == "VP8L" || type == "ANMF") pixels_seen = true;
        if (type == "VP8 " && first) read_lossy(source, data, facts);
        if (type == "VP8L" && first) read_lossless(source, data, facts);
        if (type == "VP8X" && first) read_extended(source, data, facts);
        if (type == "EXIF" && facts.exif.empty()) facts.exif = exif_in(source, data, length);
        if (type == "XMP " && facts.xmp.empty()) facts.xmp = source.part(data, length);
        chunk = next;
    }
    if (!pixels_seen) throw source.damaged("it has no pixel data");
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    return facts;
}

std::string decode_webp(const Undecoded& picture) {
    const WebPData data{reinterpret_cast<const std::uint8_t*>(picture.file().data()), picture.file().size()};
    const std::unique_ptr<WebPDemuxer, decltype(&WebPDemuxDelete)> parts(WebPDemux(&data), &WebPDemuxDelete);
    if (!parts) return contradicts_itself;
    if (WebPDemuxGetI(parts.get(), WEBP_FF_CANVAS_WIDTH) != picture.width ||
        WebPDemuxGetI(parts.get(), WEBP_FF_CANVAS_HEIGHT) != picture.height)
        return has_two_sizes;
    WebPIterator frame{};
    if (!WebPDemuxGetFrame(parts.get(), 1, &frame)) return "it has no pixel data";
    WebPChunkIterator profile{};
    if (WebPDemuxGetChunk(parts.get(), "ICCP", 1, &profile)) {
        const auto bytes = std::as_bytes(std::span(profile.chunk.bytes, profile.chunk.size));
        picture.colors.profile.assign(bytes.begin(), bytes.end());
    }
    return decode_frame(frame, picture); // the demuxer owns the iterator's data
}

}
