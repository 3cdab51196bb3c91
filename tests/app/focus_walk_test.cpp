#include "image/save.h"
#include "panel_fixture.h"

#include <SDL_keycode.h>
#include <imgui_internal.h>

#include <algorithm>
#include <set>

namespace huedrift::app {
namespace {

class FocusWalkTest : public PanelTest {
protected:
    using Place = std::pair<std::string, ImGuiID>;

    static const ImGuiContext& gui() { return *ImGui::GetCurrentContext(); }
    /// The window, or the part of the panel, that has the focus, and which of its controls.
    static Place focus() {
        const ImGuiWindow* const window = gui().NavWindow;
        if (!window || !ImGui::FindWindowByID(window->ID)) return {"", 0};
        return {window->RootWindowForNav->Name, gui().NavId};
    }
    static bool is_grid(const Place& place) { return place.first.find("/grid_") != std::string::npos; }
    static ImGuiID id_of(const char* window, std::initializer_list<const char*> path) {
        const auto& all = gui().Windows;
        const auto found = std::find_if(all.begin(), all.end(), [&](const ImGuiWindow* one) {
            const std::string name = one->Name;
            return name == window || name.find("/" + std::string(window) + "_") != std::string::npos;
        });
        if (found == all.end()) return 0;
        ImGuiID id = (*found)->ID;
        for (const char* const name : path) id = ImHashStr(name, 0, id);
        return id;
    }
    /// Where Tab goes until it is where it began.
    std::vector<Place> stops(int modifiers) {
        std::vector<Place> all;
        for (int i = 0; i < 200; ++i) {
            press_key(SDLK_TAB, modifiers);
            if (!all.empty() && focus() == all.front()) return all;
            all.push_back(focus());
        }
        ADD_FAILURE() << "no end of controls";
        return all;
    }
    void focus_on(const char* window, std::initializer_list<const char*> path) {
        const ImGuiID wanted = id_of(window, path);
        for (int i = 0; i < 200 && focus().second != wanted; ++i) {
            press_key(SDLK_TAB);
        }
        ASSERT_EQ(focus().second, wanted) << *(path.end() - 1);
    }
    /// The surroundings of the focused control.
    static std::array<float, 4> around_focus() {
        const ImRect& within = gui().NavWindow->NavRectRel[0];
        const ImRect area = ImGui::WindowRectRelToAbs(gui().NavWindow, within);
        return {std::max(area.Min.x - 4, 0.0f), std::max(area.Min.y - 4, 0.0f), area.GetWidth() + 8,
                area.GetHeight() + 8};
    }
};

TEST_F(FocusWalkTest, TabVisitsEveryControlForwardsAndBackwards) {
    drop({write_picture("1.png", banded()), write_picture("2.png", banded())});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    const std::vector<Place> forth = stops(0);
    std::vector<std::string> parts;
    for (const Place& stop : forth)
        if (parts.empty() || parts.back() != stop.first) parts.push_back(stop.first);
    ASSERT_EQ(parts.size(), 4u);
    EXPECT_EQ(parts[0], "tools");
    EXPECT_EQ(parts[1], "panel");
    EXPECT_TRUE(is_grid({parts[2], 0}));
    EXPECT_EQ(parts[3], "queue");
    const auto place = [&](const char* window, std::initializer_list<const char*> path) {
        const ImGuiID id = id_of(window, path);
        const auto found = std::ranges::find(forth, id, &Place::second);
        EXPECT_NE(found, forth.end()) << window << " " << *(path.end() - 1);
        return found - forth.begin();
    };
    const std::vector<std::ptrdiff_t> places{
        place("tools", {"compare", "Side by side"}),
        place("tools", {"compare", "Difference"}),
        place("tools", {"Fit"}),
        place("tools", {"Export\u2026"}),
        place("panel", {"look", "Flat"}),
        place("panel", {"automatic"}),
        place("panel", {"fewer"}),
        place("panel", {"##radius"}),
        place("panel", {"radius"}),
        place("panel", {"Weigh by", "Pixels"}),
        place("panel", {"colors"}),
        place("panel", {"##colors"}),
        place("panel", {"by error"}),
        place("swatches", {"order", "Hue"}),
        place("swatches", {"##list"}),
        place("swatches", {"shares"}),
        place("folds", {"method"}),
        place("folds", {"source"}),
        place("folds", {"finish"}),
        place("folds", {"diagram", "Curve"}),
        place("queue", {"One palette for all"}),
        place("queue", {"Export All\u2026"}),
    };
    EXPECT_TRUE(std::ranges::is_sorted(places)) << "as they are read";
    const std::set<Place> once(forth.begin(), forth.end());
    EXPECT_EQ(once.size(), forth.size());

    std::vector<Place> back = stops(KMOD_SHIFT);
    EXPECT_EQ(std::set<Place>(back.begin(), back.end()), once);
}

TEST_F(FocusWalkTest, TheFocusIsAlwaysVisible) {
    open(banded());
    look_again();
    const Image before = app->capture();
    std::size_t seen = 0;
    std::optional<Place> first;
    for (int i = 0; i < 100; ++i) {
        press_key(SDLK_TAB);
        if (focus() == first) break;
        if (!first) first = focus();
        if (is_grid(focus())) {
            EXPECT_EQ(app->view_state().hovered, bands[3]) << "the first swatch is lit up";
            continue;
        }
        // The panel may have scrolled, and fields that are typed in have a cursor instead.
        EXPECT_NE(hash_of(app->capture(), around_focus()), hash_of(before, around_focus())) << i;
        ++seen;
    }
    EXPECT_GT(seen, 25u);
    key(SDLK_ESCAPE);
    press_key(SDLK_ESCAPE);
}

TEST_F(FocusWalkTest, ControlsTakeTheKeysUntilEscape) {
    open(banded());
    const double radius = snapshot().recipe->shift.radius;
    focus_on("tools", {"compare", "Wipe"});
    press_key(SDLK_SPACE);
    EXPECT_EQ(app->view_state().settings.compare, Compare::wipe);
    EXPECT_FALSE(app->view_state().source_held);
    press_key(SDLK_RIGHT);
    EXPECT_EQ(focus().second, id_of("tools", {"compare", "Single"})) << "an arrow goes to the neighbour";
    press_key(SDLK_RETURN);
    EXPECT_EQ(app->view_state().settings.compare, Compare::single);
    EXPECT_EQ(snapshot().recipe->shift.radius, radius);

    focus_on("panel", {"radius"});
    press_key(SDLK_RIGHT);
    EXPECT_NEAR(snapshot().recipe->shift.radius, radius * 1.01, 1e-5);
    EXPECT_EQ(focus().second, id_of("panel", {"radius"})) << "a slider keeps the focus";
    for (int i = 0; i < 3; ++i) send_key(SDL_KEYDOWN, SDLK_RIGHT, 0);
    send_key(SDL_KEYUP, SDLK_RIGHT, 0);
    EXPECT_GT(snapshot().recipe->shift.radius, radius * 1.02);
    key(SDLK_z, KMOD_CTRL);
    EXPECT_NEAR(snapshot().recipe->shift.radius, radius * 1.01, 1e-5) << "a held key is one step";
    focus_on("folds", {"diagram", "Curve"});
    press_key(SDLK_SPACE);

    press_key(SDLK_ESCAPE);
    const double here = snapshot().recipe->shift.radius;
    key(SDLK_LEFT, KMOD_SHIFT);
    EXPECT_NEAR(snapshot().recipe->shift.radius, here / 1.1, 1e-5) << "keys are the window's again";
}

TEST_F(FocusWalkTest, F6GoesFromPartToPart) {
    app->session().set({}, Weightings::both);
    open(banded());
    press_key(SDLK_F6);
    EXPECT_EQ(focus().first, "tools");
    const Weighting shown = app->view_state().preferred;
    press_key(SDLK_TAB);
    EXPECT_EQ(app->view_state().preferred, shown) << "Tab walks now";
    press_key(SDLK_F6);
    EXPECT_EQ(focus().first, "panel");
    press_key(SDLK_F6);
    EXPECT_TRUE(is_grid(focus()));
    key(SDLK_RIGHT);
    EXPECT_EQ(app->view_state().selection.colors(), std::vector{bands[1]});
    press_key(SDLK_F6, KMOD_SHIFT);
    EXPECT_EQ(focus().first, "panel");
    click(place_of(0, 5, 20));
    key(SDLK_TAB);
    EXPECT_NE(app->view_state().preferred, shown) << "the pointer ends the walk";
}

TEST_F(FocusWalkTest, WalksTheWelcomeAndOpensTheChosenPicture) {
    const std::string recent = write_picture("recent.png", banded());
    launch({.settings = {.recent = {recent}}});
    settle();
    focus_on("welcome", {"Open a picture\u2026"});
    EXPECT_EQ(focus().first, "welcome");
    const ImGuiID first = focus().second;
    while (focus().first == "welcome") {
        press_key(SDLK_TAB);
    }
    key(SDLK_TAB, KMOD_SHIFT); // the last of the recent ones
    settle();
    EXPECT_NE(focus().second, first);
    key(SDLK_RETURN);
    run_until([&] { return snapshot().document != nullptr; });
    EXPECT_EQ(snapshot().document->path, recent);
    settle();
}

TEST_F(FocusWalkTest, QuestionsAreAnsweredByKeys) {
    launch({.settings = {.hint = 0}});
    open(banded());
    focus_on("question", {"No more hints"});
    EXPECT_EQ(app->settings().hint, 0u);
    press_key(SDLK_SPACE);
    EXPECT_EQ(app->settings().hint, std::nullopt);
}

TEST_F(FocusWalkTest, AHintGivesWayToTheFocus) {
    launch({.settings = {.hint = 0}});
    open(banded());
    const ImGuiWindow& hint = *ImGui::FindWindowByName("question");
    ASSERT_TRUE(hint.Active);
    focus_on("swatches", {"order", "Hue"});
    EXPECT_FALSE(hint.Active) << "it would cover this control";
    press_key(SDLK_ESCAPE);
    EXPECT_TRUE(hint.Active) << "it returns";
    EXPECT_EQ(app->settings().hint, 0u);
}

TEST_F(FocusWalkTest, MessagesAreDismissedByKeys) {
    const auto fail = [&] {
        app->session().open({folder / "none.png"});
        run_until([&] { return !snapshot().notice.empty(); });
        settle();
    };
    fail();
    focus_on("warning", {"\u00d7"});
    press_key(SDLK_RETURN);
    EXPECT_EQ(snapshot().notice, "");
    fail();
    press_key(SDLK_ESCAPE); // ends the walk
    press_key(SDLK_ESCAPE);
    EXPECT_EQ(snapshot().notice, "");
}

TEST_F(FocusWalkTest, WalksTheBarsOfAnimationAndDrift) {
    launch({.settings = {.compare = Compare::cloud, .plays = false}});
    open(banded());
    focus_on("drift", {"##play"});
    press_key(SDLK_SPACE);
    EXPECT_TRUE(app->view_state().drift.is_wanted());
    focus_on("drift", {"Basins"});
    const bool shown = app->view_state().shows_basins;
    press_key(SDLK_SPACE);
    EXPECT_NE(app->view_state().shows_basins, shown);

    const EncodeOptions clip{.animation = {std::vector<Delay>(4, {1, 10}), 0}};
    write_text(folder / "clip.gif", text_of(encode_image(banded(), ImageFormat::gif, clip)));
    app->session().open({folder / "clip.gif"});
    app->view_state().settings.compare = Compare::single;
    run_until([&] { return snapshot().document->path == folder / "clip.gif" && snapshot().exact(); });
    settle();
    focus_on("frames", {"##next"});
    press_key(SDLK_SPACE);
    EXPECT_EQ(app->view_state().playback.frame(), 1u);
    focus_on("frames", {"frame"});
    press_key(SDLK_RIGHT);
    EXPECT_EQ(app->view_state().playback.frame(), 2u);
}

/// A dialog, how it is opened, and some of its controls.
struct Walked {
    ActionId action;
    const char* window;
    std::vector<const char*> controls;

