#include "image/tiff_files.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>
#include <tiffio.h>

namespace huedrift {
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
