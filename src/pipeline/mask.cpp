#include "pipeline/mask.h"

#include "base/fnv1a.h"
#include "base/parallel.h"
#include "pipeline/document.h"

#include <algorithm>
#include <atomic>
#include <bitset>
#include <cassert>
#include <numeric>
#include <span>

namespace huedrift {
namespace {

MaskId id_of(const Mask& mask) {
    Fnv1a hash;
    hash.add(static_cast<std::uint32_t>(mask.width));
    hash.add(static_cast<std::uint32_t>(mask.height));
    hash.add(std::as_bytes(std::span(mask.greys)));
    return {hash.value()};
}

/// The luma of a pixel over black.
std::uint8_t grey_of(Rgba8 pixel) {
    const unsigned luma = (13933U * pixel.r + 46871U * pixel.g + 4732U * pixel.b + (1U << 15)) >> 16;
    return static_cast<std::uint8_t>((luma * pixel.a + 127) / 255);
}

/// How often a pixel counts: 0 where the mask is black, up to 8 where it is white.
std::uint8_t importance_of(std::uint8_t grey) { return static_cast<std::uint8_t>((grey + 31) / 32); }

/// The sums of the counts over the pixels of each colour.
ColorTable sums_of(const ImageView& image, const ColorSet& colors, const std::vector<std::uint8_t>& counts,
                   const Progress& progress) {
    assert(image.pixels.size() == counts.size());
    std::vector<std::uint64_t> sums(colors.size());
    parallel_pieces(counts.size(), 1 << 16, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto [r, g, b, a] = image.pixels[i];
            if (a == 0) continue;
            std::atomic_ref(sums[colors.index()[{r, g, b}]]).fetch_add(counts[i], std::memory_order_relaxed);
        }
    });
    return {{colors.colors().begin(), colors.colors().end()}, std::move(sums)};
}

}

std::shared_ptr<const Mask> find_mask(const Masks& masks, const std::optional<MaskId>& id) {
    const auto found = std::ranges::find_if(masks, [&](const auto& mask) { return id && mask->id == *id; });
    return found == masks.end() ? nullptr : *found;
}

bool is_grey(const ImageView& image) {
    return std::ranges::all_of(image.pixels, [](Rgba8 p) { return p.r == p.g && p.g == p.b; });
}

std::shared_ptr<const Mask> mask_of(const ImageView& image) {
    assert(image.is_whole());
    Mask mask{.width = image.width, .height = image.height};
    mask.greys.reserve(image.pixels.size());
    for (const Rgba8 pixel : image.pixels) mask.greys.push_back(grey_of(pixel));
    mask.id = id_of(mask);
    return std::make_shared<const Mask>(std::move(mask));
}

std::shared_ptr<const Mask> shrunk(const Mask& mask, int halvings) {
    const auto halved = [halvings](int side) { return (side + (1 << halvings) - 1) >> halvings; };
    const auto middle = [halvings](int square, int side) {
        return std::min((square << halvings) + (1 << halvings) / 2, side - 1);
    };
    Mask small{.width = halved(mask.width), .height = halved(mask.height), .id = mask.id};
    small.greys.reserve(std::size_t(small.width) * std::size_t(small.height));
    for (int y = 0; y < small.height; ++y)
        for (int x = 0; x < small.width; ++x)
            small.greys.push_back(mask.greys[std::size_t(middle(y, mask.height)) * std::size_t(mask.width) +
                                             std::size_t(middle(x, mask.width))]);
    return std::make_shared<const Mask>(std::move(small));
}

std::shared_ptr<const Mask> load_mask(const Location& from, LoadLimits limits) {
    limits.max_frames = 1; // whatever is allowed to the picture
    // Greys are weights here, so a colour profile does not apply.
    return mask_of(load_image_file(from, limits, nullptr, ProfileUse::ignore).image);
}

std::vector<std::uint8_t> importances(const ImageView& image, const Mask& mask, const Progress& progress) {
    std::vector<std::uint8_t> counts(image.pixels.size());
    std::bitset<9> kinds; // by their count
    unsigned common = 0;  // divides all
    each_index(counts.size(), progress, [&](std::size_t i) {
        if (image.pixels[i].a == 0) return;
        counts[i] = importance_of(mask.at(i));
        kinds.set(counts[i]);
        common = std::gcd(common, unsigned(counts[i]));
    });
    if (kinds.count() <= 1) return {};
    for (std::uint8_t& count : counts) count = static_cast<std::uint8_t>(count / common);
    return counts;
}

std::shared_ptr<const Picture> weighed(const std::shared_ptr<const Picture>& whole, const Mask& mask,
                                       const Progress& progress) {
    std::vector<std::uint8_t> counts = importances(*whole->image, mask, progress);
    if (counts.empty()) return whole;
    Image image = *whole->image;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] == 0) image.pixels()[i] = {};
    const Transfer transfer = whole->colors.transfer();
    const ColorTable table = sums_of(image, ColorSet(image, transfer, progress), counts, progress);
    ColorSet colors = color_set(table, transfer);
    const LuminanceHistogram histogram = luminance_histogram(colors);
    return std::make_shared<const Picture>(
        Picture{.document = whole->document,
                .image = std::make_shared<const Image>(std::move(image)),
                .colors = std::move(colors),
                .histogram = histogram,
                .importances = std::make_shared<const std::vector<std::uint8_t>>(std::move(counts))});
}

}
