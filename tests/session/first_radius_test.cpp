#include "session_run.h"

#include "pipeline/suggested_radii.h"

#include <limits>

namespace huedrift {
namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

/// A session of somebody who has set nothing yet.
class FirstRadius : public SessionTest {
protected:
    FirstRadius() { start(std::nullopt, forever); }

    /// Opens the picture and waits, with the engine held, until its default result is there.
    void open_and_hold() {
        gate.close_after(1);
        session->open({write_picture("a.png", three_groups())});
        poll_until([&](const Snapshot& snapshot) { return snapshot.exact() && gate.waiting() > 0; });
        EXPECT_EQ(session->snapshot().recipe, Recipe{});
        EXPECT_EQ(session->snapshot().radius_origin, RadiusOrigin::sought);
    }
};

double best(const Snapshot& snapshot) {
    return suggested_radii(snapshot.frequency_curve->points, 1).front().radius();
}

TEST_F(FirstRadius, IsTheBestSuggestion) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    const Snapshot snapshot = settle();
    EXPECT_EQ(snapshot.radius_origin, RadiusOrigin::suggested);
    EXPECT_EQ(snapshot.recipe, (Recipe{.shift = {.radius = best(snapshot)}}));
    EXPECT_NE(snapshot.recipe.shift.radius, Recipe{}.shift.radius);
    expect_exact(snapshot, image);
    EXPECT_FALSE(snapshot.can_undo) << "the user has done nothing";
    EXPECT_FALSE(session->own());
}

TEST_F(FirstRadius, OfManyColorsIsFoundByPreviewsBeforeTheExactResult) {
    gate.close();
    session->open({write_picture("a.png", many_colors(200))});
    poll_until([&](const Snapshot& snapshot) {
        return snapshot.radius_origin == RadiusOrigin::suggested && gate.waiting() > 0;
    });
    EXPECT_EQ(session->snapshot().recipe.shift.radius, best(session->snapshot()));
    EXPECT_EQ(session->snapshot().state(Weighting::frequency), ResultState::preview);
    EXPECT_EQ(reductions, 1) << "exactly, at the suggestion only";
    gate.open();
    exact();
    session->cancel(); // the curve
}

TEST_F(FirstRadius, NeverDelaysTheFirstResult) {
    open_and_hold();
    gate.open();
    EXPECT_EQ(settle().radius_origin, RadiusOrigin::suggested);
}

TEST_F(FirstRadius, IsTheDefaultWhereNoneIsFoundInTime) {
    start(std::nullopt, 0);
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    const Snapshot snapshot = settle();
    EXPECT_EQ(snapshot.radius_origin, RadiusOrigin::standard);
    EXPECT_EQ(snapshot.recipe, Recipe{});
    expect_exact(snapshot, image);
    EXPECT_FALSE(session->own());
}

TEST_F(FirstRadius, IsTheDefaultWhereThereIsNoPlateau) {
    session->open({write_picture("a.png", Image(3, 3))}); // without a visible pixel
    EXPECT_EQ(settle().radius_origin, RadiusOrigin::standard);
    EXPECT_EQ(session->snapshot().recipe, Recipe{});
}

TEST_F(FirstRadius, DoesNotMoveOnceTheUserHasSetIt) {
    open_and_hold();
    session->set({.shift = {.radius = 0.3}}, Gesture::ongoing);
    gate.open();
    const Snapshot snapshot = settle();
    EXPECT_EQ(snapshot.radius_origin, RadiusOrigin::own);
    EXPECT_EQ(snapshot.recipe.shift.radius, 0.3);
    EXPECT_EQ(session->own()->recipe.shift.radius, 0.3);
}

TEST_F(FirstRadius, DoesNotMoveOnceTheUserHasSetAnythingElse) {
    open_and_hold();
    session->set({}, Weightings::palette);
    gate.open();
    EXPECT_EQ(settle().recipe.shift.radius, Recipe{}.shift.radius);
    session->open({write_picture("b.png", many_colors(8))});
    EXPECT_EQ(settle().recipe.shift.radius, Recipe{}.shift.radius);
    EXPECT_EQ(session->snapshot().radius_origin, RadiusOrigin::own);
}

