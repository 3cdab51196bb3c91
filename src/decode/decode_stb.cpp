#include "decode/decoders.h"

#include "decode/stb_image_options.h"
#include "decode/stb_memory.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace huedrift {
namespace {

std::string_view failure_reason() {
    const char* const told = stbi_failure_reason();
    const std::string_view reason = told ? told : "its decoder gives no reason";
    if (reason == "outofmem") return unpacks_to_too_much;
    // The message of stb_image's first test for PNG. It is left over if the decoder then fails without a
    // message.
    if (reason == "bad png sig") return contradicts_itself;
    return reason;
}

int length_of(std::span<const std::byte> file) { return static_cast<int>(file.size()); }
const stbi_uc* bytes_of(std::span<const std::byte> file) {
    return reinterpret_cast<const stbi_uc*>(file.data());
}

constexpr std::size_t file_header_bytes = 14, os2_header_bytes = 12; // of BMP

/// The colour table of a BMP file with a Windows header: B, G, R and a zero each.
std::vector<Rgba8> color_table(const Source& source, std::uint32_t bits) {
    const std::size_t begin = file_header_bytes + source.u32_little(14), pixels_at = source.u32_little(10);
    const std::uint32_t told = source.u32_little(46);
    const std::size_t most = std::min(std::size_t{1} << bits, (std::max(pixels_at, begin) - begin) / 4);
    std::vector<Rgba8> slots;
    for (std::size_t i = 0; i < (told == 0 ? most : std::min<std::size_t>(told, most)); ++i) {
        const auto byte = [&](std::size_t at) {
            return static_cast<std::uint8_t>(source.u8(begin + 4 * i + at));
        };
        slots.push_back({byte(2), byte(1), byte(0), 255});
    }
    return slots;
}

/// A picture decoded by stb_image, which may lie in the budget's target. Throws Error(input).
template <class Sample>
auto load_by(auto* load, const Undecoded& picture) {
    int width = 0, height = 0, channels = 0;
    std::unique_ptr<Sample, decltype(&stbi_image_free)> samples(
        load(bytes_of(picture.file()), length_of(picture.file()), &width, &height, &channels, STBI_rgb_alpha),
        &stbi_image_free);
    if (!samples) throw picture.source.undecodable(std::string(failure_reason()));
    if (std::uint64_t(width) != picture.width || std::uint64_t(height) != picture.height)
        throw picture.source.damaged(has_two_sizes);
    return samples;
}

}

FileFacts inspect_bmp(const Source& source) {
    const std::uint32_t pixels_at = source.u32_little(10), header_bytes = source.u32_little(14);
    const bool os2 = header_bytes == os2_header_bytes;

    // The height is negative when rows go from the top down; in 64 bits, as -2^31 cannot be negated in 32.
    const auto field = [&](std::size_t offset) {
        return std::int64_t{std::int32_t(source.u32_little(offset))};
    };
    const std::int64_t width = os2 ? source.u16_little(18) : field(18);
    const std::int64_t height = os2 ? source.u16_little(20) : std::abs(field(22));
    const std::uint32_t bits = source.u16_little(os2 ? 24 : 28);
    const std::uint32_t compression = os2 ? 0 : source.u32_little(30);
    if (width <= 0 || height == 0) throw source.damaged("it has no pixels");
    if (compression == 1 || compression == 2) throw source.unsupported("run-length coded BMP files");
    // stb_image 2.27 reads their palette four colours too short.
    if (os2 && bits < 24) throw source.unsupported("OS/2 BMP files with a palette");
    if (bits != 1 && bits != 4 && bits != 8 && bits != 16 && bits != 24 && bits != 32)
        throw source.damaged("it has " + std::to_string(bits) + " bits per pixel");
    if (pixels_at < file_header_bytes + os2_header_bytes)
        throw source.damaged("its pixels overlap its header");

    FileFacts facts;
    facts.width = static_cast<std::uint64_t>(width);
    facts.height = static_cast<std::uint64_t>(height);
    if (bits <= 8) facts.slots = color_table(source, bits);
    const std::uint64_t row_bytes = (facts.width * bits + 31) / 32 * 4;
    if (facts.height > (source.bytes().size() - source.part(0, pixels_at).size()) / row_bytes)
        throw source.damaged("it is cut short");
    return facts;
}

std::string decode_stb(const Undecoded& picture) {
    if (stbi_is_16_bit_from_memory(bytes_of(picture.file()), length_of(picture.file()))) {
        const StbMemoryBudget budget(picture.memory_limit);
        auto samples = load_by<stbi_us>(stbi_load_16_from_memory, picture);
        picture.colors.deep = {reinterpret_cast<Rgba16*>(samples.release()), &stbi_image_free};
        return "";
    }
    const std::span target(picture.pixels.data(), picture.pixels.size() + DecodeMemory::spare_pixels);
    const StbMemoryBudget budget(picture.memory_limit, std::as_writable_bytes(target));
    const auto samples = load_by<stbi_uc>(stbi_load_from_memory, picture);
    const auto* const pixels = reinterpret_cast<const Rgba8*>(samples.get());
    if (pixels != target.data()) std::copy_n(pixels, picture.pixels.size(), target.data());
    return "";
}

}
