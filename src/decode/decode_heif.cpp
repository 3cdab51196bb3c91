#include "decode/decoders.h"

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

void read_metadata(const heif_image_handle* handle, StoredMetadata& metadata) {
    metadata.xmp = block_of(handle, "mime", "application/rdf+xml");
    metadata.exif = block_of(handle, "Exif", "");
    take_off_offset(metadata.exif);
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

const char* read_pixels(const heif_image* image, const Undecoded& picture) {
    constexpr auto channel = heif_channel_interleaved;
    const Crop& crop = picture.crop;
    if (std::uint64_t(heif_image_get_width(image, channel)) != crop.stored_width ||
        std::uint64_t(heif_image_get_height(image, channel)) != crop.stored_height)
        return has_two_sizes;
    int stride = 0;
    const std::uint8_t* const first = heif_image_get_plane_readonly(image, channel, &stride);
    const int bits = heif_image_get_bits_per_pixel_range(image, channel);
    if (!first || bits < 8 || bits > 16) return contradicts_itself;
    auto& deep = picture.colors.deep;
    if (bits > 8) deep = std::make_shared<Rgba16[]>(picture.pixels.size());
    const std::uint64_t before = crop.left * (deep ? sizeof(Rgba16) : sizeof(Rgba8));
    for (std::uint64_t y = 0; y < picture.height; ++y) {
        const std::uint8_t* const row = first + static_cast<std::ptrdiff_t>(crop.top + y) * stride + before;
        const auto target = picture.pixels.subspan(y * picture.width, picture.width);
        if (deep)
            read_deep(row, static_cast<unsigned>(bits), std::span(&deep[y * picture.width], picture.width));
        else
            std::memcpy(target.data(), row, target.size_bytes());
    }
    return "";
}

}

std::string decode_heif(const Undecoded& picture) {
    const Owned<heif_context> context(heif_context_alloc(), &heif_context_free);
    heif_context_set_max_decoding_threads(context.get(), 0);
    heif_error error = heif_context_read_from_memory_without_copy(context.get(), picture.file().data(),
                                                                  picture.file().size(), nullptr);
    if (error.code != heif_error_Ok) return reason_of(error);
    heif_image_handle* primary = nullptr;
    error = heif_context_get_primary_image_handle(context.get(), &primary);
    if (error.code != heif_error_Ok) return reason_of(error);
    const OwnedConst<heif_image_handle> handle(primary, &heif_image_handle_release);
    read_colors(primary, picture.colors);
    read_metadata(primary, picture.metadata);

    const Owned<heif_decoding_options> options(heif_decoding_options_alloc(), &heif_decoding_options_free);
    options->ignore_transformations = 1; // the header told the orientation
    options->strict_decoding = 1;
    const bool deep = heif_image_handle_get_luma_bits_per_pixel(primary) > 8;
    heif_image* decoded = nullptr;
    error = heif_decode_image(primary, &decoded, heif_colorspace_RGB,
                              deep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA,
                              options.get());
    if (error.code != heif_error_Ok) return reason_of(error);
    const OwnedConst<heif_image> image(decoded, &heif_image_release);
    const char* const failure = read_pixels(decoded, picture);
    if (*failure == '\0' && heif_image_handle_is_premultiplied_alpha(primary) != 0) divide_by_alpha(picture);
    return failure;
}

}
