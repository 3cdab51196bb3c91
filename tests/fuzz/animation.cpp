#include "decode/decode_here.h"
#include "fuzz/mend_sums.h"
#include "fuzz/target.h"
#include "image/save.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

constexpr LoadLimits limits{.max_pixels = 100'000, .max_frames = 50};

/// Traps if the frames are not read back unchanged. A format may refuse them.
void write_and_read(const Image& frames, const Animation& animation, ImageFormat format) {
    std::vector<std::byte> file;
    try {
        file = encode_image(frames, format, {.animation = animation});
    } catch (const Error&) {
        return;
    }
    const Image read = decode_here(file, "a", limits);
    const auto same = [](Rgba8 x, Rgba8 y) { return x == y || (x.a == 0 && y.a == 0); };
    if (!std::ranges::equal(read.pixels(), frames.pixels(), same)) __builtin_trap();
    if (inspect_here(file, "a", limits).frames != animation.frames()) __builtin_trap();
}

}
}

// All frames, twice: the same file gives the same frames, which can be written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace huedrift;
    std::vector<std::uint8_t> mended(data, data + size);
    mend_sums(mended);
    const auto file = std::as_bytes(std::span(std::as_const(mended)));
    Image first;
    Animation animation;
    try {
        first = decode_here(file, "a", limits);
        const FileFacts facts = inspect_here(file, "a", limits);
        if (facts.frames > 1) animation = {facts.delays, facts.plays};
        if (!std::ranges::equal(first.pixels(), decode_here(file, "a", limits).pixels())) __builtin_trap();
    } catch (const Error&) { // refused
        return 0;
    }
    if (animation.frames() == 0) return 0;
    write_and_read(first, animation, ImageFormat::gif);
    write_and_read(first, animation, ImageFormat::apng);
    return 0;
}
