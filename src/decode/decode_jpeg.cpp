#include "base/shared_memory.h"
#include "decode/decoders.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio> // for jpeglib.h
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include <jerror.h>
#include <jpeglib.h>

namespace huedrift {
namespace {

/// Receives libjpeg's errors. libjpeg is C, so a damaged file is left by longjmp, which must not skip a
/// destructor.
struct Reports {
    jpeg_error_mgr base;
    std::jmp_buf out;
    std::array<char, JMSG_LENGTH_MAX> reason;
};

[[noreturn]] void give_up(j_common_ptr reader, const char* reason = nullptr) {
    auto& reports = *reinterpret_cast<Reports*>(reader->err);
    if (reason) {
        std::snprintf(reports.reason.data(), reports.reason.size(), "%s", reason);
    } else {
        reports.base.format_message(reader, reports.reason.data());
    }
    std::longjmp(reports.out, 1);
}

/// Runs work that give_up() may leave. Has no locals: those that changed since setjmp would be indeterminate.
template <class Work>
void run_until_failure(Reports& reports, const Work& work) {
    if (setjmp(reports.out) == 0) work();
}

[[noreturn]] void fail(j_common_ptr reader) {
    const int code = reader->err->msg_code;
    const bool hungry = code == JERR_OUT_OF_MEMORY || code == JERR_NO_BACKING_STORE;
    give_up(reader, hungry ? unpacks_to_too_much : nullptr);
}

/// Feeds the file to libjpeg in pieces so small that its Huffman decoder always takes the slow path: the fast
/// one, for 512 bytes or more, accepts invalid codes.
struct PiecewiseSource {
    static constexpr std::size_t piece = 511;

    jpeg_source_mgr base;
    const JOCTET *begin, *next;
    std::size_t left;

