#include "decode/decoders.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <jxl/decode.h>
#include <memory>
#include <string_view>

namespace huedrift {
namespace {

/// Bits of a codestream, low ones first: ISO/IEC 18181-1, 6.2.
class Bits {
public:
    Bits(const Source& source, std::size_t at) : source_(source), at_(at * 8) {}

    std::uint64_t next(unsigned count) {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < count; ++i, ++at_)
            value |= std::uint64_t{source_.u8(at_ / 8) >> at_ % 8 & 1} << i;
        return value;
    }

private:
    const Source& source_;
    std::size_t at_;
};

using Widths = std::array<unsigned, 4>; ///< bits of a number, which two bits choose

std::uint64_t read_number(Bits& bits, const Widths& widths) {
    const auto width = widths[bits.next(2)];
    return bits.next(width);
}

/// A size header, which the header of a preview resembles.
PictureSize read_size(Bits& bits, bool is_preview = false) {
    const bool in_eights = bits.next(1) == 1;
    const auto read_side = [&]() -> std::uint64_t {
        if (!is_preview) return in_eights ? 8 * (bits.next(5) + 1) : read_number(bits, {9, 13, 18, 30}) + 1;
        return read_number(bits, in_eights ? Widths{0, 0, 5, 9} : Widths{6, 8, 10, 12}); // of no interest
    };
    PictureSize size{.height = read_side()};
    struct Ratio {
        std::uint64_t across, down;
    };
    constexpr std::array<Ratio, 7> ratios{{{1, 1}, {12, 10}, {4, 3}, {3, 2}, {16, 9}, {5, 4}, {2, 1}}};
    const std::uint64_t ratio = bits.next(3);
    size.width = ratio == 0 ? read_side() : size.height * ratios[ratio - 1].across / ratios[ratio - 1].down;
    return size;
}

/// The rate, the plays and whether there are time codes.
void skip_animation(Bits& bits) {
    read_number(bits, {0, 0, 10, 30});
    read_number(bits, {0, 0, 8, 10});
    read_number(bits, {0, 3, 16, 32});
    bits.next(1);
}

/// The size header and the fields after it up to the depth.
FileFacts read_codestream(const Source& source, std::size_t codestream) {
    if (source.text(codestream, 2) != "\xFF\x0A") throw source.damaged("its signature is wrong");
    Bits bits(source, codestream + 2);
    const PictureSize size = read_size(bits);
    FileFacts facts;
    facts.width = size.width;
    facts.height = size.height;
    facts.orientation = 1;
    if (facts.width == 0) throw source.damaged("it has no pixels");
    if (bits.next(1) == 1) return facts; // all fields have their defaults
    if (bits.next(1) == 1) {
        facts.orientation = 1 + static_cast<int>(bits.next(3));
        if (bits.next(1) == 1) read_size(bits);       // as shown
        if (bits.next(1) == 1) read_size(bits, true); // of a preview
        facts.animated = bits.next(1) == 1;
        if (facts.animated) skip_animation(bits);
    }
    constexpr std::array<std::uint64_t, 3> depths{8, 10, 12};
    const bool has_floats = bits.next(1) == 1;
    const auto choice = bits.next(2);
    const std::uint64_t depth = choice < depths.size() ? depths[choice] : 1 + bits.next(6);
    facts.sixteen_bits = has_floats || depth > 8;
    return facts;
}

/// The beginning of the codestream in boxes, whose lengths must fit the file.
std::size_t find_codestream(const Source& source) {
    std::size_t found = 0;
    const std::size_t end = source.bytes().size();
    for (std::size_t at = 0; at < end;) {
        const std::size_t size = source.u32_big(at);
        const std::string_view type = source.text(at + 4, 4);
        constexpr std::size_t head = 8, counter = 4;
        if (size == 1) throw source.unsupported("JPEG XL files of boxes above 4 GiB");
        if (size != 0 && size < head) throw source.damaged("a box is shorter than its head");
        if (found == 0 && type == "jxlc") found = at + head;
        if (found == 0 && type == "jxlp") found = at + head + counter;
        if (size == 0) break;
        source.part(at, size);
        at += size;
    }
    if (found == 0) throw source.damaged("it has no pixel data");
    return found;
}

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

/// Reads the first metadata box of each kind, compressed or not. Such boxes may follow the picture, where the
/// picture's decoder stops, so this uses another decoder.
void read_metadata(std::span<const std::byte> file, StoredMetadata& metadata) {
    constexpr std::size_t room =
        std::max(max_exif_bytes, max_xmp_bytes) + 5; // one byte above the limit, and the offset
    const Jxl decoder(JxlDecoderCreate(nullptr), &JxlDecoderDestroy);
    JxlDecoderSubscribeEvents(decoder.get(), JXL_DEC_BOX);
    JxlDecoderSetDecompressBoxes(decoder.get(), JXL_TRUE);
    give_input(decoder.get(), file);
    std::vector<std::byte>* box = nullptr;
    while (true) {
        const JxlDecoderStatus status = JxlDecoderProcessInput(decoder.get());
        if (box) box->resize(room - JxlDecoderReleaseBoxBuffer(decoder.get()));
        box = nullptr;
        if (status != JXL_DEC_BOX) break; // the end, damage, or a box above the limit
        JxlBoxType type;
        JxlDecoderGetBoxType(decoder.get(), type, JXL_TRUE);
        const std::string_view name(type, sizeof type);
        if (name == "Exif" && metadata.exif.empty()) box = &metadata.exif;
        if (name == "xml " && metadata.xmp.empty()) box = &metadata.xmp;
        if (!box) continue;
        box->resize(room);
        JxlDecoderSetBoxBuffer(decoder.get(), reinterpret_cast<std::uint8_t*>(box->data()), room);
    }
    take_off_offset(metadata.exif);
}

/// Decodes up to the first complete picture.
class Reader {
public:
    explicit Reader(const Undecoded& picture) : picture_(picture) {
        JxlDecoderSubscribeEvents(decoder_.get(),
                                  JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE);
        JxlDecoderSetKeepOrientation(decoder_.get(), JXL_TRUE);
        give_input(decoder_.get(), picture.file());
    }

