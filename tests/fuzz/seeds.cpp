#include "fuzz/seeds.h"

#include "image/encoded_files.h"
#include "image/exif_files.h"
#include "image/icc_profiles.h"
#include "image/jpeg_files.h"
#include "image/picture_files.h"
#include "image/picture_formats.h"
#include "image/png_files.h"

#include <algorithm>
#include <avif/avif.h>
#include <png.h>
#include <stdexcept>
#include <tiffio.h>

namespace huedrift {
namespace {

using Files = std::vector<std::vector<std::byte>>;

void add_png(Files& files) {
    for (const bool interlaced : {false, true})
        for (const int depth : {8, 16})
            for (const auto& [type, channels] : {std::pair{PNG_COLOR_TYPE_GRAY, 1},
                                                 {PNG_COLOR_TYPE_RGB, 3},
                                                 {PNG_COLOR_TYPE_RGB_ALPHA, 4}}) {
                PngFile file{.width = 5,
                             .height = 4,
                             .color_type = type,
                             .bit_depth = depth,
                             .interlaced = interlaced};
                for (int i = 0; i < 20 * channels; ++i)
                    file.samples.push_back(static_cast<std::uint16_t>(7 * i));
                files.push_back(file.encode());
            }
    files.push_back(PngFile{.width = 2,
                            .height = 1,
                            .color_type = PNG_COLOR_TYPE_PALETTE,
                            .samples = {0, 1},
                            .palette = {{1, 2, 3, 255}, {4, 5, 6, 7}}}
                        .encode());
    auto chunks = png_chunks(files.front());
    chunks.insert(chunks.begin() + 1, {"iCCP", std::string("p\0\0", 3) + deflated(rgb_profile(true))});
    files.push_back(png_of(chunks));
}

void add_jpeg(Files& files) {
    for (const bool progressive : {false, true}) {
        JpegFile file{.blocks_across = 2, .blocks = {{1, 2, 3}, {40, 50, 60}}};
        file.progressive = progressive;
        file.segments = exif_segment(6);
        files.push_back(file.encode());
    }
}

void add_bmp(Files& files) {
    for (const int header_bytes : {40, 108})
        for (const int bits : {16, 24, 32}) {
            BmpFile file{.header_bytes = header_bytes, .width = 2, .height = 2, .bits = bits};
            file.pixels = std::string(std::size_t((2 * bits + 31) / 32 * 8), '\x5A');
            files.push_back(file.encode());
        }
    files.push_back(
        BmpFile{.width = 3, .height = 1, .bits = 8, .palette = {1, 2, 3, 4}, .pixels = {0, 3, 2, 0}}
            .encode());
    for (const int bits : {4, 8}) {
        BmpFile runs{.width = 3, .height = 2, .bits = bits, .compression = bits == 8 ? 1u : 2u};
        runs.palette = {1, 2, 3, 4};
        runs.pixels = std::string("\3\1\0\0\0\3\1\2\3\0\0\2\1\0\0\1", 16);
        files.push_back(runs.encode());
    }
}

void add_tga(Files& files) {
    for (const int type : {2, 10})
        for (const int bits : {16, 24, 32})
            files.push_back(
                TgaFile{.type = type, .width = 2, .height = 1, .bits = bits, .pixels = "\1abcdefgh"}
                    .encode());
    files.push_back(TgaFile{.type = 11, .width = 3, .height = 1, .bits = 8, .pixels = "\x81x"}.encode());
    files.push_back(TgaFile{
        .type = 1, .width = 2, .height = 1, .bits = 8, .map_bits = 24, .map = "abcdef", .pixels = "\1\1"}
                        .encode());
}

void add_webp(Files& files) {
    Image image(6, 4);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto value = static_cast<std::uint8_t>(11 * i);
        image.pixels()[i] = {value, 90, static_cast<std::uint8_t>(255 - value),
                             i % 3 == 0 ? value : std::uint8_t{255}};
    }
    files.push_back(webp_file(webp_chunks(image, true)));
    files.push_back(webp_file(webp_chunks(image, false)));
    files.push_back(webp_file(webp_extended(0x12, 8, 6) + webp_chunk("ANIM", std::string(6, '\0')) +
                              webp_frame(2, 2, image)));
}

void add_gif(Files& files) {
    for (const bool interlaced : {false, true}) {
        GifFile file{
            .width = 6, .height = 5, .palette = {{1, 2, 3, 255}, {200, 0, 9, 255}, {}, {7, 8, 250, 255}}};
        file.frames.push_back(
            {.left = 1, .width = 5, .height = 5, .transparent = 2, .interlaced = interlaced});
        for (int i = 0; i < 25; ++i) file.frames[0].indices.push_back(static_cast<std::uint8_t>(i * i % 4));
        if (interlaced) file.frames.push_back(file.frames[0]);
        files.push_back(file.encode());
    }
}

/// Frames with every kind of disposal.
void add_animations(Files& files) {
    GifFile gif{.width = 5,
                .height = 3,
                .palette = {{1, 2, 3, 255}, {200, 0, 9, 255}, {}, {7, 8, 250, 255}},
                .loops = 2};
    ApngFile apng{.plays = 3};
    for (int i = 0; i < 5; ++i) {
        const int left = i % 3, width = 5 - left;
        GifFrame frame{.left = left, .width = width, .height = 3, .transparent = 2, .disposal = i % 4};
        frame.delay = i;
        Image image(width, 3);
        for (int n = 0; n < 3 * width; ++n) {
            frame.indices.push_back(static_cast<std::uint8_t>(n * n * (i + 1) % 4));
            const auto value = static_cast<std::uint8_t>(40 * n + i);
            image.pixels()[std::size_t(n)] = {value, 90, 7, static_cast<std::uint8_t>(255 - 9 * n)};
        }
        gif.frames.push_back(std::move(frame));
        apng.frames.push_back(
            {.left = left, .image = std::move(image), .dispose = i % 3, .blend = i / 2 % 2});
    }
    files.push_back(gif.encode());
    files.push_back(apng.encode());
}

void add_tiff(Files& files) {
    TiffFile file{.width = 7, .height = 5, .photometric = PHOTOMETRIC_RGB, .samples = 3};
    for (std::uint16_t i = 0; i < 7 * 5 * 4; ++i)
        file.values.push_back(static_cast<std::uint16_t>(i * 37 % 256));
    for (const int compression :
         {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS}) {
        file.compression = compression;
        files.push_back(file.encode());
    }
    file.bits = 16, file.samples = 4, file.planar = true, file.tile = 16, file.extra = EXTRASAMPLE_ASSOCALPHA;
    files.push_back(file.encode());
    TiffFile indexed{
        .width = 4, .height = 4, .photometric = PHOTOMETRIC_PALETTE, .bits = 2, .big_endian = true};
    indexed.values = {0, 1, 2, 3, 3, 2, 1, 0, 0, 0, 1, 1, 2, 2, 3, 3};
    indexed.palette = {0, 1000, 20000, 65535, 5, 600, 7000, 8000, 60000, 2, 3, 4};
    files.push_back(indexed.encode());
    indexed.more = [](TIFF* tiff) {
        TIFFSetField(tiff, TIFFTAG_MAKE, "Example");
        TIFFSetField(tiff, TIFFTAG_XRESOLUTION, 300.0);
        TIFFSetField(tiff, TIFFTAG_XMLPACKET, 9, "<no more>");
    };
    files.push_back(indexed.encode());
}

void add_modern(Files& files) {
    Image image(6, 4);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = {static_cast<std::uint8_t>(9 * i), 120, 7, static_cast<std::uint8_t>(255 - i)};
    for (const int depth : {8, 10}) files.push_back(avif_file(image, depth));
    const auto crop = [](avifImage& avif) {
        set_crop(avif, 1, 0, 5, 3);
        avif.alphaPremultiplied = AVIF_TRUE;
    };
    files.push_back(avif_file(image, 8, crop));
    files.push_back(av1_file_of("mif1", image, 8, crop));
    files.push_back(heic_file(image));
    files.push_back(JxlFile{.bits = 12, .frames = 2, .has_other_size = true}.encode(image));
    for (const bool container : {false, true}) files.push_back(JxlFile{.container = container}.encode(image));
    for (const bool packed : {false, true}) // libjxl returns metadata boxes and unpacks them
        files.push_back(
            JxlFile{.boxes = {{"Exif", std::string(4, '\0') + phone_exif(6, true)}, {"xml ", phone_xmp(6)}},
                    .packed = packed}
                .encode(image));
}

void add_small_formats(Files& files) {
    const std::string samples = "\x10\x20\x30\x40\x50\x60\x70\x7F";
    for (const char* header : {"P4 9 2 ", "P5 4 2 255 ", "P5 2 2 65535 ", "P6 2 1 127 ",
                               "P7\nWIDTH 1\nHEIGHT 2\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"})
        files.push_back(seed(header + samples));
    files.push_back(seed("P1 3 2\n010 110\n"));
    files.push_back(seed("P2 2 2 15 0 7 8 15\n"));
    files.push_back(seed("P3 1 2 # two\n255 1 20 255 9 8 7\n"));
    files.push_back(seed(qoi_file(5, 2, 4, "\xFE\x0A\x14\x1E\xA5\x0F\xFF\x01\x02\x03\x04\x4E\x09\xC4")));
}

/// Whether a file begins with one of a format's signatures or, if it has none, may be of the format.
bool begins_as(const PictureFormat& format, std::string_view file) {
    const auto fits = [&](const Signature& signature) {
        return !signature.bytes.empty() && file.size() >= signature.at &&
               file.substr(signature.at).starts_with(signature.bytes);
    };
    return std::ranges::any_of(format.signatures, fits) || (format.is_plausible && format.is_plausible(file));
}

/// Throws if a format that is read has no seed.
void check_formats(const Files& files) {
    for (const PictureFormat& format : picture_formats()) {
        const auto is_of_format = [&](const std::vector<std::byte>& file) {
            return begins_as(format, {reinterpret_cast<const char*>(file.data()), file.size()});
        };
        if (format.decoder && std::ranges::none_of(files, is_of_format))
            throw std::logic_error("no seed for " + std::string(format.name));
    }
}

}

std::vector<std::vector<std::byte>> fuzz_seeds() {
    Files files;
    add_png(files);
    add_jpeg(files);
    add_bmp(files);
    add_tga(files);
    add_webp(files);
    add_gif(files);
    add_animations(files);
    add_tiff(files);
    add_modern(files);
    add_small_formats(files);
    for (const bool big_endian : {false, true}) files.push_back(seed(exif_tiff(6, big_endian)));
    check_formats(files);
    return files;
}

}
