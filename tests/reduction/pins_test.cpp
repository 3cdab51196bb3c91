#include "reduction/pins.h"

#include "reduction/random_image.h"
#include "reduction/remap.h"
#include "reference/reference_engine.h"

#include <gtest/gtest.h>

#include <random>

namespace huedrift {
namespace {

Image small_image(unsigned seed) { return huedrift::random_image(seed, 24, 16, 8, 36, 1); }

/// The definition: makes pinned colours transparent in the picture and restores them later.
Image pinned_by_definition(const Image& image, std::span<const Pin> pins, const Options& options) {
    const PositionTable position(options.transfer);
    Image rest = image, result = image;
    std::vector<std::optional<Rgb>> pinned(image.pixels().size());
    for (std::size_t i = 0; i < pinned.size(); ++i) {
        const Rgba8 p = image.pixels()[i];
        std::int64_t least = 0;
        for (const Pin& pin : pins) {
            const double distance = pin.distance.value_or(options.radius) * units_per_one;
            const std::int64_t squared = squared_distance(position({p.r, p.g, p.b}), position(pin.color));
            if (squared > static_cast<std::int64_t>(std::floor(distance * distance))) continue;
            if (pinned[i] && squared >= least) continue;
            pinned[i] = pin.color;
            least = squared;
        }
        if (pinned[i]) rest.pixels()[i] = {};
    }
    const ColorSet colors(rest, options.transfer);
    ReferenceEngine engine;
    Progress progress;
    result = remap(rest, colors, engine.reduce(colors, options, progress));
    for (std::size_t i = 0; i < pinned.size(); ++i)
        if (pinned[i]) result.pixels()[i] = {pinned[i]->r, pinned[i]->g, pinned[i]->b, 255};
    return result;
}

TEST(Pins, TakeNearColorsAndLeaveTheRest) {
    const std::vector<std::vector<Pin>> lists{{},
                                              {{{36, 72, 108}, 0.0}},
                                              {{{1, 2, 3}, 0.0}},
                                              {{{200, 0, 0}}},
                                              {{{200, 0, 0}}, {{0, 200, 0}, 0.3}, {{0, 200, 0}, 0.3}},
                                              {{{10, 10, 10}, max_radius}}};
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear})
        for (const auto& pins : lists) {
            const Image image = small_image(unsigned(pins.size()));
            const ColorSet colors(image, transfer);
            const Options options{.radius = 0.1, .transfer = transfer};
            const PinnedColors pinned(colors, pins, options.radius, {});
            ReferenceEngine engine;
            Progress progress;
            const Reduction reduction =
                pinned.with_pins(colors, engine.reduce(pinned.unpinned(), options, progress));
            const Image expected = pinned_by_definition(image, pins, options);
            EXPECT_TRUE(std::ranges::equal(remap(image, colors, reduction).pixels(), expected.pixels()));
        }
}

TEST(Pins, TheNearestPinTakesAColorAndTheFirstOnTies) {
    const ColorSet colors({{100, 100, 100}}, {1}, Transfer::srgb);
    const auto taker = [&](const std::vector<Pin>& pins) {
        const PinnedColors pinned(colors, pins, 0.5, {});
        return pinned.with_pins(colors, {}).entries[0].color;
    };
    EXPECT_EQ(taker({{{90, 90, 90}}, {{99, 99, 99}}}), (Rgb{99, 99, 99}));
    EXPECT_EQ(taker({{{99, 99, 99}}, {{90, 90, 90}}}), (Rgb{99, 99, 99}));
    EXPECT_EQ(taker({{{90, 90, 90}}, {{99, 99, 99}, 0.0}}),
              (Rgb{90, 90, 90})); // the nearer one reaches less far
}

TEST(Pins, ReplaceThePreviewOfTheirColors) {
    const ColorSet colors({{0, 0, 0}, {250, 0, 0}, {255, 0, 0}}, {1, 1, 1}, Transfer::srgb);
    ReferenceEngine engine;
    Progress progress;
    const std::vector<Pin> pins{{{255, 0, 0}, 0.0}};
    const PinnedColors pinned(colors, pins, 0.1, {});
    const Reduction result = pinned.with_pins(colors, engine.reduce(colors, {.radius = 0.1}, progress));
    EXPECT_EQ(result.entries[result.entry_of[2]].color, (Rgb{255, 0, 0}));
    EXPECT_NE(result.entries[result.entry_of[1]].color, (Rgb{255, 0, 0}));
    EXPECT_EQ(result.entries[result.entry_of[0]].color, (Rgb{0, 0, 0}));
}

TEST(Pins, TakeColorsAsInAListOfAll) {
    std::mt19937 random(7);
    const auto number = [&] { return static_cast<std::uint8_t>(random() % 64); };
    std::vector<Pin> pins; // several of one colour, too
    for (std::size_t i = 0; i < 500; ++i)
        pins.push_back({{number(), number(), number()}, double(random() % 9) / 200});
    std::vector<Rgb> all;
    for (std::uint32_t code = 0; code < rgb_codes / 4; code += 0x010307) all.push_back(Rgb::from_code(code));
    const ColorSet colors(all, std::vector<std::uint32_t>(all.size(), 1), Transfer::srgb);
    const PositionTable position(Transfer::srgb);
    const PinnedColors pinned(colors, pins, 0.1, {});
    const Reduction result = pinned.with_pins(colors, gather_modes(colors, colors.positions()));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Pin* taker = nullptr;
        std::int64_t least = 0;
        for (const Pin& pin : pins) {
            const std::int64_t squared = squared_distance(position(pin.color), colors.positions()[i]);
            if (squared > (*pin.distance > 0 ? squared_radius(*pin.distance) : 0)) continue;
            if (taker && squared >= least) continue;
            taker = &pin;
            least = squared;
        }
        EXPECT_EQ(pinned.takes(i), taker != nullptr);
        EXPECT_EQ(result.entries[result.entry_of[i]].color, taker ? taker->color : all[i]);
    }
}

TEST(VeryManyPins, TakeTheirColors) {
    std::vector<Rgb> all;
    std::vector<Pin> pins; // a comparison of each with each would take longer than a test may
    for (std::uint32_t code = 0; code < rgb_codes; code += 16) {
        all.push_back(Rgb::from_code(code));
        pins.push_back({Rgb::from_code(code + code / 16 % 2), 0.0});
    }
    const ColorSet colors(all, std::vector<std::uint32_t>(all.size(), 1), Transfer::srgb);
    const PinnedColors pinned(colors, pins, 0.1, {});
    EXPECT_EQ(pinned.unpinned().size(), all.size() / 2);
    EXPECT_TRUE(pinned.takes(0));
    EXPECT_FALSE(pinned.takes(1));
}

}
}
