#include "session/history.h"

#include "image/load.h"
#include "session/palette_edits.h"
#include "session_run.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace huedrift {
namespace {

SessionSettings radius(double radius) { return {.recipe = {.shift = {.radius = radius}}}; }

TEST(History, ADragIsOneStep) {
    History history(radius(0.1));
    for (int i = 0; i < 50; ++i) history.record(radius(0.2 + 0.01 * i), Gesture::ongoing);
    history.record(radius(0.9), Gesture::complete);
    history.record(radius(1.0), Gesture::complete);
    history.undo();
    EXPECT_EQ(history.current().recipe.shift.radius, 0.9);
    history.undo();
    EXPECT_EQ(history.current().recipe.shift.radius, 0.1);
}

TEST(History, ADragThatReturnsIsNoStep) {
    History history(radius(0.1));
    history.record(radius(0.2), Gesture::ongoing);
    history.record(radius(0.1), Gesture::complete);
    EXPECT_FALSE(history.can_undo());
    EXPECT_EQ(history.current().recipe.shift.radius, 0.1);
}

TEST(History, AReleaseWithoutADragIsNoStep) {
    History history(radius(0.1));
    history.record(radius(0.1), Gesture::ongoing);
    history.record(radius(0.1), Gesture::complete);
    EXPECT_FALSE(history.can_undo());
}

TEST(History, UndoEndsAGesture) {
    History history(radius(0.1));
    history.record(radius(0.2), Gesture::ongoing);
    history.undo();
    history.record(radius(0.3), Gesture::ongoing);
    EXPECT_EQ(history.current().recipe.shift.radius, 0.3);
    history.undo();
    EXPECT_EQ(history.current().recipe.shift.radius, 0.1);
}

TEST(History, ForgetsTheOldestSteps) {
    History history(radius(1));
    for (int i = 1; i <= 5000; ++i) history.record(radius(1.0 / i), Gesture::complete);
    int steps = 0;
    for (; history.can_undo(); ++steps) history.undo();
    EXPECT_EQ(steps, 999);
    EXPECT_EQ(history.current().recipe.shift.radius, 1.0 / 4001);
}

constexpr Pin red_pin{{200, 10, 10}}, blue_pin{{10, 10, 200}};

/// Two pictures with edits of their own.
class PictureEdits : public SessionTest {
protected:
    PictureEdits() {
        session->set(recipe);
        session->open({write_picture("a.png", three_groups()), write_picture("b.png", three_groups())});
        exact();
    }

    void show(std::size_t index) {
        session->open_queued(index);
        poll_until([&](const Snapshot& now) {
            return now.opening.empty() && now.document->path == (*now.queue)[index] && now.exact();
        });
    }
    void pin(const Pin& pin) {
        session->set(pinned(session->recipe(), pin.color));
        exact();
    }
    std::vector<Pin> pins() { return session->recipe().shift.pins; }

    const Recipe recipe{.shift = {.radius = 0.1}};
};

TEST_F(PictureEdits, UndoSkipsThoseOfOtherPictures) {
    pin(red_pin);
    pin(blue_pin);
    show(1);
    session->undo(); // the radius, set before
    EXPECT_TRUE(pins().empty());
    EXPECT_NE(session->recipe().shift.radius, 0.1);
    EXPECT_FALSE(session->live().can_undo);
    session->undo();
    EXPECT_TRUE(pins().empty());
    show(0);
    EXPECT_EQ(pins(), (std::vector{red_pin, blue_pin}));
    session->undo();
    EXPECT_EQ(pins(), std::vector{red_pin});
}

TEST_F(PictureEdits, LeaveEachPictureItsLookInAnExportOfTheQueue) {
    start(std::nullopt);
    Image flat(64, 64);
    for (std::size_t i = 0; i < flat.pixels().size(); ++i)
        flat.pixels()[i] = i < 2048 ? Rgba8{200, std::uint8_t(i / 64 * 37), 10, 255}
                                    : Rgba8{10, std::uint8_t(i / 64 * 37), 200, 255};
    session->open({write_picture("a.png", flat), write_picture("b.png", many_colors(32))});
    exact();
    pin(red_pin);
    const Recipe shown = session->recipe();
    const QueueExport all{.files = session->live().queue,
                          .folder = folder / "out",
                          .settings = settings_of(shown),
                          .suits_picture = session->live().suits_picture,
                          .write = {.picture = std::filesystem::path(".png"), .settings = true}};
    EXPECT_EQ(export_targets(all).size(), 2u);
    exported_queue(all);
    EXPECT_EQ(load_image_file(folder / "out/a-32-colours.png").settings, recipe_text(shown));
    EXPECT_EQ(load_image_file(folder / "out/b-32-colours.png").settings, recipe_text(recipe_of(Look::photo)));
    EXPECT_EQ(session->live().queue_export->items[1].written, folder / "out/b-32-colours.png");
}

TEST_F(PictureEdits, AreThoseOfThePictureShownWhileAllShareAPalette) {
    pin(red_pin);
    session->link(true);
    EXPECT_EQ(pins(), std::vector{red_pin});
    session->open_queued(1);
    EXPECT_EQ(pins(), std::vector{red_pin});
    session->undo();
    EXPECT_TRUE(pins().empty());
    session->redo();
    poll_until([](const Snapshot& now) { return now.opening.empty() && now.exact(); });
    session->link(false);
    EXPECT_EQ(pins(), std::vector{red_pin});
    exact();
    show(0);
    EXPECT_EQ(pins(), std::vector{red_pin});
}

TEST_F(PictureEdits, AreThoseOfAPictureThatIsOpenAlthoughItsLoadingWasCancelled) {
    gate.close();
    session->open_queued(1);
    while (gate.waiting() == 0) woken.acquire(); // it is loaded, but not taken in
    session->cancel();
    gate.open();
    settle();
    ASSERT_EQ(session->live().document->path, folder / "b.png");
    session->resume();
    exact();
    pin(blue_pin);
    show(0);
    EXPECT_TRUE(pins().empty());
    show(1);
    EXPECT_EQ(pins(), std::vector{blue_pin});
}

TEST_F(PictureEdits, AreThoseOfThePictureShownWhileAnotherIsLoaded) {
    pin(red_pin);
    session->open_queued(1);
    EXPECT_EQ(pins(), std::vector{red_pin});
    session->set(pinned(session->recipe(), blue_pin.color));
    poll_until([&](const Snapshot& now) { return now.opening.empty() && now.exact(); });
    EXPECT_EQ(session->live().document->path, folder / "b.png");
    EXPECT_TRUE(pins().empty());
    EXPECT_TRUE(session->live().frequency->recipe.shift.pins.empty());
    show(0);
    EXPECT_EQ(pins(), (std::vector{red_pin, blue_pin}));
}

/// Each step knows its change; undo and redo look for the latest among the steps of the settings and the
/// picture shown.
class NaiveHistory {
public:
    static constexpr int settings = -1;