    friend std::ostream& operator<<(std::ostream& to, const Walked& walked) { return to << walked.window; }
};

class DialogWalk : public FocusWalkTest, public testing::WithParamInterface<Walked> {};

TEST_P(DialogWalk, TabReachesItsControlsAndNoOthers) {
    open(banded());
    app->actions().run(ActionId::show_cloud);
    settle();
    app->actions().run(GetParam().action);
    settle();
    std::set<ImGuiID> reached;
    do {
        press_key(SDLK_TAB);
        EXPECT_EQ(focus().first, GetParam().window);
    } while (reached.insert(focus().second).second && reached.size() < 40);
    for (const char* const name : GetParam().controls)
        EXPECT_TRUE(reached.contains(id_of(GetParam().window, {name})) ||
                    reached.contains(id_of("body", {name})))
            << name;
    press_key(SDLK_ESCAPE);
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) key(SDLK_ESCAPE); // a field has the first
    settle();
    EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
}

INSTANTIATE_TEST_SUITE_P(Of, DialogWalk,
                         testing::Values(Walked{ActionId::export_result,
                                                "export",
                                                {"Smallest file", "Store the settings", "Copy as command",
                                                 "Cancel", "Export"}},
                                         Walked{ActionId::export_all,
                                                "export queue",
                                                {"Smallest file", "Store the settings", "Close", "Export"}},
                                         Walked{ActionId::open, "file dialog", {"Cancel"}},
                                         Walked{ActionId::about, "about", {"Copy diagnostics", "Close"}}),
                         [](const auto& info) {
                             std::string name = info.param.window;
                             std::ranges::replace(name, ' ', '_');
                             return name;
                         });

}
}
