#include "image/picture_files.h"

#include "image/png_files.h"

#include <gif_lib.h>
#include <gtest/gtest.h>
#include <png.h>

#include <array>
#include <span>
#include <utility>

namespace huedrift {
namespace {

int append(GifFileType* gif, const GifByteType* data, int size) {
    const auto bytes = std::as_bytes(std::span(data, std::size_t(size)));
    auto& file = *static_cast<std::vector<std::byte>*>(gif->UserData);
    file.insert(file.end(), bytes.begin(), bytes.end());
    return size;
}

ColorMapObject* map_of(const std::vector<Rgba8>& palette) {
    if (palette.empty()) return nullptr;
    std::vector<GifColorType> colors;
    for (const Rgba8 entry : palette) colors.push_back({entry.r, entry.g, entry.b});
    return GifMakeMapObject(static_cast<int>(colors.size()), colors.data());
}

void write_frame(GifFileType* gif, const GifFrame& frame) {
    const GraphicsControlBlock control{frame.disposal, false, frame.delay, frame.transparent};
    std::array<GifByteType, 4> bytes{};
    EGifGCBToExtension(&control, bytes.data());
    EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(bytes.size()), bytes.data());
    ColorMapObject* const map = map_of(frame.palette);
    if (!map) GifFreeMapObject(std::exchange(gif->Image.ColorMap, nullptr)); // giflib leaks it
    EXPECT_EQ(EGifPutImageDesc(gif, frame.left, frame.top, frame.width, frame.height, frame.interlaced, map),
              GIF_OK);
    GifFreeMapObject(map);
    constexpr std::array<std::array<int, 2>, 4> passes{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
    std::vector<int> rows;
    for (const auto& [first, step] : passes)
        for (int row = first; frame.interlaced && row < frame.height; row += step) rows.push_back(row);
    for (int row = 0; !frame.interlaced && row < frame.height; ++row) rows.push_back(row);
    for (const int row : rows) {
        std::vector<GifPixelType> line(frame.indices.begin() + row * frame.width,
                                       frame.indices.begin() + (row + 1) * frame.width);
        EXPECT_EQ(EGifPutLine(gif, line.data(), frame.width), GIF_OK);
    }
}

void write_loops(GifFileType* gif, int loops) {
    const std::array<GifByteType, 3> count{1, static_cast<GifByteType>(loops),
                                           static_cast<GifByteType>(loops >> 8)};
    EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE);
    EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0");
    EGifPutExtensionBlock(gif, static_cast<int>(count.size()), count.data());
    EGifPutExtensionTrailer(gif);
}

}

std::vector<std::byte> GifFile::encode() const {
    std::vector<std::byte> file;
    int failure = 0;
    GifFileType* const gif = EGifOpen(&file, append, &failure);
    EGifSetGifVersion(gif, true);
    ColorMapObject* const map = map_of(palette);
    EXPECT_EQ(EGifPutScreenDesc(gif, width, height, 8, 0, map), GIF_OK);
    GifFreeMapObject(map);
    if (loops >= 0) write_loops(gif, loops);
    for (const GifFrame& frame : frames) write_frame(gif, frame);
    EXPECT_EQ(EGifCloseFile(gif, &failure), GIF_OK);
    return file;
}

namespace {

std::string number(std::uint32_t value, int bytes = 4) {
    std::string text;
    while (bytes-- > 0) text += static_cast<char>(value >> 8 * bytes);
    return text;
}

std::vector<PngChunk> chunks_of(const Image& image) {
    PngFile file{.width = image.width(), .height = image.height(), .color_type = PNG_COLOR_TYPE_RGB_ALPHA};
    for (const Rgba8 p : image.pixels()) file.samples.insert(file.samples.end(), {p.r, p.g, p.b, p.a});
    return png_chunks(file.encode());
}

}

std::vector<std::byte> ApngFile::encode() const {
    std::uint32_t sequence = 0;
    std::vector<PngChunk> chunks = chunks_of(frames[0].image);
    const PngChunk end = chunks.back();
    chunks.pop_back();
    const PngChunk animation{"acTL", number(static_cast<std::uint32_t>(frames.size())) + number(plays)};
    chunks.insert(chunks.begin() + 1, animation);
    for (const ApngFrame& frame : frames) {
        std::string control = number(sequence++);
        for (const int value : {frame.image.width(), frame.image.height(), frame.left, frame.top})
            control += number(static_cast<std::uint32_t>(value));
        control += number(frame.numerator, 2) + number(frame.denominator, 2) +
                   number(static_cast<std::uint32_t>(frame.dispose), 1) +
                   number(static_cast<std::uint32_t>(frame.blend), 1);
        if (&frame == frames.data() && !hidden_picture) {
            chunks.insert(chunks.begin() + 2, {"fcTL", control});
            continue;
        }
        chunks.push_back({"fcTL", control});
        for (const PngChunk& chunk : chunks_of(frame.image))
            if (chunk.type == "IDAT") chunks.push_back({"fdAT", number(sequence++) + chunk.data});
    }
    chunks.push_back(end);
    return png_of(chunks);
}

}