    static PiecewiseSource& of(j_decompress_ptr reader) {
        return *reinterpret_cast<PiecewiseSource*>(reader->src);
    }
    static void ignore(j_decompress_ptr) {}
    static boolean fill(j_decompress_ptr reader) {
        PiecewiseSource& source = of(reader);
        if (source.left == 0) give_up(reinterpret_cast<j_common_ptr>(reader), is_cut_short);
        source.base.next_input_byte = source.next;
        source.base.bytes_in_buffer = std::min(piece, source.left);
        source.next += source.base.bytes_in_buffer;
        source.left -= source.base.bytes_in_buffer;
        return TRUE;
    }
    static void skip(j_decompress_ptr reader, long count) {
        jpeg_source_mgr& source = of(reader).base;
        for (auto bytes = static_cast<std::size_t>(std::max(count, 0L)); bytes > 0;) {
            if (source.bytes_in_buffer == 0) fill(reader);
            const std::size_t now = std::min(bytes, source.bytes_in_buffer);
            source.next_input_byte += now;
            source.bytes_in_buffer -= now;
            bytes -= now;
        }
    }
};

/// Whether the bytes that libjpeg has just skipped are coded data, so that a gap precedes them: missing data
/// look like surplus data if the codes after the gap cover more blocks than the lost ones did. In a
/// progressive file one code may cover thousands of blocks. In other files some cameras leave bytes after the
/// last block, but no FF 00, which occurs only in coded data.
bool skipped_data(j_decompress_ptr reader) {
    constexpr int max_progressive_bytes = 16;
    const int skipped = reader->err->msg_parm.i[0];
    if (reader->progressive_mode) return skipped > max_progressive_bytes;
    constexpr std::array<JOCTET, 2> coded{0xFF, 0x00};
    const JOCTET* const end = reader->src->next_input_byte;
    const JOCTET* const begin = std::max(PiecewiseSource::of(reader).begin, end - skipped);
    return std::search(begin, end, coded.begin(), coded.end()) != end;
}

/// Negative levels are warnings; those about the data mean that part of the picture is missing.
void heed(j_common_ptr reader, int level) {
    if (level >= 0) return;
    switch (reader->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_JPEG_EOF:
        give_up(reader, is_cut_short);
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC:
        give_up(reader);
    case JWRN_EXTRANEOUS_DATA:
        if (skipped_data(reinterpret_cast<j_decompress_ptr>(reader))) give_up(reader);
        break;
    default:
        break;
    }
}

void limit_scans(j_common_ptr reader) {
    if (reinterpret_cast<j_decompress_ptr>(reader)->input_scan_number > max_jpeg_scans)
        give_up(reader, "it has too many scans");
}

/// Whether every component was in some scan: libjpeg saves its quantization table at the first.
bool has_all_components(const jpeg_decompress_struct& reader) {
    return std::all_of(reader.comp_info, reader.comp_info + reader.num_components,
                       [](const jpeg_component_info& component) { return component.quant_table != nullptr; });
}

/// A profile that libjpeg assembles from its segments; must be freed.
struct Profile {
    JOCTET* bytes;
    unsigned size;
    bool named; ///< such segments exist, complete or not
};

void read_profile(jpeg_decompress_struct& reader, Profile& profile) {
    constexpr std::string_view name("ICC_PROFILE\0", 12);
    for (jpeg_saved_marker_ptr marker = reader.marker_list; marker; marker = marker->next)
        profile.named |= std::string_view(reinterpret_cast<const char*>(marker->data), marker->data_length)
                             .starts_with(name);
    jpeg_read_icc_profile(&reader, &profile.bytes, &profile.size);
}

std::vector<std::byte> bytes_of(const Profile& profile) {
    const std::unique_ptr<JOCTET, decltype(&std::free)> owner(profile.bytes, &std::free);
    if (!profile.bytes) return std::vector<std::byte>(profile.named ? 1 : 0); // stands for a damaged profile
    const auto bytes = std::as_bytes(std::span(profile.bytes, profile.size));
    return {bytes.begin(), bytes.end()};
}

/// Left by longjmp for a damaged file.
void read_pixels(jpeg_decompress_struct& reader, const Undecoded& picture, Profile& profile) {
    const auto any = reinterpret_cast<j_common_ptr>(&reader);
    jpeg_save_markers(&reader, JPEG_APP0 + 2, 0xFFFF); // the segments of profiles
    jpeg_read_header(&reader, TRUE);
    if (reader.image_width != picture.width || reader.image_height != picture.height)
        give_up(any, has_two_sizes);
    read_profile(reader, profile);
    const bool inks = reader.num_components == 4;
    reader.out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
    reader.dct_method = JDCT_ISLOW;
    reader.do_fancy_upsampling = TRUE;
    reader.do_block_smoothing = FALSE; // decodes only data in the file, without guesses
    LargePages pages(std::as_writable_bytes(picture.pixels));
    jpeg_start_decompress(&reader);
    while (reader.output_scanline < picture.height) {
        const auto row = picture.pixels.subspan(reader.output_scanline * picture.width, picture.width);
        pages.reach(std::as_bytes(row));
        JSAMPROW samples = reinterpret_cast<JSAMPROW>(row.data());
        jpeg_read_scanlines(&reader, &samples, 1);
    }
    if (!has_all_components(reader)) give_up(any, "a component is missing");
    jpeg_finish_decompress(&reader); // reads to the end of the file
    picture.colors.inks = inks;
}

}

std::string decode_jpeg(const Undecoded& picture) {
    Reports reports{};
    jpeg_progress_mgr progress{};
    Profile profile{};
    PiecewiseSource source{.base = {.next_input_byte = nullptr,
                                    .bytes_in_buffer = 0,
                                    .init_source = PiecewiseSource::ignore,
                                    .fill_input_buffer = PiecewiseSource::fill,
                                    .skip_input_data = PiecewiseSource::skip,
                                    .resync_to_restart = jpeg_resync_to_restart,
                                    .term_source = PiecewiseSource::ignore},
                           .begin = reinterpret_cast<const JOCTET*>(picture.file().data()),
                           .next = source.begin,
                           .left = picture.file().size()};
    jpeg_decompress_struct reader{};
    reader.err = jpeg_std_error(&reports.base);
    reports.base.error_exit = fail;
    reports.base.emit_message = heed;
    progress.progress_monitor = limit_scans;
    run_until_failure(reports, [&] {
        jpeg_create_decompress(&reader);
        reader.progress = &progress;
        reader.src = &source.base;
        reader.mem->max_memory_to_use = static_cast<long>(picture.memory_limit);
        read_pixels(reader, picture, profile);
    });
    jpeg_destroy_decompress(&reader);
    picture.colors.profile = bytes_of(profile);
    return reports.reason.data();
}

void prepare_jpeg() {
    Reports reports{};
    jpeg_compress_struct writer{};
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    writer.err = jpeg_std_error(&reports.base);
    reports.base.error_exit = fail;
    run_until_failure(reports, [&] { // without a file only a compressor asks
        jpeg_create_compress(&writer);
        jpeg_mem_dest(&writer, &bytes, &size);
        writer.image_width = writer.image_height = 1;
        writer.input_components = 3;
        writer.in_color_space = JCS_RGB;
        jpeg_set_defaults(&writer);
        jpeg_start_compress(&writer, TRUE);
    });
    jpeg_destroy_compress(&writer);
    std::free(bytes);
}

namespace {

// Markers and segments as in ITU-T T.81, annex B. A segment begins with its length, which counts itself.
enum Marker : std::uint32_t {
    SOF0 = 0xC0,
    SOF2 = 0xC2,
    DHT = 0xC4,
    JPG = 0xC8,
    DAC = 0xCC,
    SOF15 = 0xCF,
    EOI = 0xD9,
    SOS = 0xDA,
    APP0 = 0xE0,
    APP1 = 0xE1,
    APP14 = 0xEE
};

bool is_frame(std::uint32_t marker) {
    return SOF0 <= marker && marker <= SOF15 && marker != DHT && marker != JPG && marker != DAC;
}

void read_frame(const Source& source, std::uint32_t marker, std::size_t segment, FileFacts& facts) {
    if (facts.width != 0) throw source.damaged("it has a second frame");
    if (marker > SOF2) throw source.unsupported("lossless, hierarchical and arithmetic-coded JPEG files");
    if (source.u8(segment + 2) != 8)
        throw source.unsupported("JPEG files with other than 8 bits per channel");
    facts.height = source.u16_big(segment + 3);
    facts.width = source.u16_big(segment + 5);
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    const std::uint32_t components = source.u8(segment + 7);
    if (components != 1 && components != 3 && components != 4)
        throw source.unsupported("JPEG files with " + std::to_string(components) + " components");
    facts.cmyk = components == 4;
}

/// The unit and the pixels per unit of ITU-T T.871, 10.1.
std::optional<Resolution> jfif_resolution(const Source& source, std::size_t unit_at) {
    const std::uint32_t unit = source.u8(unit_at);
    const double scale = unit == 1 ? pixels_per_metre_of_dpi : unit == 2 ? 100 : 0;
    return usable_resolution(scale * source.u16_big(unit_at + 1), scale * source.u16_big(unit_at + 3));
}

/// The facts in the application segments.
struct Applications {
    std::span<const std::byte> exif, xmp;
    std::uint32_t adobe_transform = ~0u; ///< none found
    std::optional<Resolution> resolution{};

