#include "image/encoded_files.h"

#include "image/png_files.h"

#include <avif/avif.h>
#include <gtest/gtest.h>
#include <jxl/encode.h>
#include <libheif/heif.h>
#include <tiffio.h>
#include <webp/encode.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

namespace huedrift {
namespace {

std::vector<std::byte> bytes_at(const void* data, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(data);
    return {first, first + size};
}

}

std::vector<std::byte> avif_file(const ImageView& image, int depth,
                                 const std::function<void(avifImage&)>& change) {
    avifImage* const avif = avifImageCreate(image.width, image.height, depth, AVIF_PIXEL_FORMAT_YUV444);
    avif->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
    avif->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    avif->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_IDENTITY;
    if (change) change(*avif);
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, avif);
    rgb.depth = 8;
    rgb.pixels = reinterpret_cast<std::uint8_t*>(const_cast<Rgba8*>(image.pixels.data()));
    rgb.rowBytes = static_cast<std::uint32_t>(image.width) * 4;
    EXPECT_EQ(avifImageRGBToYUV(avif, &rgb), AVIF_RESULT_OK);
    avifEncoder* const encoder = avifEncoderCreate();
    encoder->speed = AVIF_SPEED_FASTEST;
    encoder->minQuantizer = encoder->maxQuantizer = AVIF_QUANTIZER_LOSSLESS;
    encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
    avifRWData output = AVIF_DATA_EMPTY;
    EXPECT_EQ(avifEncoderWrite(encoder, avif, &output), AVIF_RESULT_OK);
    const auto file = bytes_at(output.data, output.size);
    avifRWDataFree(&output);
    avifEncoderDestroy(encoder);
    avifImageDestroy(avif);
    return file;
}

std::vector<std::byte> av1_file_of(const char* brand, const ImageView& image, int depth,
                                   const std::function<void(avifImage&)>& change) {
    auto file = avif_file(image, depth, change);
    const std::size_t type = std::to_integer<std::size_t>(file[3]); // bytes of the box of brands
    for (std::size_t at = 8; at < type; at += 4)
        if (at != 12 && std::memcmp(&file[at], "avi", 3) == 0) std::memcpy(&file[at], brand, 4);
    return file;
}

void set_crop(avifImage& avif, int left, int top, int width, int height) {
    avif.transformFlags |= AVIF_TRANSFORM_CLAP;
    // Offsets are those between the centres.
    avif.clap = {.widthN = static_cast<std::uint32_t>(width),
                 .widthD = 1,
                 .heightN = static_cast<std::uint32_t>(height),
                 .heightD = 1,
                 .horizOffN = static_cast<std::uint32_t>(2 * left + width) - avif.width,
                 .horizOffD = 2,
                 .vertOffN = static_cast<std::uint32_t>(2 * top + height) - avif.height,
                 .vertOffD = 2};
}

std::vector<std::byte> heic_file(const ImageView& image, const std::string& exif, const std::string& xmp) {
    heif_image* picture = nullptr;
    heif_image_create(image.width, image.height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &picture);
    heif_image_add_plane(picture, heif_channel_interleaved, image.width, image.height, 8);
    int stride = 0;
    std::uint8_t* const plane = heif_image_get_plane(picture, heif_channel_interleaved, &stride);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const Rgba8 p = image.pixels[std::size_t(y * image.width + x)];
            std::memcpy(plane + y * stride + 3 * x, &p, 3);
        }
    heif_context* const context = heif_context_alloc();
    heif_encoder* encoder = nullptr;
    EXPECT_EQ(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder).code,
              heif_error_Ok);
    heif_encoder_set_lossy_quality(encoder, 90);
    heif_image_handle* handle = nullptr;
    EXPECT_EQ(heif_context_encode_image(context, picture, encoder, nullptr, &handle).code, heif_error_Ok);
    if (!exif.empty())
        heif_context_add_exif_metadata(context, handle, exif.data(), static_cast<int>(exif.size()));
    if (!xmp.empty())
        heif_context_add_XMP_metadata(context, handle, xmp.data(), static_cast<int>(xmp.size()));
    heif_image_handle_release(handle);
    std::vector<std::byte> file;
    heif_writer writer{.writer_api_version = 1,
                       .write = [](heif_context*, const void* data, std::size_t size, void* target) {
                           *static_cast<std::vector<std::byte>*>(target) = bytes_at(data, size);
                           return heif_error{heif_error_Ok, heif_suberror_Unspecified, ""};
                       }};
    heif_context_write(context, &writer, &file);
    heif_encoder_release(encoder);
    heif_image_release(picture);
    heif_context_free(context);
    return file;
}

std::vector<std::byte> heif_of_size(std::vector<std::byte> file, std::uint32_t width, std::uint32_t height) {
    const std::string sizes = big_endian(width) + big_endian(height), name = "ispe";
    constexpr std::size_t name_and_flags = 8;
    const auto is_name = std::as_bytes(std::span(name));
    for (auto at = file.begin();
         (at = std::search(at, file.end(), is_name.begin(), is_name.end())) != file.end(); ++at)
        std::ranges::copy(std::as_bytes(std::span(sizes)), at + name_and_flags);
    return file;
}

