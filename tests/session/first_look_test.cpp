#include "session_run.h"

#include <array>
#include <random>

namespace huedrift {
namespace {

/// A session of somebody who has set nothing yet.
class FirstLook : public SessionTest {
protected:
    FirstLook() { start(std::nullopt); }

    /// Opens the picture and waits until the engine is held in its first result.
    void open_and_hold() {
        gate.close();
        session->open({write_picture("a.png", noise())});
        poll_until([&](const Snapshot&) { return gate.waiting() > 0; });
        EXPECT_TRUE(session->live().suits_picture);
    }

    /// No two neighbours are equal.
    static Image noise() {
        Image image(24, 24);
        for (std::size_t i = 0; i < image.pixels().size(); ++i)
            image.pixels()[i] = {static_cast<std::uint8_t>(i * 7), static_cast<std::uint8_t>(i / 24 * 10),
                                 static_cast<std::uint8_t>(i * 31 % 251), 255};
        return image;
    }
    /// Two halves in rows of an even number of colours, up to 80.
    static Image flat_areas(std::size_t colors) {
        Image image(40, 40);
        for (std::size_t i = 0; i < image.pixels().size(); ++i) {
            const auto row = std::uint8_t(i / 40 * colors / 80);
            image.pixels()[i] = i % 40 < 20 ? Rgba8{200, row, 20, 255} : Rgba8{20, row, 200, 255};
        }
        return image;
    }
    /// 16 x 16 cells of 8 x 8 pixels, of 8 colours or, `shaded`, of hundreds.
    static Image enlarged(bool shaded) {
        Image image(128, 128);
        std::mt19937 random(3);
        std::array<Rgba8, 256> cells{};
        for (Rgba8& cell : cells) {
            const auto color = std::uint8_t(random() % 8);
            cell = {std::uint8_t(30 * color), std::uint8_t(color % 2 * 200), std::uint8_t(250 - 30 * color),
                    255};
        }
        for (std::size_t i = 0; i < image.pixels().size(); ++i) {
            Rgba8& pixel = image.pixels()[i];
            pixel = cells[i / 128 / 8 * 16 + i % 128 / 8];
            if (shaded) pixel.g = std::uint8_t(pixel.g + random() % 9);
        }
        return image;
    }
    /// Of as many colours as stay where nothing is asked for.
    static Image few() {
        Image image(40, 40);
        for (std::size_t i = 0; i < image.pixels().size(); ++i)
            image.pixels()[i] = {std::uint8_t(i % few_colors), 20, 200, 255};
        return image;
    }
};

TEST_F(FirstLook, SuitsThePicture) {
    session->open({write_picture("a.png", noise()), write_picture("b.png", enlarged(true))});
    const Snapshot snapshot = settle();
    EXPECT_EQ(*snapshot.recipe, recipe_of(Look::photo));
    EXPECT_TRUE(snapshot.suits_picture);
    EXPECT_FALSE(snapshot.can_undo) << "the user has done nothing";
    EXPECT_FALSE(session->user_settings());
    EXPECT_EQ(snapshot.frequency->swatches.size(), 32u);
    EXPECT_GT(snapshot.frequency->palette->colors_found, 32u);
    session->open_queued(1);
    EXPECT_EQ(*settle().recipe, suiting_recipe(Look::pixel_art));
    session->open_queued(0);
    EXPECT_EQ(*settle().recipe, recipe_of(Look::photo));
}

TEST_F(FirstLook, OffersTheLookThatSuitsAPictureBetterThanEarlierSettings) {
    session->open({write_picture("a.png", noise()), write_picture("b.png", enlarged(true))});
    settle();
    session->set(Look::poster);
    EXPECT_EQ(settle().better_look, std::nullopt) << "the user has just chosen";
    session->open_queued(1);
    Snapshot snapshot = settle();
    EXPECT_EQ(snapshot.better_look, Look::pixel_art);
    EXPECT_EQ(*snapshot.recipe, recipe_of(Look::poster)) << "nothing changes by itself";
    session->set(snapshot.recipe->at(0.07));
    EXPECT_EQ(settle().better_look, std::nullopt);
    session->open_queued(0);
    EXPECT_EQ(settle().better_look, Look::photo);
    session->set(Look::photo);
    session->open_queued(1);
    EXPECT_EQ(settle().better_look, Look::pixel_art);
    session->set(Look::photo);
    EXPECT_EQ(settle().better_look, std::nullopt) << "choosing the look in force is an answer, too";
    session->set(Look::pixel_art);
    session->reload();
    EXPECT_EQ(settle().better_look, std::nullopt) << "it has it";
}

TEST_F(FirstLook, IsAnActivityOfItsOwnWhileItIsSought) {
    gate.close();
    session->open({write_picture("a.png", enlarged(true))});
    poll_until([&](const Snapshot& now) { return now.activity == Activity::suiting && gate.waiting() > 0; });
    gate.open();
    settle();
}

TEST_F(FirstLook, SearchesForABetterLookAfterTheResultIsComputed) {
    session->open({write_picture("a.png", noise()), write_picture("b.png", enlarged(true))});
    settle();
    session->set({.palette = {.to = {{1, 2, 3}, {200, 100, 50}}, .directly = true}});
    settle();
    lock_step.begin();
    session->open_queued(1);
    step_until([&](const Snapshot& now) { return now.document->path == folder / "b.png" && now.exact(); });
    while (!session->live().better_look && session->live().activity != Activity::idle) {
        lock_step.go_on();
        lock_step.meet();
        session->poll();
    }
    EXPECT_EQ(session->live().better_look, Look::pixel_art);
    EXPECT_EQ(session->live().activity, Activity::curve);
    lock_step.end();
    settle();
}

TEST_F(FirstLook, OffersNoBetterLookOnceAnyActionHasChangedASetting) {
    session->open({write_picture("a.png", noise()), write_picture("b.png", enlarged(true))});
    settle();
    const auto show = [&](std::size_t index) {
        session->open_queued(index);
        settle();
    };
    session->set(Recipe{.shift = {.radius = 0.07}});
    session->set(Recipe{.shift = {.radius = 0.05}});
    show(1);
    ASSERT_EQ(session->live().better_look, Look::pixel_art);
    session->set(session->recipe()); // changes nothing
    EXPECT_EQ(settle().better_look, Look::pixel_art);
    session->step_radius(Direction::up);
    EXPECT_EQ(settle().better_look, std::nullopt);
    session->reload();
    EXPECT_EQ(settle().better_look, std::nullopt) << "they are of this picture";
    show(0);
    ASSERT_EQ(session->live().better_look, Look::photo);
    session->undo();
    EXPECT_EQ(settle().better_look, std::nullopt);
}

TEST_F(FirstLook, OffersNoBetterLookInPlaceOfTheSettingsThatAPictureCarries) {
    start(SessionSettings{});
    EncodeOptions options;
    options.settings = recipe_text({.shift = {.radius = 0.17}});
    write_text(folder / "b-r0.17.png", text_of(encode_image(enlarged(true), ImageFormat::png, options)));
    write_picture("b.png", enlarged(true));
    session->open({folder / "b-r0.17.png"});
    ASSERT_EQ(settle().better_look, Look::pixel_art);
    session->take_offer_to_source();
    EXPECT_EQ(settle().document->path, folder / "b.png");
    EXPECT_EQ(session->recipe().shift.radius, 0.17);
    EXPECT_EQ(session->live().better_look, std::nullopt);
}

TEST_F(FirstLook, LeavesAPictureOfFewColorsAsItIs) {
    session->open({write_picture("a.png", few()), write_picture("b.png", noise())});
    const Snapshot snapshot = settle();
    EXPECT_TRUE(snapshot.suits_picture);
    EXPECT_EQ(snapshot.look, Look::photo);
    EXPECT_EQ(*snapshot.recipe, recipe_of(Look::photo)) << "by its own steps";
    EXPECT_EQ(snapshot.frequency->swatches.size(), few_colors);
    EXPECT_EQ(snapshot.frequency->difference.maximum, 0);
    session->open_queued(1);
    EXPECT_EQ(*settle().recipe, recipe_of(Look::photo));
}

TEST_F(FirstLook, EnlargedPixelArtBecomesPixels) {
    session->open({write_picture("a.png", enlarged(false)), write_picture("b.png", noise())});
    Snapshot snapshot = settle();
    EXPECT_TRUE(snapshot.suits_picture);
    EXPECT_TRUE(snapshot.opened_as_pixel_art);
    EXPECT_TRUE(snapshot.keeps_colors);
    ASSERT_TRUE(snapshot.frequency->grid);
    EXPECT_EQ(snapshot.frequency->grid->columns.cells(), 16);
    EXPECT_EQ(snapshot.frequency->swatches.size(), 8u) << "all its colours";

    session->set(Look::photo);
    snapshot = settle();
    EXPECT_FALSE(snapshot.opened_as_pixel_art);
    EXPECT_FALSE(snapshot.frequency->grid);
    EXPECT_EQ(snapshot.frequency->swatches.size(), 8u) << "nothing is joined";
    session->undo();
    EXPECT_TRUE(settle().frequency->grid);
    EXPECT_TRUE(session->live().opened_as_pixel_art);
    EXPECT_FALSE(session->live().can_undo);

    session->open_queued(1);
    snapshot = settle();
    EXPECT_FALSE(snapshot.opened_as_pixel_art);
    EXPECT_EQ(*snapshot.recipe, recipe_of(Look::photo));
}

TEST_F(FirstLook, UndoLeavesTheLookOfPixelArt) {
    session->open({write_picture("a.png", enlarged(true))});
    Snapshot snapshot = settle();
    EXPECT_EQ(*snapshot.recipe, suiting_recipe(snapshot.suiting));
    EXPECT_FALSE(snapshot.keeps_colors);
    ASSERT_TRUE(snapshot.opened_as_pixel_art);
    EXPECT_TRUE(snapshot.can_undo);
    session->undo();
    snapshot = settle();
    EXPECT_EQ(*snapshot.recipe, recipe_of(Look::photo));
    EXPECT_FALSE(snapshot.can_undo);
    EXPECT_TRUE(snapshot.can_redo);
    session->redo();
    snapshot = settle();
    EXPECT_TRUE(snapshot.opened_as_pixel_art);
    EXPECT_EQ(*snapshot.recipe, suiting_recipe(snapshot.suiting));
    EXPECT_FALSE(snapshot.can_redo);

    session->set(snapshot.recipe->at(0.1));
    settle();
    session->undo();
    EXPECT_TRUE(settle().opened_as_pixel_art) << "one step for each";
    EXPECT_FALSE(session->live().can_undo);
}

TEST_F(FirstLook, EnlargedPixelArtOfExactCellsDoesNotDrift) {
    Image image = enlarged(false);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) // 256 colours, one a cell
        image.pixels()[i].g = std::uint8_t(i / 128 / 8 * 16 + i % 128 / 8);
    session->open({write_picture("a.png", image)});
    const Snapshot snapshot = settle();
    ASSERT_EQ(snapshot.suiting, Look::pixel_art);
    EXPECT_EQ(*snapshot.recipe, recipe_of(Look::pixel_art).at(0));
}

TEST_F(FirstLook, AChosenLookLeavesAPictureOfFewColorsToo) {
    session->open({write_picture("a.png", three_groups()), write_picture("b.png", flat_areas(16))});
    session->open_queued(1);
    settle();
    Recipe flat = recipe_of(Look::flat);
    session->set(Look::flat);
    Snapshot snapshot = settle();
    EXPECT_FALSE(snapshot.suits_picture);
    EXPECT_TRUE(snapshot.keeps_colors);
    EXPECT_TRUE(snapshot.exact());
    EXPECT_EQ(snapshot.look, Look::flat);
    EXPECT_EQ(*snapshot.recipe, keeping_colors(flat, flat));
    EXPECT_EQ(snapshot.frequency->swatches.size(), 16u);

    Recipe edited = *snapshot.recipe;
    edited.palette.recolors = {{Rgb{20, 0, 200}, Rgb{9, 9, 9}}};
    session->set(edited);
    snapshot = settle();
    EXPECT_TRUE(snapshot.keeps_colors);
    EXPECT_EQ(*snapshot.recipe, edited);
    EXPECT_EQ(look_of(session->user_settings()->recipe), Look::flat) << "an edit is no setting";
    session->undo();
    EXPECT_EQ(*settle().recipe, keeping_colors(flat, flat));

    session->set(Look::poster); // with 12 of the 16 colours
    EXPECT_EQ(*settle().recipe, recipe_of(Look::poster));
    EXPECT_FALSE(session->live().keeps_colors);
    session->undo();
    EXPECT_TRUE(settle().keeps_colors);
    session->set(session->recipe().at(0.2));
    EXPECT_FALSE(settle().keeps_colors);
    EXPECT_EQ(session->live().look, std::nullopt);
    EXPECT_EQ(session->recipe().shift.radius, 0.2);
}

TEST_F(FirstLook, AChosenLookDriftsInThePicturesOfManyColors) {
    session->open({write_picture("a.png", few()), write_picture("b.png", noise())});
    settle();
    Recipe flat = recipe_of(Look::flat);
    flat.palette.colors = few_colors;
    session->set(flat);
    EXPECT_EQ(*settle().recipe, keeping_colors(flat, recipe_of(Look::flat)));
    session->open_queued(1);
    EXPECT_EQ(*settle().recipe, flat);
    session->open_queued(0);
    EXPECT_TRUE(settle().keeps_colors);
    EXPECT_EQ(*session->live().settings, flat) << "of the other pictures, too";
    session->link(true);
    EXPECT_EQ(*settle().recipe, flat);
    EXPECT_FALSE(session->live().keeps_colors);
}

TEST_F(FirstLook, AChangeWhileColorsStayIsOneOfTheUsersSettings) {
    Recipe flat = recipe_of(Look::flat);
    start(settings_of(flat));
    session->open({write_picture("a.png", three_groups()), write_picture("b.png", flat_areas(80))});
    Recipe changed = *settle().recipe;
    ASSERT_TRUE(session->live().keeps_colors);
    changed.output.pad = 256;
    session->set(changed);
    flat.output.pad = 256;
    EXPECT_EQ(session->recipe(), changed) << "at once";
    EXPECT_EQ(*settle().recipe, changed);
    EXPECT_EQ(*session->live().settings, flat);
    EXPECT_EQ(session->user_settings()->recipe, flat);
    session->edit([](Recipe& settings) { settings.output.bits = 8; });
    changed.output.bits = flat.output.bits = 8;
    EXPECT_EQ(*settle().recipe, changed);
    EXPECT_EQ(session->user_settings()->recipe, flat);
    session->open_queued(1);
    EXPECT_EQ(*settle().recipe, flat) << "which all other pictures have";
}

TEST_F(FirstLook, AFirstChangeWhileColorsStayBeginsWithTheLookThatSuits) {
    session->open({write_picture("a.png", flat_areas(20))});
    Recipe changed = *settle().recipe;
    ASSERT_EQ(session->live().suiting, Look::photo);
    changed.output.pad = 256;
    session->set(changed);
    EXPECT_EQ(*settle().recipe, changed);
    EXPECT_EQ(session->live().frequency->swatches.size(), 20u) << "no colours join";
    EXPECT_FALSE(session->live().suits_picture);
    EXPECT_EQ(session->user_settings()->recipe, changed);
}

TEST_F(FirstLook, AStepOfTheRadiusWhileColorsStayChangesNothingElse) {
    start(settings_of(recipe_of(Look::flat)));
    session->open({write_picture("a.png", three_groups())});
    ASSERT_EQ(settle().recipe->shift.radius, 0);
    session->step_radius(Direction::up);
    const double radius = settle().recipe->shift.radius;
    EXPECT_GT(radius, 0);
    EXPECT_EQ(*session->live().settings, recipe_of(Look::flat).at(radius));
}

TEST_F(FirstLook, StaysOnceTheUserHasChangedASetting) {
    open_and_hold();
    session->set({.shift = {.radius = 0.3}}, Gesture::ongoing);
    gate.open();
    EXPECT_EQ(*settle().recipe, (Recipe{.shift = {.radius = 0.3}}));
    EXPECT_FALSE(session->live().suits_picture);
    EXPECT_EQ(session->user_settings()->recipe.shift.radius, 0.3);
    session->open({write_picture("b.png", enlarged(true))});
    EXPECT_EQ(settle().recipe->shift.radius, 0.3);
}

TEST_F(FirstLook, StaysOnceTheUserStepsTheRadius) {
    open_and_hold();
    session->step_radius(Direction::up);
    gate.open();
    const Snapshot snapshot = settle();
    EXPECT_FALSE(snapshot.suits_picture);
    EXPECT_GT(snapshot.recipe->shift.radius, 0);
}

TEST_F(FirstLook, APosterShowsTheRadiusThatItHasChosen) {
    session->open({write_picture("a.png", noise())});
    settle();
    session->set(Look::poster);
    const Snapshot snapshot = settle();
    EXPECT_EQ(look_of(*snapshot.recipe), Look::poster);
    EXPECT_TRUE(snapshot.exact());
    EXPECT_EQ(snapshot.recipe->shift.radius, snapshot.palette->recipe.shift.radius);
    session->set(snapshot.recipe->at(0.2));
    EXPECT_EQ(look_of(*settle().recipe), std::nullopt);
    EXPECT_EQ(session->live().palette->recipe.shift.radius, 0.2);
    session->undo();
    EXPECT_EQ(look_of(*settle().recipe), Look::poster);
    EXPECT_EQ(session->recipe().shift.radius, snapshot.recipe->shift.radius);
}

TEST_F(FirstLook, ComesBackWithUndoAndReset) {
    session->open({write_picture("b.png", enlarged(true))});
    settle();
    session->set(Look::poster);
    const auto expect = [&](Look look, bool suits) {
        EXPECT_EQ(*settle().recipe, suits ? suiting_recipe(look) : recipe_of(look));
        EXPECT_EQ(session->live().suits_picture, suits);
        EXPECT_EQ(session->user_settings().has_value(), !suits);
    };
    expect(Look::poster, false);
    EXPECT_EQ(session->live().weightings, Weightings::palette);
    session->undo();
    expect(Look::pixel_art, true);
    session->redo();
    expect(Look::poster, false);
    session->start_over();
    expect(Look::pixel_art, true);
    session->undo();
    expect(Look::poster, false);
    session->redo();
    expect(Look::pixel_art, true);
}

TEST_F(FirstLook, ComesBackWithUndoInAnotherPicture) {
    session->open({write_picture("a.png", noise()), write_picture("b.png", enlarged(true))});
    Recipe changed = *settle().recipe;
    changed.shift.radius = 0.3;
    session->set(changed);
    session->open_queued(1);
    EXPECT_EQ(*settle().recipe, changed);
    session->undo();
    EXPECT_EQ(*settle().recipe, suiting_recipe(Look::pixel_art)) << "the look suits the picture shown";
    EXPECT_TRUE(session->live().suits_picture);
    session->open_queued(0);
    EXPECT_EQ(*settle().recipe, recipe_of(Look::photo));
    session->redo();
    EXPECT_EQ(*settle().recipe, changed);
    EXPECT_FALSE(session->live().suits_picture);
}

TEST_F(FirstLook, StaysAfterADragThatReturns) {
    session->open({write_picture("b.png", enlarged(true))});
    const Recipe recipe = *settle().recipe;
    Recipe dragged = recipe;
    dragged.shift.radius = 0.3;
    session->set(dragged, Gesture::ongoing);
    EXPECT_FALSE(session->live().suits_picture);
    session->set(recipe, Gesture::complete);
    EXPECT_TRUE(settle().suits_picture);
    EXPECT_FALSE(session->user_settings());
    EXPECT_FALSE(session->live().can_undo);
}

TEST_F(FirstLook, StaysAfterAStepThatIsCancelled) {
    open_and_hold();
    session->step_radius(Direction::up);
    EXPECT_FALSE(session->live().suits_picture);
    session->cancel();
    gate.open();
    EXPECT_TRUE(settle().suits_picture);
}

TEST_F(FirstLook, StaysAfterAStepWhereThereIsNoOtherRadius) {
    open_and_hold();
    session->step_radius(Direction::down); // from 0
    gate.open();
    EXPECT_TRUE(settle().suits_picture);
    EXPECT_EQ(session->recipe(), recipe_of(Look::photo));
    EXPECT_FALSE(session->live().can_undo);
    EXPECT_FALSE(session->user_settings());

    start(settings_of(Recipe{}.at(max_radius)));
    session->open({write_picture("a.png", noise())});
    ASSERT_EQ(settle().frequency->swatches.size(), 1u);
    session->step_radius(Direction::up);
    EXPECT_EQ(*settle().recipe, Recipe{}.at(max_radius));
    EXPECT_FALSE(session->live().can_undo);
    EXPECT_TRUE(session->live().exact());
}

TEST_F(FirstLook, UndoneEditsChangeNoSettings) {
    session->open({write_picture("b.png", enlarged(true))});
    Recipe pinned = *settle().recipe;
    pinned.shift.pins = {{Rgb{1, 2, 3}}};
    session->set(pinned);
    session->set(Look::poster);
    session->undo();
    EXPECT_EQ(*settle().recipe, pinned);
    EXPECT_TRUE(session->live().suits_picture);
    session->undo();
    EXPECT_EQ(*settle().recipe, suiting_recipe(Look::pixel_art));
    EXPECT_TRUE(session->live().suits_picture);
}

TEST_F(FirstLook, GivesWayToKeptSettings) {
    start(SessionSettings{.recipe = {.shift = {.radius = 0.2}}});
    session->open({write_picture("a.png", noise())});
    EXPECT_EQ(settle().recipe->shift.radius, 0.2);
    EXPECT_FALSE(session->live().suits_picture);
}

TEST_F(FirstLook, KeepsEditsAndIsKeptByThem) {
    session->open({write_picture("a.png", noise()), write_picture("b.png", enlarged(true))});
    Recipe pinned = *settle().recipe;
    pinned.shift.pins = {{Rgb{1, 2, 3}}};
    pinned.palette.recolors = {{Rgb{0, 0, 0}, Rgb{9, 9, 9}}};
    session->set(pinned);
    EXPECT_EQ(*settle().recipe, pinned);
    EXPECT_TRUE(session->live().suits_picture);
    session->open_queued(1);
    EXPECT_EQ(*settle().recipe, suiting_recipe(Look::pixel_art)) << "edits belong to their picture";
    session->open_queued(0);
    EXPECT_EQ(*settle().recipe, pinned);
    session->set(Look::poster);
    EXPECT_EQ(edits_of(*settle().recipe), edits_of(pinned));
    EXPECT_TRUE(edits_of(session->user_settings()->recipe).empty()) << "the next start begins without them";
}

TEST_F(FirstLook, EditsStayWithTheOpenPictureIfAnotherCannotBeOpened) {
    session->open({write_picture("a.png", noise())});
    Recipe pinned = *settle().recipe;
    pinned.shift.pins = {{Rgb{1, 2, 3}}};
    session->set(pinned);
    settle();
    session->open({folder / "missing.png"});
    EXPECT_EQ(*settle().recipe, pinned);
}

TEST_F(FirstLook, GivesAPaletteOfTheUsersAllItsColours) {
    const Recipe photo = recipe_of(Look::photo);
    const std::vector<Rgb> colors{{1, 2, 3}, {4, 5, 6}};
    for (const PaletteUse use : {PaletteUse::nearest, PaletteUse::directly}) {
        const Recipe recipe = with_palette(photo, {colors}, use);
        EXPECT_EQ(recipe.palette.to, colors);
        EXPECT_EQ(recipe.palette.colors, std::nullopt);
        EXPECT_EQ(recipe.palette.directly, use == PaletteUse::directly);
        EXPECT_EQ(recipe.labels.dithering.method, Dither::automatic);
        Recipe number = recipe;
        number.palette.colors = 2;
        EXPECT_TRUE(number.palette.selects_colors());
        EXPECT_EQ(with_palette(recipe_of(Look::flat), {colors}, use).labels, LabelSteps{})
            << "nothing repaints the nearest colours";
    }
    EXPECT_EQ(with_palette(photo, {colors}, PaletteUse::pins).palette.colors, 32u);

    const std::vector<Rgb> codes{{0, 0, 0}, {255, 255, 255}};
    const std::vector<std::string> names{"soot", "chalk"};
    const Recipe mapped = with_palette(photo, {colors, names}, PaletteUse::directly),
                 written = with_palette(mapped, {codes}, PaletteUse::output);
    EXPECT_EQ(mapped.palette.names, names);
    EXPECT_EQ(written.palette, mapped.palette);
    EXPECT_EQ(written.output.palette, codes);
    EXPECT_TRUE(with_palette(written, {codes}, PaletteUse::nearest).output.palette.empty());
    EXPECT_TRUE(with_palette(written, {codes}, PaletteUse::nearest).palette.names.empty());
}

}
}