    void show(int picture) { shown_ = picture; }
    double value(int scope) {
        return values_[scope]; // 0 at first
    }
    void change(int scope, double to) {
        if (value(scope) == to) return;
        std::erase_if(steps_, [&](const Step& step) { return !step.done && is_shown(step); });
        steps_.push_back({scope, value(scope), to, true, ++clock_});
        values_[scope] = to;
    }
    bool can(bool done) { return latest(done) != nullptr; }
    void move(bool done) {
        Step* const step = latest(done);
        if (!step) return;
        values_[step->scope] = done ? step->before : step->after;
        step->done = !done;
        step->time = ++clock_;
    }

private:
    struct Step {
        int scope;
        double before, after;
        bool done;
        int time;
    };
    bool is_shown(const Step& step) const { return step.scope == settings || step.scope == shown_; }
    Step* latest(bool done) {
        Step* found = nullptr;
        for (Step& step : steps_)
            if (step.done == done && is_shown(step) && (!found || step.time > found->time)) found = &step;
        return found;
    }

    std::vector<Step> steps_;
    std::map<int, double> values_;
    int shown_ = 0, clock_ = 0;
};

Recipe model_recipe(double setting, double edit) {
    Recipe recipe{.shift = {.radius = 0.1 + setting}};
    if (edit > 0) recipe.shift.pins = {{{static_cast<std::uint8_t>(edit), 0, 0}}};
    return recipe;
}

TEST(HistoryReference, HasTheSameStates) {
    std::mt19937 random(42);
    const auto below = [&](unsigned end) { return static_cast<int>(random() % end); };
    const auto name = [](int picture) { return Location(std::filesystem::path(std::to_string(picture))); };
    for (int run = 0; run < 200; ++run) {
        History history(settings_of(model_recipe(0, 0)));
        NaiveHistory model;
        int shown = 0;
        history.show(name(shown));
        const auto change = [&](int scope, double to) {
            model.change(scope, to);
            history.record(settings_of(model_recipe(model.value(NaiveHistory::settings), model.value(shown))),
                           Gesture::complete);
        };
        for (int step = 0; step < 100; ++step) {
            switch (below(5)) {
            case 0:
                shown = below(3);
                history.show(name(shown));
                model.show(shown);
                break;
            case 1:
                change(NaiveHistory::settings, 0.1 * below(4));
                break;
            case 2:
                change(shown, below(4));
                break;
            case 3:
                history.undo();
                model.move(true);
                break;
            default:
                history.redo();
                model.move(false);
            }
            const Recipe expected = model_recipe(model.value(NaiveHistory::settings), model.value(shown));
            ASSERT_EQ(history.current().recipe, expected) << run << ", " << step;
            ASSERT_EQ(history.can_undo(), model.can(true)) << run << ", " << step;
            ASSERT_EQ(history.can_redo(), model.can(false)) << run << ", " << step;
        }
    }
}

}
}