std::vector<std::byte> JxlFile::encode(const ImageView& image) const {
    std::vector<std::uint16_t> samples;
    for (const Rgba8 p : image.pixels)
        for (const int sample : {p.r, p.g, p.b, p.a})
            samples.push_back(static_cast<std::uint16_t>(bits > 8 ? 257 * sample : sample));
    std::vector<std::uint8_t> bytes(samples.begin(), samples.end());

    JxlEncoder* const encoder = JxlEncoderCreate(nullptr);
    if (container) JxlEncoderUseContainer(encoder, JXL_TRUE);
    if (!boxes.empty()) {
        EXPECT_EQ(JxlEncoderUseBoxes(encoder), JXL_ENC_SUCCESS);
    }
    JxlBasicInfo info;
    JxlEncoderInitBasicInfo(&info);
    info.xsize = static_cast<std::uint32_t>(image.width);
    info.ysize = static_cast<std::uint32_t>(image.height);
    info.bits_per_sample = info.alpha_bits = static_cast<std::uint32_t>(bits);
    info.num_extra_channels = 1;
    info.uses_original_profile = JXL_TRUE;
    info.orientation = static_cast<JxlOrientation>(orientation);
    if (has_other_size) info.intrinsic_xsize = info.intrinsic_ysize = 777;
    if (frames > 1) {
        info.have_animation = JXL_TRUE;
        info.animation.tps_numerator = 25;
        info.animation.tps_denominator = 1;
    }
    EXPECT_EQ(JxlEncoderSetBasicInfo(encoder, &info), JXL_ENC_SUCCESS);
    if (profile.empty()) {
        JxlColorEncoding color;
        JxlColorEncodingSetToSRGB(&color, JXL_FALSE);
        EXPECT_EQ(JxlEncoderSetColorEncoding(encoder, &color), JXL_ENC_SUCCESS);
    } else {
        EXPECT_EQ(JxlEncoderSetICCProfile(encoder, reinterpret_cast<const std::uint8_t*>(profile.data()),
                                          profile.size()),
                  JXL_ENC_SUCCESS);
    }
    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder, nullptr);
    JxlEncoderSetFrameLossless(settings, JXL_TRUE);
    JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, 1);
    const JxlPixelFormat format{4, bits > 8 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    const void* const pixels = bits > 8 ? static_cast<const void*>(samples.data()) : bytes.data();
    for (int i = 0; i < frames; ++i)
        EXPECT_EQ(JxlEncoderAddImageFrame(settings, &format, pixels, samples.size() * (bits > 8 ? 2u : 1u)),
                  JXL_ENC_SUCCESS);
    for (const auto& [type, content] : boxes)
        EXPECT_EQ(JxlEncoderAddBox(encoder, type, reinterpret_cast<const std::uint8_t*>(content.data()),
                                   content.size(), packed ? JXL_TRUE : JXL_FALSE),
                  JXL_ENC_SUCCESS);
    JxlEncoderCloseInput(encoder);
    std::vector<std::byte> file(1 << 22);
    auto* next = reinterpret_cast<std::uint8_t*>(file.data());
    std::size_t left = file.size();
    EXPECT_EQ(JxlEncoderProcessOutput(encoder, &next, &left), JXL_ENC_SUCCESS);
    file.resize(file.size() - left);
    JxlEncoderDestroy(encoder);
    return file;
}

namespace {

std::string little_endian(std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i);
    return text;
}

}

std::string webp_chunks(const ImageView& image, bool lossless) {
    constexpr std::size_t head = 12;
    constexpr float quality = 80;
    const auto* const rgba = reinterpret_cast<const std::uint8_t*>(image.pixels.data());
    std::uint8_t* file = nullptr;
    const std::size_t size =
        lossless ? WebPEncodeLosslessRGBA(rgba, image.width, image.height, 4 * image.width, &file)
                 : WebPEncodeRGBA(rgba, image.width, image.height, 4 * image.width, quality, &file);
    EXPECT_GT(size, head);
    const std::string chunks(reinterpret_cast<const char*>(file) + head, size - head);
    WebPFree(file);
    return chunks;
}

std::string webp_chunk(std::string_view name, std::string_view data) {
    std::string chunk(name);
    chunk.append(little_endian(static_cast<std::uint32_t>(data.size()), 4)).append(data);
    return chunk.append(data.size() % 2, '\0');
}

std::vector<std::byte> webp_file(const std::string& chunks) {
    const std::string file = webp_chunk("RIFF", "WEBP" + chunks);
    const auto bytes = std::as_bytes(std::span(file));
    return {bytes.begin(), bytes.end()};
}

std::string webp_extended(std::uint8_t flags, int width, int height) {
    return webp_chunk("VP8X", little_endian(flags, 4) +
                                  little_endian(static_cast<std::uint32_t>(width - 1), 3) +
                                  little_endian(static_cast<std::uint32_t>(height - 1), 3));
}