    void read(const Source& source, std::uint32_t marker, std::size_t data, std::size_t length) {
        using namespace std::string_view_literals;
        const std::string_view text = source.text(data, length);
        if (marker == APP0 && length >= 12 && text.starts_with("JFIF\0"sv))
            resolution = jfif_resolution(source, data + 7);
        if (marker == APP1 && exif.empty() && text.starts_with("Exif\0\0"sv))
            exif = source.part(data + 6, length - 6);
        constexpr std::string_view packet("http://ns.adobe.com/xap/1.0/\0", 29); // XMP part 3, 1.1.3
        if (marker == APP1 && xmp.empty() && text.starts_with(packet))
            xmp = source.part(data + packet.size(), length - packet.size());
        if (marker == APP14 && length >= 12 && text.starts_with("Adobe\0"sv))
            adobe_transform = source.u8(data + 11);
    }
};

}

// Up to the first scan; the decoder checks what follows.
FileFacts inspect_jpeg(const Source& source) {
    FileFacts facts;
    Applications applications;
    for (std::size_t at = 2;;) {
        if (source.u8(at) != 0xFF) throw source.damaged("a marker is missing");
        while (source.u8(at + 1) == 0xFF) ++at; // fill bytes
        const std::uint32_t marker = source.u8(at + 1);
        if (marker == EOI) throw source.damaged("it has no pixel data");
        if (marker == SOS) break;
        const std::size_t segment = at + 2, length = source.u16_big(segment);
        if (length < 2) throw source.damaged("a segment is shorter than its length field");
        if (is_frame(marker)) read_frame(source, marker, segment, facts);
        applications.read(source, marker, segment + 2, length - 2);
        at = segment + length;
    }
    if (facts.width == 0) throw source.damaged("a scan precedes its frame");
    facts.resolution = applications.resolution;
    facts.exif = applications.exif;
    facts.xmp = applications.xmp;
    // Without Adobe's marker it is unknown whether the inks are inverted.
    if (facts.cmyk && applications.adobe_transform != 0 && applications.adobe_transform != 2)
        throw source.unsupported("CMYK JPEG files without an Adobe marker");
    return facts;
}

}
