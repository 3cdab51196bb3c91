#include "decode/picture_reader.h"

#include <algorithm>
#include <cstdio>
#include <jxl/decode.h>
#include <memory>
#include <string_view>

namespace huedrift {
namespace {

using Jxl = std::unique_ptr<JxlDecoder, decltype(&JxlDecoderDestroy)>;

std::vector<std::byte> profile_of(const JxlDecoder* decoder) {
    std::size_t size = 0;
    constexpr auto target = JXL_COLOR_PROFILE_TARGET_DATA;
    if (JxlDecoderGetICCProfileSize(decoder, nullptr, target, &size) != JXL_DEC_SUCCESS) return {};
    if (size > max_profile_bytes) return std::vector<std::byte>(1); // stands for a damaged profile
    std::vector<std::byte> profile(size);
    if (JxlDecoderGetColorAsICCProfile(decoder, nullptr, target,
                                       reinterpret_cast<std::uint8_t*>(profile.data()),
                                       size) != JXL_DEC_SUCCESS)
        return {};
    return profile;
}

void give_input(JxlDecoder* decoder, std::span<const std::byte> file) {
    JxlDecoderSetInput(decoder, reinterpret_cast<const std::uint8_t*>(file.data()), file.size());
    JxlDecoderCloseInput(decoder);
}

/// Reads the first metadata box of each kind, compressed or not, and finds out whether all boxes are whole.
/// Boxes may follow the picture, where the picture's decoder stops, so this uses another decoder.
void read_boxes(const Source& source, FileFacts& facts) {
    constexpr std::size_t room =
        std::max(max_exif_bytes, max_xmp_bytes) + 5; // a byte too many, and the offset
    const Jxl decoder(JxlDecoderCreate(nullptr), &JxlDecoderDestroy);
    JxlDecoderSubscribeEvents(decoder.get(), JXL_DEC_BOX);
    JxlDecoderSetDecompressBoxes(decoder.get(), JXL_TRUE);
    give_input(decoder.get(), source.bytes());
    std::vector<std::byte>* box = nullptr;
    JxlDecoderStatus status = JXL_DEC_BOX;
    while (true) {
        status = JxlDecoderProcessInput(decoder.get());
        if (box) box->resize(room - JxlDecoderReleaseBoxBuffer(decoder.get()));
        box = nullptr;
        if (status != JXL_DEC_BOX) break; // the end, damage, or a box above the limit
        JxlBoxType type;
        JxlDecoderGetBoxType(decoder.get(), type, JXL_TRUE);
        const std::string_view name(type, sizeof type);
        if (name == "Exif" && facts.exif.empty()) box = &facts.exif;
        if (name == "xml " && facts.xmp.empty()) box = &facts.xmp;
        if (!box) continue;
        box->resize(room);
        JxlDecoderSetBoxBuffer(decoder.get(), reinterpret_cast<std::uint8_t*>(box->data()), room);
    }
    if (status == JXL_DEC_NEED_MORE_INPUT) throw source.damaged(is_cut_short);
    const auto exif = after_offset(facts.exif);
    facts.exif = {exif.begin(), exif.end()};
}

class JxlReader : public PictureReader {
public:
    explicit JxlReader(const Source& source) : PictureReader(source) {
        JxlDecoderSubscribeEvents(decoder_.get(),
                                  JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE);
        JxlDecoderSetKeepOrientation(decoder_.get(), JXL_TRUE);
        give_input(decoder_.get(), file());
        const JxlDecoderStatus status = JxlDecoderProcessInput(decoder_.get());
        if (status != JXL_DEC_BASIC_INFO || JxlDecoderGetBasicInfo(decoder_.get(), &info_) != JXL_DEC_SUCCESS)
            throw source.damaged(status == JXL_DEC_NEED_MORE_INPUT ? is_cut_short : contradicts_itself);
        facts_.width = info_.xsize;
        facts_.height = info_.ysize;
        facts_.orientation = info_.orientation;
        facts_.animated = info_.have_animation != JXL_FALSE;
        facts_.sixteen_bits = info_.bits_per_sample > 8;
        const bool has_boxes = source.text(0, 2) != "\xFF\x0A";
        if (has_boxes) read_boxes(source, facts_);
    }

    std::string decode(const DecodeTarget& target) override {
        for (;;) {
            switch (JxlDecoderProcessInput(decoder_.get())) {
            case JXL_DEC_COLOR_ENCODING:
                target.colors.profile = profile_of(decoder_.get());
                break;
            case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
                if (!provide_pixels(target)) return contradicts_itself;
                break;
            case JXL_DEC_FULL_IMAGE:
                if (info_.alpha_premultiplied) divide_by_alpha(target);
                return "";
            case JXL_DEC_NEED_MORE_INPUT:
                return is_cut_short;
            default:
                return contradicts_itself;
            }
        }
    }

private:
    bool provide_pixels(const DecodeTarget& target) {
        const bool deep = facts_.sixteen_bits != 0;
        auto& aside = target.colors.deep;
        if (deep) aside = std::make_shared<Rgba16[]>(target.pixels.size());
        const JxlPixelFormat format{4, deep ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
        void* const pixels = deep ? static_cast<void*>(aside.get()) : target.pixels.data();
        const std::size_t bytes = target.pixels.size() * (deep ? sizeof(Rgba16) : sizeof(Rgba8));
        return JxlDecoderSetImageOutBuffer(decoder_.get(), &format, pixels, bytes) == JXL_DEC_SUCCESS;
    }

    Jxl decoder_{JxlDecoderCreate(nullptr), &JxlDecoderDestroy};
    JxlBasicInfo info_{};
};

}

std::unique_ptr<PictureReader> open_jxl(const Source& source) { return std::make_unique<JxlReader>(source); }

void prepare_jxl() {
    const auto drop = [](void*, const char*, std::size_t size) { return static_cast<ssize_t>(size); };
    if (std::FILE* const nowhere = ::fopencookie(nullptr, "w", {nullptr, drop, nullptr, nullptr}))
        stderr = nowhere;
}

}
