#include "decode/decoders.h"

#include <memory>
#include <webp/decode.h>
#include <webp/demux.h>

namespace huedrift {
namespace {

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
