#include "decode/picture_reader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <libheif/heif.h>
#include <memory>
#include <string_view>
#include <vector>

// libheif 1.15 always makes libde265 start a thread, which a confined program cannot; without threads
// libde265 decodes in the calling thread. libheif calls the function by name, so this definition is found
// first.
extern "C" int de265_start_worker_threads(void* context, int count);
extern "C" int de265_start_worker_threads(void*, int) { return 0; }

namespace huedrift {
namespace {

template <class Thing>
using Owned = std::unique_ptr<Thing, void (*)(Thing*)>;
template <class Thing>
using OwnedConst = std::unique_ptr<const Thing, void (*)(const Thing*)>;

const char* reason_of(const heif_error& error) {
    if (error.code == heif_error_Memory_allocation_error) return unpacks_to_too_much;
    if (error.subcode == heif_suberror_End_of_data) return is_cut_short;
    if (error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature)
        return "its decoder does not support its contents";
    return contradicts_itself;
}

void read_colors(const heif_image_handle* handle, StoredColors& colors) {
    colors.profile.resize(heif_image_handle_get_raw_color_profile_size(handle));
    if (!colors.profile.empty()) {
        heif_image_handle_get_raw_color_profile(handle, colors.profile.data());
        return;
    }
    heif_color_profile_nclx* nclx = nullptr;
    if (heif_image_handle_get_nclx_color_profile(handle, &nclx).code != heif_error_Ok || !nclx) return;
    colors.cicp = Cicp{static_cast<unsigned>(nclx->color_primaries),
                       static_cast<unsigned>(nclx->transfer_characteristics)};
    heif_nclx_color_profile_free(nclx);
}

/// The first metadata block of this kind, or empty.
std::vector<std::byte> block_of(const heif_image_handle* handle, const char* kind,
                                std::string_view content_type) {
    std::array<heif_item_id, 16> blocks{};
    const int count = heif_image_handle_get_list_of_metadata_block_IDs(handle, kind, blocks.data(),
                                                                       static_cast<int>(blocks.size()));
    for (const heif_item_id block : std::span(blocks).first(static_cast<std::size_t>(std::max(count, 0)))) {
        const char* const type = heif_image_handle_get_metadata_content_type(handle, block);
        if (!content_type.empty() && (!type || type != content_type)) continue;
        std::vector<std::byte> bytes(heif_image_handle_get_metadata_size(handle, block));
        if (heif_image_handle_get_metadata(handle, block, bytes.data()).code == heif_error_Ok) return bytes;
    }
    return {};
}

/// Scales samples of more than 8 bits to 16 bits, rounded.
void read_deep(const std::uint8_t* row, unsigned bits, std::span<Rgba16> pixels) {
    const std::uint32_t max = (1u << bits) - 1;
    std::array<std::uint16_t, 4> samples{};
    const auto scaled = [&](std::uint16_t sample) {
        return static_cast<std::uint16_t>((std::min<std::uint32_t>(sample, max) * 65535u + max / 2) / max);
    };
    for (Rgba16& pixel : pixels) {
        std::memcpy(samples.data(), row, sizeof samples);
        row += sizeof samples;
        pixel = {scaled(samples[0]), scaled(samples[1]), scaled(samples[2]), scaled(samples[3])};
    }
}

class HeifReader : public PictureReader {
public:
    explicit HeifReader(const Source& source) : PictureReader(source) {
        heif_context_set_max_decoding_threads(context_.get(), 0);
        heif_error error =
            heif_context_read_from_memory_without_copy(context_.get(), file().data(), file().size(), nullptr);
        heif_image_handle* primary = nullptr;
        if (error.code == heif_error_Ok)
            error = heif_context_get_primary_image_handle(context_.get(), &primary);
        handle_.reset(primary);
        if (error.code == heif_error_Ok)
            read_facts();
        else
            static_cast<PictureSize&>(facts_) = size_in(error.message);
        if (error.code != heif_error_Ok && frame_size() == 0) throw source.damaged(reason_of(error));
        if (frame_size() == 0) throw source.damaged(has_no_pixels);
    }

    std::string decode(const DecodeTarget& target) override {
        if (!handle_) throw above_limits_of_library();
        read_colors(handle_.get(), target.colors);
        const Owned<heif_decoding_options> options(heif_decoding_options_alloc(),
                                                   &heif_decoding_options_free);
        options->strict_decoding = 1;
        heif_image* decoded = nullptr;
        const heif_error error = heif_decode_image(handle_.get(), &decoded, heif_colorspace_RGB,
                                                   facts_.sixteen_bits ? heif_chroma_interleaved_RRGGBBAA_LE
                                                                       : heif_chroma_interleaved_RGBA,
                                                   options.get());
        if (error.code != heif_error_Ok) return reason_of(error);
        const OwnedConst<heif_image> image(decoded, &heif_image_release);
        const char* const failure = read_pixels(decoded, target);
        if (*failure == '\0' && heif_image_handle_is_premultiplied_alpha(handle_.get()) != 0)
            divide_by_alpha(target);
        return failure;
    }

private:
    /// libheif turns and crops the picture, and tells its size after that.
    void read_facts() {
        const heif_image_handle* const handle = handle_.get();
        facts_.width = static_cast<std::uint64_t>(std::max(0, heif_image_handle_get_width(handle)));
        facts_.height = static_cast<std::uint64_t>(std::max(0, heif_image_handle_get_height(handle)));
        facts_.orientation = 1;
        facts_.sixteen_bits = heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
        facts_.animated = heif_has_compatible_brand(reinterpret_cast<const std::uint8_t*>(file().data()),
                                                    static_cast<int>(file().size()), "msf1") == 1;
        facts_.xmp = metadata_of(block_of(handle, "mime", "application/rdf+xml"), max_xmp_bytes);
        facts_.exif = metadata_of(after_offset(block_of(handle, "Exif", "")));
    }

    const char* read_pixels(const heif_image* image, const DecodeTarget& target) const {
        constexpr auto channel = heif_channel_interleaved;
        if (std::uint64_t(heif_image_get_width(image, channel)) != facts_.width ||
            std::uint64_t(heif_image_get_height(image, channel)) != facts_.height)
            return has_two_sizes;
        int stride = 0;
        const std::uint8_t* row = heif_image_get_plane_readonly(image, channel, &stride);
        const int bits = heif_image_get_bits_per_pixel_range(image, channel);
        if (!row || bits < 8 || bits > 16) return contradicts_itself;
        auto& deep = target.colors.deep;
        if (bits > 8) deep = std::make_shared<Rgba16[]>(target.pixels.size());
        for (std::uint64_t at = 0; at < frame_size(); at += facts_.width, row += stride)
            if (deep)
                read_deep(row, static_cast<unsigned>(bits), std::span(&deep[at], facts_.width));
            else
                std::memcpy(&target.pixels[at], row, facts_.width * sizeof(Rgba8));
        return "";
    }

    Owned<heif_context> context_{heif_context_alloc(), &heif_context_free};
    OwnedConst<heif_image_handle> handle_{nullptr, &heif_image_handle_release};
};

}

std::unique_ptr<PictureReader> open_heif(const Source& source) {
    return std::make_unique<HeifReader>(source);
}

}
