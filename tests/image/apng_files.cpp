#include "image/apng_files.h"

#include "image/png_files.h"

#include <png.h>

namespace huedrift {
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
