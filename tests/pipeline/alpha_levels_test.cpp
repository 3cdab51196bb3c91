#include "palette/alpha_pairs.h"
#include "pipeline/indexed_pixels.h"
#include "reduction/random_image.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <optional>
#include <tuple>

namespace huedrift {
namespace {

using Key = std::tuple<std::uint8_t, std::uint8_t, std::uint8_t, std::uint8_t>;

Key key_of(Rgba8 p) { return {p.r, p.g, p.b, p.a}; }

/// Pixels one by one, with the pairs that joining leaves.
std::optional<Image> by_definition(const Image& image, std::size_t most, Transfer transfer) {
    std::map<Key, std::uint64_t> counts;
    for (const Rgba8 p : image.pixels()) ++counts[key_of(p)];
    if (counts.size() <= most) return std::nullopt;
    std::vector<AlphaPair> pairs;
    std::map<Key, std::size_t> index_of;
    for (const auto& [key, pixels] : counts) {
        const auto [r, g, b, a] = key;
        index_of[key] = pairs.size();
        pairs.push_back({{r, g, b}, a, pixels});
    }
    const JoinedPairs joined = join_alpha_pairs(pairs, {.count = most, .transfer = transfer});
    Image result = image;
    for (Rgba8& p : result.pixels()) {
        const auto& [color, alpha, weight] = joined.pairs[joined.becomes[index_of[key_of(p)]]];
        p = {color.r, color.g, color.b, alpha};
    }
    return result;
}

/// The same through the values of the pixels.
std::optional<Image> with_alpha_levels(const Image& image, std::size_t most) {
    IndexedPixels pixels{LabelPlane(image.width(), image.height(), image.pixels().size()), {}};
    pixels.plane.visit([]<class Index>(std::vector<Index>& indices) {
        std::iota(indices.begin(), indices.end(), Index{0});
    });
    for (const Rgba8 value : image.pixels()) pixels.values.push_back({value, 1});
    if (!join_values(pixels.values, {.most = most})) return std::nullopt;
    return paint(pixels);
}

Image with_clear_pixels_black(Image image) {
    for (Rgba8& p : image.pixels())
        if (p.a == 0) p = {};
    return image;
}

TEST(AlphaLevels, JoinThePairsOfAPictureAsDefined) {
    for (const unsigned opacities : {1u, 2u, 4u})
        for (const auto& [width, height] : {std::pair(1, 1), {0, 0}, {1, 97}, {31, 37}, {311, 223}})
            for (const std::size_t most : {3, 17, 256}) {
                const Image image =
                    with_clear_pixels_black(random_image(opacities, width, height, 8, 32, opacities));
                const auto expected = by_definition(image, most, Transfer::srgb);
                const auto joined = with_alpha_levels(image, most);
                ASSERT_EQ(joined.has_value(), expected.has_value());
                if (!joined) continue;
                EXPECT_TRUE(std::ranges::equal(joined->pixels(), expected->pixels()));
                EXPECT_TRUE(index_image(*joined) && index_image(*joined)->entries.size() <= most);
            }
}

TEST(AlphaLevels, KeepOpaquePixelsOpaqueAndClearOnesClear) {
    const Image image = with_clear_pixels_black(random_image(7, 61, 53, 256, 1, 4));
    const auto joined = with_alpha_levels(image, 3);
    ASSERT_TRUE(joined);
    EXPECT_EQ(index_image(*joined)->entries.size(), 3u);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const std::uint8_t before = image.pixels()[i].a, after = joined->pixels()[i].a;
        EXPECT_TRUE(before == after || (before != 0 && before != 255));
    }
}

TEST(AlphaLevels, LeaveAPictureWithoutVisiblePixels) { EXPECT_FALSE(with_alpha_levels(Image(13, 17), 3)); }

}
}
