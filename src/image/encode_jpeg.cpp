#include "image/encode.h"

#include "base/c_failure.h"
#include "base/error.h"

#include <cstdio> // for jpeglib.h
#include <cstdlib>
#include <new>
#include <span>
#include <string_view>

#include <jpeglib.h>

#include <jerror.h>

namespace huedrift {
namespace {

struct Failure {
    jpeg_error_mgr base;
    CFailure left;
};

[[noreturn]] void leave(j_common_ptr writer) {
    leave_library(reinterpret_cast<Failure*>(writer->err)->left, "the picture cannot be encoded");
}

/// A file in memory. jpeg_mem_dest() would free its buffer while it grows, and tell of the new one only at
/// the end.
class MemoryFile {
public:
    MemoryFile() : stream_(::open_memstream(&bytes_, &size_)) {
        if (!stream_) throw std::bad_alloc();
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() {
        std::fclose(stream_);
        std::free(bytes_);
    }

    std::FILE* stream() { return stream_; }
    std::span<const std::byte> bytes() {
        if (std::fflush(stream_) != 0) throw std::bad_alloc();
        return std::as_bytes(std::span(bytes_, size_));
    }

private:
    char* bytes_ = nullptr;
    std::size_t size_ = 0;
    std::FILE* const stream_;
};

std::vector<std::uint8_t> segment_of(std::string_view head, std::span<const std::byte> data) {
    std::vector<std::uint8_t> segment(head.begin(), head.end());
    segment.reserve(head.size() + data.size());
    for (const std::byte value : data) segment.push_back(std::to_integer<std::uint8_t>(value));
    return segment;
}

/// A picture, R, G, B of one of its rows, and the data of application segments.
struct JpegParts {
    const ImageView& image;
    std::vector<std::uint8_t> row, exif, xmp;
};

void set_up(jpeg_compress_struct& writer, const JpegParts& parts, const EncodeOptions& options) {
    constexpr int full_color_above = 90;
    writer.image_width = static_cast<JDIMENSION>(parts.image.width);
    writer.image_height = static_cast<JDIMENSION>(parts.image.height);
    writer.input_components = 3;
    writer.in_color_space = JCS_RGB;
    jpeg_set_defaults(&writer);
    jpeg_set_quality(&writer, options.jpeg_quality, TRUE);
    writer.optimize_coding = TRUE;
    if (options.jpeg_quality > full_color_above)
        writer.comp_info[0].h_samp_factor = writer.comp_info[0].v_samp_factor = 1;
    if (!options.resolution) return;
    const JfifDensity density = jfif_density(*options.resolution);
    writer.density_unit = static_cast<UINT8>(density.unit);
    writer.X_density = density.x;
    writer.Y_density = density.y;
}

/// Left by longjmp if it fails.
void write(jpeg_compress_struct& writer, std::FILE* file, JpegParts& parts, const EncodeOptions& options) {
    jpeg_create_compress(&writer);
    jpeg_stdio_dest(&writer, file);
    set_up(writer, parts, options);
    jpeg_start_compress(&writer, TRUE);
    for (const auto* const segment : {&parts.exif, &parts.xmp})
        if (!segment->empty())
            jpeg_write_marker(&writer, JPEG_APP0 + 1, segment->data(),
                              static_cast<unsigned>(segment->size()));
    const auto& profile = options.colors.profile;
    if (!profile.empty())
        jpeg_write_icc_profile(&writer, reinterpret_cast<const JOCTET*>(profile.data()),
                               static_cast<unsigned>(profile.size()));
    while (writer.next_scanline < writer.image_height) {
        const std::size_t width = writer.image_width;
        put_over_white(parts.image.pixels.subspan(writer.next_scanline * width, width), parts.row);
        JSAMPROW row = parts.row.data();
        jpeg_write_scanlines(&writer, &row, 1);
    }
    jpeg_finish_compress(&writer);
}

}

std::vector<std::byte> encode_jpeg(const ImageView& image, const EncodeOptions& options) {
    const auto& [exif, xmp, note] = options.metadata;
    JpegParts parts{.image = image,
                    .row = std::vector<std::uint8_t>(std::size_t{3} * std::size_t(image.width)),
                    .exif = {},
                    .xmp = {}};
    if (!exif.empty()) parts.exif = segment_of({"Exif\0\0", 6}, exif);
    if (!xmp.empty()) parts.xmp = segment_of({"http://ns.adobe.com/xap/1.0/\0", 29}, xmp);
    Failure failure{};
    jpeg_compress_struct writer{};
    MemoryFile file;
    writer.err = jpeg_std_error(&failure.base);
    failure.base.error_exit = leave;
    run_until_failure(failure.left, [&] { write(writer, file.stream(), parts, options); });
    jpeg_destroy_compress(&writer);
    if (failure.left.reason[0] != '\0') {
        const int code = failure.base.msg_code;
        if (code == JERR_OUT_OF_MEMORY || code == JERR_FILE_WRITE) throw std::bad_alloc();
        throw Error(ErrorKind::output, failure.left.reason.data());
    }
    const auto bytes = file.bytes();
    return {bytes.begin(), bytes.end()};
}

}
