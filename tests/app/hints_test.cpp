#include "window_fixture.h"

#include <SDL.h>
#include <imgui_internal.h>

namespace huedrift::app {
namespace {

class HintsTest : public WindowTest {
protected:
    void start(std::optional<std::uint32_t> hint) {
        Settings settings;
        settings.hint = hint;
        launch({.settings = settings});
        open(ramps(60, 40));
    }
    void answer(const char* label) { click(control("question", {label})); }
    std::optional<std::uint32_t> hint() const { return app->settings().hint; }
};

TEST_F(HintsTest, EndAfterThree) {
    start(0);
    answer("Next");
    EXPECT_EQ(hint(), 1u);
    answer("Next");
    EXPECT_EQ(hint(), 2u);
    answer("Done");
    EXPECT_EQ(hint(), std::nullopt);
}

TEST_F(HintsTest, CanBeEndedForGood) {
    start(1);
    answer("No more hints");
    EXPECT_EQ(hint(), std::nullopt);
    const Settings settings = app->settings();
    EXPECT_EQ(parse_settings(settings_text(settings))->hint, std::nullopt);
}

TEST_F(HintsTest, DoNotHinderWork) {
    start(0);
    drag(slider(0.5), slider(0.6));
    run_until([&] { return snapshot().exact(); });
    EXPECT_GT(snapshot().recipe.shift.radius, Recipe{}.shift.radius);
    EXPECT_EQ(hint(), 0u);
}

TEST_F(HintsTest, CoverNoResultBesideItsSource) {
    start(0);
    for (const auto& [width, height] : {std::pair{90, 30}, {60, 40}, {40, 40}, {20, 60}}) {
        open(ramps(width, height));
        settle();
        const ImGuiWindow* const hint = ImGui::FindWindowByName("question");
        ASSERT_TRUE(hint && hint->Active);
        const Point low = place_of(1, 0, 0), high = place_of(1, width - 1, height - 1);
        const bool is_apart = hint->Pos.x > high.x || hint->Pos.x + hint->Size.x < low.x ||
                              hint->Pos.y > high.y || hint->Pos.y + hint->Size.y < low.y;
        EXPECT_TRUE(is_apart) << width << " x " << height;
    }
}

TEST_F(HintsTest, DoNotCoverADialog) {
    start(0);
    settle();
    const auto [x, y, width, height] = area("panel", {"radius"});
    const Point at{x - 8.0, y + height / 2.0}; // on the frame around the decisions
    const Rgba8 before = shown(app->capture(), at);
    key(SDLK_F1);
    settle();
    EXPECT_NE(shown(app->capture(), at), before);
    key(SDLK_ESCAPE);
    settle();
    EXPECT_EQ(shown(app->capture(), at), before);
}

TEST_F(HintsTest, AnUnknownNumberEndsThem) {
    start(17);
    move({10, 10});
    settle();
    EXPECT_EQ(hint(), std::nullopt);
}

TEST_F(HintsTest, TheWelcomeScreenHasTheSamplePicture) {
    launch({});
    settle();
    click(control("welcome", {"Try the sample"}));
    run_until([&] { return snapshot().document && snapshot().exact(); });
    EXPECT_EQ(snapshot().document->path.filename(), "sample.png");
}

}
}