    const char* read() {
        for (;;) {
            const char* failure = "";
            switch (JxlDecoderProcessInput(decoder_.get())) {
            case JXL_DEC_BASIC_INFO:
                failure = heed_size();
                break;
            case JXL_DEC_COLOR_ENCODING:
                picture_.colors.profile = profile_of(decoder_.get());
                break;
            case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
                failure = provide_pixels();
                break;
            case JXL_DEC_FULL_IMAGE:
                if (info_.alpha_premultiplied) divide_by_alpha(picture_);
                return "";
            case JXL_DEC_NEED_MORE_INPUT:
                return is_cut_short;
            default:
                return contradicts_itself;
            }
            if (*failure != '\0') return failure;
        }
    }

private:
    const char* heed_size() {
        if (JxlDecoderGetBasicInfo(decoder_.get(), &info_) != JXL_DEC_SUCCESS) return contradicts_itself;
        return info_.xsize == picture_.width && info_.ysize == picture_.height ? "" : has_two_sizes;
    }
    const char* provide_pixels() {
        const bool deep = info_.bits_per_sample > 8;
        auto& aside = picture_.colors.deep;
        if (deep) aside = std::make_shared<Rgba16[]>(picture_.pixels.size());
        const JxlPixelFormat format{4, deep ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
        void* const target = deep ? static_cast<void*>(aside.get()) : picture_.pixels.data();
        const std::size_t bytes = picture_.pixels.size() * (deep ? sizeof(Rgba16) : sizeof(Rgba8));
        return JxlDecoderSetImageOutBuffer(decoder_.get(), &format, target, bytes) == JXL_DEC_SUCCESS
                   ? ""
                   : contradicts_itself;
    }

    const Undecoded& picture_;
    Jxl decoder_{JxlDecoderCreate(nullptr), &JxlDecoderDestroy};
    JxlBasicInfo info_{};
};

}

FileFacts inspect_jxl(const Source& source) {
    const bool bare = source.text(0, 2) == "\xFF\x0A";
    return read_codestream(source, bare ? 0 : find_codestream(source));
}

std::string decode_jxl(const Undecoded& picture) {
    const char* const failure = Reader(picture).read();
    if (*failure == '\0') read_metadata(picture.file(), picture.metadata);
    return failure;
}

void prepare_jxl() {
    const auto drop = [](void*, const char*, std::size_t size) { return static_cast<ssize_t>(size); };
    if (std::FILE* const nowhere = ::fopencookie(nullptr, "w", {nullptr, drop, nullptr, nullptr}))
        stderr = nowhere;
}

}
