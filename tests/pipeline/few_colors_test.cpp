#include "cpu/cpu_engine.h"
#include "pipeline/enumerators.h"
#include "pipeline/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace huedrift {
namespace {

/// Noise of some colours, which may be nearly alike, with every alpha if it is soft.
Image few(std::uint32_t colors, bool alike, bool soft, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Rgba8> palette(colors);
    for (std::uint32_t i = 0; i < colors; ++i)
        palette[i] = alike
                         ? Rgba8{std::uint8_t(90 + i), 90, 90, 255}
                         : Rgba8{std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255};
    Image image(37, 29);
    for (Rgba8& pixel : image.pixels()) {
        pixel = palette[random() % colors];
        if (soft) pixel.a = std::uint8_t(1 + random() % 255);
    }
    return image;
}

class FewColors : public testing::Test {
protected:
    FewColors() { pipeline.use(engine); }

    Image reduced(const Image& image, const Recipe& recipe) {
        Document document;
        document.image = std::make_shared<const Image>(image);
        pipeline.open(std::move(document));
        Progress progress;
        return *pipeline.make_output(pipeline.reduce(recipe, progress));
    }
    Image plain(const Image& image) {
        Document document;
        document.image = std::make_shared<const Image>(image);
        pipeline.open(std::move(document));
        Progress progress;
        const SuitingLook suiting = pipeline.suggest_look(progress);
        return *pipeline.make_output(pipeline.reduce(recipe_of(suiting), progress));
    }

    CpuEngine engine;
    Pipeline pipeline;
};

void expect_same(const Image& one, const Image& other) {
    ASSERT_EQ(one.width(), other.width());
    EXPECT_TRUE(std::ranges::equal(one.pixels(), other.pixels()));
}

TEST_F(FewColors, StayWithEveryLook) {
    for (const Look look : enumerators<Look>)
        for (const std::uint32_t colors : {1u, 2u, 12u, 31u, 200u})
            for (const bool alike : {false, true})
                for (const bool soft : {false, true}) {
                    Recipe recipe = recipe_of(look);
                    recipe.palette.colors = 200;
                    const Image image = few(colors, alike && colors < 150, soft, colors);
                    expect_same(reduced(image, keeping_colors(recipe, recipe)), image);
                }
}

TEST_F(FewColors, StayWhereNothingIsAskedForSoThatASecondTimeChangesNothing) {
    std::mt19937 random(5);
    Image photo(80, 60), flat(80, 60), enlarged(90, 96);
    for (std::size_t i = 0; i < photo.pixels().size(); ++i) {
        photo.pixels()[i] = {std::uint8_t(i), std::uint8_t(random()), std::uint8_t(i / 80), 255};
        const auto ramp = std::uint8_t(i % 80 / 20 * 60 + (i % 20 == 0) * (i / 80));
        flat.pixels()[i] = {ramp, ramp, 200, 255};
    }
    for (std::size_t i = 0; i < enlarged.pixels().size(); ++i) {
        const std::size_t cell = i / 90 / 6 * 15 + i % 90 / 6;
        const auto value = std::uint8_t(cell * 2654435761u >> 27 << 3);
        enlarged.pixels()[i] = {value, std::uint8_t(255 - value), std::uint8_t(random() % 5), 255};
    }
    for (const Image& image :
         {photo, flat, enlarged, few(32, true, false, 1), few(20, false, true, 2), Image(4, 4)}) {
        const Image once = plain(image);
        expect_same(plain(once), once);
    }
    for (const std::uint32_t colors : {1u, 9u, 32u}) {
        const Image image = few(colors, true, true, colors);
        expect_same(plain(image), image);
    }
}

TEST_F(FewColors, AStepThatIsAskedForIsStillDone) {
    const Image image = few(12, false, false, 3);
    const Recipe look = recipe_of(Look::flat);
    Recipe recipe = keeping_colors(look, look);
    recipe.palette.to = {{0, 0, 0}, {255, 255, 255}};
    const Image sent = reduced(image, recipe);
    for (const Rgba8 pixel : sent.pixels()) EXPECT_TRUE(pixel.r == 0 || pixel.r == 255);
    recipe.palette.to.clear();
    recipe.size.min_share = 50;
    const Image one = reduced(image, recipe);
    EXPECT_EQ(std::ranges::count(one.pixels(), one.pixels()[0]), std::ptrdiff_t(one.pixels().size()));
}

}
}