TEST_F(FirstRadius, DoesNotMoveOnceTheUserLooksForOne) {
    open_and_hold();
    session->aim_for(2);
    gate.open();
    const Snapshot snapshot = settle();
    EXPECT_EQ(snapshot.radius_origin, RadiusOrigin::own);
    EXPECT_EQ(snapshot.frequency->palette.size(), 2u);
}

TEST_F(FirstRadius, StaysTheDefaultOnceCancelled) {
    open_and_hold();
    session->cancel();
    EXPECT_EQ(settle().radius_origin, RadiusOrigin::standard);
    gate.open();
    session->resume();
    EXPECT_EQ(settle().recipe, Recipe{});
}

TEST_F(FirstRadius, IsEachPicturesOwnUntilSomethingIsSet) {
    session->open({write_picture("a.png", three_groups()), write_picture("b.png", many_colors(12))});
    const double first = settle().recipe.shift.radius;
    session->open_queued(1);
    const Snapshot second = settle();
    EXPECT_EQ(second.radius_origin, RadiusOrigin::suggested);
    EXPECT_EQ(second.recipe.shift.radius, best(second));
    EXPECT_NE(second.recipe.shift.radius, first);
    Recipe changed = second.recipe;
    changed.source.smooth = 1;
    session->set(changed);
    session->open_queued(0);
    EXPECT_EQ(settle().recipe, changed);
    EXPECT_EQ(session->own()->recipe, changed);
    session->undo();
    EXPECT_EQ(settle().recipe, second.recipe) << "one step, back to the suggestion";
}

TEST_F(FirstRadius, IsTheUsersWhereSettingsWereKept) {
    start(Wanted{.recipe = {.shift = {.radius = 0.2}}}, forever);
    session->open({write_picture("a.png", three_groups())});
    EXPECT_EQ(settle().recipe.shift.radius, 0.2);
    EXPECT_EQ(session->snapshot().radius_origin, RadiusOrigin::own);
}

TEST_F(FirstRadius, IsTheRecipesWhereThePictureCarriesOne) {
    const Recipe recipe{.shift = {.radius = 0.17, .weighting = Weighting::palette}};
    EncodeOptions options;
    options.settings = recipe_text(recipe);
    write_text(folder / "b.png", text_of(encode_image(three_groups(), ImageFormat::png, options)));
    session->open({folder / "b.png"});
    const Snapshot snapshot = settle();
    EXPECT_TRUE(snapshot.offer);
    EXPECT_EQ(snapshot.recipe, Recipe{});
    EXPECT_EQ(snapshot.radius_origin, RadiusOrigin::standard);
    session->take_offer();
    EXPECT_EQ(settle().recipe.shift.radius, 0.17);
    EXPECT_EQ(session->snapshot().radius_origin, RadiusOrigin::own);
}

TEST_F(FirstRadius, ComesBackWithTheDefaults) {
    session->open({write_picture("a.png", three_groups())});
    const double suggested = settle().recipe.shift.radius;
    session->set({.source = {.smooth = 1}, .shift = {.radius = 0.3}});
    settle();
    session->start_over();
    EXPECT_EQ(settle().recipe, (Recipe{.shift = {.radius = suggested}}));
    EXPECT_EQ(session->snapshot().radius_origin, RadiusOrigin::suggested);
    EXPECT_FALSE(session->own());
}

TEST_F(FirstRadius, ComesBackToTheOpenPictureWhereAnotherCannotBeOpened) {
    session->open({write_picture("a.png", three_groups())});
    const double suggested = settle().recipe.shift.radius;
    session->open({folder / "missing.png"});
    EXPECT_EQ(settle().recipe.shift.radius, suggested);
    EXPECT_EQ(session->snapshot().radius_origin, RadiusOrigin::suggested);
}

}
}
