#include "reduction/code_blocks.h"

#include "base/parallel.h"
#include "color/rgb.h"

#include <algorithm>
#include <utility>

namespace huedrift {
namespace {

constexpr std::uint32_t lower_bits = 12;

std::uint32_t code_of(Rgba8 pixel) { return Rgb{pixel.r, pixel.g, pixel.b}.code(); }

/// For each block the place of its next pixel, or how many it has.
using Places = std::array<std::size_t, CodeBlocks::count>;

/// A few pieces for each thread; each has places for every block.
std::size_t pieces_of(std::size_t pixels) { return std::clamp<std::size_t>(pixels >> 18, 1, 64); }

}

CodeBlocks::CodeBlocks(std::span<const Rgba8> pixels, const Progress& progress) : begins_(count + 1) {
    const std::size_t pieces = pieces_of(pixels.size());
    const auto piece = [&](std::size_t i) {
        const std::size_t begin = pixels.size() * i / pieces;
        return pixels.subspan(begin, pixels.size() * (i + 1) / pieces - begin);
    };
    std::vector<Places> places(pieces);
    parallel_pieces(pieces, 1, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (const Rgba8 pixel : piece(i)) places[i][code_of(pixel) >> lower_bits] += pixel.a != 0;
    });
    std::size_t place = 0;
    for (std::size_t block = 0; block < count; ++block) {
        begins_[block] = place;
        for (Places& of_piece : places) place += std::exchange(of_piece[block], place);
    }
    begins_[count] = place;
    lower_ = std::make_unique_for_overwrite<std::uint16_t[]>(place);
    parallel_pieces(pieces, 1, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (const Rgba8 pixel : piece(i)) {
                if (pixel.a == 0) continue;
                const std::uint32_t code = code_of(pixel);
                lower_[places[i][code >> lower_bits]++] = static_cast<std::uint16_t>(code & (codes - 1));
            }
    });
    parallel_pieces(count, 1 << 5, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end; ++block)
            if (const auto lower = lower_of(block); lower.size() <= max_sorted) std::ranges::sort(lower);
    });
}

}
