#include "session_run.h"

#include "reduction/reduction.h"

#include <gtest/gtest.h>

#include <semaphore>
#include <thread>

namespace huedrift {
namespace {

using Previews = SessionTest;

TEST_F(Previews, OfLargePicturesHaveFewerPixelsAndAreDithered) {
    const Image small = many_colors(100);
    Image large(1500, 1401);
    for (int y = 0; y < large.height(); ++y)
        for (int x = 0; x < large.width(); ++x)
            large.pixels()[std::size_t(y * large.width() + x)] =
                small.pixels()[std::size_t(y % 100 * 100 + x % 100)];
    gate.close();
    session->set({.shift = {.radius = 0.09}, .labels = {.dithering = {.method = Dither::ordered}}});
    session->open({write_picture("a.png", large)});
    poll_until([&](const Snapshot& snapshot) {
        return snapshot.state(Weighting::frequency) == ResultState::preview && gate.waiting() > 0;
    });
    const auto preview = session->live().frequency;
    ASSERT_TRUE(preview->pixels);
    EXPECT_EQ(ResultPainter(*preview).width(), 750);
    EXPECT_EQ(ResultPainter(*preview).height(), 701);
    std::uint64_t pixels = 0;
    for (const Swatch& swatch : preview->swatches) pixels += swatch.pixels;
    EXPECT_EQ(pixels, 4u * 750 * 701) << "as if all were counted";
    gate.open();
    EXPECT_EQ(ResultPainter(*exact().frequency).width(), 1500);
    EXPECT_TRUE(session->live().frequency->pixels);
    // Without drift, the palette of a preview is exact, and so are its colours.
    Recipe recipe = session->recipe();
    recipe.shift.radius = 0;
    recipe.labels = {};
    recipe.palette.set_colors(5);
    while (session->requests_alive() > 0) woken.acquire();
    lock_step.begin();
    session->set(recipe);
    step_until([](const Snapshot& now) { return now.state(Weighting::frequency) == ResultState::preview; });
    EXPECT_TRUE(session->live().frequency->shrunk);
    const auto first = session->live().frequency->palette;
    lock_step.end();
    EXPECT_EQ(fingerprint(*exact().frequency->palette), fingerprint(*first));
    EXPECT_FALSE(session->live().frequency->shrunk);
}

TEST_F(Previews, AreNotMeasuredByTheirPixels) {
    const auto of_palette = [](const Result& result) {
        return difference(result.picture->colors, *result.palette).mean;
    };
    gate.close();
    session->set({.shift = {.radius = 0.09}, .labels = {.dithering = {.method = Dither::ordered}}});
    session->open({write_picture("a.png", many_colors(100))});
    poll_until([&](const Snapshot& snapshot) {
        return snapshot.state(Weighting::frequency) == ResultState::preview && gate.waiting() > 0;
    });
    const auto preview = session->live().frequency;
    ASSERT_TRUE(preview->pixels);
    EXPECT_EQ(preview->difference.mean, of_palette(*preview));
    gate.open();
    const auto result = exact().frequency;
    EXPECT_NE(result->difference.mean, of_palette(*result));
}

/// A session with a picture of so many pixels that a sample of them is previewed.
class SampledPreviews : public SessionTest {
protected:
    /// `tile` again and again. Nothing drifts.
    void open(const Image& tile, const Recipe& recipe) {
        Image large(1001, 1000);
        for (int y = 0; y < large.height(); ++y)
            for (int x = 0; x < large.width(); ++x)
                large.pixels()[std::size_t(y * large.width() + x)] =
                    tile.pixels()[std::size_t(y % tile.height() * tile.width() + x % tile.width())];
        session->set(recipe);
        session->open({write_picture("a.png", large)});
        exact();
    }
    /// The preview that is shown before the exact result.
    std::shared_ptr<const Result> preview(const Recipe& recipe) {
        while (session->requests_alive() > 0) woken.acquire();
        session->poll();
        lock_step.begin();
        session->set(recipe);
        step_until(
            [](const Snapshot& now) { return now.state(Weighting::frequency) == ResultState::preview; });
        const auto shown = session->live().frequency;
        lock_step.end();
        exact();
        return shown;
    }
    static std::uint64_t print_of(const Result& result) { return fingerprint(ResultPainter(result).whole()); }
};

TEST_F(SampledPreviews, AreDitheredByEverySetting) {
    const Recipe usual{.shift = {.radius = 0},
                       .palette = {.colors = 4},
                       .labels = {.dithering = {.method = Dither::everywhere, .strength = 0.9}}};
    Recipe fewer = usual; // an exact result of the usual one would be found again, without a preview
    fewer.palette.colors = 3;
    open(many_colors(50), fewer);
    const std::uint64_t before = print_of(*preview(usual));
    int settings = 0;
    for (const auto& [words, recipe] : changed_settings(usual)) {
        LabelSteps dithering = recipe.labels.without_joins();
        dithering.tiles.reset();
        if (dithering == usual.labels) continue;
        SCOPED_TRACE(words);
        EXPECT_NE(print_of(*preview(recipe)), before) << words;
        ++settings;
    }
    EXPECT_GE(settings, 6) << "the strength and every method";
}

TEST_F(SampledPreviews, AreDitheredWhereTheMaskAllowsIt) {
    const Recipe usual{.shift = {.radius = 0}, .palette = {.colors = 4}};
    open(many_colors(50), usual);
    Image mask(1001, 1000);
    for (std::size_t i = 0; i < mask.pixels().size(); ++i) {
        const std::uint8_t grey = i % 1001 < 500 ? 0 : 255;
        mask.pixels()[i] = {grey, grey, grey, 255};
    }
    session->open_or_offer(write_picture("mask.png", mask));
    poll_while([&] { return !session->live().mask_offer; });
    session->take_mask(MaskUse::dithering);
    const Recipe masked = session->recipe();
    exact();
    Recipe everywhere = masked, plain = masked;
    everywhere.labels.dither_mask.reset();
    plain.labels = {};
    plain.palette.colors = everywhere.palette.colors = 5;
    Recipe here = masked;
    here.palette.colors = 5;
    const auto all = ResultPainter(*preview(everywhere)).whole(),
               none = ResultPainter(*preview(plain)).whole(), half = ResultPainter(*preview(here)).whole();
    const auto column = [&](const Image& image, int x) {
        std::vector<Rgba8> pixels;
        for (int y = 0; y < image.height(); ++y)
            pixels.push_back(image.pixels()[std::size_t(y * image.width() + x)]);
        return pixels;
    };
    for (int x = 0; x < 249; ++x) EXPECT_EQ(column(half, x), column(none, x)) << x;
    int dithered = 0;
    for (int x = 251; x < half.width(); ++x) dithered += column(half, x) != column(none, x);
    EXPECT_GT(dithered, 200);
    EXPECT_NE(fingerprint(half), fingerprint(all));
}

using VeryManySampledColors = SampledPreviews;

TEST_F(VeryManySampledColors, AreJoinedInPreviews) {
    Image colors(300, 300); // all different
    for (int i = 0; i < 300 * 300; ++i)
        colors.pixels()[std::size_t(i)] = {std::uint8_t(i % 300 * 255 / 299),
                                           std::uint8_t(i / 300 * 255 / 299),
                                           std::uint8_t(i % 7 * 8 + i / 300 % 5), 255};
    Recipe recipe{.shift = {.radius = 0, .assign = Assign::nearest},
                  .palette = {.fit = {.settle = 3}, .colors = 9}};
    open(colors, recipe);
    ASSERT_GT(session->live().picture->colors.size(), 1u << 16);
    recipe.palette.colors = 12;
    const auto shown = preview(recipe);
    EXPECT_EQ(shown->swatches.size(), 12u);
    EXPECT_EQ(shown->palette->colors_found, shown->picture->colors.size()) << "as many as there are to join";
    EXPECT_EQ(shown->palette->entry_of.size(), shown->picture->colors.size());
    const auto exact = session->live().frequency;
    EXPECT_EQ(exact->swatches.size(), 12u);
    EXPECT_NEAR(shown->difference.mean, exact->difference.mean, 0.004);
}

TEST_F(SampledPreviews, AreFinishedAlthoughNewerOnesAreRequested) {
    Recipe recipe{.shift = {.radius = 0}, .palette = {.colors = 4}};
    open(many_colors(50), recipe);
    while (session->requests_alive() > 0) woken.acquire();
    session->poll();
    lock_step.begin();
    recipe.palette.colors = 5;
    session->set(recipe, Gesture::ongoing);
    step_until([](const Snapshot& now) { return now.activity == Activity::preview; });
    for (const std::uint32_t colors : {6, 7}) {
        recipe.palette.colors = colors;
        session->set(recipe, Gesture::ongoing);
    }
    // The time is over for which any request may run: that of another runner, which began later, is.
    JobThreads others([] {});
    JobRunner other(others);
    std::binary_semaphore begun{0};
    other.post(
        [&](JobRunner::Run& run) {
            run.hold(std::chrono::milliseconds(300));
            begun.release();
            while (!run.progress().cancelled()) std::this_thread::yield();
        },
        [](const Error&) {});
    begun.acquire();
    other.post([](JobRunner::Run&) {}, [](const Error&) {});
    other.finish();
    lock_step.go_on();
    std::uint32_t shown = 0;
    step_until([&](const Snapshot& now) {
        shown = *now.frequency->recipe.palette.colors;
        return shown > 4;
    });
    EXPECT_EQ(shown, 5u);
    lock_step.end();
    EXPECT_EQ(exact().frequency->recipe.palette.colors, 7u);
}

}
}