std::string webp_frame(int x, int y, const ImageView& image, int milliseconds, char flags) {
    std::string head;
    for (const int value : {x / 2, y / 2, image.width - 1, image.height - 1, milliseconds})
        head += little_endian(static_cast<std::uint32_t>(value), 3);
    return webp_chunk("ANMF", head + flags + webp_chunks(image, true));
}

namespace {

/// A file in memory, for libtiff.
struct Memory {
    std::vector<std::byte> bytes{};
    std::size_t at = 0;

    static Memory& of(void* handle) { return *static_cast<Memory*>(handle); }
    static tmsize_t read(void* handle, void* target, tmsize_t size) {
        Memory& self = of(handle);
        const std::size_t count =
            std::min(std::size_t(size), self.bytes.size() - std::min(self.at, self.bytes.size()));
        if (count > 0) std::memcpy(target, self.bytes.data() + self.at, count);
        self.at += count;
        return tmsize_t(count);
    }
    static tmsize_t write(void* handle, void* source, tmsize_t size) {
        Memory& self = of(handle);
        self.bytes.resize(std::max(self.bytes.size(), self.at + std::size_t(size)));
        std::memcpy(self.bytes.data() + self.at, source, std::size_t(size));
        self.at += std::size_t(size);
        return size;
    }
    static toff_t seek(void* handle, toff_t offset, int origin) {
        Memory& self = of(handle);
        self.at = offset + (origin == SEEK_CUR ? self.at : origin == SEEK_END ? self.bytes.size() : 0);
        return self.at;
    }
    static int close(void*) { return 0; }
    static toff_t size(void* handle) { return of(handle).bytes.size(); }
};

/// Samples of a row in this machine's byte order, as in a file.
std::vector<std::byte> packed(const std::vector<std::uint16_t>& samples, int bits) {
    std::vector<std::byte> row((samples.size() * std::size_t(bits) + 7) / 8);
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (bits == 16)
            std::memcpy(&row[2 * i], &samples[i], 2);
        else
            row[i * std::size_t(bits) / 8] |=
                std::byte(samples[i] << (8 - bits - int(i * std::size_t(bits) % 8)));
    return row;
}

/// The packed rows of a block, with zeros beyond the picture; of one sample, or of all with -1.
std::vector<std::byte> block(const TiffFile& file, int left, int top, int width, int height, int sample) {
    std::vector<std::byte> rows;
    for (int y = top; y < top + height; ++y) {
        std::vector<std::uint16_t> samples;
        for (int x = left; x < left + width; ++x)
            for (int s = 0; s < file.samples; ++s)
                if (sample < 0 || s == sample)
                    samples.push_back(x < file.width && y < file.height
                                          ? file.values[std::size_t((y * file.width + x) * file.samples + s)]
                                          : std::uint16_t{0});
        const auto row = packed(samples, file.bits);
        rows.insert(rows.end(), row.begin(), row.end());
    }
    return rows;
}

void write_pixels(TIFF* tiff, const TiffFile& file) {
    constexpr int strip = 3;
    const int width = file.tile > 0 ? file.tile : file.width, height = file.tile > 0 ? file.tile : strip;
    for (int plane = 0; plane < (file.planar ? file.samples : 1); ++plane)
        for (int y = 0; y < file.height; y += height)
            for (int x = 0; x < file.width; x += width) {
                const int rows = file.tile > 0 ? height : std::min(height, file.height - y);
                auto bytes = block(file, x, y, width, rows, file.planar ? plane : -1);
                const auto s = static_cast<std::uint16_t>(plane);
                const auto size = static_cast<tmsize_t>(bytes.size());
                const auto across = static_cast<std::uint32_t>(x), down = static_cast<std::uint32_t>(y);
                const tmsize_t written =
                    file.tile > 0
                        ? TIFFWriteEncodedTile(tiff, TIFFComputeTile(tiff, across, down, 0, s), bytes.data(),
                                               size)
                        : TIFFWriteEncodedStrip(tiff, TIFFComputeStrip(tiff, down, s), bytes.data(), size);
                EXPECT_GT(written, 0);
            }
}

void write_fields(TIFF* tiff, const TiffFile& file) {
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, file.width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, file.height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, file.bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, file.samples);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, file.photometric);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, file.compression);
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, file.orientation);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, file.planar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
    if (file.tile > 0) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, file.tile);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, file.tile);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 3);
    }
    if (file.extra >= 0) {
        const auto kind = static_cast<std::uint16_t>(file.extra);
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
    }
    if (!file.palette.empty()) {
        const std::size_t size = file.palette.size() / 3;
        TIFFSetField(tiff, TIFFTAG_COLORMAP, &file.palette[0], &file.palette[size], &file.palette[2 * size]);
    }
    if (file.more) file.more(tiff);
}

}

std::vector<std::byte> TiffFile::encode() const {
    Memory memory;
    TIFF* const tiff = TIFFClientOpen("", big_endian ? "wb" : "wl", &memory, Memory::read, Memory::write,
                                      Memory::seek, Memory::close, Memory::size, nullptr, nullptr);
    for (int page = 0; page < (second_page ? 2 : 1); ++page) {
        write_fields(tiff, *this);
        write_pixels(tiff, *this);
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
    return memory.bytes;
}

}
