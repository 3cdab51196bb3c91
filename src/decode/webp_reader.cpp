#include "decode/picture_reader.h"
#include "image/load_limits.h"

#include <algorithm>
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

using Demuxer = std::unique_ptr<WebPDemuxer, decltype(&WebPDemuxDelete)>;
using Animator = std::unique_ptr<WebPAnimDecoder, decltype(&WebPAnimDecoderDelete)>;

/// The times of WebP count milliseconds.
Delay delay_of(int milliseconds) {
    constexpr int most = 65535;
    if (milliseconds <= most) return {static_cast<std::uint16_t>(std::max(milliseconds, 0)), 1000};
    return {static_cast<std::uint16_t>(std::min(milliseconds / 1000, most)), 1};
}

class WebpReader : public PictureReader {
public:
    explicit WebpReader(const Source& source) : PictureReader(source) {
        WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
        parts_ = Demuxer(WebPDemuxPartial(&data_, &state), &WebPDemuxDelete);
        if (state == WEBP_DEMUX_PARSE_ERROR) throw source.damaged(contradicts_itself);
        if (state != WEBP_DEMUX_DONE) throw source.damaged(is_cut_short);
        facts_.width = number(WEBP_FF_CANVAS_WIDTH);
        facts_.height = number(WEBP_FF_CANVAS_HEIGHT);
        facts_.animated = (number(WEBP_FF_FORMAT_FLAGS) & ANIMATION_FLAG) != 0;
        if (frame_size() == 0) throw source.damaged(has_no_pixels);
        if (number(WEBP_FF_FRAME_COUNT) == 0) throw source.damaged(has_no_pixel_data);
        facts_.exif = metadata_of(after_header(chunk("EXIF")));
        facts_.xmp = metadata_of(chunk("XMP "), max_xmp_bytes);
        if (facts_.animated) read_frames();
    }

    std::string decode(const DecodeTarget& target) override {
        const auto profile = chunk("ICCP");
        target.colors.profile.assign(profile.begin(), profile.end());
        return target.frames > 1 ? decode_frames(target) : decode_first(target);
    }

private:
    std::uint32_t number(WebPFormatFeature feature) const { return WebPDemuxGetI(parts_.get(), feature); }
    std::span<const std::byte> chunk(const char* name) const {
        WebPChunkIterator found{};
        if (!WebPDemuxGetChunk(parts_.get(), name, 1, &found)) return {};
        return std::as_bytes(std::span(found.chunk.bytes, found.chunk.size)); // in the file
    }
    /// The demuxer owns the data of an iterator.
    void read_frames() {
        facts_.frames = number(WEBP_FF_FRAME_COUNT);
        facts_.frame_pixels = facts_.frames * frame_size();
        facts_.plays = number(WEBP_FF_LOOP_COUNT);
        facts_.animated = facts_.frames > 1;
        facts_.delays.reserve(std::min<std::size_t>(facts_.frames, LoadLimits::all_frames));
        WebPIterator frame{};
        int more = WebPDemuxGetFrame(parts_.get(), 1, &frame); // each step searches a list
        for (; more && facts_.delays.size() < LoadLimits::all_frames; more = WebPDemuxNextFrame(&frame))
            facts_.delays.push_back(delay_of(frame.duration));
    }

    std::string decode_frames(const DecodeTarget& target) const {
        WebPAnimDecoderOptions options;
        if (!WebPAnimDecoderOptionsInit(&options)) return has_other_version;
        options.color_mode = MODE_RGBA;
        const Animator animator(WebPAnimDecoderNew(&data_, &options), &WebPAnimDecoderDelete);
        if (!animator) return contradicts_itself;
        for (std::uint64_t i = 0; i < target.frames; ++i) {
            std::uint8_t* canvas = nullptr;
            int end = 0; // milliseconds
            if (!WebPAnimDecoderGetNext(animator.get(), &canvas, &end)) return "a frame cannot be decoded";
            std::copy_n(reinterpret_cast<const Rgba8*>(canvas), frame_size(),
                        target.pixels.begin() + static_cast<std::ptrdiff_t>(i * frame_size()));
        }
        return "";
    }

    /// The first frame alone: it is transparent where the canvas is larger.
    std::string decode_first(const DecodeTarget& target) const {
        WebPIterator frame{};
        if (!WebPDemuxGetFrame(parts_.get(), 1, &frame)) return has_no_pixel_data;
        if (!frame.complete) return is_cut_short;
        WebPDecoderConfig config;
        if (!WebPInitDecoderConfig(&config)) return has_other_version;
        const WebPData& data = frame.fragment;
        if (const auto status = WebPGetFeatures(data.bytes, data.size, &config.input);
            status != VP8_STATUS_OK)
            return reason_of(status);
        const auto left = static_cast<std::uint64_t>(frame.x_offset),
                   top = static_cast<std::uint64_t>(frame.y_offset);
        if (config.input.width != frame.width || config.input.height != frame.height ||
            left + static_cast<std::uint64_t>(frame.width) > facts_.width ||
            top + static_cast<std::uint64_t>(frame.height) > facts_.height)
            return has_two_sizes;
        const auto rows = std::as_writable_bytes(target.pixels.subspan(top * facts_.width + left));
        config.output.colorspace = MODE_RGBA;
        config.output.is_external_memory = 1;
        config.output.u.RGBA = {.rgba = reinterpret_cast<std::uint8_t*>(rows.data()),
                                .stride = static_cast<int>(facts_.width * sizeof(Rgba8)),
                                .size = rows.size()};
        return reason_of(WebPDecode(data.bytes, data.size, &config));
    }

    static constexpr const char* has_other_version = "its decoder has another version";

    const WebPData data_{reinterpret_cast<const std::uint8_t*>(file().data()), file().size()};
    Demuxer parts_{nullptr, &WebPDemuxDelete};
};

}

std::unique_ptr<PictureReader> open_webp(const Source& source) {
    return std::make_unique<WebpReader>(source);
}

}
