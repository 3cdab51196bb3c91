#include "decode/jpeg_data.h"

#include <algorithm>
#include <csetjmp>
#include <cstdio> // for jpeglib.h

#include <jerror.h>
#include <jpeglib.h>

namespace huedrift {
namespace {

/// What libjpeg reports to. It calls from within C, so the way out of a damaged file is a long jump.
struct Reports {
    jpeg_error_mgr base;
    std::jmp_buf out;
};

[[noreturn]] void leave(j_common_ptr reader) {
    std::longjmp(reinterpret_cast<Reports*>(reader->err)->out, 1);
}

/// After a gap a code of a progressive file may stand for thousands of blocks, so that too few data seem too
/// many. Elsewhere some cameras leave a few bytes behind the last block.
bool has_more_than_it_needs(j_common_ptr reader) {
    constexpr int bytes = 16;
    return reinterpret_cast<j_decompress_ptr>(reader)->progressive_mode && reader->err->msg_parm.i[0] > bytes;
}

/// Negative levels are warnings. Those of other things leave the picture whole.
void heed(j_common_ptr reader, int level) {
    if (level >= 0) return;
    switch (reader->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC:
        leave(reader);
    case JWRN_EXTRANEOUS_DATA:
        if (has_more_than_it_needs(reader)) leave(reader);
        break;
    default:
        break;
    }
}

/// Every component was in some scan: its quantisation table is noted at the first.
bool has_all_components(const jpeg_decompress_struct& reader) {
    return std::all_of(reader.comp_info, reader.comp_info + reader.num_components,
                       [](const jpeg_component_info& component) { return component.quant_table != nullptr; });
}

}

bool holds_all_blocks(std::span<const std::byte> file, std::uint64_t width, std::uint64_t height) {
    Reports reports{};
    jpeg_decompress_struct reader{};
    reader.err = jpeg_std_error(&reports.base);
    reports.base.error_exit = leave;
    reports.base.emit_message = heed;
    volatile bool whole = false;
    if (setjmp(reports.out) == 0) {
        jpeg_create_decompress(&reader);
        jpeg_mem_src(&reader, reinterpret_cast<const unsigned char*>(file.data()), file.size());
        jpeg_read_header(&reader, TRUE);
        // Of any other size than the header gate has passed, coefficients might take any amount of memory.
        if (reader.image_width == width && reader.image_height == height) {
            jpeg_read_coefficients(&reader);
            whole = has_all_components(reader);
        }
    }
    jpeg_destroy_decompress(&reader);
    return whole;
}

}
