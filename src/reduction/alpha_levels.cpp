#include "reduction/alpha_levels.h"

#include "base/parallel.h"
#include "image/indexed_pixels.h"
#include "palette/alpha_pairs.h"
#include "palette/sort_keys.h"

#include <algorithm>

namespace huedrift {
namespace {

constexpr std::size_t pixels_at_once = 1 << 16;

/// Ascends with (R, G, B, A).
std::uint32_t pair_code(Rgba8 pixel) { return Rgb{pixel.r, pixel.g, pixel.b}.code() << 8 | pixel.a; }

/// The distinct pairs of visible pixels, ascending.
std::vector<AlphaPair> pairs_of(const ImageView& image, const Progress& progress) {
    std::vector<std::uint64_t> codes;
    codes.reserve(image.pixels.size());
    for (const Rgba8 pixel : image.pixels)
        if (pixel.a != 0) codes.push_back(pair_code(pixel));
    sort_keys(codes, progress);
    std::vector<AlphaPair> pairs;
    std::uint64_t last = 0; // transparent
    for (const std::uint64_t code : codes) {
        if (code == last) {
            ++pairs.back().pixels;
            continue;
        }
        const auto byte = [&](int at) { return std::uint8_t(code >> at); };
        pairs.push_back({{byte(24), byte(16), byte(8)}, byte(0)});
        last = code;
    }
    return pairs;
}

}

std::optional<Image> with_alpha_levels(const ImageView& image, std::size_t most, Transfer transfer,
                                       const Progress& progress) {
    const auto few = find_entries(image);
    if (few && few->size() <= most) return std::nullopt;
    const std::vector<AlphaPair> pairs = pairs_of(image, progress);
    const bool clear = std::ranges::count(image.pixels, std::uint8_t{0}, &Rgba8::a) > 0;
    const JoinedPairs joined = join_alpha_pairs(pairs, most - std::size_t{clear}, transfer, progress);
    std::vector<std::uint32_t> codes;
    codes.reserve(pairs.size());
    for (const AlphaPair& pair : pairs)
        codes.push_back(pair_code({pair.color.r, pair.color.g, pair.color.b, pair.alpha}));
    Image result(image.width, image.height);
    parallel_ranges(image.pixels.size(), pixels_at_once, [&](std::size_t begin, std::size_t end) {
        progress.throw_if_cancelled();
        for (std::size_t i = begin; i < end; ++i) {
            const Rgba8 pixel = image.pixels[i];
            if (pixel.a == 0) continue;
            if (i > begin && pixel == image.pixels[i - 1]) {
                result.pixels()[i] = result.pixels()[i - 1];
                continue;
            }
            const auto found = std::ranges::lower_bound(codes, pair_code(pixel)) - codes.begin();
            const AlphaPair& pair = joined.pairs[joined.becomes[std::size_t(found)]];
            result.pixels()[i] = {pair.color.r, pair.color.g, pair.color.b, pair.alpha};
        }
    });
    return result;
}

}
