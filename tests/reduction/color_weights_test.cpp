#include "reduction/color_weights.h"

#include "expect_error.h"

#include <gmock/gmock.h>

#include <random>

namespace huedrift {
namespace {

using testing::ElementsAre;

/// f(c) of "Weights" in the definition, as plainly as possible.
std::uint64_t factor(Rgb color) {
    const Position position = PositionTable(Transfer::srgb)(color);
    const std::int64_t a = position.a, b = position.b, chroma = a * a + b * b;
    return 64 + std::uint64_t(64 * chroma / 6333186975989);
}

std::vector<std::uint32_t> weights_of(const ColorSet& colors, std::span<const std::uint32_t> weights) {
    std::vector<std::uint32_t> all;
    for (std::size_t i = 0; i < colors.size(); ++i)
        all.push_back(
            std::uint32_t(std::min<std::uint64_t>(0xffffffff, weights[i] * factor(colors.colors()[i]) / 64)));
    return all;
}

TEST(ColorWeights, GrowWithTheSquareOfTheChroma) {
    const ColorSet colors({{0, 0, 255}, {128, 128, 128}, {255, 0, 0}}, {1, 1, 1}, Transfer::srgb);
    EXPECT_THAT(with_chroma({64, 64, 64}, colors, {}), ElementsAre(343, 64, 252));
    EXPECT_THAT(with_chroma({1, 1, 1}, colors, {}), ElementsAre(5, 1, 3)) << "rounded down";
    EXPECT_THAT(with_chroma({0, 0, 4'000'000'000}, colors, {}), ElementsAre(0, 0, 0xffffffff));
}

TEST(ColorWeights, AreThoseOfTheDefinitionForEitherTransfer) {
    std::mt19937 random(7);
    std::vector<Rgb> all;
    std::vector<std::uint32_t> counts;
    for (std::uint32_t code = random() % 300; code < rgb_codes; code += 1 + random() % 700) {
        all.push_back(Rgb::from_code(code));
        counts.push_back(1 + random() % 10'000);
    }
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const ColorSet colors(all, counts, transfer);
        std::vector<std::uint32_t> plain = counts;
        for (std::uint32_t& weight : plain) weight *= 16;
        EXPECT_EQ(weigh_pixels(colors, {}), weights_of(colors, plain));
    }
}

TEST(ColorWeights, OfTooManyPixelsAreHalved) {
    constexpr std::uint32_t many = 0x7fffffff;
    const ColorSet few({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}, {many, many, many, many},
                       Transfer::srgb);
    EXPECT_THAT(weigh_pixels(few, {}), ElementsAre(many, many, many, many));
    const ColorSet more({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}}, {many, many, many, many, 5},
                        Transfer::srgb);
    EXPECT_THAT(weigh_pixels(more, {}),
                ElementsAre(many / 2 + 1, many / 2 + 1, many / 2 + 1, many / 2 + 1, 3));
}

TEST(ColorWeights, EndWhenTheyAreCancelled) {
    Progress cancelled;
    cancelled.cancel();
    expect_error(
        [&] {
            weigh_pixels(ColorSet({{1, 2, 3}}, {4}, Transfer::srgb), cancelled);
        },
        ErrorKind::cancelled);
}

}
}
