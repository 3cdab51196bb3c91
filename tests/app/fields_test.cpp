#include "app/ui/fields.h"
#include "app/ui/texts.h"
#include "app/ui/theme.h"
#include "window_fixture.h"

#include <SDL.h>
#include <SDL_keycode.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <thread>

namespace huedrift::app {
namespace {

TEST(NumberField, ReadsCommaAndPointAndTheUnit) {
    const NumberRange shares{0, 1}, blurs{0, 16, true, " px"}, counts{1, 1e6, true};
    EXPECT_EQ(read_number("0,08", shares), 0.08);
    EXPECT_EQ(read_number(" 0.08 ", shares), 0.08);
    EXPECT_EQ(read_number(".5", shares), 0.5);
    EXPECT_EQ(read_number("12 px", blurs), 12);
    EXPECT_EQ(read_number("12", blurs), 12);
    EXPECT_EQ(read_number("12,345", counts), 12345);
}

TEST(NumberField, RefusesOtherTextsAndNumbersOutOfRange) {
    const NumberRange shares{0, 1}, counts{1, 1e6, true};
    for (const char* const text : {"", "-1", "1.001", "nan", "inf", "0.1.2", "0,1,2", "1e", "px"})
        EXPECT_FALSE(read_number(text, shares)) << text;
    for (const char* const text : {"0", "1.5", "1,5", "12,3456", "1e7"})
        EXPECT_FALSE(read_number(text, counts)) << text;
}

TEST(CatchingUp, LastsAMomentHoweverOftenRequestsAreRenewed) {
    using std::chrono::steady_clock, std::chrono::seconds;
    Snapshot snapshot;
    snapshot.picture =
        std::make_shared<const Picture>(Picture{{}, {}, ColorSet(Image(), Transfer::srgb), {}});
    snapshot.frequency = std::make_shared<const Result>();
    snapshot.activity = Activity::reducing;
    snapshot.activity_begun = steady_clock::now() + seconds(9); // it has only just begun
    EXPECT_TRUE(is_catching_up(snapshot));
    snapshot.outdated_since = steady_clock::now() + seconds(9);
    EXPECT_TRUE(is_catching_up(snapshot)) << "they were current just now";
    snapshot.outdated_since = steady_clock::now() - seconds(9);
    EXPECT_FALSE(is_catching_up(snapshot));
    EXPECT_FALSE(catching_up_ends_in(snapshot));
}

class FieldsTest : public WindowTest {
protected:
    Point radius_field() { return middle_of("panel", {"##radius"}); }
    /// The word "Radius", which takes no click.
    Point beside_the_field() {
        const auto slider = area("panel", {"radius"});
        return {slider[0] + 10.0, radius_field().y};
    }
    double radius() { return snapshot().recipe->shift.radius; }
    std::ptrdiff_t warnings() {
        const Rgb color = Theme::of(Brightness::dark).warning;
        const auto near = [](int x, int y) { return std::abs(x - y) < 24; }; // lines are smoothed
        return std::ranges::count_if(app->capture().pixels(), [&](Rgba8 pixel) {
            return near(pixel.r, color.r) && near(pixel.g, color.g) && near(pixel.b, color.b);
        });
    }
};

TEST_F(FieldsTest, ARadiusIsTypedWithACommaOrAPoint) {
    click(radius_field());
    enter("0,08");
    EXPECT_EQ(radius(), 0.08);
    click(radius_field());
    type("0.12");
    click(beside_the_field());
    EXPECT_EQ(radius(), 0.12) << "leaving the field takes the number, too";
}

TEST_F(FieldsTest, AtTheRadius0NothingDriftsAndTheKeysLeadBack) {
    open(ramps(60, 40));
    click(radius_field());
    enter("0");
    await_exact();
    EXPECT_EQ(radius(), 0);
    EXPECT_TRUE(says("0: nothing drifts, all colours stay"));
    EXPECT_EQ(snapshot().frequency->swatches.size(), snapshot().picture->colors.size());
    key(SDLK_RIGHT);
    EXPECT_EQ(radius(), min_slider_radius);
    EXPECT_FALSE(says("nothing drifts"));
    key(SDLK_LEFT);
    EXPECT_EQ(radius(), 0);
    for (int i = 0; i < 4; ++i) key(SDLK_z, KMOD_LCTRL);
    EXPECT_EQ(radius(), Recipe{}.shift.radius);
    click(slider(0));
    settle();
    EXPECT_EQ(radius(), 0) << "it is the slider's left end";
}

TEST_F(FieldsTest, AnInvalidRadiusIsRefusedInPlace) {
    for (const char* const text : {"-1", "2", "nan", "wide"}) {
        click(radius_field());
        const std::ptrdiff_t before = warnings();
        type(text);
        EXPECT_GT(warnings(), before + 100) << "the range is named while it is typed: " << text;
        press_key(SDLK_RETURN);
        EXPECT_EQ(radius(), Recipe{}.shift.radius) << text;
        EXPECT_GT(warnings(), before + 100) << "it stays to be mended: " << text;
        press_key(SDLK_ESCAPE);
        EXPECT_EQ(warnings(), before);
        EXPECT_EQ(radius(), Recipe{}.shift.radius) << text;
    }
}

TEST_F(FieldsTest, ARefusedTextIsCorrectedInPlace) {
    click(radius_field());
    enter("17");
    settle();
    for (int i = 0; i < 2; ++i) key(SDLK_BACKSPACE);
    enter("0.2");
    EXPECT_EQ(radius(), 0.2);
}

TEST_F(FieldsTest, ASmallestShareIsTypedInPerCent) {
    Image image(20, 20);
    for (std::size_t i = 0; i < 400; ++i)
        image.pixels()[i] = i < 8 ? Rgba8{220, 30, 30, 255} : Rgba8{20, 60, 200, 255};
    open(image);
    ASSERT_EQ(snapshot().frequency->swatches.size(), 2u);
    click(control("panel/folds", {"method"}));
    click(control("panel/folds", {"##min-share"}));
    enter("2,5 %");
    run_until([&] { return snapshot().exact() && snapshot().recipe->size.min_share == 2.5; });
    EXPECT_EQ(snapshot().frequency->swatches.size(), 1u);
    app->session().undo();
    run_until([&] { return snapshot().exact() && snapshot().recipe->size.min_share == 0; });
    EXPECT_EQ(snapshot().frequency->swatches.size(), 2u);
}

TEST_F(FieldsTest, ATypedNumberStaysIfTheNextClickMovesASlider) {
    open(ramps(60, 40));
    click(control("panel/folds", {"method"}));
    const Point slider = control("panel/folds", {"min-share"});
    click(control("panel/folds", {"##settle"}));
    retype("4");
    click(slider); // ends the typing and moves the slider, in one frame
    run_until([&] { return snapshot().exact(); });
    EXPECT_EQ(snapshot().recipe->palette.fit.settle, 4u);
    EXPECT_GT(snapshot().recipe->size.min_share, 0);
}

TEST_F(FieldsTest, UndoWorksFromWithinAField) {
    drag(slider(0.3), slider(0.7));
    ASSERT_NE(radius(), Recipe{}.shift.radius);
    click(radius_field());
    type("0.3");
    const double dragged = radius();
    press_key(SDLK_z, KMOD_LCTRL);
    EXPECT_EQ(radius(), dragged) << "what was typed is undone first";
    click(radius_field());
    key(SDLK_z, KMOD_LCTRL);
    EXPECT_EQ(radius(), Recipe{}.shift.radius);
    click(radius_field());
    key(SDLK_y, KMOD_LCTRL);
    EXPECT_EQ(radius(), dragged);
}

TEST_F(FieldsTest, TheFocusDoesNotReturnToAFieldThatWasLeft) {
    open(ramps(60, 40));
    click(radius_field());
    enter("0.2");
    for (const int code : {SDLK_RIGHT, SDLK_LEFT, SDLK_SPACE}) key(code);
    key(SDLK_w);
    EXPECT_EQ(app->view_state().settings.compare, Compare::wipe) << "keys are commands and no text";
    EXPECT_EQ(radius(), 0.2);
}

using SliderTest = WindowTest;

TEST_F(SliderTest, ResultsFollowItsMovesAndTheLastIsExact) {
    // Enough colours for previews.
    const Image image = ramps(200, 150);
    open(image);
    app->canvas().zoom_to(1);
    settle();
    press(slider(0.3));
    std::set<std::uint64_t> results;
    const auto place = [&](int move) { return slider(0.5 + 0.3 * std::sin(move * 0.37)); };
    int last = 0;
    // A busy machine shows few results meanwhile, and a window that shows none never ends.
    while (last < 200 || results.size() < 5) {
        // Back and forth, so that what was computed before does not help.
        const Point at = place(++last);
        SDL_Event event{};
        event.type = SDL_MOUSEMOTION;
        event.motion.x = static_cast<int>(at.x);
        event.motion.y = static_cast<int>(at.y);
        ASSERT_EQ(SDL_PushEvent(&event), 1);
        const auto before = snapshot().frequency->id;
        // Newer moves replace older ones, so that only some of them have results of their own.
        for (int wait = 0; wait < 2 && snapshot().frequency->id == before; ++wait)
            app->run_once(std::chrono::milliseconds(10));
        results.insert(snapshot().frequency->id);
    }
    const double dragged = snapshot().recipe->shift.radius;
    release(place(last));
    await_exact();
    EXPECT_EQ(snapshot().recipe->shift.radius, dragged);
    const Image expected = reduced(image, snapshot().recipe->options()), capture = app->capture();
    int wrong = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            wrong += shown(capture, place_of(1, x, y)) !=
                     expected.pixels()[std::size_t(y) * std::size_t(image.width()) + std::size_t(x)];
    EXPECT_EQ(wrong, 0);
    key(SDLK_z, KMOD_LCTRL);
    EXPECT_EQ(snapshot().recipe->shift.radius, Options{}.radius) << "one drag is one step";
}

TEST_F(SliderTest, AMoveIsAskedForBeforeAnythingIsAwaitedAndItsFrameSaysIt) {
    open(ramps(200, 150));
    const auto field = area("panel", {"##radius"});
    press(slider(0.3));
    settle();
    for (const double share : {0.4, 0.5}) {
        SDL_Event event{};
        event.type = SDL_MOUSEMOTION;
        event.motion.x = static_cast<int>(slider(share).x);
        event.motion.y = static_cast<int>(slider(share).y);
        settle();
        const double before = snapshot().recipe->shift.radius;
        std::optional<double> first_wait;
        const std::size_t frames = app->frames();
        {
            const vulkan::VulkanFaults recorded(
                [&, here = std::this_thread::get_id()](std::string_view call) {
                    const bool waits = call == "vkWaitForFences" || call == "vkAcquireNextImageKHR";
                    if (waits && std::this_thread::get_id() == here && !first_wait)
                        first_wait = snapshot().recipe->shift.radius;
                    return vulkan::VulkanFault::none;
                });
            ASSERT_EQ(SDL_PushEvent(&event), 1);
            while (app->frames() == frames) app->run_once(std::chrono::milliseconds(0));
        }
        EXPECT_NE(snapshot().recipe->shift.radius, before);
        EXPECT_EQ(first_wait, snapshot().recipe->shift.radius);
        EXPECT_EQ(drawn_text(&field), short_number(snapshot().recipe->shift.radius));
    }
    release(slider(0.5));
}

}
}
