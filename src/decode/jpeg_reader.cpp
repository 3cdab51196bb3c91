#include "base/c_failure.h"
#include "base/shared_memory.h"
#include "decode/picture_reader.h"

#include <algorithm>
#include <array>
#include <cstdio> // for jpeglib.h
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include <jerror.h>
#include <jpeglib.h>

namespace huedrift {
namespace {

/// Receives libjpeg's errors.
struct Reports {
    jpeg_error_mgr base;
    CFailure failure;
    bool in_header;
};

[[noreturn]] void give_up(j_common_ptr reader, const char* reason = nullptr) {
    auto& reports = *reinterpret_cast<Reports*>(reader->err);
    std::array<char, JMSG_LENGTH_MAX> message{};
    if (!reason) reports.base.format_message(reader, message.data());
    leave_library(reports.failure, reason ? reason : message.data());
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
        if (reinterpret_cast<Reports*>(reader->err)->in_header) give_up(reader, "a marker is missing");
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

/// The data of the first segment that begins in this way, or empty.
std::span<const std::byte> segment_of(const jpeg_decompress_struct& reader, int marker,
                                      std::string_view head) {
    for (jpeg_saved_marker_ptr saved = reader.marker_list; saved; saved = saved->next) {
        const std::string_view text(reinterpret_cast<const char*>(saved->data), saved->data_length);
        if (saved->marker == marker && text.starts_with(head))
            return std::as_bytes(std::span(text.substr(head.size())));
    }
    return {};
}

/// A profile that libjpeg assembles from its segments; must be freed.
struct Profile {
    JOCTET* bytes;
    unsigned size;
    bool named; ///< such segments exist, complete or not
};

void read_profile(jpeg_decompress_struct& reader, Profile& profile) {
    profile.named = !segment_of(reader, JPEG_APP0 + 2, {"ICC_PROFILE\0", 12}).empty();
    jpeg_read_icc_profile(&reader, &profile.bytes, &profile.size);
}

std::vector<std::byte> bytes_of(const Profile& profile) {
    const std::unique_ptr<JOCTET, decltype(&std::free)> owner(profile.bytes, &std::free);
    if (!profile.bytes) return std::vector<std::byte>(profile.named ? 1 : 0); // stands for a damaged profile
    const auto bytes = std::as_bytes(std::span(profile.bytes, profile.size));
    return {bytes.begin(), bytes.end()};
}

/// The unit and the pixels per unit of ITU-T T.871, 10.1.
std::optional<Resolution> jfif_resolution(const jpeg_decompress_struct& reader) {
    if (!reader.saw_JFIF_marker) return std::nullopt;
    const double scale = reader.density_unit == 1   ? pixels_per_metre_of_dpi
                         : reader.density_unit == 2 ? 100
                                                    : 0;
    return usable_resolution(scale * reader.X_density, scale * reader.Y_density);
}

/// libjpeg's objects; zeros can be destroyed, too.
struct Decompressor : jpeg_decompress_struct {
    Decompressor() : jpeg_decompress_struct{} {}
    Decompressor(const Decompressor&) = delete;
    Decompressor& operator=(const Decompressor&) = delete;
    ~Decompressor() { jpeg_destroy_decompress(this); }
};

class JpegReader : public PictureReader {
public:
    explicit JpegReader(const Source& source) : PictureReader(source) {
        input_ = {.base = {.next_input_byte = nullptr,
                           .bytes_in_buffer = 0,
                           .init_source = PiecewiseSource::ignore,
                           .fill_input_buffer = PiecewiseSource::fill,
                           .skip_input_data = PiecewiseSource::skip,
                           .resync_to_restart = jpeg_resync_to_restart,
                           .term_source = PiecewiseSource::ignore},
                  .begin = reinterpret_cast<const JOCTET*>(file().data()),
                  .next = reinterpret_cast<const JOCTET*>(file().data()),
                  .left = file().size()};
        jpeg_.err = jpeg_std_error(&reports_.base);
        reports_.base.error_exit = fail;
        reports_.base.emit_message = heed;
        reports_.in_header = true;
        progress_.progress_monitor = limit_scans;
        run_until_failure(reports_.failure, [&] { read_header(); });
        reports_.in_header = false;
        refuse_unsupported();
        read_facts();
    }

    std::string decode(const DecodeTarget& target) override {
        if (reports_.failure.reason[0] != '\0') throw above_limits_of_library();
        Profile profile{};
        jpeg_.mem->max_memory_to_use = static_cast<long>(target.memory_limit);
        run_until_failure(reports_.failure, [&] { read_pixels(target, profile); });
        target.colors.profile = bytes_of(profile);
        target.colors.inks = facts_.cmyk != 0;
        return reports_.failure.reason.data();
    }

private:
    /// Left by longjmp for a damaged file, as is read_pixels().
    void read_header() {
        jpeg_create_decompress(&jpeg_);
        jpeg_.progress = &progress_;
        jpeg_.src = &input_.base;
        for (const int application : {1, 2}) jpeg_save_markers(&jpeg_, JPEG_APP0 + application, 0xFFFF);
        jpeg_read_header(&jpeg_, TRUE);
    }

    void refuse_unsupported() const {
        const char* const reason = reports_.failure.reason.data();
        switch (*reason == '\0' ? 0 : reports_.base.msg_code) {
        case 0:
        case JERR_IMAGE_TOO_BIG: // the limits refuse it by its size
            break;
        case JERR_SOF_UNSUPPORTED:
            throw unsupported_kind();
        case JERR_BAD_PRECISION:
            throw unsupported_precision();
        case JERR_EMPTY_IMAGE:
            throw source_.damaged(has_no_pixels);
        case JERR_NO_IMAGE:
            throw source_.damaged(has_no_pixel_data);
        default:
            throw source_.damaged(reason);
        }
        if (*reason == '\0' && jpeg_.data_precision != 8) throw unsupported_precision();
        if (jpeg_.arith_code) throw unsupported_kind();
        const int components = jpeg_.num_components;
        if (components != 1 && components != 3 && components != 4)
            throw source_.unsupported("JPEG files with " + std::to_string(components) + " components");
        // Without Adobe's marker it is unknown whether the inks are inverted.
        const bool known =
            jpeg_.saw_Adobe_marker && (jpeg_.Adobe_transform == 0 || jpeg_.Adobe_transform == 2);
        if (components == 4 && !known) throw source_.unsupported("CMYK JPEG files without an Adobe marker");
    }
    Error unsupported_precision() const {
        return source_.unsupported("JPEG files with other than 8 bits per channel");
    }
    Error unsupported_kind() const {
        return source_.unsupported("lossless, hierarchical and arithmetic-coded JPEG files");
    }

    void read_facts() {
        facts_.width = jpeg_.image_width;
        facts_.height = jpeg_.image_height;
        facts_.cmyk = jpeg_.num_components == 4;
        facts_.resolution = jfif_resolution(jpeg_);
        facts_.exif = metadata_of(segment_of(jpeg_, JPEG_APP0 + 1, {"Exif\0\0", 6}));
        facts_.xmp = metadata_of(segment_of(jpeg_, JPEG_APP0 + 1, {"http://ns.adobe.com/xap/1.0/\0", 29}));
    }

    void read_pixels(const DecodeTarget& target, Profile& profile) {
        read_profile(jpeg_, profile);
        jpeg_.out_color_space = facts_.cmyk ? JCS_CMYK : JCS_EXT_RGBA;
        jpeg_.dct_method = JDCT_ISLOW;
        jpeg_.do_fancy_upsampling = TRUE;
        jpeg_.do_block_smoothing = FALSE; // decodes only data in the file, without guesses
        LargePages pages(std::as_writable_bytes(target.pixels));
        jpeg_start_decompress(&jpeg_);
        while (jpeg_.output_scanline < facts_.height) {
            const auto row = target.pixels.subspan(jpeg_.output_scanline * facts_.width, facts_.width);
            pages.reach(std::as_bytes(row));
            JSAMPROW samples = reinterpret_cast<JSAMPROW>(row.data());
            jpeg_read_scanlines(&jpeg_, &samples, 1);
        }
        if (!has_all_components(jpeg_))
            give_up(reinterpret_cast<j_common_ptr>(&jpeg_), "a component is missing");
        jpeg_finish_decompress(&jpeg_); // reads to the end of the file
    }

    Reports reports_{};
    jpeg_progress_mgr progress_{};
    PiecewiseSource input_{};
    Decompressor jpeg_{};
};

}

std::unique_ptr<PictureReader> open_jpeg(const Source& source) {
    return std::make_unique<JpegReader>(source);
}

void prepare_jpeg() {
    Reports reports{};
    jpeg_compress_struct writer{};
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    writer.err = jpeg_std_error(&reports.base);
    reports.base.error_exit = fail;
    run_until_failure(reports.failure, [&] { // without a file only a compressor asks
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

}
